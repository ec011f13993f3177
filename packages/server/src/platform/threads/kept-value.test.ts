import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { KeptCopies, KeptValue, SentValues } from './kept-value.ts';

describe('a cached value', () => {
  it('is as long as the strings in it', () => {
    const value = { texts: new Map([['1', { title: 'ab', types: ['c'] }]]), set: new Set(['def']), of: 7 };
    assert.equal(new KeptValue(value).length, 6);
  });

  it('reaches a thread with every call that refers to it, and is sent only if the thread lacks it', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 8 }),
        fc.array(fc.nat(7), { maxLength: 60 }),
        (lengths, calls) => {
          const values = lengths.map((length, at) => new KeptValue(`${at}`.repeat(length)));
          const [sent, copies] = [new SentValues(60), new KeptCopies()];
          let length = 0;
          for (const call of calls) {
            const kept = values[call % values.length] as KeptValue<string>;
            const known = sent.has(kept);
            const reference = sent.refer(kept);
            assert.equal('value' in reference, !known, 'sent only where the thread does not have it');
            assert.equal(copies.take(reference), kept.value);
            assert.ok(sent.has(kept), 'the last one stays');
            length = values.filter((each) => sent.has(each)).reduce((sum, each) => sum + each.length, 0);
            assert.ok(length <= 60, `${length} characters are kept`);
          }
        },
      ),
    );
  });

  it('is dropped with the next reference once it is released, and reaches a later call anew', () => {
    const [sent, copies] = [new SentValues(60), new KeptCopies()];
    const [ended, open] = [new KeptValue('ended'), new KeptValue('open')];
    const { id } = sent.refer(ended);
    copies.take({ id, value: ended.value });
    copies.take(sent.refer(open));
    ended.release();
    assert.ok(!sent.has(ended));
    assert.ok(sent.has(open), 'others stay');
    const next = sent.refer(open);
    assert.deepEqual(next.forget, [id]);
    assert.equal(copies.take(next), 'open');
    assert.equal(copies.take({ id }), undefined, 'the thread has no copy');
    assert.equal(sent.refer(open).forget, undefined, 'it is told once');
    assert.equal(copies.take(sent.refer(ended)), 'ended');
  });

  it('reaches its own call even if it is longer than a thread may cache', () => {
    const [sent, copies] = [new SentValues(3), new KeptCopies()];
    const [long, short] = [new KeptValue('longer'), new KeptValue('ab')];
    assert.equal(copies.take(sent.refer(long)), 'longer');
    assert.equal(copies.take(sent.refer(short)), 'ab');
    assert.ok(!sent.has(long), 'and makes room for the next');
    assert.equal(copies.take(sent.refer(long)), 'longer');
    assert.equal(copies.take(undefined), undefined);
  });
});
