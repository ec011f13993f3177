import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { benchProduct } from './library/bench-product.ts';
import { timeGunzip } from './library/compression.ts';
import { type Corpus, prepareCorpus, seed } from './library/corpus.ts';
import { benchEmbeddings } from './library/embeddings.ts';
import { generateRecords, generateUpdate, preparePools } from './library/files/generate.ts';
import { writeLibraryFiles, writeRecordFile } from './library/files/generate-files.ts';
import type { Pools } from './library/files/generate-record.ts';
import { readSource } from './library/files/generate-source.ts';
import { cpuGrowthSection, growthSection } from './library/growth.ts';
import type { Files } from './library/ingest-sections.ts';
import type { MixTimes } from './library/mix.ts';
import { benchPeers, type PeerRates } from './library/peers.ts';
import { openSearchProduct, ownFolder, sqliteProduct } from './library/product.ts';
import { countedTerms } from './library/product-sections.ts';
import type { Times } from './library/searcher.ts';
import { surveyCorpus } from './library/survey.ts';
import type { Show } from './report.ts';

const products = { sqlite: sqliteProduct, opensearch: openSearchProduct };
type ProductName = keyof typeof products;

export const libraryParts = ['peers', 'tantivy', ...Object.keys(products), 'embeddings'];

const sizes = [100_000, 300_000, 1_000_000];
const quickSize = 20_000;
/** Size of the largest library that is filled several times. */
const filledAgainMax = 100_000;

/**
 * Measures the literature library at several sizes: filled from PubMed files generated for it, searched over HTTP by a
 * caller with a key, on each of its engines, and other engines on the same records. `largest` limits the sizes.
 */
export async function benchLibrary(
  quick: boolean,
  show: Show,
  only?: string,
  largest: number = quick ? quickSize : Math.max(...sizes),
): Promise<void> {
  const source = readSource();
  const pools = preparePools(source);
  show({
    title: `Generated records, from ${source.description}`,
    rows: [
      {
        figure: 'as articles, by CPU time',
        value: timeMaking(pools),
        unit: 'records/s',
        goal: { atLeast: 20_000 },
      },
    ],
  });
  const rival = only === 'tantivy' ? only : undefined;
  const wanted = (part: string) =>
    only === undefined || only === part || (rival !== undefined && part === 'sqlite');
  const times: Record<ProductName, Map<number, Times>> = {
    sqlite: new Map(),
    opensearch: new Map(),
  };
  const mixes: Record<ProductName, Map<number, MixTimes>> = { sqlite: new Map(), opensearch: new Map() };
  const tantivyMixes = new Map<number, MixTimes>();
  const some = sizes.filter((size) => size <= largest);
  for (const size of some.length > 0 ? some : [largest]) {
    await using stack = new AsyncDisposableStack();
    const corpus = prepareCorpus(size, quick ? 12 : 60, pools);
    const rates: PeerRates = wanted('peers') || rival ? await benchPeers(corpus, show, rival) : {};
    if (rates.tantivy?.mix) tantivyMixes.set(size, rates.tantivy.mix);
    const names = (Object.keys(products) as ProductName[]).filter(wanted);
    if (names.length === 0 && !wanted('embeddings')) continue;
    const files = await writeFiles(corpus, await ownFolder(stack), quick);
    if (wanted('embeddings')) await benchEmbeddings(corpus, files.folder, show);
    if (names.length === 0) continue;
    const survey = surveyCorpus(corpus, countedTerms(corpus.drawn));
    const options = { rounds: quick ? 2 : 3, peerRecordsPerSecond: rates.fts5?.recordsPerSecond };
    // Several ingests into OpenSearch, or of a large library, would take too long.
    const fills = (name: ProductName) =>
      name === 'sqlite' && size <= filledAgainMax && !quick ? products[name] : undefined;
    for (const name of names) {
      await using own = new AsyncDisposableStack();
      const product = await startProduct(name, own, show);
      if (!product) continue;
      const mix = name === 'sqlite' ? rates.tantivy?.mix : undefined;
      const rated = { ...options, tantivy: mix, fillAgain: fills(name) };
      const measured = await benchProduct(product, corpus, survey, files, rated, show);
      times[name].set(size, measured.alone);
      mixes[name].set(size, measured.mix);
    }
  }
  for (const name of Object.keys(products) as ProductName[]) {
    const cpu = cpuGrowthSection(`Citewell on ${name}`, mixes[name], { atMost: 1.4 });
    for (const section of [growthSection(name, times[name]), cpu]) if (section) show(section);
  }
  const tantivyGrowth = cpuGrowthSection('Tantivy', tantivyMixes);
  if (tantivyGrowth) show(tantivyGrowth);
}

/** Records per second of CPU time, which excludes the machine's other work. */
function timeMaking(pools: Pools): number {
  const plan = { records: 1_000_000, seed, pools, from: 500_000, to: 540_000 };
  const before = process.cpuUsage();
  let made = 0;
  for (const _ of generateRecords(plan)) made += 1;
  const { user, system } = process.cpuUsage(before);
  return made / ((user + system) / 1e6);
}

async function startProduct(name: ProductName, stack: AsyncDisposableStack, show: Show) {
  try {
    return await products[name](stack);
  } catch (error) {
    show({ title: `${name} is SKIPPED, it does not start here: ${String(error).slice(0, 300)}`, rows: [] });
    return undefined;
  }
}

/** Generates the library as PubMed's files, with one day's update. */
async function writeFiles({ plan }: Corpus, home: string, quick: boolean): Promise<Files> {
  const folder = join(home, 'baseline');
  await mkdir(folder);
  const paths: string[] = [];
  for await (const { path } of writeLibraryFiles(plan, folder)) paths.push(path);
  const update = join(home, 'pubmed26n9001.xml.gz');
  const updated = quick ? 5_000 : 60_000;
  await writeRecordFile(update, generateUpdate(plan, updated));
  return { folder, update, updateNew: updated / 2, gunzipSeconds: await timeGunzip(paths) };
}
