import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { createQuotaCalendar } from '../quota/quota-day.ts';
import { decisionDue } from './business-days.ts';

const due = (confirmed: string, zone = 'UTC') =>
  new Date(decisionDue(Date.parse(confirmed), createQuotaCalendar(zone))).toISOString();

describe('the date by which an application is decided', () => {
  it('is the end of the third business day after the confirmation, on any weekday', {
    tags: ['rule.5.days', 'limit.issuance'],
  }, () => {
    // 2 March 2026 is a Monday; the end of a day is the midnight that follows it.
    const expected: [confirmed: string, due: string][] = [
      ['2026-03-02T09:00:00Z', '2026-03-06T00:00:00.000Z'], // Mon → Thu
      ['2026-03-03T00:00:00Z', '2026-03-07T00:00:00.000Z'], // Tue → Fri
      ['2026-03-04T23:59:59.999Z', '2026-03-10T00:00:00.000Z'], // Wed → Mon
      ['2026-03-05T12:00:00Z', '2026-03-11T00:00:00.000Z'], // Thu → Tue
      ['2026-03-06T12:00:00Z', '2026-03-12T00:00:00.000Z'], // Fri → Wed
      ['2026-03-07T12:00:00Z', '2026-03-12T00:00:00.000Z'], // Sat → Wed
      ['2026-03-08T12:00:00Z', '2026-03-12T00:00:00.000Z'], // Sun → Wed
      ['2025-12-31T12:00:00Z', '2026-01-06T00:00:00.000Z'], // over the end of a year
    ];
    for (const [confirmed, end] of expected) assert.equal(due(confirmed), end, confirmed);
  });

  it('follows the time zone: the same instant is Friday in Shanghai and Thursday in New York', () => {
    const instant = '2026-03-05T20:00:00Z';
    assert.equal(due(instant, 'Asia/Shanghai'), '2026-03-11T16:00:00.000Z');
    assert.equal(due(instant, 'America/New_York'), '2026-03-11T04:00:00.000Z');
  });

  it('ends at local midnight even if the clocks change before it', () => {
    assert.equal(due('2026-03-27T12:00:00Z', 'Europe/Berlin'), '2026-04-01T22:00:00.000Z');
    assert.equal(due('2026-10-23T12:00:00Z', 'Europe/Berlin'), '2026-10-28T23:00:00.000Z');
  });

  it('is three weekdays ahead in every time zone, as calculated with Temporal', (t) => {
    if (!('Temporal' in globalThis)) return t.skip('this Node has no Temporal');
    const zones = Intl.supportedValuesOf('timeZone');
    const [from, to] = [Date.parse('2020-01-01T00:00:00Z'), Date.parse('2036-01-01T00:00:00Z')];
    fc.assert(
      fc.property(fc.constantFrom(...zones), fc.integer({ min: from, max: to }), (zone, confirmedAt) => {
        let day = Temporal.Instant.fromEpochMilliseconds(confirmedAt).toZonedDateTimeISO(zone).toPlainDate();
        for (let left = 3; left > 0; ) {
          day = day.add({ days: 1 });
          if (day.dayOfWeek <= 5) left -= 1;
        }
        const end = day.add({ days: 1 }).toZonedDateTime(zone).epochMilliseconds;
        assert.equal(decisionDue(confirmedAt, createQuotaCalendar(zone)), end);
      }),
      { numRuns: 1_000 },
    );
  });
});
