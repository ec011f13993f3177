/**
 * Escapes what would make a link, an image or a link's definition of Markdown text: "](" becomes "]\(" and "]:" becomes "]\:".
 * For text that only quotes: a citation marker such as "[1]" stays as it is.
 * @example escapeLinks('[help](http://example.org)') // '[help]\\(http://example.org)'
 */
export function escapeLinks(markdown: string): string {
  return markdown.replace(/\](?=[(:])/g, ']\\');
}
