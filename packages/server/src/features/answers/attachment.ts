import { splitSentences } from '@citewell/core/text/sentences.ts';
import { scanTerms, termBeginnings } from '@citewell/core/text/words.ts';
import { compileFacets, type Facet, weightedCoverage } from '../../literature/ranking/facets.ts';
import type { AttachmentPassage } from '../../literature/ranking/passage.ts';
import { type SentenceKind, sentenceKind } from '../../literature/ranking/sentences/sentence-kind.ts';

/** Characters of a passage, about a paragraph: long enough for a finding with its setting, short enough to quote. */
const passageLengthMax = 600;
const passagesMax = 4;
const coverageMin = 0.3;

/** Matches questions about what the attachment itself says. */
const wantsSummary =
  /\bsummar(?:y|i[sz]e[sd]?|i[sz]ing)\b|\bsum up\b|\b(?:key|main) (?:points|findings|results|messages?)\b|\bwhat does (?:the|this) (?:attachment|file|paper|document|article|pdf) (?:say|show|find|conclude)\b|总结|概括|归纳|摘要一下|要点|主要(?:结果|结论|发现)/i;

/** Returns true if a question asks what its attachment says, not only for literature about it. */
export function asksForSummary(question: string): boolean {
  return wantsSummary.test(question);
}

/** Characters in which an attachment with any words has some, and how many different ones it has at least. */
const wordsWithin = 20_000;
const wordsMin = 3;

/** Returns true if an attachment has words at all, in any script, rather than one letter or mark again and again. */
export function isReadableAttachment(content: string): boolean {
  const words = content.slice(0, wordsWithin).matchAll(/\p{Script=Han}|(?:(?!\p{Script=Han})\p{L}){3,40}/gu);
  const different = new Set<string>();
  for (const [word] of words) if (different.add(word.toLowerCase()).size === wordsMin) return true;
  return false;
}

/** Characters within which an attachment's own abstract is expected. */
const abstractWithin = 6_000;
const summaryOf: Partial<Record<SentenceKind, number>> = { conclusion: 2, result: 2 };

/** Characters that are split into sentences at a time. */
export const sliceLength = 8 * passageLengthMax;

/**
 * Selects the passages of an attachment that matter to the question, best first, verbatim with their offsets. If the
 * question names no topic ("summarize this"), selects the beginning.
 */
export function selectAttachmentPassages({
  content,
  facets: wanted,
  isSummary = false,
}: {
  content: string;
  facets: readonly (readonly string[])[];
  /** Set if the question asks for the attachment's own results and conclusions. */
  isSummary?: boolean;
}): AttachmentPassage[] {
  const summary = isSummary ? summarySentences(content) : [];
  if (summary.length > 0) return summary;
  const facets = compileFacets(wanted);
  const score = scorer(facets);
  let best: AttachmentPassage[] = [];
  for (const passages of readPassages(content)) {
    const scored = passages.map((passage) => ({ ...passage, score: score(passage.text) }));
    best = [...best, ...scored.filter((passage) => facets.length === 0 || passage.score >= coverageMin)]
      .sort((a, b) => b.score - a.score || a.start - b.start)
      .slice(0, passagesMax);
    // Without a topic, the beginning is as good as anything.
    if (facets.length === 0 && best.length === passagesMax) break;
  }
  return best;
}

/**
 * Selects the sentences in which an attachment reports its findings and conclusions, verbatim and in order, from its
 * abstract or beginning. Returns none if there are no such sentences.
 */
function summarySentences(content: string): AttachmentPassage[] {
  const beginning = content.slice(0, wholeCharacters(content, abstractWithin));
  const sentences = splitSentences(beginning).filter(({ text }) => text.length <= passageLengthMax);
  const left = { ...summaryOf };
  return sentences
    .map((sentence, index) => ({
      sentence,
      kind: sentenceKind(undefined, sentence.text, index, sentences.length),
    }))
    .toReversed()
    .filter(({ kind }) => {
      const room = left[kind] ?? 0;
      left[kind] = room - 1;
      return room > 0;
    })
    .toReversed()
    .map(({ sentence: { text, start, end } }) => ({ text, start, end, score: 1 }));
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

/** Groups sentences into passages, one slice of the text at a time; a sentence longer than a passage is split. */
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

/** Splits a text into sentences with their offsets, one slice at a time. */
function* readSentences(content: string): Generator<{ start: number; end: number }[]> {
  for (let at = 0; at < content.length; ) {
    const sliceEnd = wholeCharacters(content, at + sliceLength);
    const sentences = splitSentences(content.slice(at, sliceEnd));
    // The last sentence may continue beyond the slice. If it is the only one, it is longer than any passage and is
    // split here.
    const last = sliceEnd < content.length && sentences.length > 1 ? sentences.pop() : undefined;
    yield sentences.map(({ start, end }) => ({ start: at + start, end: at + end }));
    at = last ? at + last.start : sliceEnd;
  }
}

/** Returns this offset, or the one before it if it would split a surrogate pair. */
function wholeCharacters(content: string, at: number): number {
  const code = content.charCodeAt(at);
  return code >= 0xdc00 && code <= 0xdfff ? at - 1 : at;
}
