import { flatten } from './flatten.ts';
import { find, type XmlElement } from './xml-records.ts';

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/**
 * Returns the year of the first date that has one, or an empty string; for "2019 Dec-2020 Jan" the first, as PubMed
 * does.
 */
export function yearOf(dates: readonly (XmlElement | undefined)[]): string {
  for (const date of dates) {
    const year = yearIn(flatten(find(date, 'Year')) || flatten(find(date, 'MedlineDate')));
    if (year) return year;
  }
  return '';
}

/** Returns the most exact date of this year in ISO form, at least the year; of equally exact ones the first. */
export function publishedOf(dates: readonly (XmlElement | undefined)[], year: string): string {
  const written = dates.map((date) => {
    const whole = flatten(find(date, 'MedlineDate'));
    if (whole) return isoDate(yearIn(whole), firstMonth(whole), '');
    return isoDate(flatten(find(date, 'Year')), flatten(find(date, 'Month')), flatten(find(date, 'Day')));
  });
  return written
    .filter((date) => year && date.startsWith(year))
    .reduce((best, date) => (date.length > best.length ? date : best), year);
}

/** Returns a date as exact as its parts allow: it ends before anything but a year, month or day, seasons included. */
export function isoDate(year: string, month: string, day: string): string {
  if (!/^\d{4}$/.test(year)) return '';
  const number = months.indexOf(month.slice(0, 3).toLowerCase()) + 1 || Number(month);
  if (!(number >= 1 && number <= 12)) return year;
  const inMonth = `${year}-${String(number).padStart(2, '0')}`;
  return /^(?:0?[1-9]|[12]\d|3[01])$/.test(day) ? `${inMonth}-${day.padStart(2, '0')}` : inMonth;
}

/** The first number of four digits. */
export function yearIn(text: string): string {
  return /(?<!\d)\d{4}(?!\d)/.exec(text)?.[0] ?? '';
}

/** The first word that names a month. */
export function firstMonth(text: string): string {
  return text.match(/[A-Za-z]{3,}/g)?.find((word) => months.includes(word.slice(0, 3).toLowerCase())) ?? '';
}
