import { citedNumbers, removeCitationMarkers, replaceCitationMarkers } from '@citewell/sdk/citation-markers';

/** Sentence of a block: `text.slice(start, end)`, and its citations. */
export type Sentence = { start: number; end: number; ordinals: number[] };

/** Abbreviations after which a full stop does not end a sentence. */
const abbreviation = /(?:\b(?:e\.g|i\.e|et al|vs|cf|Dr|Prof|Fig|No|approx|resp|ca|St|refs?)|\b[A-Z])\.\s*$/;

/** Splits a block's plain text into sentences. Markers after a full stop belong to the sentence before it. */
export function sentencesOf(text: string, locale: string): Sentence[] {
  const sentences: Sentence[] = [];
  // A segmenter breaks within "[2]"; spaces in its place stay with the preceding text.
  const bare = replaceCitationMarkers(text, (_, marker) => ' '.repeat(marker.length));
  for (const { segment, index } of new Intl.Segmenter(locale, { granularity: 'sentence' }).segment(bare)) {
    const previous = sentences.at(-1);
    const end = index + segment.length;
    if (previous && (segment.trim() === '' || abbreviation.test(bare.slice(0, index)))) previous.end = end;
    else sentences.push({ start: index, end, ordinals: [] });
  }
  for (const sentence of sentences)
    sentence.ordinals = citedNumbers(text.slice(sentence.start, sentence.end));
  return sentences;
}

/** Returns the words alone, as they are checked against a source. */
export function textWithoutCitations(text: string): string {
  return removeCitationMarkers(text).replace(/\s+/g, ' ').trim();
}

/** Returns true for a sentence with a claim but without a source. Headlines and introductions claim nothing. */
export function claimsWithoutSource(text: string, { start, end, ordinals }: Sentence): boolean {
  if (ordinals.length > 0) return false;
  const words = text.slice(start, end).trim();
  const long = /\p{Script=Han}/u.test(words) ? words.length >= 12 : words.split(/\s+/).length >= 6;
  return long && /[.。！!]["”’）)]*$/.test(words);
}
