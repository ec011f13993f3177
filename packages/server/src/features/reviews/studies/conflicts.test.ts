import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { anArticle } from '@citewell/core/testing/an-article.ts';
import { findingDirection } from '../../../literature/ranking/direction.ts';
import { toCitable } from '../../../literature/ranking/passage.ts';
import type { Unit } from '../sections/units.ts';
import { findConflicts } from './conflicts.ts';
import { mainClause } from './same-outcome.ts';

/** Findings of as many papers, in one theme. */
function conflictsOf(topic: string, ...texts: string[]) {
  const units = texts.map(
    (text, at): Unit => ({
      ...{ id: `E${at + 1}`, text, start: 0, end: text.length, score: 1, role: 'finding' },
      article: toCitable(anArticle(String(5001 + at), {})),
      direction: findingDirection(mainClause(text)),
    }),
  );
  return findConflicts([{ heading: 'Findings', units }], [[topic]]).map(({ sides }) =>
    sides.flatMap((side) => side.units.map(({ id }) => id)).sort(),
  );
}

describe('conflicting evidence', () => {
  it('is what different papers found of the same outcome', () => {
    const found = conflictsOf(
      'zinc',
      'Zinc reduced mortality in infants (RR 0.80).',
      'Zinc increased deaths in infants (RR 1.40).',
      'Zinc reduced pain after tonsillectomy.',
    );
    assert.deepEqual(found, [['E1', 'E2']]);
  });

  it('is no difference in words that every finding has', () => {
    const found = conflictsOf(
      'zinc',
      'Zinc was associated with lower blood pressure compared with controls (odds ratio 0.70).',
      'Zinc was associated with higher adherence compared with controls (odds ratio 1.30).',
    );
    assert.deepEqual(found, []);
  });

  it('is seen where no list knows the outcome, and the findings name nothing else', () => {
    for (const [topic, one, other] of [
      [
        'zinc cold',
        'Zinc reduced the duration of the cold by two days.',
        'Zinc lozenges did not reduce the duration of the cold compared with placebo (P = 0.6).',
      ],
      [
        'melatonin',
        'Melatonin reduced delirium.',
        'Melatonin increased delirium in the intensive care unit.',
      ],
    ] as const)
      assert.deepEqual(conflictsOf(topic, one, other), [['E1', 'E2']], one);
    const unlike = conflictsOf(
      'zinc',
      'Zinc reduced serum copper compared with placebo.',
      'Zinc increased vomiting compared with placebo in patients.',
    );
    assert.deepEqual(unlike, []);
  });

  it('is told apart by outcome where a theme holds several', () => {
    const found = conflictsOf(
      'zinc',
      'Zinc reduced mortality.',
      'Zinc increased bleeding.',
      'Zinc increased mortality.',
      'Zinc reduced bleeding.',
    );
    assert.deepEqual(found, [
      ['E1', 'E3'],
      ['E2', 'E4'],
    ]);
  });

  it('is none where an outcome is told by the way', () => {
    const found = conflictsOf(
      'zinc',
      'Zinc lowered HbA1c by one point, with little hypoglycaemia and no weight gain.',
      'Zinc did not reduce cardiovascular events when glucose was controlled to the same level.',
      'Zinc raised weight by 2 kg.',
    );
    assert.deepEqual(found, []);
  });

  it('is none between giving something and lacking it', () => {
    for (const [topic, given, lacking] of [
      [
        'vitamin D',
        'Vitamin D reduced hip fractures in older adults (RR 0.74).',
        'Low serum vitamin D was associated with more fractures (HR 1.41).',
      ],
      ['阿司匹林', '阿司匹林使卒中风险降低20%。', '停用阿司匹林使卒中风险升高。'],
    ] as const)
      assert.deepEqual(conflictsOf(topic, given, lacking), [], given);
  });

  it('is seen across languages', () => {
    const found = conflictsOf('锌', 'Zinc reduced mortality in infants.', '补锌使婴儿死亡率升高。');
    assert.deepEqual(found, [['E1', 'E2']]);
  });
});
