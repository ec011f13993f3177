import type { Article } from '@citewell/core/records/article.ts';
import { anArticle } from '@citewell/core/testing/an-article.ts';
import { countingMeter } from '../../accounting/meter.ts';
import { inlineWork } from '../../app/language-tasks/inline-work.ts';
import { answer } from '../../features/answers/answer.ts';
import { type Collecting, collectAnswer } from '../../features/answers/collect-answer.ts';
import type { Retriever } from '../../literature/sources/retriever.ts';
import { SourceError } from '../../literature/sources/retriever.ts';
import type { SourceTimeouts } from '../../literature/sources/source-timeouts.ts';
import type { AnswerDependencies, AnswerRequest } from '../../pipeline/context.ts';
import type { Emit } from '../../pipeline/events.ts';
import { collectEvents } from './collect-events.ts';
import { scriptedRetriever } from './scripted.ts';

export const metformin = anArticle('1001', {
  title: 'Metformin in type 2 diabetes: a randomized trial.',
  publicationTypes: ['Randomized Controlled Trial'],
  abstract: [
    { label: 'BACKGROUND', text: 'Metformin is widely used in type 2 diabetes.' },
    { label: 'RESULTS', text: 'Metformin lowered HbA1c by 1.1% in type 2 diabetes (P < 0.001).' },
    { label: '摘要', text: '二甲双胍使2型糖尿病患者糖化血红蛋白降低1.1%。' },
  ],
});
export const conflicting = anArticle('1002', {
  title: 'No benefit of metformin in type 2 diabetes.',
  abstract: [
    {
      text: 'We studied metformin in type 2 diabetes. Metformin did not lower mortality in type 2 diabetes.',
    },
  ],
});
export const retracted = anArticle('1003', {
  title: 'Metformin cures type 2 diabetes.',
  retracted: true,
  abstract: [{ label: 'CONCLUSION', text: 'Metformin cures type 2 diabetes for good.' }],
});
export const question = 'Does metformin work in type 2 diabetes?';
export const pubmedDown = () => new SourceError('pubmed', 'timeout');
export const europepmcDown = () => new SourceError('europepmc', 'unreachable');

export type Setting = {
  model?: AnswerDependencies['model'];
  remote?: Retriever[];
  library?: readonly Article[];
  request?: Partial<AnswerRequest>;
  signal?: AbortSignal;
  sourceTimeouts?: SourceTimeouts;
};

export function run(
  { model, remote = [], library, request, signal, sourceTimeouts }: Setting,
  to: { emit: Emit } | Collecting,
) {
  return answer(
    {
      question,
      language: undefined,
      years: {},
      maxReferences: 10,
      category: undefined,
      fileContent: undefined,
      history: [],
      images: [],
      include: [],
      ...request,
    },
    {
      model,
      literature: { remote, library: library && scriptedRetriever('library', library), sourceTimeouts },
      clock: { now: () => Date.UTC(2026, 10, 21) },
      log: () => {},
    },
    {
      requestId: 'r1',
      signal: signal ?? new AbortController().signal,
      meter: countingMeter(),
      work: inlineWork,
      ...to,
    },
  );
}

export const ask = (setting: Setting) => collectAnswer((to) => run(setting, to));
export const all = (setting: Setting) => collectEvents((emit) => run(setting, { emit }));
