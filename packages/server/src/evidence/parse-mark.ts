/** What stands between two brackets, read as a citation. */
export type Mark = { ids: string[] };

/** "E1", "E1, E3", "E1-E3", "1", "1-3", "1†source", "^2": whatever a reader or a client would take for a citation. */
const markLike =
  /^\s*\^?\s*(?:E\s?)?\p{Nd}{1,4}(?:\s*[,，、;；和&-\-–—~～至]\s*(?:E\s?)?\p{Nd}{1,4})*\s*(?:†.*)?$/iu;
/** A number or a range; the second prefix of "E2-E4" may be missing. */
const part = /(E\s?)?(\p{Nd}{1,4})(?:\s*[-–—~～至]\s*(?:E\s?)?(\p{Nd}{1,4}))?/giu;

/** A range longer than this is not a citation of evidence that was read. */
const rangeMax = 20;

/**
 * The evidence ids a bracket's content names, or undefined where the content is ordinary text. Bare numbers are
 * citations to a reader but name no evidence unit, so they give a mark without ids.
 */
export function parseMark(content: string): Mark | undefined {
  if (!markLike.test(content)) return undefined;
  const ids: string[] = [];
  for (const [, prefix, first = '', last] of content.normalize('NFKC').matchAll(part)) {
    if (!prefix) continue;
    const from = Number(first);
    const to = last === undefined ? from : Number(last);
    if (to < from || to - from > rangeMax) continue;
    for (let n = from; n <= to; n++) ids.push(`E${n}`);
  }
  return { ids };
}
