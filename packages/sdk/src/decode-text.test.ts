import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { decodeText } from './decode-text.ts';

describe('decodeText', () => {
  it('reads the encodings of spreadsheets and editors, without the byte order mark', () => {
    // "句子,二甲双胍" as Windows saves it in China.
    const inChina = Buffer.from('bee4d7d32cb6febcd7cbabebd2', 'hex');
    const cases: [Buffer, string | undefined][] = [
      [Buffer.from('句子,café'), '句子,café'],
      [Buffer.from('\ufeff句子'), '句子'],
      [Buffer.from('\ufeff句子', 'utf16le'), '句子'],
      [Buffer.from('\ufeff句子', 'utf16le').swap16(), '句子'],
      [inChina, '句子,二甲双胍'],
      // "naïvement, café." in Latin-1 has no reading that is Chinese.
      [Buffer.from('na\u00efvement, caf\u00e9.', 'latin1'), undefined],
      [Buffer.from('ffd8ffe000104a464946', 'hex'), undefined],
      [Buffer.from('a\0b'), undefined],
      [Buffer.from(''), ''],
    ];
    for (const [bytes, text] of cases) assert.equal(decodeText(bytes), text, bytes.toString('hex'));
  });
});
