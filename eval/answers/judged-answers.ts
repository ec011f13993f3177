import { readFileSync } from 'node:fs';
import type { Pmid } from '../../packages/core/src/records/article.ts';
import { pmidOfName, type RecordName } from '../collections.ts';

/** Question with the records that answer it, among the nearest ones and those known to its author. */
export type JudgedAnswers = { id: string; question: string; answers: ReadonlySet<Pmid> };

/** Reads questions with the judgments of their nearest records, by people who had not seen the code. */
export function readJudgedAnswers(): JudgedAnswers[] {
  type Row = { id: string; question: string } & Record<'answers' | 'near' | 'off', RecordName[]>;
  return readFileSync(new URL('judged.jsonl', import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .map((line) => {
      const { id, question, answers } = JSON.parse(line) as Row;
      return { id, question, answers: new Set(answers.map(pmidOfName)) };
    });
}
