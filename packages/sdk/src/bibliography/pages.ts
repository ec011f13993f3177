/** Two numbers, each after its letters, or after the page that supplementary pages follow: "724.e1-724.e9". */
const range =
  /(?<![\w.])((?:\d{1,10}\.(?=[A-Za-z]))?[A-Za-z]{0,4})(\d{1,10})[-–](\1|[A-Za-z]{0,4})(\d{1,10})(\.?)/g;

/** "107-14" → "107-114"; "S93-9" → "S93-S99"; "724.e1-9" → "724.e1-724.e9"; anything else stays unchanged. */
export function fullPages(pages: string, dash = '-'): string {
  return replaceRanges(pages, (letters, first, last) => {
    const end = last.length < first.length ? first.slice(0, first.length - last.length) + last : last;
    // Not a range of pages, because it does not ascend.
    return Number(end) < Number(first) ? undefined : `${letters}${first}${dash}${letters}${end}`;
  });
}

/** "107-114" → "107-14", as MEDLINE and the ICMJE abbreviate ranges. */
export function shortPages(pages: string): string {
  return replaceRanges(fullPages(pages), (letters, first, last) => {
    if (first.length !== last.length) return `${letters}${first}-${last}`;
    let same = 0;
    while (same < first.length - 1 && first[same] === last[same]) same++;
    return `${letters}${first}-${last.slice(same)}`;
  });
}

/** Replaces each range whose ends have the same letters; it is kept if `replace` returns undefined. */
function replaceRanges(
  pages: string,
  write: (letters: string, first: string, last: string) => string | undefined,
): string {
  return pages.replace(
    range,
    (whole, letters: string, first: string, others: string, last: string, dot: string) => {
      const [, own] = letters.split('.');
      // "724.e1-725.e9": the second page has supplementary pages of its own.
      const differs = ![letters, own ?? letters, ''].includes(others) || (own !== undefined && dot !== '');
      return (differs ? undefined : write(letters, first, last)?.concat(dot)) ?? whole;
    },
  );
}

/** Returns the first and the last page of the first range; for a single page or an article number, `first` only. */
export function pageRange(pages: string | undefined): { first?: string; last?: string } {
  const [part = ''] = fullPages(pages ?? '').split(/[,;]/);
  const [, first, last] =
    /^([A-Za-z]{0,4}\d{1,10}(?:\.\w{1,5})?)-([A-Za-z]{0,4}\d{1,10}(?:\.\w{1,5})?)$/.exec(part.trim()) ?? [];
  if (first && last) return { first, last };
  return part.trim() ? { first: part.trim() } : {};
}

/** Returns true for an article number, used in place of pages: "e0193972", "4002.e26". */
export function isArticleNumber(pages: string): boolean {
  return /^(?:[A-Za-z]{1,4}\d+|\d+\.[A-Za-z]\d+)$/.test(pages) && !/^[SsA]\d/.test(pages);
}
