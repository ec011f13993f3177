import type { Article } from '@citewell/core/records/article.ts';

/**
 * A publication date as a number that sorts like it: year × 512 + month × 32 + day. What is not known is 0, so that a
 * record of which only the year is known comes after those of its year with a month, as in PubMed's order. No year: 0.
 * The year is always the record's `year`: a date of another year (an article can be out before its issue) is not used.
 */
export function dateKey({ year, published }: Pick<Article, 'year' | 'published'>): number {
  if (!/^\d{4}$/.test(year) || year === '0000') return 0;
  const [, publishedYear, month = 0, day = 0] =
    /^(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?$/.exec(published ?? '') ?? [];
  if (publishedYear !== year) return Number(year) * 512;
  return Number(year) * 512 + Math.min(Number(month), 12) * 32 + Math.min(Number(day), 31);
}

export function yearOfKey(key: number): number {
  return Math.floor(key / 512);
}

/** ISO, as exact as it is known; undefined for no date. */
export function isoDate(key: number): string | undefined {
  if (key === 0) return undefined;
  const [month, day] = [(key >> 5) & 15, key & 31];
  const parts = [String(yearOfKey(key)).padStart(4, '0')];
  if (month > 0) parts.push(String(month).padStart(2, '0'));
  if (month > 0 && day > 0) parts.push(String(day).padStart(2, '0'));
  return parts.join('-');
}
