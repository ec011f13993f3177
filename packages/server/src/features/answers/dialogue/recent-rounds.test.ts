import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { historyRounds } from '@citewell/sdk';
import { selfContained } from '../../../literature/query/dialogue/self-contained.ts';
import { recentRounds } from './recent-rounds.ts';

const dialogues = [
  [
    'Does pioglitazone cause bladder cancer?',
    ...['bleeding?', 'weight change', 'cost', 'is it safe?', 'fractures', 'sample size?', 'who funded it?'],
  ],
  ['吡格列酮会得膀胱癌吗', ...['出血呢', '体重变化', '费用', '安全吗', '骨折', '样本量', '谁资助的']],
];

describe('the rounds of a dialogue that are used', () => {
  for (const [first = '', ...others] of dialogues) {
    const history = [first, ...others].map((q, at) => ({ q, a: `${at}` }));

    it(`keep the subject of a dialogue that is longer: ${first}`, () => {
      const rounds = recentRounds(history);
      assert.deepEqual(
        rounds.map(({ a }) => a),
        history.slice(-historyRounds).map(({ a }) => a),
      );
      assert.equal(rounds[0]?.q, first);
      assert.deepEqual(rounds.slice(1), history.slice(1 - historyRounds));
      const next = selfContained(others[0] ?? '', rounds).study;
      assert.equal(next, first);
    });

    it(`are left as they are if no more were sent: ${first}`, () =>
      assert.deepEqual(recentRounds(history.slice(0, historyRounds)), history.slice(0, historyRounds)));
  }

  it('follow a drug that took the place of another before them', () => {
    const questions = [
      'Does aspirin prevent adenomas?',
      'And calcium?',
      ...Array(historyRounds).fill('cost?'),
    ];
    const [oldest] = recentRounds(questions.map((q) => ({ q, a: '' })));
    assert.equal(oldest?.q, 'Does calcium prevent adenomas?');
  });

  it('leave a refused round out of account', () => {
    const refused = { q: 'football', a: 'This service answers medical questions only.' };
    const rounds = Array(historyRounds + 2).fill(refused);
    assert.deepEqual(recentRounds(rounds), rounds.slice(-historyRounds));
  });
});
