import { EngineError, type WriteInput } from '../engines/engine.ts';
import { ServiceError } from '../errors.ts';
import { CitationWriter } from '../evidence/citation-writer.ts';
import type { Article } from '../literature/article.ts';
import type { AnswerDependencies, CallContext } from './context.ts';
import { chunk, type PipelineEvent, thinking } from './events.ts';
import { type Messages, messages } from './messages.ts';

/**
 * The engine's text with its marks made ordinals; returns the articles cited, `[n]` being the nth. Where the engine fails
 * before its first word the fallback writes, marked as such; after it, upstream_unavailable is thrown.
 */
export async function* writeCited(
  input: WriteInput,
  say: Messages,
  { engine, fallbackEngine, log }: AnswerDependencies,
  context: CallContext,
): AsyncGenerator<PipelineEvent, readonly Article[]> {
  const citations = new CitationWriter(input.passages);
  let begun = false;
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
    if (!(error instanceof EngineError)) throw error;
    const { failure } = error;
    log('warn', 'engine_failed', { requestId: context.requestId, engine: engine.name, failure });
    if (begun || engine === fallbackEngine) {
      const detail = { en: messages.en.brokeOff(failure), zh: messages.zh.brokeOff(failure) };
      throw new ServiceError('upstream_unavailable', { detail, cause: error });
    }
    yield chunk(`${say.modelFailed(failure)}\n\n`);
    for await (const part of fallbackEngine.writeAnswer(input, context)) {
      const text = citations.write(part.text);
      if (text !== '') yield chunk(text);
    }
  }
  const rest = citations.end();
  if (rest !== '') yield chunk(rest);
  if (citations.references.length === 0 && input.passages.length > 0) yield chunk(`\n\n${say.noCitation}`);
  return citations.references;
}
