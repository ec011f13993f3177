import { detectLanguage } from '@citewell/core/text/language.ts';
import type { HistoryItem, Language } from '@citewell/sdk';
import type { AnswerDependencies, CallContext } from '../../../pipeline/context.ts';
import { chunk } from '../../../pipeline/events.ts';
import type { MessageScope } from './read-scope.ts';
import { scopeReplies, scopeTitles } from './scope-replies.ts';

/** A question, topic or message as a route took it. */
type Asked = {
  question: string;
  language: Language | undefined;
  history?: HistoryItem[];
  fileContent?: string | undefined;
  images?: readonly unknown[];
};

/** Reads the scope of what a route was asked, with its history, attachment and images. */
function scopeOf(
  { question, history = [], fileContent, images = [] }: Asked,
  { clock }: Pick<AnswerDependencies, 'clock'>,
  { work, signal }: Pick<CallContext, 'work' | 'signal'>,
): Promise<MessageScope> {
  const thisYear = new Date(clock.now()).getUTCFullYear();
  const hasAttachment = fileContent !== undefined || images.length > 0;
  return work('readScope', { message: question, history, thisYear, hasAttachment }, signal);
}

/** True for what gets a fixed reply, which costs nothing (see answerOutOfScope). */
export async function isOutOfScope(
  asked: Asked,
  dependencies: Pick<AnswerDependencies, 'clock'>,
  context: Pick<CallContext, 'work' | 'signal'>,
): Promise<boolean> {
  return (await scopeOf(asked, dependencies, context)) !== 'medical';
}

/**
 * Replies to what is no question of medicine or biology with a fixed sentence, and nothing else: no search, no references,
 * no model. Resolves with false, having sent nothing, where it is one. `titled`: a review or discussion, which has a title.
 */
export async function answerOutOfScope(
  asked: Asked,
  dependencies: Pick<AnswerDependencies, 'clock'>,
  context: CallContext,
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
