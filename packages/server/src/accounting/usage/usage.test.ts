import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { addDays, fillDays, isDay, windowDaysMax, windowUpTo } from './usage.ts';

describe('a window of usage', () => {
  it('is the last 30 days including today by default', () => {
    const of = (given: { from?: string; to?: string }) => {
      const { from, to } = windowUpTo('2026-03-01', given);
      return [from, to];
    };
    assert.deepEqual(of({}), ['2026-01-31', '2026-03-01']);
    assert.deepEqual(of({ to: '2025-12-31' }), ['2025-12-02', '2025-12-31']);
    assert.deepEqual(of({ from: '2026-02-27' }), ['2026-02-27', '2026-03-01']);
  });

  it('can be as long as a leap year', () => {
    assert.equal(windowUpTo('2028-12-31', {}).earliest, '2028-01-01');
    assert.equal(fillDays({ from: '2028-01-01', to: '2028-12-31' }, []).length, windowDaysMax);
  });

  it('lists every day once, with its usage or zero', () => {
    const used = {
      key: '2026-02-28',
      requests: 2,
      promptTokens: 3,
      completionTokens: 4,
      charged: 5,
      unbilled: 2,
    };
    const days = fillDays({ from: '2026-02-27', to: '2026-03-01' }, [used]);
    assert.deepEqual(
      days.map(({ key, requests }) => [key, requests]),
      [
        ['2026-02-27', 0],
        ['2026-02-28', 2],
        ['2026-03-01', 0],
      ],
    );
    assert.equal(days[1], used);
  });
});

it('distinguishes real dates from strings that only look like dates', () => {
  for (const day of ['2026-01-31', '2028-02-29', '2000-01-01', '2999-12-31']) assert.ok(isDay(day), day);
  for (const text of [
    '2026-02-29',
    '2026-13-01',
    '2026-1-1',
    '1999-12-31',
    '3000-01-01',
    '2026-01-31 ',
    '',
    'today',
  ])
    assert.ok(!isDay(text), text);
  assert.equal(addDays('2026-03-29', 1), '2026-03-30');
  assert.equal(addDays('2026-01-01', -1), '2025-12-31');
});
