import { ServiceError } from '@citewell/core/errors.ts';
import { engineName } from '../../llm/model.ts';
import { ModelError } from '../../llm/model-error.ts';
import type { AnswerDependencies, PipelineContext } from '../../pipeline/context.ts';
import { chunk, thinking } from '../../pipeline/events.ts';
import { createOutgoingText } from '../../pipeline/outgoing-text.ts';
import { messages } from '../../retrieval/progress-messages.ts';
import type { AnswerMessages } from './answer-messages.ts';
import type { WriteInput } from './model/answer-prompt.ts';
import { answerTask } from './model/answer-tasks.ts';
import { quoteEvidence } from './quote-evidence.ts';
import type { CitationSink } from './verification/verify-answer.ts';

/**
 * Sends the model's text, or quotations without one, with ordinals as markers, its sentences checked by a sink of `cite`,
 * one or a few per event. If the model fails before its first sentence was sent, if none of its sentences is supported, or
 * if the balance does not cover it, quotations follow instead, with a notice. Nothing of a collected reply is sent before
 * its end. Resolves with the sink of the text that was sent.
 *
 * @throws ServiceError `upstream_unavailable` if the model fails later.
 */
export async function writeCited<Sink extends CitationSink>(
  input: WriteInput,
  cite: () => Sink,
  texts: AnswerMessages,
  { model, log }: Pick<AnswerDependencies, 'model' | 'log'>,
  context: PipelineContext,
): Promise<Sink> {
  const { emit } = context;
  let citations = cite();
  const outgoing = createOutgoingText(context);
  const pass = (text: string) => citations.write(text, outgoing.write);
  const quote = async () => {
    for (const text of quoteEvidence(input)) await pass(text);
  };
  let isReasoning = false;
  let notice: string | undefined;
  let removed = 0;
  let passing: Promise<void> | undefined;
  try {
    if (!model) await quote();
    else
      await model.write(answerTask, input, context, (part) => {
        if (part.type === 'thinking') {
          if (isReasoning) return undefined;
          isReasoning = true;
          // Never its words: they are unchecked, and any advice in them would reach the reader.
          return emit(thinking(texts.reasoning));
        }
        passing = pass(part.text);
        return passing;
      });
    await citations.end(outgoing.write);
    removed = citations.removed;
    if (removed > 0 && outgoing.isBlank && model) notice = texts.unsupported;
  } catch (error) {
    // A connection may break while the last sentences are being checked: they arrived before the error, so they are
    // sent before it.
    await passing?.catch(() => {});
    if (error instanceof ModelError)
      log('warn', 'engine_failed', {
        requestId: context.requestId,
        engine: engineName(model),
        failure: error.failure,
      });
    if (outgoing.hasLeft || !model) throw asServiceError(error);
    notice = fallbackNotice(error, texts);
    if (notice === undefined) throw error;
  }
  if (notice !== undefined) {
    outgoing.discard();
    // Not the model's sink, whose held text must not be sent after a failure.
    citations = cite();
    await emit(chunk(`${notice}\n\n`));
    await quote();
    await citations.end(outgoing.write);
    removed += citations.removed;
  }
  await outgoing.release();
  if (removed > 0) await emit(thinking(texts.removed(removed)));
  if (citations.references.length === 0 && input.passages.length > 0)
    await emit(chunk(`\n\n${texts.noCitation}`));
  return citations;
}

/**
 * Returns the notice for quotations in place of a synthesis; undefined if they would hide an internal error or an error
 * of the caller.
 */
function fallbackNotice(error: unknown, texts: AnswerMessages): string | undefined {
  if (error instanceof ModelError) return texts.modelFailed(error.failure);
  return error instanceof ServiceError && error.code === 'insufficient_balance'
    ? texts.balanceTooLow
    : undefined;
}

function asServiceError(error: unknown): unknown {
  if (!(error instanceof ModelError)) return error;
  const detail = { en: messages.en.brokeOff(error.failure), zh: messages.zh.brokeOff(error.failure) };
  return new ServiceError('upstream_unavailable', { detail, cause: error });
}
