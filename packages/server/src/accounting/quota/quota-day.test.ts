import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createQuotaCalendar, secondsUntil } from './quota-day.ts';

const instant = (text: string) => Date.parse(text);

describe('the quota day', () => {
  it('is the local date in the time zone, until the next local midnight', () => {
    const shanghai = createQuotaCalendar('Asia/Shanghai');
    const midnight = instant('2026-01-15T16:00:00Z');
    assert.deepEqual(shanghai(midnight - 1), { date: '2026-01-15', resetsAt: midnight });
    assert.deepEqual(shanghai(midnight), { date: '2026-01-16', resetsAt: midnight + 86_400_000 });
    assert.deepEqual(shanghai(midnight - 1), { date: '2026-01-15', resetsAt: midnight }, 'a clock set back');
  });

  it('is 23 or 25 hours long when the clocks change', () => {
    const berlin = createQuotaCalendar('Europe/Berlin');
    const length = (noon: string) => {
      const { resetsAt } = berlin(instant(noon));
      return (resetsAt - berlin(instant(noon) - 86_400_000).resetsAt) / 3_600_000;
    };
    assert.equal(length('2026-03-29T10:00:00Z'), 23);
    assert.equal(length('2026-10-25T10:00:00Z'), 25);
  });

  it('begins at 01:00 if the clocks skip midnight', () => {
    const cairo = createQuotaCalendar('Africa/Cairo');
    // 24 April 2026: 00:00 becomes 01:00, which is 22:00 UTC the evening before.
    assert.deepEqual(cairo(instant('2026-04-23T12:00:00Z')), {
      date: '2026-04-23',
      resetsAt: instant('2026-04-23T22:00:00Z'),
    });
  });

  it('ends at the first millisecond that Intl assigns to another date, in every time zone', () => {
    // Changes of the clocks: from summer to winter and back in both hemispheres, at every hour of the day.
    const days = ['2026-03-08', '2026-03-29', '2026-04-05', '2026-07-01', '2026-10-25', '2026-11-01'];
    for (const zone of Intl.supportedValuesOf('timeZone')) {
      const calendar = createQuotaCalendar(zone);
      const dates = new Intl.DateTimeFormat('en-CA', { timeZone: zone });
      for (const day of days) {
        const now = instant(`${day}T10:00:00Z`);
        const { date, resetsAt } = calendar(now);
        assert.equal(date, dates.format(now), zone);
        assert.equal(date, dates.format(resetsAt - 1), zone);
        assert.notEqual(date, dates.format(resetsAt), zone);
      }
    }
  });

  it('has a remaining time in whole seconds, rounded up and never 0', () => {
    assert.deepEqual(
      [10_000, 9_001, 9_000, 1, 0].map((left) => secondsUntil(left, 0)),
      [10, 10, 9, 1, 1],
    );
  });
});
