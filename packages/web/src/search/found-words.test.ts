import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { foundSpans } from './found-words.ts';

/** Returns the marked parts of a text. */
const markedOf = (text: string, value: string, field: 'title' | 'title_abstract' | 'author' = 'title') =>
  foundSpans(text, ['title', 'title_abstract'], [{ field, value }]).map(({ start, end }) =>
    text.slice(start, end),
  );

describe('words highlighted in search results', () => {
  it("match the query's words in any case, with or without accents, and with other endings", () => {
    const text = 'Therapies for Ménière’s disease: two trials, one randomised trial of therapy.';
    assert.deepEqual(markedOf(text, 'meniere TRIAL'), ['Ménière', 'trials', 'trial']);
    assert.deepEqual(markedOf(text, 'therapy'), ['Therapies', 'therapy']);
    assert.deepEqual(markedOf(text, 'of'), ['of']);
    assert.deepEqual(markedOf(text, 'rand'), []);
  });

  it('match prefixes with a star, exact phrases, and Chinese anywhere', () => {
    assert.deepEqual(markedOf('Metformin, metforminium and formin', 'metform*'), [
      'Metformin',
      'metforminium',
    ]);
    const text = 'Septic shock is no shock, septic or not; IL-6 and IL 6.';
    assert.deepEqual(markedOf(text, '"septic shock"'), ['Septic shock']);
    assert.deepEqual(markedOf(text, 'IL-6'), ['IL-6', 'IL 6']);
    assert.deepEqual(markedOf('2型糖尿病患者的糖尿病足', '糖尿病'), ['糖尿病', '糖尿病']);
  });

  it('are marked in any spelling that the search finds', () => {
    for (const [text, value, marked] of [
      ['T细胞淋巴瘤', 't细胞', ['T细胞']],
      ['COVID-19疫苗的有效性', 'covid-19疫苗', ['COVID-19疫苗']],
      ['COVID‑19 疫苗', 'ｃｏｖｉｄ-19疫苗', ['COVID‑19 疫苗']],
      ['2 型糖尿病与１型糖尿病', '2型糖尿病', ['2 型糖尿病']],
      ['2 型糖尿病与１型糖尿病', '1型糖尿病', ['１型糖尿病']],
      ['糖尿。病', '糖尿病', []],
      ['急性心力衰竭', '心力衰竭*', ['心力衰竭']],
      ['新型冠状病毒COVID疫苗', 'covid疫苗', ['COVID疫苗']],
      ['β-catenin and α-synuclein', 'beta-catenin', ['β-catenin']],
      ['Beta-catenin, ß', 'β-catenin', ['Beta-catenin']],
      ['p < 0.05', 'P<0.05', ['p < 0.05']],
      ['A ﬁbrosis of the 𠮷野 kind', 'fibrosis 𠮷野', ['ﬁbrosis', '𠮷野']],
      ['Sjo\u0308gren and Me\u0301nie\u0301', 'sjögren MENIE', ['Sjo\u0308gren', 'Me\u0301nie\u0301']],
      ['½ of Weißbach', 'weissbach', ['Weißbach']],
      ['Treatment treated', 'treating', ['treated']],
      ['one „septic shock“', '„septic shock“', ['septic shock']],
    ] as const)
      assert.deepEqual(markedOf(text, value), marked, `${value} in ${text}`);
  });

  it('match prefixes in any spelling, and at the end of phrases', () => {
    for (const [text, value, marked] of [
      ['Sjögren syndrome', 'SJOGR*', ['Sjögren']],
      ['Sjogren syndrome', 'sjögr*', ['Sjogren']],
      ['IL-17A, IL 6 and 17 others', 'IL-17*', ['IL-17A']],
      ['β-blockers, blockers', 'beta-block*', ['β-blockers']],
      ['Heart failure, heart and failure', '"heart fail*"', ['Heart failure']],
      ['Therapies', 'therapy*', ['Therapies']],
      ['Vaccination, vaccines', 'vaccinat*', ['Vaccination', 'vaccines']],
      ['HLA-B*57:01', 'HLA-B*57', ['HLA-B*57']],
    ] as const)
      assert.deepEqual(markedOf(text, value), marked, `${value} in ${text}`);
  });

  it('are only those of conditions on this field', () => {
    assert.deepEqual(markedOf('Smith on smiths', 'smith', 'author'), []);
    assert.deepEqual(markedOf('A trial', '* "" -'), []);
  });
});
