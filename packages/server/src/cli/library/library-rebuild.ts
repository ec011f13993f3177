import { rebuildOpenSearch } from '../../library/stores/opensearch/open-opensearch.ts';
import { readConfig } from '../../platform/config.ts';
import { interruptedExitCode } from '../interrupted.ts';
import { type CliIo, printError, printMessage } from '../io.ts';
import { readOptions } from '../options.ts';

/** Records between two lines of progress. */
const progressEvery = 100_000;

/** `citewell library rebuild`: rewrites the records in OpenSearch while searches continue. */
export async function rebuildCommand(argv: readonly string[], io: CliIo): Promise<number> {
  readOptions(argv, { values: [], flags: [] });
  const { library } = readConfig(io.environment);
  if (library.kind !== 'opensearch') {
    printError(io, {
      en: 'Only a library in OpenSearch needs rebuilding; this one is brought up to date when it is opened.',
      zh: '只有 OpenSearch 中的文献库需要重建；当前文献库会在打开时自行更新。',
    });
    return 1;
  }
  const interruption = new AbortController();
  const stopListening = io.onInterrupt(() => interruption.abort());
  try {
    const onProgress = (records: number) => {
      if (records % progressEvery === 0) io.err(`${records}\n`);
    };
    const records = await rebuildOpenSearch(library, { signal: interruption.signal, onProgress });
    printMessage(io, {
      en: `Library rebuilt: ${records} records.`,
      zh: `文献库已重建：${records} 篇文献。`,
    });
    return 0;
  } catch (error) {
    if (interruption.signal.aborted) return interruptedExitCode;
    throw error;
  } finally {
    stopListening();
  }
}
