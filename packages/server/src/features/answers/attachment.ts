import { splitSentences } from '@citewell/core/text/sentences.ts';
import { scanTerms, termBeginnings } from '@citewell/core/text/words.ts';
import { compileFacets, type Facet, weightedCoverage } from '../../literature/ranking/facets.ts';
import type { AttachmentPassage } from '../../literature/ranking/passage.ts';

/** A passage is about a paragraph: long enough to carry a finding with its setting, short enough to quote. */
const passageLengthMax = 600;
const passagesMax = 4;
const coverageMin = 0.3;

/** Number of characters that are divided into sentences together. */
export const sliceLength = 8 * passageLengthMax;

/**
 * The passages of an attachment that matter to the question, best first, verbatim with their offsets. Where the question
 * names no topic of its own ("summarise this"), its beginning.
 */
export function selectAttachmentPassages({
  content,
  facets: wanted,
}: {
  content: string;
  facets: readonly (readonly string[])[];
}): AttachmentPassage[] {
  const facets = compileFacets(wanted);
  const score = scorer(facets);
  let best: AttachmentPassage[] = [];
  for (const passages of readPassages(content)) {
    const scored = passages.map((passage) => ({ ...passage, score: score(passage.text) }));
    best = [...best, ...scored.filter((passage) => facets.length === 0 || passage.score >= coverageMin)]
      .sort((a, b) => b.score - a.score || a.start - b.start)
      .slice(0, passagesMax);
    // Without a topic nothing can be better than the beginning.
    if (facets.length === 0 && best.length === passagesMax) break;
  }
  return best;
}

/** Returns a function that scores how much of the question a text covers, 0 to 1. */
function scorer(facets: readonly Facet[]): (text: string) => number {
  const weights = facets.map(({ generic }) => (generic ? 0.3 : 1));
  const wanted = new Set(facets.flatMap(({ wordings }) => wordings.flat()));
  const beginnings = termBeginnings(wanted);
  return (text) => {
    const found = new Set<string>();
    const visit = (term: string) => {
      if (wanted.has(term)) found.add(term);
    };
    scanTerms(text, visit, beginnings);
    return weightedCoverage(facets, weights, (term) => found.has(term));
  };
}

type Span = { text: string; start: number; end: number };

/** Whole sentences gathered to passages, a slice of the text at a time; a sentence longer than a passage is cut. */
function* readPassages(content: string): Generator<Span[]> {
  let start = -1;
  let end = -1;
  let passages: Span[] = [];
  const flush = () => {
    if (start >= 0) passages.push({ text: content.slice(start, end), start, end });
    start = -1;
  };
  for (const sentences of readSentences(content)) {
    for (const sentence of sentences) {
      if (start >= 0 && sentence.end - start > passageLengthMax) flush();
      for (let from = sentence.start; from < sentence.end; from = end) {
        if (start < 0) start = from;
        end = Math.min(sentence.end, wholeCharacters(content, from + passageLengthMax));
        if (end < sentence.end) flush();
      }
    }
    yield passages;
    passages = [];
  }
  flush();
  yield passages;
}

/** The sentences of a text with their places in it, a slice at a time. */
function* readSentences(content: string): Generator<{ start: number; end: number }[]> {
  for (let at = 0; at < content.length; ) {
    const sliceEnd = wholeCharacters(content, at + sliceLength);
    const sentences = splitSentences(content.slice(at, sliceEnd));
    // The last one may go on behind the slice. Where it is the only one, it is longer than any passage and is cut here.
    const last = sliceEnd < content.length && sentences.length > 1 ? sentences.pop() : undefined;
    yield sentences.map(({ start, end }) => ({ start: at + start, end: at + end }));
    at = last ? at + last.start : sliceEnd;
  }
}

/** This place, or the one before it where it would cut a character in two. */
function wholeCharacters(content: string, at: number): number {
  const code = content.charCodeAt(at);
  return code >= 0xdc00 && code <= 0xdfff ? at - 1 : at;
}
