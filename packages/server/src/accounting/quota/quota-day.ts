/** A calendar day of a time zone. */
export type QuotaDay = {
  /** "2026-03-29", the date on the zone's calendar. */
  date: string;
  /** Epoch milliseconds at which the zone's date changes next. */
  resetsAt: number;
};

/**
 * Returns a function from an instant (epoch milliseconds) to its day in an IANA time zone. Days follow the zone's calendar:
 * they have 23 or 25 hours when the clocks change, and begin at 01:00 if midnight was skipped.
 *
 * @throws RangeError if the time zone is unknown.
 */
export function createQuotaCalendar(timeZone: string): (now: number) => QuotaDay {
  let memo = dayAt(timeZone, 0);
  return (now) => {
    if (now < memo.knownFrom || now >= memo.resetsAt) memo = dayAt(timeZone, now);
    return { date: memo.date, resetsAt: memo.resetsAt };
  };
}

/** Returns the seconds until the day changes, at least 1, for Retry-After. */
export function secondsUntil(resetsAt: number, now: number): number {
  return Math.max(1, Math.ceil((resetsAt - now) / 1000));
}

function dayAt(timeZone: string, now: number): QuotaDay & { knownFrom: number } {
  const date = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(timeZone).toPlainDate();
  // Without a time, this is the first instant of the day, even if that is not midnight.
  const { epochMilliseconds: resetsAt } = date.add({ days: 1 }).toZonedDateTime(timeZone);
  return { date: date.toString(), resetsAt, knownFrom: now };
}
