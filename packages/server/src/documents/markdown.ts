import { pubmedAddress, type ReviewDocument, referencesHeading, referenceText } from './document.ts';

/** The review with its references as a numbered list. */
export function toMarkdown({ review, references, language }: ReviewDocument): string {
  const text = withoutTags(review);
  if (references.length === 0) return text;
  const list = references.map(
    (reference, at) =>
      `${at + 1}. ${escaped(referenceText(reference, language))} PMID: [${reference.pmid}](${pubmedAddress(reference.pmid)})`,
  );
  return `${text.trimEnd()}\n\n## ${referencesHeading[language]}\n\n${list.join('\n')}\n`;
}

/** A reader of Markdown shows HTML as such: what looks like a tag outside of code is made text. */
function withoutTags(markdown: string): string {
  return markdown.replace(/`[^`\n]*`|<(?=[a-z/!?])/gi, (found) => (found === '<' ? '\\<' : found));
}

/** A title's own signs are not Markdown's. */
function escaped(text: string): string {
  return text.replace(/[\\`*_[\]<>]/g, '\\$&');
}
