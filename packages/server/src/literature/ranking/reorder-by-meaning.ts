import { type Article, abstractText, type Pmid } from '@citewell/core/records/article.ts';
import { detectLanguage } from '@citewell/core/text/language.ts';
import { splitSentences } from '@citewell/core/text/sentences.ts';
import { isStopWord } from '@citewell/core/text/stop-words.ts';
import { foldText, indexTerms } from '@citewell/core/text/words.ts';
import { shapesQuestion } from '../query/question-shape.ts';
import { NumberedWords } from '../word-vectors/numbered-words.ts';
import { Similarities, similarityTo, type VectorWord, vectorWord } from '../word-vectors/word-vectors.ts';
import { zScoreOf } from './z-score.ts';

/** Number of first records that are compared with the question: those further down share few of its words. */
export const comparedMax = 25;

/** Maximum number of words of a question that are compared, like those that rank by themselves (question-terms.ts). */
const wordsMax = 60;

/**
 * Weights of the two similarities, in the unit of `rankWeights`: fitted with these held fixed to 1,055 questions, each about
 * one record, half of them in everyday words. That of the whole record (fitted: .65) is lower, so that questions with many
 * relevant records (MEDLARS) lose nothing.
 */
const weights = { title: 0.46, record: 0.3 };

/**
 * Standard deviations from which the first record stands out by its meaning: of the known questions of `npm run eval --
 * answers` whose first record did so, more than 99 in a hundred had found their own, and of those without one, 4 in a hundred did.
 */
const standsOutFrom = 5;

/** Closeness of a record in meaning to a question. */
export type Meaning = {
  /** Share of the question's words, 0 to 1, that its title has in the same or a close meaning, and all of it. */
  title: number;
  record: number;
  /** Likeness, −1 to 1, of its title as a whole to the question as a whole, and of the sentence that is most like it. */
  titleLikeness: number;
  sentenceLikeness: number;
  /** Number of the question's weighty words, of those for which it has no close word, and closeness of the least close, −1 to 1. */
  weightyWords: number;
  distantWords: number;
  leastClose: number;
};

/** Closeness of a text in meaning to a question. */
export type TextMeaning = {
  /** Share of the question's words, 0 to 1, that it has in the same or a close meaning. */
  share: number;
  /** Likeness, −1 to 1, of it as a whole to the question as a whole. */
  likeness: number;
};

/** Words of a question as typed, and what it mentions, each in several wordings. */
type Question = { text?: string; facets: readonly (readonly string[])[]; asides?: readonly string[] };

/**
 * Reorders the first records of a ranking by how close in meaning their words are to those of the question: "belly" finds
 * "abdominal", which no list of words has to say. Scores keep their values, sorted, for gates that compare them. Returns
 * the first record as `nearest` if its meaning sets it apart from the others, and how texts compare with the question.
 *
 * @param ranked Records, best first, with the share of each of the question's facets that they cover: one that is covered is held in
 * whatever wording, "pull through" by a record on survival.
 * @param weightOf Weight of a term (term-weights.ts).
 */
export function reorderByMeaning<
  Ranked extends { article: Article; score: number; byFacet?: readonly number[] },
>(
  ranked: readonly Ranked[],
  question: Question,
  weightOf: (term: string) => number,
): {
  ranked: (Ranked & { meaning?: Meaning })[];
  nearest?: Pmid;
  meaningOf?: (text: string) => TextMeaning;
} {
  const asked = askedWords(question, weightOf);
  const first = ranked.slice(0, comparedMax);
  if (asked.size === 0) return { ranked: [...ranked] };
  const { ofRecord, ofText } = comparedWith(asked, allWords(question), asideWords(question));
  const typed = typedWords(question);
  const meanings = first.map(({ article, byFacet = [] }) => {
    const held = typed.flatMap((words, at) => ((byFacet[at] ?? 0) >= heldFrom ? words : []));
    return isEnglish(article) ? ofRecord(article, new Set(held)) : undefined;
  });
  const usual = meanOf(meanings.filter((meaning) => meaning !== undefined));
  const compared = first
    .map((each, at) => ({ ...each, meaning: meanings[at] ?? usual }))
    .sort((one, other) => other.score + closeness(other.meaning) - (one.score + closeness(one.meaning)));
  return {
    ranked: [...withScoresOf(compared, first), ...ranked.slice(first.length)],
    ...nearestOf(compared),
    meaningOf: ofText,
  };
}

/** Returns false for a record in Chinese, which has no words to compare and counts as the average of the others. */
export function isEnglish(article: Article): boolean {
  return detectLanguage(article.title || abstractText(article)) === 'en';
}

function meanOf(meanings: readonly Meaning[]): Meaning {
  const mean = (name: keyof Meaning) =>
    meanings.reduce((sum, meaning) => sum + meaning[name], 0) / (meanings.length || 1);
  return {
    title: mean('title'),
    record: mean('record'),
    titleLikeness: mean('titleLikeness'),
    sentenceLikeness: mean('sentenceLikeness'),
    weightyWords: mean('weightyWords'),
    distantWords: mean('distantWords'),
    leastClose: mean('leastClose'),
  };
}

function closeness({ title, record }: Meaning): number {
  return weights.title * title + weights.record * record;
}

/** Gives records in a new order the scores of the former one, so that they descend. */
export function withScoresOf<Ranked extends { score: number }>(
  reordered: readonly Ranked[],
  former: readonly { score: number }[],
): Ranked[] {
  return reordered.map((each, at) => ({ ...each, score: former[at]?.score ?? each.score }));
}

/** Returns the first of the compared records, if its meaning sets it apart from the others. */
export function nearestOf(compared: readonly { article: Article; meaning: Meaning }[]): { nearest?: Pmid } {
  const [first] = compared;
  const deviation = zScoreOf(
    compared.map(({ meaning }) => closeness(meaning)),
    0,
  );
  return first && deviation >= standsOutFrom ? { nearest: first.article.pmid } : {};
}

/** Reads the words of a question, with their weights. */
function askedWords(question: Question, weightOf: (term: string) => number): ReadonlyMap<string, number> {
  const words = allWords(question)
    .filter((word) => !(isStopWord(word) || shapesQuestion(word, question.text)))
    .slice(0, wordsMax);
  const weigh = (word: string) => Math.max(0, ...indexTerms(word).map(weightOf));
  return new Map(words.map((word) => [word, weigh(word)]));
}

/** Share of a facet from which a record has one of its wordings as a whole. */
const heldFrom = 0.999;

/** Returns the words that a question has of each facet with several wordings: as typed, or of the English that stands for them. */
function typedWords({ text = '', facets }: Question): string[][] {
  return facets.map((wordings) =>
    wordings.length > 1 ? allWords({ text: '', facets: [wordings] }).concat(typedOf(text, wordings)) : [],
  );
}

function typedOf(text: string, [first = '']: readonly string[]): string[] {
  return foldText(text).includes(foldText(first)) ? wordsIn(first) : [];
}

/**
 * Returns the distinct words of a question; those of a Chinese one are the English names of its facets, which a planner lists first
 * and rules after the Chinese.
 */
function allWords({ text = '', facets }: Question): string[] {
  const translated = facets.flatMap(([first = '', ...others]) => {
    const isTyped = wordsIn(first).length > 0 && !(han.test(text) && !text.includes(first));
    const english = [first, ...others].find((wording) => wordsIn(wording).length > 0);
    return !isTyped && english ? [english] : [];
  });
  return [...new Set([text, ...translated].flatMap(wordsIn))];
}

/** Returns the words that a note has only before its question: of a Chinese one, the English of its names there. */
function asideWords({ asides = [], facets, text = '' }: Question): Set<string> {
  if (asides.length === 0) return new Set();
  const isInAsides = ([first = '']: readonly string[]) => asides.includes(first);
  const kept = allWords({ text: '', facets: facets.filter((facet) => !isInAsides(facet)) });
  const others = allWords({ text, facets: facets.filter(isInAsides) }).filter(
    (word) => !(text.includes(word) || kept.includes(word)),
  );
  return new Set([...asides, ...others]);
}

/** Share of the highest weight from which a word is weighty, and closeness below which a record has no word for it. */
const weightyFrom = 0.3;
const distantBelow = 0.45;

/** Closeness of words that a record has in another wording of the lists, which is looser than the same word. */
const closenessOfHeld = 0.5;

/** Characters within which the first sentence of a record without a title is read. */
const openingMax = 400;

/** Words of records, read for all questions, since records repeat each other's words; begun anew when there are too many (3 MB). */
let known = new NumberedWords(readWord);
const knownMax = 20_000;

function readWord(word: string): VectorWord & { isStop: boolean } {
  return { ...vectorWord(word), isStop: isStopWord(word) };
}

/** Creates functions that compare a record, and a text, with a question of these words. */
function comparedWith(
  asked: ReadonlyMap<string, number>,
  all: readonly string[],
  asides: ReadonlySet<string>,
): {
  ofRecord: (article: Article, held: ReadonlySet<string>) => Meaning;
  ofText: (text: string) => TextMeaning;
} {
  const weighed = [...asked.values()];
  const total = weighed.reduce((sum, weight) => sum + weight, 0) || 1;
  const least =
    weightyFrom * Math.max(0, ...[...asked].map(([word, weight]) => (asides.has(word) ? 0 : weight)));
  const likeness = similarityTo(all.map(vectorWord));
  if (known.values.length > knownMax) known = new NumberedWords(readWord);
  const words = known;
  const similarities = new Similarities([...asked.keys()].map(vectorWord), words.values);
  const likenessOf = (text: readonly number[]) =>
    likeness(text.map((word) => words.values[word] as VectorWord));
  /** Returns the share of the question that these words have in the same or a close meaning, or the words read before. */
  const read = (text: readonly number[], highest = new Float32Array(weighed.length)) => {
    for (const word of text) {
      if (words.values[word]?.isStop) continue;
      const from = similarities.placeOf(word);
      for (let at = 0; at < highest.length; at++)
        highest[at] = Math.max(highest[at] as number, similarities.table[from + at] as number);
    }
    return weighed.reduce((sum, weight, at) => sum + weight * (highest[at] as number), 0) / total;
  };
  const ofRecord = (article: Article, held: ReadonlySet<string>) => {
    const highest = new Float32Array(weighed.length);
    const sentences = splitSentences(abstractText(article)).map(({ text }) => words.distinctIn(text));
    const title = words.distinctIn(
      article.title || (splitSentences(abstractText(article).slice(0, openingMax))[0]?.text ?? ''),
    );
    const shares = { title: read(title, highest), record: read(words.distinctOf(sentences), highest) };
    // Its coverage counts wordings for the order; here they only show that nothing is missing.
    const closest = [...asked.keys()].flatMap((word, at) =>
      (weighed[at] as number) > least && !asides.has(word)
        ? [Math.max(highest[at] as number, held.has(word) ? closenessOfHeld : 0)]
        : [],
    );
    return {
      ...shares,
      titleLikeness: likenessOf(title),
      sentenceLikeness: Math.max(0, ...sentences.map(likenessOf)),
      weightyWords: closest.length,
      distantWords: closest.filter((closeness) => closeness < distantBelow).length,
      leastClose: Math.min(1, ...closest),
    };
  };
  const ofText = (text: string) => {
    const found = words.distinctIn(text);
    return { share: read(found), likeness: likenessOf(found) };
  };
  return { ofRecord, ofText };
}

const latinWords = /[a-z0-9]+/g;
const han = /\p{Script=Han}/u;

/** Returns the distinct words of a text. */
function wordsIn(text: string): string[] {
  return [...new Set(foldText(text).match(latinWords))];
}
