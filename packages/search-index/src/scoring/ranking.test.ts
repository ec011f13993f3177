import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { impactsOf, isOfOneRecord } from '../postings/impacts.ts';
import { BestScores } from './best-scores.ts';
import { computeLengthNorms, contribution, termFactor } from './bm25f.ts';
import { TopScores } from './top-scores.ts';

describe('BM25F', () => {
  it('follows the formula ln(1 + (N − n + 0.5) / (n + 0.5)) · f (k1 + 1) / (f + k1 (1 − b + b · l / L))', () => {
    // A title word (weight 3) and twice in the abstract: f = 5, in a record of 150 terms where 200 are usual.
    const [factor, lengthNorm] = [termFactor(10, 1_000), computeLengthNorms(200)[150] ?? 0];
    const wanted = (Math.log(1 + 990.5 / 10.5) * (5 * 2.2)) / (5 + 1.2 * (0.25 + (0.75 * 150) / 200));
    assert.ok(Math.abs(contribution(factor, 10, lengthNorm) / 2 ** 40 - wanted) < 1e-9);
  });

  it('rises with frequency, falls with length and scores every match', () => {
    const lengthNorms = computeLengthNorms(211);
    const posting = fc.record({ weight: fc.integer({ min: 1, max: 3_000 }), fieldNorm: fc.nat(65_535) });
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 40_000_000 }),
        posting,
        posting,
        (documentFrequencies, one, other) => {
          const factor = termFactor(documentFrequencies, 40_000_000);
          const score = (weight: number, fieldNorm: number) =>
            contribution(factor, weight, lengthNorms[fieldNorm] ?? 0);
          const best = score(Math.max(one.weight, other.weight), Math.min(one.fieldNorm, other.fieldNorm));
          assert.ok(best >= score(one.weight, one.fieldNorm) && best >= score(other.weight, other.fieldNorm));
          assert.ok(score(one.weight, one.fieldNorm) > 0);
          assert.ok(factor <= 2 ** 53 / 100);
        },
      ),
    );
  });
});

describe('the impacts of a block', () => {
  it('equal the score of its best posting, or an upper bound if there are many, and are those of records', () => {
    const posting = fc.record({
      weight: fc.oneof(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 1, max: 900 })),
      fieldNorm: fc.nat(400),
    });
    fc.assert(
      fc.property(
        fc.array(posting, { minLength: 1, maxLength: 128 }),
        fc.integer({ min: 1, max: 999 }),
        (postings, documentFrequencies) => {
          const fieldNorms = Uint16Array.from(postings, ({ fieldNorm }) => fieldNorm);
          const weights = Int32Array.from(postings, ({ weight }) => weight);
          const ids = Int32Array.from(postings.keys());
          const impacts = impactsOf(ids, weights, postings.length, fieldNorms);
          for (const [place, { weight, fieldNorm }] of impacts.entries())
            if (isOfOneRecord(weight, place))
              assert.ok(postings.some((each) => each.weight === weight && each.fieldNorm === fieldNorm));
          const lengthNorms = computeLengthNorms(150);
          const best = (of: { weight: number; fieldNorm: number }[]) =>
            Math.max(
              ...of.map(({ weight, fieldNorm }) =>
                contribution(termFactor(documentFrequencies, 1_000), weight, lengthNorms[fieldNorm] ?? 0),
              ),
            );
          if (impacts.length < 8 && postings.every(({ weight }) => weight < 255))
            assert.equal(best(impacts), best(postings));
          else assert.ok(best(impacts) >= best(postings));
        },
      ),
    );
  });
});

describe('TopScores and BestScores', () => {
  const scores = fc.array(fc.integer({ min: 1, max: 12 }), { maxLength: 200 });

  it('keep the best scores, and the first of equal ones', () => {
    fc.assert(
      fc.property(scores, fc.nat(20), (all, depth) => {
        const top = new TopScores(depth);
        for (const [id, score] of all.entries()) if (score >= top.limit) top.offer(score, id);
        const wanted = [...all.entries()].sort(([, one], [, other]) => other - one).slice(0, depth);
        const taken = top.take();
        assert.deepEqual(
          [...taken.ids],
          wanted.map(([id]) => id),
        );
        assert.deepEqual(
          [...taken.scores],
          wanted.map(([, score]) => score),
        );
      }),
    );
  });

  it('give the minimum score of a further record from several lists', () => {
    fc.assert(
      fc.property(fc.array(scores, { maxLength: 4 }), fc.integer({ min: 1, max: 20 }), (lists, depth) => {
        const best = new BestScores(depth);
        for (const list of lists) best.add(Float64Array.from(list).sort().reverse());
        const all = lists.flat().sort((one, other) => other - one);
        assert.equal(best.floor, all[depth - 1] ?? 0);
      }),
    );
  });
});
