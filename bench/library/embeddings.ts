import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { startChild } from '../child.ts';
import type { Memory } from '../probe.ts';
import type { Section, Show } from '../report.ts';
import { percentile } from '../statistics.ts';
import type { Corpus } from './corpus.ts';
import { type Product, sqliteProduct, startCommand } from './product.ts';
import { timeRow, timeTitle } from './time-rows.ts';
import { type Ranked, warmUps } from './whole-questions.ts';

/** Way of ordering the records of a question, with its times. */
type Measured = { times: number[]; rssBytes: number };

/** Measures whole questions by words alone and by words and vectors, on one library, each in a separate process. */
export async function benchEmbeddings(corpus: Corpus, folder: string, show: Show): Promise<void> {
  await using stack = new AsyncDisposableStack();
  const words = await sqliteProduct(stack);
  const model = stack.adopt(startChild(new URL('./vector-server.ts', import.meta.url)), (it) => it.stop());
  const url = await model.ask<string>('listen');
  const both: Product = {
    ...words,
    settings: {
      ...words.settings,
      CITEWELL_EMBEDDING_BASE_URL: url,
      CITEWELL_EMBEDDING_MODEL: 'made-up-vectors',
    },
  };
  await startCommand(words, ['library', 'ingest', folder]).ended;
  const filled = await startCommand(both, ['library', 'embed']).ended;
  const { records } = corpus.plan;
  const title = `Citewell with vectors of 384 numbers, ${records.toLocaleString('en-US')} records`;
  const { size } = await stat(join(words.dataDir, 'vectors.db'));
  show({
    title: `${title}: citewell library embed, of a model that takes no time`,
    rows: [
      { figure: 'vectors', value: records / filled.seconds, unit: 'records/s' },
      { figure: 'peak memory of its process', value: filled.peakBytes / 1e6, unit: 'MB' },
      {
        figure: 'on disk, beside the library',
        value: size / records,
        unit: 'B/record',
        goal: { atMost: 500 },
      },
    ],
  });
  show(embeddingsSection(title, await askBoth([words, both], corpus)));
}

/** Alternates between both, so that other load of the machine slows both. */
async function askBoth(products: readonly Product[], { questions }: Corpus): Promise<Measured[]> {
  await using stack = new AsyncDisposableStack();
  const rankers = [];
  for (const { dataDir, settings } of products) {
    const child = stack.adopt(startChild(new URL('./rank-process.ts', import.meta.url)), (it) => it.stop());
    await child.ask('open', { dataDir, settings });
    rankers.push({ child, times: [] as number[] });
  }
  for (const [at, { text }] of questions.entries())
    for (const { child, times } of rankers) {
      const { ms } = await child.ask<Ranked>('order', text);
      if (at >= warmUps) times.push(ms);
    }
  return await Promise.all(
    rankers.map(async ({ child, times }) => {
      const { rssBytes } = await child.ask<Memory>('memory', { collectGarbage: true });
      return { times, rssBytes };
    }),
  );
}

/** Formats the cost of vectors in addition to words. */
export function embeddingsSection(title: string, [words, both]: readonly Measured[]): Section {
  if (!words || !both) throw new Error('nothing was measured');
  const ratio = (p: number) => percentile(both.times, p) / percentile(words.times, p);
  return {
    title: `${title}: ${words.times.length} whole questions in order, ${timeTitle}, without the time of a model`,
    rows: [
      timeRow('by words alone', words.times),
      timeRow('by words and vectors', both.times),
      { figure: 'by words and vectors / by words alone, p50', value: ratio(50), unit: 'x' },
      { figure: 'by words and vectors / by words alone, p95', value: ratio(95), unit: 'x' },
      { figure: 'memory of the process, by words alone', value: words.rssBytes / 1e6, unit: 'MB' },
      { figure: 'memory of the process, by words and vectors', value: both.rssBytes / 1e6, unit: 'MB' },
      {
        figure: 'by words and vectors / by words alone, memory',
        value: both.rssBytes / words.rssBytes,
        unit: 'x',
      },
    ],
  };
}
