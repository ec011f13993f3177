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

  it('are only those of conditions on this field', () => {
    assert.deepEqual(markedOf('Smith on smiths', 'smith', 'author'), []);
    assert.deepEqual(markedOf('A trial', '* "" -'), []);
  });
});
