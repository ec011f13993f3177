import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { NumberedWords } from './numbered-words.ts';

describe('numbered words', () => {
  it('are the distinct words of a text, whatever their case, accents and Greek letters', () => {
    const read: string[] = [];
    const words = new NumberedWords((word) => {
      read.push(word);
      return word;
    });
    const distinctIn = (text: string) => words.distinctIn(text).map((number) => words.values[number]);
    assert.deepEqual(distinctIn('Heart, HEART and kidney-failure (CD4)'), [
      'heart',
      'and',
      'kidney',
      'failure',
      'cd4',
    ]);
    assert.deepEqual(distinctIn('β-Blockers in Sjögren; heart\n心脏 heart'), [
      'beta',
      'blockers',
      'in',
      'sjogren',
      'heart',
    ]);
    assert.deepEqual(distinctIn('Acetylcholinesterase, acetylcholinesterases, acetylcholinesterase'), [
      'acetylcholinesterase',
      'acetylcholinesterases',
    ]);
    assert.deepEqual(distinctIn(''), []);
    assert.equal(new Set(read).size, read.length);
    assert.deepEqual(words.values, read);
  });

  it('are distinct among several texts too, however many there are', () => {
    const words = new NumberedWords((word) => word);
    const text = Array.from({ length: 9_000 }, (_, at) => `w${at}`).join(' ');
    const numbers = words.distinctIn(text);
    assert.deepEqual(words.distinctOf([numbers, numbers.toReversed()]), numbers);
    assert.deepEqual(words.distinctIn('w8999 w0'), [8_999, 0]);
  });
});
