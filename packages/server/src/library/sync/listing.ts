/** PubMed's data files: pubmed26n0001.xml.gz. */
const linked = /\bhref\s*=\s*["']?(?:[^"'\s>]{0,400}\/)?(pubmed\d{2}n\d{4,6}\.xml\.gz)["'\s>]/gi;

/**
 * The data files a folder lists as a web page, in their order; other links are passed over. A name is digits and letters
 * only, so that no page can lead out of the folder.
 */
export function readListing(html: string): string[] {
  const names = [...html.matchAll(linked)].map((match) => (match[1] ?? '').toLowerCase());
  return [...new Set(names)].sort();
}
