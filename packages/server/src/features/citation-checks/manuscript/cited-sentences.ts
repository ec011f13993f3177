import type { Pmid } from '@citewell/core/records/article.ts';
import { sentenceMax } from '../sentence.ts';
import { readManuscript } from './citations.ts';

/** Citation of a manuscript with its sentence; `line` counts from 1. */
export type CitedSentence = { sentence: string; line: number; citation: string; pmid: Pmid | undefined };

/**
 * Finds the citations of a manuscript, whose lines may be wrapped at a fixed width, in order, each with its sentence.
 */
export function readCitedSentences({ text }: { text: string }): CitedSentence[] {
  return readManuscript(text, { wraps: true }).sentences.flatMap(({ sentence, line, citations }) =>
    citations.map(({ label, pmid }) => ({
      ...{ sentence: sentence.slice(0, sentenceMax), line },
      ...{ citation: label, pmid },
    })),
  );
}
