import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { type Cue, cueFinder, type Wordings } from './cues.ts';
import { literalPrefixesOf } from './literal-prefixes.ts';
import { readQuantities } from './quantities.ts';
import { readText } from './tokens.ts';

const wordings: Wordings<string> = {
  more: { en: String.raw`increas\w*|(?:the )?most|rise[ns]?|up|hyper(?:activ\w+|tension)`, zh: '升高|不?足' },
  less: { en: String.raw`decreas\w*|less(?! than)|p(?:a)?ediatrics?|(?:wo)?m[ae]n|\d+-fold`, zh: '降低|ICU' },
  none: { en: String.raw`no(?:t|ne)?|c\.? ?elegans|kinases?|risk|[^a]nti`, zh: '无(?!创)|未' },
};
const find = cueFinder(wordings);

/**
 * Computes the expected cues from their definition: each expression over the whole text; of overlapping cues the
 * first, then the longest.
 */
function byDefinition(text: string): Cue[] {
  const cues = Object.entries(wordings).flatMap(([category, { en, zh }]) =>
    Array.from(
      text.matchAll(new RegExp(`(?<![\\p{L}\\p{N}])(?:${en})(?![\\p{Script=Latin}\\p{N}])|${zh}`, 'giu')),
      ({ 0: found, index }) => ({ category, text: found, start: index, end: index + found.length }),
    ),
  );
  cues.sort((one, other) => one.start - other.start || other.end - one.end);
  const kept: Cue[] = [];
  for (const cue of cues) if (cue.start >= (kept.at(-1)?.end ?? 0)) kept.push(cue);
  return kept;
}

const pieces = [
  ...[
    'increased',
    'Increase',
    'the most',
    'rises',
    'UP',
    'hypertension',
    'less',
    'less than',
    'paediatric',
    'women',
  ],
  ...[
    '3-fold',
    'not',
    'none',
    'nonet',
    'c. elegans',
    'C elegans',
    'kinases',
    'ri\u017fk',
    '\u212ainase',
    'risk',
    'anti',
    'Enti',
  ],
  ...[
    '升高',
    '不足',
    '足',
    '降低',
    'ICU',
    '无',
    '无创',
    '未',
    ' ',
    '-',
    '，',
    '.',
    'é',
    '𠮷',
    '\u0301',
    'x',
    '7',
  ],
];
const text = fc.array(fc.constantFrom(...pieces), { maxLength: 14 }).map((parts) => parts.join(''));

describe('cueFinder', () => {
  it('finds the matches of its expressions in any text', () => {
    fc.assert(
      fc.property(text, (each) => assert.deepEqual(find(each), byDefinition(each))),
      { numRuns: 2_000 },
    );
    assert.equal(find('Women were not less at ri\u017fk，死亡率降低').length, 5);
  });
});

describe('literalPrefixesOf', () => {
  it('returns the distinguishing prefixes of every match', () => {
    assert.deepEqual(
      [...literalPrefixesOf(String.raw`\b(?<one>rise[ns]?|(?:the )?best)|up|p(?:a)?ed|[ab]c+d`)].sort(),
      ['ac', 'bc', 'bes', 'pae', 'ped', 'ris', 'the', 'up'],
    );
    assert.ok(literalPrefixesOf(String.raw`\w+n't`).has('?'));
    assert.ok(literalPrefixesOf('[^a]nti').has('?nt'));
  });
});

describe('readQuantities', () => {
  const numbers = [
    ...[
      '12',
      '.5',
      '1,200',
      '3 × 10⁶',
      'IL-6',
      'a half',
      'one-third',
      ' half',
      'twice',
      'two-fold',
      'twenty-one',
    ],
    ...[
      'hundred',
      '百分之三十',
      '三分之一',
      '一百二十',
      '两例',
      '半数',
      '五成',
      '５％',
      '三十',
      'thirty',
      '%',
      ' ',
    ],
    ...['mg', ' and ', '-', 'of ', '组', '第', 'x'],
  ];
  it('reads a number the same alone and after other words', () => {
    const written = fc.array(fc.constantFrom(...numbers), { maxLength: 6 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(written, (each) => {
        const alone = readQuantities(`。 ${each}`);
        const after = readQuantities(`Kſ beta ward。 ${each}`);
        const shown = (list: typeof alone, shift: number) =>
          list.map(({ text: read, start, value, percent }) => ({
            read,
            start: start - shift,
            value,
            percent,
          }));
        assert.deepEqual(shown(after, 12), shown(alone, 0));
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('readText', () => {
  it('returns words, names and Chinese characters with their offsets', () => {
    const read = readText(
      "IL-6, miR-142-5p and well-known patients' tumours in 5-HT cells; Sjögren’s e\u0301a 死亡 p53/MDM2",
    );
    assert.deepEqual(
      read.tokens.map(({ text: written, kind }) => `${kind}:${written}`),
      [
        'name:IL-6',
        'name:miR-142-5p',
        'word:and',
        'word:well',
        'word:known',
        'word:patients',
        'word:tumours',
        'word:in',
        'name:5-HT',
        'word:cells',
        'word:Sjögren’s',
        'word:e',
        'word:a',
        'han:死',
        'han:亡',
        'name:p53/MDM2',
      ],
    );
    for (const { text: written, start, end } of read.tokens)
      assert.equal(read.text.slice(start, end), written);
  });
});
