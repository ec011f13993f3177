import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { readCursor, writeCursor } from './usage-cursor.ts';

const owner = { keyId: 'key_1', endpoint: 'ask', outcome: undefined };
const cursor = {
  from: '2026-01-01',
  to: '2026-01-31',
  after: { day: '2026-01-15', startedAt: 1_768_478_400_000, id: 'req_0123456789abcdef' },
};

describe('a cursor', () => {
  it('is read back by its owner and is safe in a URL', () => {
    const text = writeCursor(cursor, owner);
    assert.deepEqual(readCursor(text, owner), cursor);
    assert.equal(encodeURIComponent(text), text);
  });

  it('is rejected with another key or other filters', () => {
    const text = writeCursor(cursor, owner);
    assert.equal(readCursor(text, { ...owner, keyId: 'key_2' }), undefined);
    assert.equal(readCursor(text, { ...owner, endpoint: undefined }), undefined);
    assert.equal(readCursor(text, { ...owner, outcome: 'ok' }), undefined);
  });

  it('is rejected if any character is changed, dropped or added', () => {
    const text = writeCursor(cursor, owner);
    fc.assert(
      fc.property(fc.nat({ max: text.length }), fc.string({ maxLength: 2 }), (place, other) => {
        for (const edited of [
          text.slice(0, place) + other + text.slice(place + 1),
          text.slice(0, place) + other + text.slice(place),
          other + text.slice(place),
        ])
          assert.deepEqual(readCursor(edited, owner), edited === text ? cursor : undefined, edited);
      }),
    );
  });

  it('is rejected with an invalid position, even if its checksum is right', () => {
    for (const edit of [
      { from: '2026-02-30' },
      { to: 'x' },
      { after: { ...cursor.after, day: '' } },
      { after: { ...cursor.after, startedAt: Number.NaN } },
      { after: { ...cursor.after, startedAt: -1 } },
    ])
      assert.equal(readCursor(writeCursor({ ...cursor, ...edit }, owner), owner), undefined);
  });
});
