import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { findConstructed, findLiterals } from './find-regexes.ts';
import { superlinearText } from './superlinear-text.ts';

/** Expressions that take too long for a long text, with the reason why no such text reaches them. All others must be fixed. */
const exceptions: readonly { file: string; begins: string; because: string }[] = [
  {
    file: 'packages/citation-checker/src/reading/tokens.ts',
    begins: '[[\\p{L}\\p{N}]--\\p{Script=Han}]*(?:',
    because: 'it is sticky and tried once a word, from its beginning',
  },
  {
    file: 'packages/sdk/src/citation-markers.ts',
    begins: '<!--.*?-->|<[a-z/!?](?:',
    because:
      'it meets the content of one bracket, of at most 120 characters, or of one element, of at most 400',
  },
  {
    file: 'packages/server/src/features/answers/citations/html-marks.ts',
    begins: '<!--[\\s\\S]*?-->|<[a-z/!?]',
    because: 'it meets the content of one element, of at most 400 characters',
  },
  {
    file: 'packages/server/src/platform/text/email-address.ts',
    begins: '^(?=[^@]{1,64}@)',
    because: 'it meets nothing of more than 254 characters',
  },
];

describe('the search for texts that make a regular expression slow', () => {
  it('stops an expression that would never finish', () =>
    assert.notEqual(superlinearText(/^(a+)+$/, 200), undefined));
  it('finds a linear expression that takes thousands of steps per character', () =>
    assert.notEqual(superlinearText(/HR[^;]{0,90}?\d[\d.]*[^;]{0,90}?CI/), undefined));
  for (const known of [/\s+$/, /\s*,/, /(\d+)px/, /[,.]*\bdoi/i, /\bdoi\s*:?\s*10/])
    it(`finds a slow text for ${known}`, () => assert.notEqual(superlinearText(known), undefined));
  for (const fine of [/(?<!\s)\s+$/, /^a+$/, /\s?,/, /"([^"]{0,40})"\d/, /[[\p{L}]--\p{Script=Han}]/v])
    it(`finds no slow text for ${fine}`, () => assert.equal(superlinearText(fine), undefined));
});

describe('regular expressions applied to external text', () => {
  it('all run in linear time', async () => {
    const found = [...findLiterals(), ...(await findConstructed())];
    assert.ok(found.length > 1_500, `only ${found.length} were found`);
    const distinct = new Map(found.map((each) => [`${each.pattern}`, each]));
    const excepted = new Set<string>();
    const slow: string[] = [];
    for (const { file, pattern } of distinct.values()) {
      const exception = exceptions.find(
        (each) => each.file === file && pattern.source.startsWith(each.begins),
      );
      if (exception) {
        excepted.add(exception.begins);
        continue;
      }
      const text = superlinearText(pattern);
      if (text !== undefined)
        slow.push(
          `${file}: ${pattern.source.slice(0, 120)} takes its square for ${JSON.stringify(text.slice(0, 24))}…`,
        );
    }
    assert.deepEqual(slow, []);
    assert.equal(excepted.size, exceptions.length, 'an exception is of no use any more');
  });
});
