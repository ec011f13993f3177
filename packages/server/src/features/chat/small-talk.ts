import { splitSentences } from '@citewell/core/text/sentences.ts';
import type { Language } from '@citewell/sdk';
import { CitationWriter } from '../answers/citations/citation-writer.ts';
import { isForbidden, needsEvidence } from '../answers/verification/forbidden-text.ts';
import { isInLanguage } from '../answers/verification/uncited-claim-filter.ts';

/**
 * Returns a model's small talk without markers, or undefined if it contains facts, advice or another language, or is
 * empty.
 */
export function readSmallTalk({
  reply,
  language,
}: {
  reply: string;
  language: Language;
}): string | undefined {
  // Its markers refer to nothing and are removed.
  const citations = new CitationWriter([]);
  const text = `${citations.write(reply)}${citations.end()}`.trim();
  const isTalk = splitSentences(text).every(
    (sentence) =>
      !isForbidden(sentence.text) && !needsEvidence(sentence.text) && isInLanguage(sentence.text, language),
  );
  return text !== '' && isTalk ? text : undefined;
}
