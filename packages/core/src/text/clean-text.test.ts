import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { cleanText, createTextCleaner } from './clean-text.ts';

describe('a cleaned text', () => {
  it('contains no control, direction or invisible characters', () => {
    assert.equal(
      cleanText('a\u0000b\u0007c\u202ed\u2066e\u200bf\u00adg\ufeffh\u{e0041}i\u009bj'),
      'abcdefghij',
    );
    assert.equal(cleanText('a\tb\nc\r\nd\re\u2028f'), 'a\tb\nc\nd\ne\nf');
  });

  it('contains U+FFFD for a lone surrogate and keeps whole pairs', () => {
    assert.equal(cleanText('a\ud83d b\ude00 😀 药'), 'a\ufffd b\ufffd 😀 药');
  });

  it('is the same for any chunking', () => {
    const piece = fc.constantFrom('a', '药', '\ud83d', '\ude00', '\r', '\n', '\u202e', ' ', '😀');
    fc.assert(
      fc.property(fc.array(fc.array(piece).map((each) => each.join(''))), (pieces) => {
        const cleaner = createTextCleaner();
        const out = pieces.map((each) => cleaner.write(each)).join('') + cleaner.end();
        assert.equal(out, cleanText(pieces.join('')));
        assert.equal(out, out.toWellFormed());
      }),
    );
  });
});
