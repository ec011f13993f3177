import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Pmid } from '@citewell/core/records/article.ts';
import { anArticle } from '@citewell/core/testing/an-article.ts';
import { withScores } from './apply-reranker.ts';
import { fuseRankings } from './fuse.ts';
import { rankArticles } from './rank.ts';
import { selectPassages } from './select-passages.ts';

const facets = [['metformin'], ['lactic acidosis']];

it('the reranker’s nearest paper is kept even if it lacks the words of the question', () => {
  const others = Array.from({ length: 12 }, (_, at) =>
    anArticle(`${20 + at}`, {
      title: `Metformin and lactic acidosis, part ${at}.`,
      abstract: [{ text: `Metformin and lactic acidosis of kind ${at} were seen.` }],
    }),
  );
  const paraphrase = anArticle('40', {
    title: 'Biguanides and blood pH.',
    abstract: [{ label: 'CONCLUSIONS', text: 'Biguanides seldom lower the pH of blood.' }],
  });
  const ranking = rankArticles(fuseRankings([[...others, paraphrase]]), { facets }, 2026);
  const values = ranking.ranked.map(({ article }) => (article.pmid === '40' ? 0.8 : 0.3));
  const options = { language: 'en', articlesMax: 10, perArticleMax: 1, wanted: new Set<Pmid>() } as const;
  const first = (scores?: { values: number[]; share: number }) =>
    selectPassages(withScores(ranking, scores), options)[0]?.article.pmid;
  assert.equal(first({ values, share: 0.7 }), '40');
  assert.notEqual(first(), '40');
  // A record hardly nearer than the others proves nothing.
  assert.equal(withScores(ranking, { values: values.map(() => 0.3), share: 0.7 }).nearest, undefined);
});
