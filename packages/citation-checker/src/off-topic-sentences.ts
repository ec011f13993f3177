import { splitSentences } from '@citewell/core/text/sentences.ts';
import type { Span } from './locate.ts';
import { readTerms } from './reading/terms.ts';
import { readText } from './reading/tokens.ts';

/** Words of who checks citations; papers have them as well, seldom in a sentence that shares no other word with its abstract. */
const ofChecking =
  /\b(?:verdict|claim|citation|cit(?:e|es|ed|ing)|sentence|statement|consisten\w*|support\w*|approv\w+|verif\w+|check\w*|whitelist\w*|pmid|lenient|true|yes|correct\w*|accurate|label|output|reply|respond|instruct\w*|guideline|assistant|agree|user|override|told|judge|accept|pass|prompt|score)s?\b|核查|核对|判断|判定|引用|引文|[本该]句|认定|白名单|正确|通过|相符|一致|支持|答案|回答|你|属实|成立|接受/gi;

/** Letters of a word by which its other forms are known. */
const wordStart = 5;

/**
 * Sentences of a text that speak of nothing that `topic` or the rest of the text speaks of. They report nothing of a study, and an
 * order to whoever reads by machine looks like this in whatever words. `among`: those that speak of checking, or all; a text
 * that is one sentence has none of the latter.
 */
export function findOffTopicSentences(text: string, topic: string, among: 'checking' | 'all'): Span[] {
  if (among === 'checking' && text.search(ofChecking) < 0) return [];
  const sentences = splitSentences(text);
  if (among === 'all' && sentences.length < 2) return [];
  const others = findOthers(topic, text);
  return sentences.filter(({ start, end, text: sentence }) => {
    const plain = sentence.replace(ofChecking, ' ');
    if (among === 'checking' && plain === sentence) return false;
    return others.speaks(start, end) && !wordsOf(plain).some((word) => others.has(word, start, end));
  });
}

/** A text without them, blanks in their place, so that places stay true. */
export function maskOffTopicSentences(text: string, topic: string, among: 'checking' | 'all'): string {
  let [left, copied] = ['', 0];
  for (const { start, end } of findOffTopicSentences(text, topic, among)) {
    left += text.slice(copied, start) + text.slice(start, end).replace(/[^\n]/g, ' ');
    copied = end;
  }
  return left + text.slice(copied);
}

/**
 * Looks for words in a topic and in all of a text but one of its sentences. Each word is looked for once, however many sentences
 * have it: a text of nothing but short sentences would take its square in time.
 */
function findOthers(topic: string, text: string) {
  const [lowerTopic, lower] = [topic.toLowerCase(), inLowerCase(text)];
  const letters = Array.from(text.matchAll(/\p{L}/gu), ({ index }) => index);
  const [firstLetter = Infinity, lastLetter = -1] = [letters[0], letters.at(-1)];
  const topicSpeaks = /\p{L}/u.test(topic);
  const known = new Map<string, { first: number; last: number }>();
  return {
    speaks: (start: number, end: number): boolean => topicSpeaks || firstLetter < start || lastLetter >= end,
    has(word: string, start: number, end: number): boolean {
      let places = known.get(word);
      if (!places) {
        places = lowerTopic.includes(word)
          ? { first: Number.NEGATIVE_INFINITY, last: Number.POSITIVE_INFINITY }
          : { first: lower.indexOf(word), last: lower.lastIndexOf(word) };
        known.set(word, places);
      }
      const { first, last } = places;
      return (first !== -1 && first + word.length <= start) || last >= end;
    },
  };
}

/** Converts to lower case without changing the length: "İ" would become two characters. */
function inLowerCase(text: string): string {
  const lower = text.toLowerCase();
  if (lower.length === text.length) return lower;
  return text.replace(/\p{Lu}/gu, (letter) => {
    const small = letter.toLowerCase();
    return small.length === letter.length ? small : letter;
  });
}

/** Returns the beginnings of a sentence's words; for Chinese, pairs of characters and the lexicon's translations. */
function wordsOf(sentence: string): string[] {
  const read = readText(sentence);
  const names = read.tokens
    .filter(({ empty, kind }) => !empty && kind !== 'han' && kind !== 'number')
    .map(({ text }) => text.toLowerCase());
  const translated = readTerms(read, 'english').flatMap(({ stems }) => stems);
  const han = (sentence.match(/\p{Script=Han}{2,}/gu) ?? []).flatMap((run) =>
    Array.from({ length: run.length - 1 }, (_, at) => run.slice(at, at + 2)),
  );
  const starts = [...names, ...translated].map((word) => word.slice(0, wordStart));
  return [...starts.filter((word) => word.length >= 3), ...han];
}
