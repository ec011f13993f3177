import { escapeLinks, escapeTags } from '@citewell/sdk';
import { pubmedAddress, type ReviewDocument, referencesHeading, referenceText } from './document.ts';

/** The review with its references as a numbered list. */
export function toMarkdown({ review, references, language }: ReviewDocument): string {
  const text = escapeLinks(escapeTags(review));
  if (references.length === 0) return text;
  const list = references.map((reference, at) => {
    const address = pubmedAddress(reference);
    const number = address ? `[${reference.pmid}](${address})` : reference.pmid;
    return `${at + 1}. ${escaped(referenceText(reference, language))} ${number}`;
  });
  return `${text.trimEnd()}\n\n## ${referencesHeading[language]}\n\n${list.join('\n')}\n`;
}

/** Escapes what Markdown would read in a record's own text, which is one line whatever it holds. */
function escaped(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[\\`*_[\]<>&]/g, '\\$&')
    .replace(/^(?:[#+=~-]|\d+(?=[.)]))/, (sign) => (/\d/.test(sign) ? `${sign}\\` : `\\${sign}`));
}
