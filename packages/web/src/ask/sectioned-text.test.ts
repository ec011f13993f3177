import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sectionsOf, waitingSections } from './sectioned-text.ts';
import { foldEvents, newTurn, type Turn } from './turn.ts';

const asked = { mode: 'review', question: 'Q' } as Turn['asked'];
const progress = (states: Record<string, 'writing' | 'finished'>, levels: Record<string, 3> = {}) => ({
  sections: Object.entries(states).map(([heading, state]) => ({
    heading,
    level: levels[heading] ?? (2 as const),
    state,
  })),
});

describe('finished sections of a review', () => {
  for (const [abstract, theme, findings] of [
    ['Abstract', 'Mortality', 'Findings'],
    ['摘要', '死亡', '主要结果'],
  ] as const)
    it(`wait below the text in reading order until it has them: ${theme}`, () => {
      const levels = { [theme]: 3 } as const;
      const states = { [abstract]: 'writing', [theme]: 'finished', Last: 'finished' } as const;
      const early = foldEvents(
        newTurn(asked, 0),
        [
          {
            event: 'thinking',
            data: {
              message: '',
              progress: progress(states, levels),
              finished: [
                { heading: 'Last', text: 'It ends.' },
                { heading: theme, text: 'It fell [1].' },
              ],
            },
          },
        ],
        0,
      );
      assert.deepEqual(waitingSections(early), [
        { name: findings, source: `## ${findings}` },
        { name: theme, source: `### ${theme}\n\nIt fell [1].` },
        { name: 'Last', source: '## Last\n\nIt ends.' },
      ]);
      const text = `# Q\n\n## ${abstract}\n\nAll.\n\n## ${findings}\n\n### ${theme}\n\nIt fell [1].`;
      const later = foldEvents(early, [{ event: 'answer_chunk', data: { text } }], 1);
      assert.deepEqual(
        waitingSections(later).map(({ name }) => name),
        ['Last'],
      );
      const done = foldEvents(later, [{ event: 'references', data: { refs: [] } }], 2);
      assert.deepEqual(waitingSections(done), []);
    });

  it('have distinct names where headings are the same', () => {
    assert.deepEqual(
      sectionsOf('# T\n\n## A\n\n1\n\n## A\n\n2').map(({ name }) => name),
      ['T', 'A', 'A 2'],
    );
  });
});
