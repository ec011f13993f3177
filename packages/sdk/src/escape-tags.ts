/**
 * Markdown in which nothing is a tag of HTML to any reader of it: "<" becomes "&lt;" but where a backslash escapes it already.
 * An entity shows as "<" in prose and can open no tag, whatever code spans, escapes and lines stand around it.
 */
export function escapeTags(markdown: string): string {
  return markdown.replace(/(?<!\\)(\\*)<(?=[a-z/!?])/gi, (_found, backslashes: string) =>
    backslashes.length % 2 === 1 ? `${backslashes}<` : `${backslashes}&lt;`,
  );
}
