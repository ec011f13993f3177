import { EngineError, type WriteInput } from '../engines/engine.ts';
import { ServiceError } from '../errors.ts';
import type { CitationWriter } from '../evidence/citation-writer.ts';
import type { AnswerDependencies, CallContext } from './context.ts';
import { chunk, type PipelineEvent, thinking } from './events.ts';
import { type Messages, messages } from './messages.ts';

/**
 * The engine's text, its marks made ordinals by `citations`. Where the engine fails before its first word, or the balance
 * does not reach for it, the fallback writes, marked as such; after it, upstream_unavailable is thrown.
 */
export async function* writeCited(
  input: WriteInput,
  citations: CitationWriter,
  say: Messages,
  { engine, fallbackEngine, log }: AnswerDependencies,
  context: CallContext,
): AsyncGenerator<PipelineEvent> {
  let begun = false;
  let excuse: string | undefined;
  try {
    for await (const part of engine.writeAnswer(input, context)) {
      if (part.type === 'thinking') {
        yield thinking(part.text);
        continue;
      }
      begun = true;
      const text = citations.write(part.text);
      if (text !== '') yield chunk(text);
    }
  } catch (error) {
    if (error instanceof EngineError)
      log('warn', 'engine_failed', {
        requestId: context.requestId,
        engine: engine.name,
        failure: error.failure,
      });
    if (begun || engine === fallbackEngine) throw asServiceError(error);
    excuse = excuseFor(error, say);
    if (excuse === undefined) throw error;
  }
  if (excuse !== undefined) {
    yield chunk(`${excuse}\n\n`);
    for await (const part of fallbackEngine.writeAnswer(input, context)) {
      const text = citations.write(part.text);
      if (text !== '') yield chunk(text);
    }
  }
  const rest = citations.end();
  if (rest !== '') yield chunk(rest);
  if (citations.references.length === 0 && input.passages.length > 0) yield chunk(`\n\n${say.noCitation}`);
}

/** Why quotations follow instead of a synthesis; undefined where they would hide a fault of ours or of the caller's. */
function excuseFor(error: unknown, say: Messages): string | undefined {
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
