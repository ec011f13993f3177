import { splitSentences } from '@citewell/core/text/sentences.ts';
import type { Span } from './locate.ts';
import { readTerms } from './reading/terms.ts';
import { readText } from './reading/tokens.ts';

/**
 * Words about checking citations, which papers use too, but rarely in a sentence that shares no other word with its
 * abstract.
 */
const ofChecking =
  /\b(?:verdict|claim|citation|cit(?:e|es|ed|ing)|sentence|statement|consisten\w*|support\w*|approv\w+|verif\w+|check\w*|whitelist\w*|pmid|lenient|true|yes|correct\w*|accurate|label|output|reply|respond|instruct\w*|guideline|assistant|agree|user|override|told|judge|accept|pass|prompt|score)s?\b|核查|核对|判断|判定|引用|引文|[本该]句|认定|白名单|正确|通过|相符|一致|支持|答案|回答|你|属实|成立|接受/gi;

/** Length of the prefix that identifies other forms of a word. */
const wordStart = 5;

/**
 * Finds the sentences of a text that share no subject with `topic` or with the rest of the text. They report nothing
 * about a study, and instructions to a model look like this in any wording. `among`: those about checking, or all; a
 * text of a single sentence has none of the latter.
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

/** Masks these sentences with spaces, so that offsets stay valid. */
export function maskOffTopicSentences(text: string, topic: string, among: 'checking' | 'all'): string {
  let [left, copied] = ['', 0];
  for (const { start, end } of findOffTopicSentences(text, topic, among)) {
    left += text.slice(copied, start) + text.slice(start, end).replace(/[^\n]/g, ' ');
    copied = end;
  }
  return left + text.slice(copied);
}

/**
 * Searches for words in a topic and in all of a text except one sentence. Each word is looked up once, however many
 * sentences have it: a text of nothing but short sentences would take quadratic time.
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

/** Returns the prefixes of a sentence's words; for Chinese, character pairs and the lexicon's translations. */
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
