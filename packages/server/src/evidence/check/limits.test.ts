import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { checkByRules } from './check.ts';
import { readAbstract } from './locate.ts';
import { placesIn } from './numbers/figure-places.ts';
import { readFigures } from './numbers/figures.ts';
import { splitClauses } from './reading/clauses.ts';
import { readText } from './reading/tokens.ts';

/** Texts of nothing but numbers or clauses, as no paper has them and anybody can send them. */
const numbers = (count: number) =>
  Array.from({ length: count }, (_, index) => `${index + 11}.5 mg`).join(', ');
const clauses = (count: number) =>
  Array.from({ length: count }, (_, index) => `A${index} reduced mortality`).join('; ');

describe('a text of nothing else than numbers', () => {
  it('has no more of them bound to their arms than sentence and abstract can have', () => {
    assert.ok(readFigures(readText(numbers(600)), 'same').length <= 60);
    const abstract = Array.from({ length: 60 }, () => `Doses were ${numbers(20)}.`).join(' ');
    const read = readAbstract({ abstract, title: '' }, 'same');
    assert.equal(read.quantities.length, 1_200);
    assert.ok(placesIn(read, 'same').length <= 400);
  });

  it('has every one looked up all the same, and a wrong one behind all others named', () => {
    const article = { title: '', abstract: `Doses were ${numbers(300)}.`, publicationTypes: undefined };
    const sentence = `Doses were ${numbers(300)}, 9999.5 mg.`;
    const check = checkByRules({ sentence, article });
    assert.equal(check.numbers.length, 301);
    assert.deepEqual(
      check.numbers.filter(({ found }) => !found).map(({ text }) => text),
      ['9999.5 mg'],
    );
    assert.notEqual(check.verdict, 'supported');
  });
});

describe('a text of nothing else than clauses', () => {
  it('is cut into no more of them than a sentence can have, and nothing of it is lost', () => {
    for (const text of [clauses(500), '降低死亡率，'.repeat(300)]) {
      const parts = splitClauses(text);
      assert.ok(parts.length <= 41);
      assert.equal(parts.map((part) => part.text).join(''), text);
    }
  });
});
