import { escapeTags } from '@citewell/sdk';
import { pubmedAddress, type ReviewDocument, referencesHeading, referenceText } from './document.ts';

/** The review with its references as a numbered list. */
export function toMarkdown({ review, references, language }: ReviewDocument): string {
  const text = escapeTags(review);
  if (references.length === 0) return text;
  const list = references.map(
    (reference, at) =>
      `${at + 1}. ${escaped(referenceText(reference, language))} PMID: [${reference.pmid}](${pubmedAddress(reference.pmid)})`,
  );
  return `${text.trimEnd()}\n\n## ${referencesHeading[language]}\n\n${list.join('\n')}\n`;
}

/** A title's own signs are not Markdown's. */
function escaped(text: string): string {
  return text.replace(/[\\`*_[\]<>]/g, '\\$&');
}
