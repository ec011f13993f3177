import { createQuotaCalendar, type QuotaDay } from '../../accounting/quota/quota-day.ts';

const dayMs = 86_400_000;

export type QuotaDays = (now: number) => QuotaDay[];

/**
 * Creates the reader of the days within two days of our clock, without a gap. The database, whose clock decides, picks from
 * them: so the calendar is ours, the same on every engine, and clocks may be as much as a day apart. A step of 24 hours would
 * miss a day where clocks change, so each day begins where the one before it ends.
 */
export function createQuotaDays(timeZone: string): QuotaDays {
  const today = createQuotaCalendar(timeZone);
  const another = createQuotaCalendar(timeZone);
  let memo: { date: string; days: QuotaDay[] } | undefined;
  const daysAround = (now: number) => {
    const days: QuotaDay[] = [];
    for (let at = now - 2 * dayMs; at < now + 2 * dayMs; ) {
      const day = another(at);
      days.push(day);
      at = day.resetsAt;
    }
    return days;
  };
  return (now) => {
    const { date } = today(now);
    if (memo?.date !== date) memo = { date, days: daysAround(now) };
    return memo.days;
  };
}

/** The day an instant of the database's clock belongs to. */
export function dayOf(days: readonly QuotaDay[], at: number): QuotaDay {
  const day = days.find(({ resetsAt }) => resetsAt > at);
  if (!day) throw new RangeError('our clock and the database’s are more than a day apart');
  return day;
}
