import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { createQuotaCalendar } from '../../accounting/quota/quota-day.ts';
import { createQuotaDays, dayOf } from './quota-days.ts';

const hourMs = 3_600_000;

describe('the quota days around now', () => {
  it('contain the day of the database’s clock if ours is less than a day off, also when clocks change', () => {
    const zones = [
      'UTC',
      'Asia/Shanghai',
      'Europe/Berlin',
      'America/St_Johns',
      'Africa/Cairo',
      'Pacific/Apia',
    ];
    fc.assert(
      fc.property(
        fc.constantFrom(...zones),
        fc.date({ min: new Date('2010-01-01'), max: new Date('2030-01-01'), noInvalidDate: true }),
        fc.integer({ min: -23 * hourMs, max: 23 * hourMs }),
        (zone, instant, off) => {
          const at = instant.getTime();
          assert.deepEqual(dayOf(createQuotaDays(zone)(at + off), at), createQuotaCalendar(zone)(at));
        },
      ),
      { numRuns: 200 },
    );
  });

  it('include every day shorter than 24 hours', () => {
    // The clocks went forward in Berlin on 28 March 2010, a day of 23 hours; Apia had no 30 December 2011.
    const lastOfTheDayBefore = Date.parse('2010-03-27T23:00:00Z') - 1;
    const shortDay = dayOf(createQuotaDays('Europe/Berlin')(lastOfTheDayBefore), lastOfTheDayBefore + 1);
    assert.deepEqual(shortDay, { date: '2010-03-28', resetsAt: Date.parse('2010-03-28T22:00:00Z') });
    const beforeTheGap = Date.parse('2011-12-30T09:00:00Z');
    assert.equal(
      dayOf(createQuotaDays('Pacific/Apia')(beforeTheGap), beforeTheGap + hourMs).date,
      '2011-12-31',
    );
  });

  it('are calculated once a day, and again when it changes', () => {
    const quotaDays = createQuotaDays('UTC');
    const noon = Date.UTC(2026, 0, 15, 12);
    assert.equal(quotaDays(noon + 1), quotaDays(noon));
    assert.deepEqual(
      quotaDays(noon + 12 * hourMs).map(({ date }) => date),
      ['2026-01-14', '2026-01-15', '2026-01-16', '2026-01-17'],
    );
  });

  it('do not help if the clocks are days apart', () => {
    const now = Date.UTC(2026, 0, 15);
    assert.throws(() => dayOf(createQuotaDays('UTC')(now), now + 72 * hourMs), /more than a day apart/);
  });
});
