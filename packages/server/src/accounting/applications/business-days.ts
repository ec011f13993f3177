import type { QuotaDay } from '../quota/quota-day.ts';

/** The contract promises the key within 1 to 3 business days of the application. */
const daysToDecide = 3;

/**
 * Computes the time by which an application confirmed at this instant must be decided: the end of the third business day
 * after that day. Business days are Monday to Friday on the calendar of `dayAt`, whose days end with those of its zone, so that
 * clock changes have no effect.
 */
export function decisionDue(confirmedAt: number, dayAt: (now: number) => QuotaDay): number {
  let day = dayAt(confirmedAt);
  for (let left = daysToDecide; left > 0; ) {
    day = dayAt(day.resetsAt);
    if (isBusinessDay(day.date)) left -= 1;
  }
  return day.resetsAt;
}

function isBusinessDay(date: string): boolean {
  const [sunday, saturday] = [0, 6];
  const weekday = new Date(`${date}T00:00:00Z`).getUTCDay();
  return weekday !== saturday && weekday !== sunday;
}
