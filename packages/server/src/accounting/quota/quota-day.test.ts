import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { createQuotaCalendar, secondsUntil } from './quota-day.ts';

const instant = (text: string) => Date.parse(text);

describe('the quota day', () => {
  it('is the date on the zone’s own calendar, until the next local midnight', () => {
    const shanghai = createQuotaCalendar('Asia/Shanghai');
    const midnight = instant('2026-01-15T16:00:00Z');
    assert.deepEqual(shanghai(midnight - 1), { date: '2026-01-15', resetsAt: midnight });
    assert.deepEqual(shanghai(midnight), { date: '2026-01-16', resetsAt: midnight + 86_400_000 });
    assert.deepEqual(shanghai(midnight - 1), { date: '2026-01-15', resetsAt: midnight }, 'a clock set back');
  });

  it('is 23 or 25 hours long where the clocks change', () => {
    const berlin = createQuotaCalendar('Europe/Berlin');
    const length = (noon: string) => {
      const { resetsAt } = berlin(instant(noon));
      return (resetsAt - berlin(instant(noon) - 86_400_000).resetsAt) / 3_600_000;
    };
    assert.equal(length('2026-03-29T10:00:00Z'), 23);
    assert.equal(length('2026-10-25T10:00:00Z'), 25);
  });

  it('begins at 01:00 where midnight was skipped', () => {
    const cairo = createQuotaCalendar('Africa/Cairo');
    // 24 April 2026: 00:00 becomes 01:00, which is 22:00 UTC the evening before.
    assert.deepEqual(cairo(instant('2026-04-23T12:00:00Z')), {
      date: '2026-04-23',
      resetsAt: instant('2026-04-23T22:00:00Z'),
    });
  });

  it('agrees with Temporal to the millisecond in every time zone there is', (t) => {
    if (!('Temporal' in globalThis)) return t.skip('this Node has no Temporal');
    const zones = Intl.supportedValuesOf('timeZone');
    fc.assert(
      fc.property(
        fc.constantFrom(...zones),
        fc.integer({ min: instant('2020-01-01T00:00:00Z'), max: instant('2036-01-01T00:00:00Z') }),
        (zone, now) => {
          const here = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(zone).toPlainDate();
          const tomorrow = here.add({ days: 1 }).toZonedDateTime(zone);
          assert.deepEqual(createQuotaCalendar(zone)(now), {
            date: here.toString(),
            resetsAt: tomorrow.epochMilliseconds,
          });
        },
      ),
      { numRuns: 2_000 },
    );
  });

  it('agrees with Temporal around every change of the clocks for ten years', (t) => {
    if (!('Temporal' in globalThis)) return t.skip('this Node has no Temporal');
    for (const zone of Intl.supportedValuesOf('timeZone')) {
      const calendar = createQuotaCalendar(zone);
      let change: Temporal.ZonedDateTime | null = Temporal.ZonedDateTime.from(
        `2020-01-01T00:00[${zone}]`,
      ).getTimeZoneTransition('next');
      while (change && change.year < 2030) {
        for (const offset of [-90_000_000, -1, 0, 1, 3_599_999, 90_000_000]) {
          const now: number = change.epochMilliseconds + offset;
          const here: Temporal.PlainDate = Temporal.Instant.fromEpochMilliseconds(now)
            .toZonedDateTimeISO(zone)
            .toPlainDate();
          const { epochMilliseconds: resetsAt } = here.add({ days: 1 }).toZonedDateTime(zone);
          assert.deepEqual(calendar(now), { date: here.toString(), resetsAt }, `${zone} ${change} ${offset}`);
        }
        change = change.getTimeZoneTransition('next');
      }
    }
  });

  it('is awaited in whole seconds, rounded up, never 0', () => {
    assert.deepEqual(
      [10_000, 9_001, 9_000, 1, 0].map((left) => secondsUntil(left, 0)),
      [10, 10, 9, 1, 1],
    );
  });
});
