import { ServiceError } from '@citewell/core/errors.ts';
import { EngineError, type WriteInput } from '../../llm/engine.ts';
import type { AnswerDependencies, CallContext } from '../../pipeline/context.ts';
import { chunk, thinking } from '../../pipeline/events.ts';
import { type Messages, messages } from '../../retrieval/progress-messages.ts';
import type { CitationSink } from './verification/verify-answer.ts';

/**
 * The engine's text, its marks made ordinals and its sentences checked by `citations`, a sentence an event. Where the engine
 * fails before its first word, or the balance does not reach for it, the fallback writes, marked as such; after it,
 * upstream_unavailable is thrown.
 */
export async function writeCited(
  input: WriteInput,
  citations: CitationSink,
  say: Messages,
  { engine, fallbackEngine, log }: AnswerDependencies,
  context: CallContext,
): Promise<void> {
  const { emit } = context;
  const emitText = (text: string) => (text === '' ? undefined : emit(chunk(text)));
  const emitLater = async (text: Promise<string>) => emitText(await text);
  const passOne = (piece: string) => {
    const text = citations.write(piece);
    return typeof text === 'string' ? emitText(text) : emitLater(text);
  };
  // A sentence takes milliseconds to check, and a provider may send a whole answer at once.
  const passAll = async (pieces: readonly string[]) => {
    for (const piece of pieces) await passOne(piece);
  };
  const pass = (text: string) => {
    const pieces = piecesOf(text);
    return pieces.length > 1 ? passAll(pieces) : passOne(text);
  };
  let begun = false;
  let isReasoning = false;
  let excuse: string | undefined;
  let passing: Promise<void> | undefined;
  try {
    await engine.writeAnswer(input, context, (part) => {
      if (part.type === 'thinking') {
        if (isReasoning) return undefined;
        isReasoning = true;
        // Never its words: nothing has checked them, and advice in them would reach the reader.
        return emit(thinking(say.reasoning));
      }
      begun = true;
      passing = pass(part.text);
      return passing;
    });
  } catch (error) {
    // A connection may break while the last sentences are being checked: they came before, so they leave before the error.
    await passing?.catch(() => {});
    if (error instanceof EngineError)
      log('warn', 'engine_failed', {
        requestId: context.requestId,
        engine: engine.name,
        failure: error.failure,
      });
    if (begun || engine === fallbackEngine) throw asServiceError(error);
    excuse = fallbackNotice(error, say);
    if (excuse === undefined) throw error;
  }
  if (excuse !== undefined) {
    await emit(chunk(`${excuse}\n\n`));
    await fallbackEngine.writeAnswer(input, context, (part) => pass(part.text));
  }
  await emitText(await citations.end());
  if (citations.leftOut > 0) await emit(thinking(say.leftOut(citations.leftOut)));
  if (citations.references.length === 0 && input.passages.length > 0)
    await emit(chunk(`\n\n${say.noCitation}`));
}

/** Why quotations follow instead of a synthesis; undefined where they would hide a fault of ours or of the caller's. */
function fallbackNotice(error: unknown, say: Messages): string | undefined {
  if (error instanceof EngineError) return say.modelFailed(error.failure);
  return error instanceof ServiceError && error.code === 'insufficient_balance'
    ? say.balanceTooLow
    : undefined;
}

function asServiceError(error: unknown): unknown {
  if (!(error instanceof EngineError)) return error;
  const detail = { en: messages.en.brokeOff(error.failure), zh: messages.zh.brokeOff(error.failure) };
  return new ServiceError('upstream_unavailable', { detail, cause: error });
}

/** A text cut where sentences may end: whatever the cuts, the citations come out the same. */
function piecesOf(text: string): string[] {
  return text.split(/(?<=[.!?。！？；\n])(?=\s{1,99}\S|\p{Script=Han})/u);
}
