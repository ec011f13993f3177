import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { anArticle } from '@citewell/core/testing/an-article.ts';
import { toCitable } from '../../../literature/ranking/passage.ts';
import type { EvidenceUnit } from '../sections/evidence-units.ts';
import { findConflicts } from './conflicts.ts';
import { describeStudies } from './studies.ts';

/** Returns the sentences that disagree, for one study per text. */
function conflictsOf(topic: string, ...texts: string[]) {
  const articles = texts.map((text, at) =>
    anArticle(String(5001 + at), { abstract: [{ label: 'RESULTS', text }] }),
  );
  const units = articles.map(
    (article, at): EvidenceUnit => ({
      ...{ id: `E${at + 1}`, text: texts[at] ?? '', start: 9, end: 9 + (texts[at] ?? '').length, score: 1 },
      ...{ role: 'finding', article: toCitable(article) },
    }),
  );
  const studies = describeStudies(units, new Map(articles.map((article) => [article.pmid, article])));
  return findConflicts(studies, units, [[topic]]).map(({ units: pair }) => pair.map(({ id }) => id));
}

describe('conflicting evidence', () => {
  const [trial, cohort] = [
    'Zinc did not change mortality compared with placebo (HR 1.02, 95% CI 0.94-1.11).',
    'All-cause mortality was lower with zinc compared with placebo (HR 0.77, 95% CI 0.70 to 0.85).',
  ];

  it('consists of two disjoint intervals of one measure, outcome and comparator', () => {
    assert.deepEqual(conflictsOf('zinc', trial, cohort), [['E1', 'E2']]);
  });

  for (const [why, other] of [
    ['another outcome', 'Zinc lowered hospitalizations compared with placebo (HR 0.77, 95% CI 0.70-0.85).'],
    [
      'a component of the outcome',
      'Cardiovascular mortality fell with zinc compared with placebo (HR 0.77, 95% CI 0.70-0.85).',
    ],
    ['another comparator', 'Zinc lowered mortality compared with usual care (HR 0.77, 95% CI 0.70-0.85).'],
    ['no comparator', 'Zinc lowered mortality (HR 0.77, 95% CI 0.70-0.85).'],
    ['another measure', 'Zinc lowered mortality compared with placebo (OR 0.77, 95% CI 0.70-0.85).'],
    ['no interval', 'Zinc reduced mortality compared with placebo (HR 0.77, P < 0.001).'],
    ['an overlapping interval', 'Zinc lowered mortality compared with placebo (HR 0.80, 95% CI 0.66-0.97).'],
    ['another exposure', 'Copper lowered mortality compared with placebo (HR 0.77, 95% CI 0.70-0.85).'],
  ] as const)
    it(`is absent if one of them has ${why}`, () => assert.deepEqual(conflictsOf('zinc', trial, other), []));

  it('is found in Chinese', () => {
    assert.deepEqual(
      conflictsOf(
        '锌剂',
        '与安慰剂相比，锌剂组死亡率未见差异（HR 1.02，95% CI 0.94～1.11）。',
        '与安慰剂相比，锌剂组死亡率较低（HR 0.77，95% CI 0.70～0.85）。',
      ),
      [['E1', 'E2']],
    );
  });
});
