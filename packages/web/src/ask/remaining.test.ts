import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { SectionProgress } from '@citewell/sdk';
import { remainingSeconds } from './remaining.ts';

function progress(...states: SectionProgress['state'][]) {
  return { sections: states.map((state, at) => ({ heading: `Part ${at}`, level: 2 as const, state })) };
}

it('estimates the remaining time from the sections written, without those that were finished at once', () => {
  const atFirst = progress('finished', 'writing', 'writing', 'writing');
  const at = (now: number, ...states: SectionProgress['state'][]) =>
    remainingSeconds({ progress: progress(...states), atFirst, since: 1_000 }, now);
  assert.equal(at(9_000, 'finished', 'writing', 'writing', 'writing'), undefined);
  assert.equal(at(9_000, 'finished', 'finished', 'writing', 'writing'), 8);
  assert.equal(at(13_000, 'finished', 'finished', 'failed', 'writing'), 6);
  assert.equal(at(13_000, 'finished', 'finished', 'finished', 'finished'), undefined);
});
