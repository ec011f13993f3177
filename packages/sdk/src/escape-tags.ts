/**
 * Escapes Markdown so that no reader of it finds an HTML tag: "<" becomes "&lt;" unless a backslash escapes it already. An
 * entity shows as "<" in prose and can open no tag, whatever code spans, escapes and lines stand around it.
 * @example escapeTags('<b>bold</b>') // '&lt;b>bold&lt;/b>'
 */
export function escapeTags(markdown: string): string {
  return markdown.replace(/(?<!\\)(\\*)<(?=[a-z/!?])/gi, (_found, backslashes: string) =>
    backslashes.length % 2 === 1 ? `${backslashes}<` : `${backslashes}&lt;`,
  );
}
