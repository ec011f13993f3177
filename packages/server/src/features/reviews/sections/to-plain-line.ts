/**
 * Reduces a model's title, heading or transition to one line of plain text: the first line with content, without tags,
 * links, Markdown and square brackets of any content, which readers would take for citations.
 */
export function toPlainLine(text: string): string {
  const [first = ''] = text
    .split(/\r?\n/)
    .map((line) =>
      line
        .replace(/<[^>\n]{0,400}>/g, ' ')
        .replace(/!?\[([^\]\n]{0,400})\]\([^)\n]{0,1000}\)/g, '$1')
        .replace(/[[［【][^\]］】]{0,400}[\]］】]/g, ' ')
        .replace(/\(?\b(?:https?:|www\.)\S*/gi, ' ')
        .replace(/^[#\s>]*(?:\d+[.)、])?\s*/, '')
        .replace(/[*_`|<>#]+/g, ' ')
        .replace(/\s+/g, ' ')
        .trim(),
    )
    .filter((line) => /\p{L}/u.test(line));
  return first;
}
