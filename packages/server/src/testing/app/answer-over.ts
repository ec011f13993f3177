import type { Article } from '@citewell/core/records/article.ts';
import type { AnswerVerification } from '@citewell/sdk';
import { countingMeter } from '../../accounting/meter.ts';
import { inlineWork } from '../../app/language-tasks/inline-work.ts';
import { answer } from '../../features/answers/answer.ts';
import type { Model } from '../../llm/model.ts';
import type { AnswerRequest } from '../../pipeline/context.ts';
import { collectEvents } from './collect-events.ts';
import { scriptedRetriever } from './scripted.ts';

/** Result of answering a question over given records. */
export type AnswerOver = {
  text: string;
  pmids: string[];
  thinking: string[];
  verification: AnswerVerification | undefined;
};

/** Answers a question over these records as the service does, by quotations unless a model is given. */
export async function answerOver(
  records: readonly Article[],
  request: Partial<AnswerRequest> & { question: string },
  model?: Model,
): Promise<AnswerOver> {
  const events = await collectEvents((emit) =>
    answer(
      {
        ...{ language: undefined, years: {}, maxReferences: 10, category: undefined },
        ...{ fileContent: undefined, history: [], images: [], include: ['verification'] },
        ...request,
      },
      {
        model,
        literature: { remote: [], library: scriptedRetriever('library', [...records]) },
        clock: { now: () => Date.UTC(2026, 10, 21) },
        log: () => {},
      },
      {
        requestId: 'r1',
        signal: new AbortController().signal,
        meter: countingMeter(),
        work: inlineWork,
        emit,
      },
    ),
  );
  const over: AnswerOver = { text: '', pmids: [], thinking: [], verification: undefined };
  for (const { event, data } of events) {
    if (event === 'answer_chunk') over.text += data.text;
    else if (event === 'references') over.pmids.push(...data.refs.map(({ pmid }) => pmid));
    else if (event === 'thinking') over.thinking.push(data.message);
    else if (event === 'verification') over.verification = data;
  }
  return over;
}
