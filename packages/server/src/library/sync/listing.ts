/** Matches PubMed's data files: pubmed26n0001.xml.gz. */
const linked = /\bhref\s*=\s*["']?(?:[^"'\s>]{0,400}\/)?(pubmed\d{2}n\d{4,6}\.xml\.gz)["'\s>]/gi;

/**
 * Lists the data files of a folder's web page, in order, ignoring other links. Names consist of letters and digits, so
 * that no page can lead out of the folder.
 */
export function readListing(html: string): string[] {
  const names = [...html.matchAll(linked)].map((match) => (match[1] ?? '').toLowerCase());
  return [...new Set(names)].sort();
}
