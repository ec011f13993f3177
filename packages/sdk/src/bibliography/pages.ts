const range = /([A-Za-z]{0,4})(\d{1,10})[-–]([A-Za-z]{0,4})(\d{1,10})/g;

/** "107-14" → "107-114"; "S93-9" → "S93-S99"; what is no range stays as it is. */
export function fullPages(pages: string, dash = '-'): string {
  return pages.replace(range, (whole, letters: string, first: string, otherLetters: string, last: string) => {
    if (otherLetters && otherLetters !== letters) return whole;
    const end = last.length < first.length ? first.slice(0, first.length - last.length) + last : last;
    // Not ascending: no range of pages.
    return Number(end) < Number(first) ? whole : `${letters}${first}${dash}${letters}${end}`;
  });
}

/** "107-114" → "107-14", as MEDLINE and the ICMJE abbreviate ranges. */
export function shortPages(pages: string): string {
  return fullPages(pages).replace(
    range,
    (whole, letters: string, first: string, otherLetters: string, last: string) => {
      if (letters !== otherLetters) return whole;
      if (first.length !== last.length) return `${letters}${first}-${last}`;
      let same = 0;
      while (same < first.length - 1 && first[same] === last[same]) same++;
      return `${letters}${first}-${last.slice(same)}`;
    },
  );
}

/** The first and the last page of the first range; a single page or the number of an article is `first` alone. */
export function pageRange(pages: string | undefined): { first?: string; last?: string } {
  const [part = ''] = fullPages(pages ?? '').split(/[,;]/);
  const [, first, last] =
    /^([A-Za-z]{0,4}\d{1,10})-([A-Za-z]{0,4}\d{1,10}(?:\.\w{1,5})?)$/.exec(part.trim()) ?? [];
  if (first && last) return { first, last };
  return part.trim() ? { first: part.trim() } : {};
}

/** Returns true for the number of an article that has no pages: "e0193972", "4002.e26". */
export function isArticleNumber(pages: string): boolean {
  return /^(?:[A-Za-z]{1,4}\d+|\d+\.[A-Za-z]\d+)$/.test(pages) && !/^[SsA]\d/.test(pages);
}
