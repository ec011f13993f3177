import type { RecordDate } from '../../../packages/simulators/src/pubmed/record-fields.ts';
import { type Random, randomOf } from './generate-random.ts';

const dayMs = 86_400_000;
const firstDay = Date.UTC(1960, 0, 1) / dayMs;
/** Day on which a generated library was filled: fixed, so that the same seed gives the same bytes on any day. */
export const lastDay = Date.UTC(2026, 5, 30) / dayMs;
const years = (lastDay - firstDay) / 365.2425;
/** PubMed added about 16 times as many records in 2025 as in 1960. */
const growth = Math.log(16) / years;

/** Returns the day, counted from 1970, on which a library with this share (0 to 1) of its records got the next one. */
export function enteredOn(share: number): number {
  const afterYears = Math.log(1 + share * Math.expm1(growth * years)) / growth;
  return firstDay + Math.floor(afterYears * 365.2425);
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const seasons = ['Winter', 'Spring', 'Summer', 'Autumn'];

/**
 * Draws the publication date of a record that was entered on this day: mostly weeks before, sometimes of a later issue,
 * seldom long ago; written in any of PubMed's ways, without a year once in 200.
 */
export function publishedOn(random: Random, entered: number): RecordDate {
  const kind = random();
  const weeks = -6 * Math.log(1 - random());
  const late = random();
  const daysBefore = late < 0.02 ? late * 50 * (entered - firstDay) : (late < 0.06 ? -1 : 1) * weeks * 7;
  const day = Math.max(firstDay, Math.round(entered - daysBefore));
  const [year = '', monthNumber = '1', date = '1'] = isoDay(day).split('-');
  const month = months[Number(monthNumber) - 1] ?? 'Jan';
  if (kind < 0.42) return { year, month };
  if (kind < 0.82) return { year, month, day: date };
  if (kind < 0.92) return { year };
  if (kind < 0.98) return { medlineDate: `${year} ${month}-${months[Number(monthNumber) % 12]}` };
  if (kind < 0.995) return { year, season: seasons[Math.floor(Number(monthNumber) / 3) % 4] ?? 'Winter' };
  return { medlineDate: seasons[Number(date) % 4] ?? 'Winter' };
}

/** Returns the date of an article, as exact as it is known, empty without a year. */
export function isoDate({ year, month, day, medlineDate = '' }: RecordDate): string {
  const [, medlineYear, medlineMonth] = /^(\d{4}) ([A-Z][a-z]{2})/.exec(medlineDate) ?? [];
  const number = months.indexOf(month ?? medlineMonth ?? '') + 1;
  const parts = [year ?? medlineYear ?? '', ...(number > 0 ? [String(number).padStart(2, '0')] : [])];
  return [...parts, ...(day ? [day] : [])].join('-');
}

export function isoDay(day: number): string {
  return new Date(day * dayMs).toISOString().slice(0, 10);
}

/** Returns the date of its last revision: within five years, never after the library was filled. */
export function revisedOn(seed: number, place: number, entered: number): string {
  return isoDay(Math.min(lastDay, entered + Math.floor(randomOf(seed ^ 0x5eed, place)() * 1_800)));
}
