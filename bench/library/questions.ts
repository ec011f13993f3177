import { existsSync, readFileSync } from 'node:fs';
import { indexTerms } from '../../packages/core/src/text/words.ts';
import { planQuery, type QuestionInput } from '../../packages/server/src/literature/query/plan-query.ts';
import { libraryConcepts } from '../../packages/server/src/literature/sources/local/retriever.ts';
import { sharedDataDir } from '../../packages/simulators/src/corpus.ts';
import { randomOf } from './files/generate-random.ts';
import { drawSome } from './files/vocabulary.ts';

/** Whole question, as read by the product. */
export type Question = {
  text: string;
  /** Words and phrases in either language, for which the library is searched. */
  concepts: string[];
  /** Index terms of the concepts, without duplicates; any of them may match. */
  terms: string[];
};

const files: [path: string, part: number, field: 'text' | 'zh'][] = [
  ['retrieval/pubmedqa/queries.train.jsonl', 0.5, 'text'],
  ['retrieval/scifact/queries.train.jsonl', 0.4, 'text'],
  ['zh/zh-questions.dev.jsonl', 0.1, 'zh'],
];

/**
 * Returns real questions of ../shared/data, a tenth of them Chinese; otherwise titles of records. Questions with a year are
 * omitted: the product turns it into a filter, which the compared ranking lacks.
 */
export function drawQuestions(seed: number, titles: readonly string[], count: number): Question[] {
  const random = randomOf(seed, 0x9e8);
  const here = files.every(([path]) => existsSync(`${sharedDataDir}/${path}`));
  const texts = here
    ? files.flatMap(([path, part, field]) =>
        drawSome(random, readTexts(`${sharedDataDir}/${path}`, field), Math.ceil(part * count)),
      )
    : drawSome(random, titles, count);
  return texts
    .filter((text) => !/\d{4}/.test(text))
    .map(readQuestion)
    .filter(({ terms }) => terms.length > 0);
}

function readTexts(path: string, field: 'text' | 'zh'): string[] {
  const rows = readFileSync(path, 'utf8').split('\n').filter(Boolean);
  return rows.map((row) => String(JSON.parse(row)[field]));
}

function readQuestion(text: string): Question {
  const query = planQuery(asked(text));
  const concepts = libraryConcepts(query);
  return { text, concepts, terms: [...new Set(concepts.flatMap(indexTerms))] };
}

/** Question without additional input. */
export function asked(question: string): QuestionInput {
  return { question, history: [], years: {}, category: undefined, thisYear: 2026 };
}
