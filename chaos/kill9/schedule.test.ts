import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { drawAt } from './draw.ts';
import { planCall } from './plan.ts';
import { aftermathOf, deathOf } from './schedule.ts';

const places = Array.from({ length: 200 }, (_, place) => place);
const everything = (seed: number) => ({
  deaths: places.map((life) => deathOf(seed, life % 4, life)),
  aftermaths: places.map((kill) => aftermathOf(seed, kill)),
  plans: places.map((call) => planCall(drawAt(seed, 'call', 0, 0, 0, call))),
});

describe('a seed', () => {
  it('always gives the same kills and calls, and another seed gives different ones', () => {
    assert.deepEqual(everything(7), everything(7));
    for (const part of ['deaths', 'aftermaths', 'plans'] as const)
      assert.notDeepEqual(everything(7)[part], everything(8)[part]);
  });

  it('includes every kind of kill, recovery and call', () => {
    const { deaths, aftermaths, plans } = everything(7);
    assert.ok(
      deaths.some(({ operations }) => operations < 20) && deaths.some(({ operations }) => operations > 100),
    );
    assert.ok(aftermaths.some(({ crash }) => crash) && aftermaths.some(({ reap }) => reap));
    const ends = plans.flatMap(({ steps }) => steps.map(({ end }) => end));
    assert.deepEqual(new Set(ends), new Set(['provider', 'estimated', 'open']));
  });

  it('plans calls that cost more than their checkpoints show, so that the report of the provider always adds to the charge', () => {
    for (const { steps } of everything(7).plans)
      for (const { seen, usage } of steps)
        for (const { promptTokens, completionTokens } of seen) {
          assert.ok(promptTokens <= usage.promptTokens && completionTokens <= usage.completionTokens);
          assert.ok(promptTokens + completionTokens < usage.promptTokens + usage.completionTokens);
        }
  });
});
