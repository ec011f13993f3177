import { detectLanguage } from '@citewell/core/text/language.ts';
import type { HistoryItem, Language } from '@citewell/sdk';
import type { AnswerDependencies, PipelineContext } from '../../../pipeline/context.ts';
import { chunk } from '../../../pipeline/events.ts';
import type { MessageScope } from './read-scope.ts';
import { scopeReplies, scopeTitles } from './scope-replies.ts';

/** Question, topic or message in the form in which a route received it. */
type Asked = {
  question: string;
  language: Language | undefined;
  history?: HistoryItem[];
  fileContent?: string | undefined;
  images?: readonly unknown[];
};

/** Decides whether a request is in scope, considering its history, attachment and images. */
function scopeOf(
  { question, history = [], fileContent, images = [] }: Asked,
  { clock }: Pick<AnswerDependencies, 'clock'>,
  { work, signal }: Pick<PipelineContext, 'work' | 'signal'>,
): Promise<MessageScope> {
  const thisYear = new Date(clock.now()).getUTCFullYear();
  const hasAttachment = fileContent !== undefined || images.length > 0;
  return work('readScope', { message: question, history, thisYear, hasAttachment }, signal);
}

/** Returns true for requests that get a fixed reply free of charge (see answerOutOfScope). */
export async function isOutOfScope(
  asked: Asked,
  dependencies: Pick<AnswerDependencies, 'clock'>,
  context: Pick<PipelineContext, 'work' | 'signal'>,
): Promise<boolean> {
  return (await scopeOf(asked, dependencies, context)) !== 'medical';
}

/**
 * Answers anything but a medical or biological question with a fixed sentence: no search, no references, no model.
 * Resolves with false, having sent nothing, if the request is in scope. `titled`: a review or discussion, which has a
 * title.
 */
export async function answerOutOfScope(
  asked: Asked,
  dependencies: Pick<AnswerDependencies, 'clock'>,
  context: PipelineContext,
  { titled = false }: { titled?: boolean } = {},
): Promise<boolean> {
  const { question, language } = asked;
  const { emit } = context;
  const scope = await scopeOf(asked, dependencies, context);
  if (scope === 'medical') return false;
  const spoken = language ?? detectLanguage(question);
  const reply = scopeReplies[spoken][scope];
  await emit(chunk(titled ? `# ${scopeTitles[spoken]}\n\n${reply}\n` : reply));
  await emit({ event: 'references', data: { refs: [] } });
  return true;
}
