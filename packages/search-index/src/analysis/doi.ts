/** Normalizes a DOI for comparison: lower case, without a resolver's address. */
export function normalDoi(text: string): string {
  return text
    .trim()
    .toLowerCase()
    .replace(/^(?:https?:\/\/(?:dx\.)?doi\.org\/|doi:\s*)/, '');
}

/**
 * Hashes a DOI to 48 bits, almost without collisions: an index of the DOIs themselves would take four times the space.
 * Two Fowler–Noll–Vo sums with different offsets.
 */
export function doiHash(doi: string): number {
  const text = normalDoi(doi);
  let low = 0x811c9dc5;
  let high = 0x01234567;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    low = Math.imul(low ^ code, 0x01000193);
    high = Math.imul(high ^ (code + 0x9e37), 0x01000193) ^ (high >>> 13);
  }
  return (high & 0xffff) * 2 ** 32 + (low >>> 0);
}
