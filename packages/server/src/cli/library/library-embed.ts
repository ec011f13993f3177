import { type EmbedProgress, embedLibrary } from '../../library/vectors/embed-library.ts';
import { createHttpEmbedder } from '../../llm/embeddings/http-embedder.ts';
import { type Config, readConfig } from '../../platform/config.ts';
import { jsonLine } from '../accounts/with-administration.ts';
import { interruptedExitCode } from '../interrupted.ts';
import { type CliIo, printError, printMessage } from '../io.ts';
import { readOptions, usage } from '../options.ts';
import { openExistingWriter } from './library-open.ts';

/** Milliseconds for connecting to the model, which may have to be loaded first. */
const connectMs = 30_000;
/** Milliseconds between two lines of progress. */
const reportMs = 5_000;

/** `citewell library embed`: computes the missing vectors of records. */
export async function embedCommand(argv: readonly string[], io: CliIo): Promise<number> {
  const { flags } = readOptions(argv, { values: [], flags: ['json'] });
  const config = readConfig(io.environment);
  if (!config.embedding)
    throw usage(
      'no embedding model is set: CITEWELL_EMBEDDING_BASE_URL and CITEWELL_EMBEDDING_MODEL',
      '未设置嵌入模型：CITEWELL_EMBEDDING_BASE_URL 和 CITEWELL_EMBEDDING_MODEL',
    );
  return embed(config, io, flags.has('json') ? {} : undefined);
}

/**
 * Computes the vectors of newly ingested records, if an embedding model is configured. The records stay even if it
 * fails.
 */
export async function embedNewRecords(config: Config, io: CliIo, asJson = !io.isTerminal): Promise<void> {
  // In addition to the events of an ingest, which are JSON lines if nobody watches.
  if (config.embedding) await embed(config, io, asJson ? { event: 'embedded' } : undefined);
}

/** `json`: fields at the beginning of a JSON result; undefined for a sentence. */
async function embed(config: Config, io: CliIo, json: { event?: string } | undefined): Promise<number> {
  if (!config.embedding) return 0;
  const { path, ...model } = config.embedding;
  const interruption = new AbortController();
  const stopListening = io.onInterrupt(() => interruption.abort());
  const embedder = createHttpEmbedder(model, { connectMs });
  const writer = await openExistingWriter(config);
  let reportedAt = performance.now();
  const report = ({ seen, embedded, tokens }: EmbedProgress) => {
    if (performance.now() - reportedAt < reportMs) return;
    reportedAt = performance.now();
    printError(io, {
      en: `${seen} records checked, ${embedded} embedded${tokensText(tokens, 'en')}.`,
      zh: `已查看 ${seen} 篇文献，已生成 ${embedded} 个向量${tokensText(tokens, 'zh')}。`,
    });
  };
  try {
    const { signal } = interruption;
    const done = await embedLibrary(writer.records(), { embedder, path, signal, report });
    const { seen, embedded, tokens, removed, total } = done;
    if (json)
      io.out(jsonLine({ ...json, records: seen, embedded, removed, vectors: total, tokens: tokens ?? null }));
    else
      printMessage(io, {
        en: `${embedded} records embedded${tokensText(tokens, 'en')}, ${removed} removed; ${total} of ${seen} records have a vector.`,
        zh: `新生成 ${embedded} 个向量${tokensText(tokens, 'zh')}，移除 ${removed} 个；${seen} 篇文献中 ${total} 篇有向量。`,
      });
    return 0;
  } catch (error) {
    if (interruption.signal.aborted) {
      printError(io, {
        en: 'Stopped. The vectors so far are kept. Continue with: citewell library embed',
        zh: '已停止，已生成的向量保留。继续：citewell library embed',
      });
      return interruptedExitCode;
    }
    const failure = failureOf(error);
    if (failure === undefined) throw error;
    printError(io, {
      en: `The embedding model at ${model.baseUrl} could not be reached (${failure}). The vectors so far have been kept. Continue with: citewell library embed`,
      zh: `无法访问 ${model.baseUrl} 的嵌入模型（${failure}）。已生成的向量保留。继续：citewell library embed`,
    });
    return 1;
  } finally {
    stopListening();
    await writer.close();
    await embedder.close();
  }
}

function tokensText(tokens: number | undefined, language: 'en' | 'zh'): string {
  if (tokens === undefined) return '';
  return language === 'zh' ? `（${tokens} 个 Token）` : ` (${tokens} tokens)`;
}

/** Returns the kind of a server's failure; undefined for an internal error. */
function failureOf(error: unknown): string | undefined {
  const { name, failure, status } = Object(error) as Record<'name' | 'failure' | 'status', unknown>;
  if (name === 'TimeoutError') return 'timeout';
  if (typeof failure !== 'string') return undefined;
  return typeof status === 'number' ? `HTTP ${status}` : failure;
}
