import { type AnswersQuestion, loadAnswersRecords, readAnswersQuestions } from '../answers.ts';
import { openEvalStore } from '../store.ts';

export type EvalStore = Awaited<ReturnType<typeof openEvalStore>>;

/**
 * Asks the known questions that have a record of their own, over all records, and returns what `read` makes of each;
 * undefined without the data.
 */
export async function readQuestions<Example>(
  sets: Parameters<typeof readAnswersQuestions>[0][],
  read: (question: AnswersQuestion, store: EvalStore) => Promise<Example[]>,
  progress: (what: string) => void,
): Promise<Example[] | undefined> {
  const records = loadAnswersRecords();
  if (!records) return undefined;
  const questions = sets
    .flatMap((set) => readAnswersQuestions(set))
    .filter(({ record }) => record !== undefined);
  const examples: Example[] = [];
  const store = await openEvalStore(records);
  try {
    for (const [at, question] of questions.entries()) {
      if (at % 100 === 0) progress(`${at} / ${questions.length}`);
      examples.push(...(await read(question, store)));
    }
  } finally {
    await store.close();
  }
  return examples;
}
