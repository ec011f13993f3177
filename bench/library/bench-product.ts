import { startChild } from '../child.ts';
import type { Cpu } from '../probe.ts';
import type { Show } from '../report.ts';
import { startCitewell } from '../targets/citewell.ts';
import type { Corpus } from './corpus.ts';
import type { Exhaustive } from './exhaustive.ts';
import { compactSection, duringIngestSection, type Files, fillSection } from './ingest-sections.ts';
import { type MixTimes, mixRows, timeMix } from './mix.ts';
import type { CreateProduct, Product } from './product.ts';
import {
  againRows,
  loopSection,
  pagingSection,
  refusedRow,
  searchClasses,
  searchRows,
  wrongTotals,
} from './product-sections.ts';
import type { Question } from './questions.ts';
import { createSearcher, type Times, timeClasses } from './searcher.ts';
import { timeTitle } from './time-rows.ts';
import { questionSection, type Ranked } from './whole-questions.ts';

export type Rates = {
  rounds: number;
  peerRecordsPerSecond: number | undefined;
  /** Result of the mix of searches on Tantivy in this run. */
  tantivy: MixTimes | undefined;
  /** Creates another empty library, if filling one is measured several times. */
  fillAgain: CreateProduct | undefined;
};

/**
 * Measures everything about one engine with one library; returns the times of its searches and of the mix, for comparison with
 * other sizes.
 */
export async function benchProduct(
  product: Product,
  corpus: Corpus,
  survey: Exhaustive,
  files: Files,
  { rounds, peerRecordsPerSecond, tantivy, fillAgain }: Rates,
  show: Show,
): Promise<{ alone: Times; mix: MixTimes }> {
  const { plan, drawn, mixed, questions } = corpus;
  const title = `Citewell on ${product.name}, ${plan.records.toLocaleString('en-US')} records`;
  await product.warmUp?.(files.update);
  show(await fillSection(title, product, plan.records, files, { peerRecordsPerSecond, fillAgain }));

  await using stack = new AsyncDisposableStack();
  const service = stack.adopt(await startCitewell(product.settings, product.dataDir), (it) => it.stop());
  const idle = stack.adopt(startChild(new URL('../targets/pass-through.ts', import.meta.url)), (it) =>
    it.stop(),
  );
  const searcher = stack.adopt(createSearcher(service), (it) => it.close());
  for (const query of drawn.warmUp) await searcher.search(query);
  searcher.takeRefused();
  const alone = await timeClasses(searcher, searchClasses(drawn));
  const rows = [...searchRows(drawn, alone), refusedRow(searcher)];
  rows.push(await wrongTotals(searcher, drawn, survey));
  show({ title: `${title}: searching it over HTTP, each search for the first time, ${timeTitle}`, rows });
  const again = await timeClasses(searcher, searchClasses(drawn));
  show({
    title: `${title}: the same again, from cached results, ${timeTitle}`,
    rows: againRows(again),
  });
  const cpuSeconds = async () => (await service.child.ask<Cpu>('cpu')).micros / 1e6;
  const mix = await timeMix(
    searchClasses(mixed),
    (query) => searcher.search(query),
    cpuSeconds,
    product.serverCpuSeconds,
  );
  show({
    title: `${title}: concurrent callers`,
    rows: [...mixRows(mix, tantivy), refusedRow(searcher)],
  });
  show(await pagingSection(title, searcher, drawn, rounds));
  show(await loopSection(title, { searcher, service: service.child, idle }, drawn));

  const ranker = stack.adopt(startChild(new URL('./rank-process.ts', import.meta.url)), (it) => it.stop());
  await ranker.ask('open', { dataDir: product.dataDir, settings: product.settings });
  const rank = ({ text }: Question) => ranker.ask<Ranked>('rank', text);
  show(await questionSection(title, questions, rank, survey));

  show(await duringIngestSection(title, product, files, { searcher, drawn, alone }));
  show(await compactSection(title, product, plan.records + files.updateNew));
  return { alone, mix };
}
