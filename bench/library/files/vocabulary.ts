import { type Article, abstractText } from '../../../packages/core/src/records/article.ts';
import { isStopWord } from '../../../packages/core/src/text/stop-words.ts';
import { indexTerms } from '../../../packages/core/src/text/words.ts';
import { generateRecords, type LibraryPlan } from './generate.ts';
import { pick, type Random } from './generate-random.ts';

/** Share of the examined records that contain each word. */
export type Vocabulary = {
  /** One written word per index term, the most common first. */
  words: { word: string; share: number }[];
  /** Two adjacent words of a sentence, the most common first. */
  pairs: { phrase: string; share: number }[];
};

const asciiWord = /[a-z]{2,}/g;
const asciiPair = /(?=(?<![a-z])([a-z]{2,} [a-z]{2,})(?![a-z]))/g;

/** Vocabulary of titles and abstracts. Words are counted by index term, as a search finds them, and pairs as written. */
export function readVocabulary(articles: readonly Article[]): Vocabulary {
  const words = new Map<string, { word: string; count: number }>();
  const pairs = new Map<string, number>();
  const termOf = new Map<string, string>();
  for (const article of articles) {
    const text = textOf(article).toLowerCase();
    const seen = new Set<string>();
    for (const [word] of text.matchAll(asciiWord)) {
      let term = termOf.get(word);
      if (term === undefined) {
        term = indexTerms(word)[0] ?? word;
        termOf.set(word, term);
      }
      if (seen.has(term)) continue;
      seen.add(term);
      const known = words.get(term);
      if (known) known.count += 1;
      else words.set(term, { word, count: 1 });
    }
    for (const pair of new Set(pairsOf(text))) pairs.set(pair, (pairs.get(pair) ?? 0) + 1);
  }
  const share = (count: number) => count / articles.length;
  return {
    words: [...words.values()]
      .map(({ word, count }) => ({ word, share: share(count) }))
      .sort((left, right) => right.share - left.share || (left.word < right.word ? -1 : 1)),
    pairs: [...pairs]
      .map(([phrase, count]) => ({ phrase, share: share(count) }))
      .filter(({ share: of }) => of > 0.002)
      .sort((left, right) => right.share - left.share || (left.phrase < right.phrase ? -1 : 1)),
  };
}

function pairsOf(text: string): string[] {
  return [...text.matchAll(asciiPair)].map((match) => match[1] ?? '');
}

/** Every nth record of the library, to sample its words without generating all of it. */
export function sampleArticles(plan: LibraryPlan, count: number): Article[] {
  const articles: Article[] = [];
  for (let at = 0; at < Math.min(count, plan.records); at++) {
    const from = Math.floor((at * plan.records) / Math.min(count, plan.records));
    for (const { article } of generateRecords({ ...plan, from, to: from + 1 })) articles.push(article);
  }
  return articles;
}

export function textOf(article: Article): string {
  return `${article.title}\n${abstractText(article)}`;
}

/** Lists ordinary words by the share of records that contain them; stop words are common, but nobody searches for them. */
export const wordClasses = {
  rare: [0, 0.0006],
  medium: [0.004, 0.012],
  common: [0.03, 0.08],
  'very common': [0.15, 0.6],
} as const;
export type WordClass = keyof typeof wordClasses;

/** Draws `count` words of a class. */
export function drawWords(random: Random, { words }: Vocabulary, of: WordClass, count: number): string[] {
  const [from, to] = wordClasses[of];
  const fitting = words.filter(({ word, share }) => share > from && share <= to && !isStopWord(word));
  return drawSome(random, fitting, count).map(({ word }) => word);
}

/** Lists the words in most records, including stop words. */
export function commonestWords({ words }: Vocabulary, count: number): string[] {
  return words.slice(0, count).map(({ word }) => word);
}

export function drawSome<Item>(random: Random, from: readonly Item[], count: number): Item[] {
  const left = [...from];
  const drawn: Item[] = [];
  while (drawn.length < count && left.length > 0) {
    const one = pick(random, left);
    left.splice(left.indexOf(one), 1);
    drawn.push(one);
  }
  return drawn;
}
