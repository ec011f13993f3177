/**
 * What a model gives for a title, a heading or a lead, as one line of plain text: its first line that says anything, without
 * tags, marks, links and signs of Markdown.
 */
export function plainLine(text: string): string {
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
