/**
 * Escapes Markdown so that no parser finds an HTML tag in it: "<" becomes "&lt;" unless a backslash already escapes it. The
 * entity is displayed as "<" in prose and cannot open a tag, whatever code spans, escapes and lines surround it.
 * @example escapeTags('<b>bold</b>') // '&lt;b>bold&lt;/b>'
 */
export function escapeTags(markdown: string): string {
  return markdown.replace(/(?<!\\)(\\*)<(?=[a-z/!?])/gi, (_found, backslashes: string) =>
    backslashes.length % 2 === 1 ? `${backslashes}<` : `${backslashes}&lt;`,
  );
}
