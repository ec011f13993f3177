/** One calendar day of a time zone. */
export type QuotaDay = {
  /** "2026-03-29", the date on the zone's calendar. */
  date: string;
  /** Epoch milliseconds at which the zone's date changes next. */
  resetsAt: number;
};

const dayMs = 86_400_000;
const scanStepMs = 1_800_000;

/**
 * The day an instant belongs to, in an IANA time zone. A day is whatever the zone's calendar calls one: 23 or 25 hours
 * when the clocks change, beginning at 01:00 where midnight was skipped.
 */
export function createQuotaCalendar(timeZone: string): (now: number) => QuotaDay {
  const dateAt = calendarDate(timeZone);
  let memo: (QuotaDay & { knownFrom: number }) | undefined;
  return (now) => {
    if (!memo || now < memo.knownFrom || now >= memo.resetsAt) {
      const date = dateAt(now);
      memo = { date, resetsAt: endOf(date, now, dateAt), knownFrom: now };
    }
    return { date: memo.date, resetsAt: memo.resetsAt };
  };
}

/** Seconds until the day changes, at least 1, as Retry-After wants them. */
export function secondsUntil(resetsAt: number, now: number): number {
  return Math.max(1, Math.ceil((resetsAt - now) / 1000));
}

function calendarDate(timeZone: string): (instant: number) => string {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    calendar: 'iso8601',
    numberingSystem: 'latn',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  });
  return (instant) => {
    const part = Object.fromEntries(format.formatToParts(instant).map(({ type, value }) => [type, value]));
    return `${part.year}-${part.month}-${part.day}`;
  };
}

/** The first millisecond after `now` whose date is another: found by steps, then by halving the step that holds it. */
function endOf(date: string, now: number, dateAt: (instant: number) => string): number {
  let same = now;
  let other = now + scanStepMs;
  while (dateAt(other) === date) {
    if (other - now > 2 * dayMs) throw new RangeError(`no end of ${date} within two days`);
    same = other;
    other += scanStepMs;
  }
  while (other - same > 1) {
    const middle = Math.floor((same + other) / 2);
    if (dateAt(middle) === date) same = middle;
    else other = middle;
  }
  return other;
}
