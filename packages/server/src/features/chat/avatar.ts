import { ServiceError } from '@citewell/core/errors.ts';
import { demonstrationNotice } from '@citewell/core/records/demonstration.ts';
import { detectLanguage } from '@citewell/core/text/language.ts';
import type { AvatarChatResponse, HistoryItem, Language } from '@citewell/sdk';
import { unlessTooLong } from '../../language-work/task-timeout.ts';
import { type CitableArticle, type Passage, referenceOf } from '../../literature/ranking/passage.ts';
import { engineName } from '../../llm/model.ts';
import { ModelError } from '../../llm/model-error.ts';
import type { AnswerDependencies, PipelineContext } from '../../pipeline/context.ts';
import { chunk, thinking } from '../../pipeline/events.ts';
import { createOutgoingText } from '../../pipeline/outgoing-text.ts';
import { gatherEvidence } from '../../retrieval/gather-evidence.ts';
import { messages, sourceNotes } from '../../retrieval/progress-messages.ts';
import { failedSources } from '../../retrieval/retrieval-result.ts';
import { isIncomplete } from '../../retrieval/shortfall.ts';
import type { PendingPlan } from '../../retrieval/start-plan.ts';
import type { GateVerdict } from '../../retrieval/subject-gate.ts';
import { type Collecting, collectAnswer } from '../answers/collect-answer.ts';
import { type CitationSink, VerifiedCitations } from '../answers/verification/verify-answer.ts';
import { avatarMessages } from './avatar-messages.ts';
import type { ChatInput } from './avatar-prompt.ts';
import { avatarTask } from './avatar-task.ts';
import type { Persona } from './persona.ts';
import { quoteReply } from './quote-reply.ts';
import { safetyReplies } from './safety.ts';

/** A validated message. */
export type AvatarCall = {
  message: string;
  persona: Persona;
  history: HistoryItem[];
  /** Language of the reply; undefined for the message's own. */
  language: Language | undefined;
};

/**
 * Maximum number of papers for a short reply, and of their sentences that a writer sees: 500 to 2,000 tokens per call.
 */
const referencesMax = 4;
const passagesMax = 6;

/** Plan of a search without a planner: a chat is short, and a plan would cost as much as the reply. */
const noPlan: PendingPlan = { ready: undefined, result: Promise.resolve(undefined), async cancel() {} };

/**
 * Replies in a persona's voice. Somebody in danger gets the fixed reply before anything is searched or any model is
 * called. Medical questions are answered only from evidence, with citations; everything else is small talk without
 * facts.
 */
export async function avatar(
  call: AvatarCall,
  dependencies: AnswerDependencies,
  context: PipelineContext,
): Promise<void> {
  const { emit, signal, work } = context;
  const language = call.language ?? detectLanguage(call.message);
  const thisYear = new Date(dependencies.clock.now()).getUTCFullYear();
  const { message, history } = call;
  const { danger, asksForLiterature } = await work('readMessage', { message, history, thisYear }, signal);
  if (danger) {
    await emit(chunk(safetyReplies[danger][language]));
    await emit({ event: 'references', data: { refs: [] } });
    return;
  }
  await emit(thinking(avatarMessages[language].reading));
  if (asksForLiterature) await replyFromEvidence(call, language, dependencies, context);
  else {
    await emit(chunk(await smallTalk(call, language, dependencies, context)));
    await emit({ event: 'references', data: { refs: [] } });
  }
}

/** Collects the events of the stream into the synchronous reply. */
export async function collectReply(run: (to: Collecting) => Promise<void>): Promise<AvatarChatResponse> {
  const { answer: reply, references } = await collectAnswer(run);
  return { reply, references };
}

async function replyFromEvidence(
  call: AvatarCall,
  language: Language,
  dependencies: AnswerDependencies,
  context: PipelineContext,
): Promise<void> {
  const { emit } = context;
  const texts = avatarMessages[language];
  const request = {
    question: call.message,
    language,
    years: {},
    maxReferences: referencesMax,
    category: undefined,
    // A reply of a few sentences quotes conclusions, so full texts are not worth the wait.
    fullText: false,
    fileContent: undefined,
    history: call.history,
    images: [],
    include: [],
  };
  const evidence = await gatherEvidence(
    request,
    { language, plan: noPlan, imageDescription: undefined },
    dependencies,
    context,
  );
  const passages = evidence.passages.slice(0, passagesMax);
  const cite = (only?: Language) =>
    new VerifiedCitations(
      passages,
      evidence.checkable,
      { keep: false, question: call.message, language: only },
      context,
    );
  if (passages.some(({ article }) => article.demonstration))
    await emit(chunk(`${demonstrationNotice[language]}\n\n`));
  const input = chatInput(call, language, passages);
  const { verdict, corrections } = evidence;
  if (corrections.length > 0) await emit(chunk(`${messages[language].corrected(corrections)}\n\n`));
  // Code says that no record covers it, and quotes what is nearest.
  if (verdict.kind === 'apart') await emit(chunk(messages[language].apart(verdict)));
  const model = verdict.kind === 'apart' ? undefined : dependencies.model;
  const references =
    passages.length > 0
      ? await writeReply(input, cite, texts.nothingCited, { ...dependencies, model }, context)
      : [];
  if (passages.length === 0)
    await emit(chunk(isIncomplete(evidence) ? texts.notRetrieved : nothingFound(verdict, language)));
  const unavailable = failedSources(evidence, dependencies.literature).map(
    (source) => messages[language].sources[source],
  );
  if (unavailable.length > 0) await emit(chunk(`\n\n${texts.unavailable(unavailable)}`));
  // The persona's own words name the sources that could not be searched.
  for (const note of sourceNotes({ ...evidence, unavailable: [] }, language))
    await emit(chunk(`\n\n${note}`));
  await emit({ event: 'references', data: { refs: references.map(referenceOf) } });
}

/** Says that nothing was found, naming the subject that no record mentions. */
function nothingFound(verdict: GateVerdict, language: Language): string {
  const said = avatarMessages[language].nothingFound;
  return verdict.kind === 'absent' ? `${messages[language].absent(verdict.names)}\n\n${said}` : said;
}

/**
 * Writes the model's reply with ordinals, without statements that cite nothing or that their paper does not support.
 * Uses quotations without a model, or if it fails before anything was sent. Resolves with the cited articles.
 */
async function writeReply(
  input: ChatInput,
  cite: (only?: Language) => CitationSink,
  nothingCited: string,
  { model, log }: Pick<AnswerDependencies, 'model' | 'log'>,
  context: PipelineContext,
): Promise<readonly CitableArticle[]> {
  const { emit, requestId } = context;
  const texts = messages[input.language];
  const outgoing = createOutgoingText(context);
  let said = false;
  const release = (released: string) => {
    const text = said ? released : released.trimStart();
    if (text === '') return undefined;
    said = true;
    return outgoing.write(text);
  };
  const quote = async (remark: string) => {
    if (remark !== '') await emit(chunk(remark));
    // Not the model's sink, whose held text must not be sent after a failure.
    const quoted = cite();
    for (const text of quoteReply(input)) await quoted.write(text, release);
    await quoted.end(release);
    await outgoing.release();
    if (!said) await emit(chunk(nothingCited));
    return quoted.references;
  };
  if (!model) return quote('');
  const citations = cite(input.language);
  try {
    await model.write(avatarTask, input, context, async (part) => {
      // A model's reasoning about a patient's question is not for the patient.
      if (part.type === 'thinking') return;
      await citations.write(part.text, release);
    });
  } catch (error) {
    const failure = error instanceof ModelError ? error.failure : undefined;
    if (failure) log('warn', 'engine_failed', { requestId, engine: engineName(model), failure });
    const poor = error instanceof ServiceError && error.code === 'insufficient_balance';
    if (outgoing.hasLeft || !(failure || poor)) throw asServiceError(error);
    outgoing.discard();
    said = false;
    return quote(`${failure ? texts.modelFailed(failure) : texts.balanceTooLow}\n\n`);
  }
  await citations.end(release);
  await outgoing.release();
  // None of its sentences may be sent: no markers, another language, or advice. The evidence can still be quoted.
  if (!said) return quote('');
  if (citations.references.length === 0) await emit(chunk(`\n\n${texts.noCitation}`));
  return citations.references;
}

/**
 * Returns the model's small talk, or the persona's own words if there is no model, or if it fails, states facts, gives
 * advice or uses another language.
 */
async function smallTalk(
  call: AvatarCall,
  language: Language,
  { model, log }: AnswerDependencies,
  context: PipelineContext,
): Promise<string> {
  const greeting = call.persona.greeting[language];
  if (!model) return greeting;
  let reply = '';
  try {
    await model.write(avatarTask, chatInput(call, language, []), context, (part) => {
      if (part.type === 'text') reply += part.text;
      return undefined;
    });
  } catch (error) {
    if (error instanceof ModelError) {
      log('warn', 'engine_failed', {
        requestId: context.requestId,
        engine: engineName(model),
        failure: error.failure,
      });
      return greeting;
    }
    if (error instanceof ServiceError && error.code === 'insufficient_balance') return greeting;
    throw error;
  }
  const { work, signal } = context;
  // Text that takes too long to read is not sent.
  const talk = await unlessTooLong(work('readSmallTalk', { reply, language }, signal), () => undefined);
  return talk ?? greeting;
}

function chatInput(call: AvatarCall, language: Language, passages: Passage[]): ChatInput {
  const { message, history, persona } = call;
  return { message, history, language, persona, passages };
}

function asServiceError(error: unknown): unknown {
  if (!(error instanceof ModelError)) return error;
  const detail = { en: messages.en.brokeOff(error.failure), zh: messages.zh.brokeOff(error.failure) };
  return new ServiceError('upstream_unavailable', { detail, cause: error });
}
