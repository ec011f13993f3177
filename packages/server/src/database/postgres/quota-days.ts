import { createQuotaCalendar, type QuotaDay } from '../../accounting/quota/quota-day.ts';

const dayMs = 86_400_000;

export type QuotaDays = (now: number) => QuotaDay[];

/**
 * Yesterday, today and tomorrow by our clock. The database, whose clock decides, picks from them: so the calendar is ours,
 * the same on every engine, and clocks may be as much as a day apart.
 */
export function createQuotaDays(timeZone: string): QuotaDays {
  const today = createQuotaCalendar(timeZone);
  const another = createQuotaCalendar(timeZone);
  let memo: { date: string; days: QuotaDay[] } | undefined;
  return (now) => {
    const day = today(now);
    if (memo?.date !== day.date)
      memo = { date: day.date, days: [another(now - dayMs), day, another(now + dayMs)] };
    return memo.days;
  };
}

/** The day an instant of the database's clock belongs to. */
export function dayOf(days: readonly QuotaDay[], at: number): QuotaDay {
  const day = days.find(({ resetsAt }) => resetsAt > at);
  if (!day) throw new RangeError('our clock and the database’s are more than a day apart');
  return day;
}
