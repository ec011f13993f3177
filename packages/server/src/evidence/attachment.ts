import { splitSentences } from '../text/sentences.ts';
import { indexTerms } from '../text/words.ts';
import { compileFacets, weightedCoverage } from './facets.ts';
import type { AttachmentPassage } from './passage.ts';

/** A passage is about a paragraph: long enough to carry a finding with its setting, short enough to quote. */
const passageLengthMax = 600;
const passagesMax = 4;
const coverageMin = 0.3;

/**
 * The passages of an attachment that matter to the question, best first, verbatim with their offsets. Where the question
 * names no topic of its own ("summarise this"), its beginning.
 */
export function selectAttachmentPassages(
  content: string,
  question: { facets: readonly (readonly string[])[] },
): AttachmentPassage[] {
  const passages = chunk(content);
  const facets = compileFacets(question.facets);
  if (facets.length === 0) return passages.slice(0, passagesMax).map((passage) => ({ ...passage, score: 0 }));
  const weights = facets.map(({ generic }) => (generic ? 0.3 : 1));
  return passages
    .map((passage) => {
      const terms = new Set(indexTerms(passage.text));
      return { ...passage, score: weightedCoverage(facets, weights, (term) => terms.has(term)) };
    })
    .filter(({ score }) => score >= coverageMin)
    .sort((a, b) => b.score - a.score || a.start - b.start)
    .slice(0, passagesMax);
}

/** Whole sentences gathered to passages; a sentence longer than a passage is cut at its length. */
function chunk(content: string): { text: string; start: number; end: number }[] {
  const passages: { text: string; start: number; end: number }[] = [];
  let start = -1;
  let end = -1;
  const flush = () => {
    if (start >= 0) passages.push({ text: content.slice(start, end), start, end });
    start = -1;
  };
  for (const sentence of splitSentences(content)) {
    if (start >= 0 && sentence.end - start > passageLengthMax) flush();
    for (let from = sentence.start; from < sentence.end; from += passageLengthMax) {
      const to = Math.min(sentence.end, from + passageLengthMax);
      if (start < 0) start = from;
      end = to;
      if (to < sentence.end) flush();
    }
  }
  flush();
  return passages;
}
