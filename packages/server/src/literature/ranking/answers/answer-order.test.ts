import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { anArticle } from '@citewell/core/testing/an-article.ts';
import { fuseRankings } from '../fuse.ts';
import { type Ranking, rankArticles } from '../rank.ts';
import { selectPassages } from '../select-passages.ts';
import { orderForAnswer } from './answer-order.ts';

/** Names two of the question's three topics in its title, side by side, and repeats them. */
const named = anArticle('7001', {
  title: 'Warfarin and stroke.',
  abstract: [{ text: 'Warfarin prevents stroke. We conclude that warfarin and stroke need further study.' }],
});
/** Says in its abstract what is asked, in other words. */
const telling = anArticle('7002', {
  title: 'Blood thinners on renal replacement therapy: outcomes in a register.',
  abstract: [
    { text: 'Of the patients on dialysis, most took warfarin.' },
    { text: 'We conclude that cerebral infarction, or stroke, was no rarer with warfarin on haemodialysis.' },
  ],
});
const records = [named, telling];
const questions = [
  {
    text: 'Does warfarin prevent stroke if your kidneys are on dialysis?',
    facets: [['warfarin'], ['stroke'], ['kidneys', 'renal'], ['dialysis']],
  },
  {
    text: '肾不好在透析的人吃华法林能预防中风吗？',
    facets: [
      ['华法林', 'warfarin'],
      ['中风', 'stroke'],
      ['肾', 'renal'],
      ['透析', 'dialysis'],
    ],
  },
];

const rank = (question: (typeof questions)[number]) => rankArticles(fuseRankings([records]), question, 2026);
const pmids = ({ ranked }: Ranking) => ranked.map(({ article }) => article.pmid);

describe('the order of records for an answer', () => {
  it('begins with the paper that says most of what is asked, in both languages', () => {
    for (const question of questions) {
      const ordered = orderForAnswer(rank(question));
      assert.deepEqual(pmids(ordered), ['7002', '7001'], question.text);
      const scores = ordered.ranked.map(({ score }) => score);
      assert.deepEqual(
        scores,
        scores.toSorted((one, other) => other - one),
      );
    }
  });

  it('leaves that of a search as it is', () => {
    for (const question of questions) assert.ok(rank(question).ranked.every(({ fit }) => fit === undefined));
  });

  it('decides which papers are cited beside the first: those that fit nearly as well', () => {
    for (const question of questions) {
      const ordered = orderForAnswer(rank(question));
      const laggingBy = (lag: number) => ({
        ...ordered,
        ranked: ordered.ranked.map((each, at) => ({
          ...each,
          coverage: at === 0 ? 1 : 0.4,
          fit: 2 - at * lag,
        })),
      });
      const cited = (ranking: Ranking, isNearest = false) => {
        const passages = selectPassages(ranking, {
          ...{
            language: 'en' as const,
            articlesMax: 10,
            perArticleMax: 1,
            wanted: new Set<never>(),
            isNearest,
          },
        });
        return [...new Set(passages.map(({ article }) => article.pmid))];
      };
      assert.deepEqual(cited(laggingBy(0.3)), ['7002', '7001']);
      assert.deepEqual(cited(laggingBy(0.5)), ['7002']);
      // If none answers, the nearest ones are shown however they fit.
      assert.deepEqual(cited(laggingBy(0.5), true), ['7002', '7001']);
    }
  });
});
