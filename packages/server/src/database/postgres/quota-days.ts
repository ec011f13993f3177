import { createQuotaCalendar, type QuotaDay } from '../../accounting/quota/quota-day.ts';

const dayMs = 86_400_000;

export type QuotaDays = (now: number) => QuotaDay[];

/**
 * Creates the reader of the days within two days of our clock, without gaps. The database selects one of them by its own clock, so
 * that every engine uses the same calendar, and clocks may differ by up to a day. Steps of 24 hours could miss a day when clocks
 * change, so each day begins at the end of the previous one.
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

/** Returns the day of an instant on the database's clock. */
export function dayOf(days: readonly QuotaDay[], at: number): QuotaDay {
  const day = days.find(({ resetsAt }) => resetsAt > at);
  if (!day) throw new RangeError('our clock and the database’s are more than a day apart');
  return day;
}
