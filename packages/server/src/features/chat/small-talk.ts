import { splitSentences } from '@citewell/core/text/sentences.ts';
import type { Language } from '@citewell/sdk';
import { CitationWriter } from '../answers/citations/citation-writer.ts';
import { isForbidden, needsEvidence } from '../answers/verification/speech.ts';
import { isInLanguage } from '../answers/verification/uncited-claim-filter.ts';

/** Reads a model's small talk: its text without markers, or undefined where it is none: a fact, advice, another language, nothing. */
export function readSmallTalk({
  reply,
  language,
}: {
  reply: string;
  language: Language;
}): string | undefined {
  // Its markers name nothing, and go.
  const citations = new CitationWriter([]);
  const text = `${citations.write(reply)}${citations.end()}`.trim();
  const isTalk = splitSentences(text).every(
    (sentence) =>
      !isForbidden(sentence.text) && !needsEvidence(sentence.text) && isInLanguage(sentence.text, language),
  );
  return text !== '' && isTalk ? text : undefined;
}
