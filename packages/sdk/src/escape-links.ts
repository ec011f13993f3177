/**
 * Escapes Markdown links, images and link definitions: "](" becomes "]\(" and "]:" becomes "]\:". Citation markers such as
 * "[1]" stay unchanged. Used for quoted text.
 * @example escapeLinks('[help](http://example.org)') // '[help]\\(http://example.org)'
 */
export function escapeLinks(markdown: string): string {
  return markdown.replace(/\](?=[(:])/g, ']\\');
}
