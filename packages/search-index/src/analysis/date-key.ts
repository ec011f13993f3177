import type { Article } from '@citewell/core/records/article.ts';

/**
 * Converts a publication date to a number that sorts like it: year × 512 + month × 32 + day. Unknown parts are 0, so
 * that a record with only a year comes after those of its year with a month, as in PubMed's order. Without a year: 0.
 * The year is always the record's `year`: a date of another year (an article can appear before its issue) is ignored.
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

/** Converts to ISO, as exact as known; undefined without a date. */
export function isoDate(key: number): string | undefined {
  if (key === 0) return undefined;
  const [month, day] = [(key >> 5) & 15, key & 31];
  const parts = [String(yearOfKey(key)).padStart(4, '0')];
  if (month > 0) parts.push(String(month).padStart(2, '0'));
  if (month > 0 && day > 0) parts.push(String(day).padStart(2, '0'));
  return parts.join('-');
}
