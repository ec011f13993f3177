import { type Article, abstractText } from '../../packages/core/src/records/article.ts';
import type { Condition, SearchField } from '../../packages/core/src/records/library.ts';
import { isStopWord } from '../../packages/core/src/text/stop-words.ts';
import { below, pick, type Random, randomOf } from './files/generate-random.ts';
import {
  commonestWords,
  drawSome,
  drawWords,
  textOf,
  type Vocabulary,
  wordClasses,
} from './files/vocabulary.ts';
import { type BenchQuery, searchFor } from './search-query.ts';

/** Searches of one kind, which share a row of the table. */
export type QueryClass = { name: string; queries: BenchQuery[] };

export type Drawn = {
  newest: QueryClass[];
  relevance: QueryClass[];
  phrases: QueryClass[];
  /** Words common enough for page 101: the same searches with another offset are a separate row. */
  deep: QueryClass[];
  /** Slowest class, during which the event loop is measured. */
  worst: QueryClass;
  /** Class different from all others, which is not timed: the first searches of a process are slow for other reasons. */
  warmUp: BenchQuery[];
};

/** All queries on a library, drawn from a part of its records; the same seed draws the same. */
export function drawQueries(
  seed: number,
  articles: readonly Article[],
  vocabulary: Vocabulary,
  count: number,
): Drawn {
  const random = randomOf(seed, 0x9e7);
  const word = (value: string) => searchFor('title_abstract', value);
  const classes = (Object.keys(wordClasses) as (keyof typeof wordClasses)[]).map((name) => ({
    name: `${name} words`,
    queries: drawWords(random, vocabulary, name, count).map(word),
  }));
  const commonest = {
    name: 'the commonest words',
    queries: commonestWords(vocabulary, Math.min(count, 12)).map(word),
  };
  const conditions = [1, 2, 3].map((length) => ({
    name: `${length} condition${length > 1 ? 's' : ''}, half with years`,
    queries: Array.from({ length: count }, () => fromRecord(random, pick(random, articles), length)),
  }));
  const phrase = (text: string) => searchFor('title_abstract', `"${text}"`);
  const distinctive = vocabulary.pairs.filter(({ phrase: text }) => !text.split(' ').some(isStopWord));
  const phrases = [
    { name: 'phrases of a record', queries: drawPhrases(random, articles, count).map(phrase) },
    {
      name: 'the commonest phrases',
      queries: [...distinctive.slice(0, 8), ...vocabulary.pairs.slice(0, 4)].map(({ phrase: text }) =>
        phrase(text),
      ),
    },
  ];
  const frequent = [...drawWords(random, vocabulary, 'very common', 8), ...commonestWords(vocabulary, 4)];
  return {
    newest: [...conditions, commonest],
    relevance: [...classes, commonest, ...conditions].map(byRelevance),
    phrases: [...phrases, ...phrases.map(byRelevance)],
    deep: [
      { name: 'newest first', queries: frequent.map(word) },
      byRelevance({ name: 'by relevance', queries: frequent.map(word) }),
    ],
    worst: byRelevance({
      name: 'nine of the commonest words',
      queries: Array.from({ length: count }, () =>
        word(drawSome(random, commonestWords(vocabulary, 40), 9).join(' ')),
      ),
    }),
    warmUp: Array.from({ length: warmUps }, (_, at) => ({
      ...fromRecord(random, pick(random, articles), 1 + (at % 3)),
      sort: at % 2 === 0 ? 'date_desc' : 'relevance',
    })),
  };
}

function byRelevance({ name, queries }: QueryClass): QueryClass {
  return {
    name: name.includes('relevance') ? name : `${name}, by relevance`,
    queries: queries.map((query) => ({ ...query, sort: 'relevance' })),
  };
}

const warmUps = 60;

/** Year of the last day of a generated library, or of a future issue. */
const newestYear = 2027;

/** Draws conditions that this record meets, so that something is found, every other time with years around its own. */
function fromRecord(random: Random, article: Article, count: number): BenchQuery {
  const conditions = drawSome(random, conditionsOf(random, article), count);
  const year = Number(article.year);
  const years =
    year > 0 && random() < 0.5
      ? { from: year - below(random, 8), to: Math.min(newestYear, year + below(random, 8)) }
      : {};
  return { conditions, years, sort: 'date_desc', limit: 50, offset: 0 };
}

/** Draws one value of each field of the record. */
function conditionsOf(random: Random, article: Article): Condition[] {
  const one = (field: SearchField, values: readonly string[]): Condition[] =>
    values.length > 0 ? [{ field, value: pick(random, values) }] : [];
  return [
    ...one('title', wordsOf(article.title)),
    ...one('abstract', wordsOf(abstractText(article))),
    ...one('title_abstract', wordsOf(textOf(article))),
    ...one('keyword', [...article.mesh, ...article.keywords]),
    ...one('author', article.authors),
    ...one('journal', [article.journal]),
  ].filter(({ value }) => !value.includes('"'));
}

function wordsOf(text: string): string[] {
  return (text.match(/(?<![\p{L}\d-])[A-Za-z]{3,}(?![\p{L}\d-])/gu) ?? []).filter(
    (word) => !isStopWord(word.toLowerCase()),
  );
}

const neighbouring = /(?<![\p{L}\d-])[A-Za-z]{3,} [A-Za-z]{3,}(?: [A-Za-z]{3,})?(?![\p{L}\d-])/gu;

/** Draws two or three consecutive words of some record, none of them a stop word. */
function drawPhrases(random: Random, articles: readonly Article[], count: number): string[] {
  const phrases: string[] = [];
  for (let tries = 0; phrases.length < count && tries < 100 * count; tries++) {
    const found = textOf(pick(random, articles)).match(neighbouring) ?? [];
    const fitting = found.filter((text) => !text.split(' ').some((word) => isStopWord(word.toLowerCase())));
    if (fitting.length > 0) phrases.push(pick(random, fitting));
  }
  return phrases;
}
