import { type Row, repeated, type Section } from '../report.ts';
import { type CreateProduct, type Product, startCommand } from './product.ts';
import { duringIngestRows, refusedRow, searchClasses } from './product-sections.ts';
import type { Drawn } from './queries.ts';
import { type Searcher, type Times, timeClasses } from './searcher.ts';

/** Files to be ingested. */
export type Files = {
  /** The whole library. */
  folder: string;
  /** Records of one day, half of them revisions, and the number of new ones. */
  update: string;
  updateNew: number;
  /** Seconds for only reading and decompressing them. */
  gunzipSeconds: number;
};

/** Runs ingests at normal priority, as for the other engines; during searches, below, at the default low priority. */
const ingestCommand = ['library', 'ingest', '--priority', 'normal'];

/** Number of fills, if there are several. */
const fills = 5;

/** Measures filling the library from compressed XML until it can be searched; the rate is the median if there are several. */
export async function fillSection(
  title: string,
  product: Product,
  records: number,
  { folder, gunzipSeconds }: Files,
  {
    peerRecordsPerSecond,
    fillAgain,
  }: { peerRecordsPerSecond: number | undefined; fillAgain: CreateProduct | undefined },
): Promise<Section> {
  const server = await product.serverCpuSeconds?.();
  const { seconds, peakBytes, cpuSeconds } = await startCommand(product, [...ingestCommand, folder]).ended;
  const serverSeconds = ((await product.serverCpuSeconds?.()) ?? Number.NaN) - (server ?? Number.NaN);
  const rates = [records / seconds];
  while (fillAgain && rates.length < fills) {
    await using stack = new AsyncDisposableStack();
    const another = await startCommand(await fillAgain(stack), [...ingestCommand, folder]).ended;
    rates.push(records / another.seconds);
  }
  const filled = repeated('from .xml.gz to searchable', rates, 'records/s', { atLeast: 4_500 });
  const rows: Row[] = [
    filled,
    { figure: 'decompressing alone', value: records / gunzipSeconds, unit: 'records/s' },
  ];
  if (peerRecordsPerSecond !== undefined)
    rows.push(
      {
        figure: 'bare inserts into FTS5, of parsed records',
        value: peerRecordsPerSecond,
        unit: 'records/s',
      },
      {
        figure: 'the ingest / bare inserts into FTS5',
        value: filled.value / peerRecordsPerSecond,
        unit: 'x',
      },
    );
  rows.push(
    { figure: 'its CPU', value: (1_000 * cpuSeconds) / records, unit: 'ms/record' },
    ...(server === undefined
      ? []
      : [{ figure: 'CPU of its server', value: (1_000 * serverSeconds) / records, unit: 'ms/record' }]),
    { figure: 'peak memory of its processes', value: peakBytes / 1e6, unit: 'MB', goal: { atMost: 600 } },
    {
      figure: 'on disk',
      value: (await product.bytes()) / records,
      unit: 'B/record',
      goal: { atMost: 2_000 },
    },
  );
  return { title: `${title}: ingest`, rows };
}

/** Measures searches during the ingest of an update, in rounds until it is complete, compared with the same searches alone. */
export async function duringIngestSection(
  title: string,
  product: Product,
  { update }: Files,
  { searcher, drawn, alone }: { searcher: Searcher; drawn: Drawn; alone: Times },
): Promise<Section> {
  const command = startCommand(product, ['library', 'ingest', update]);
  try {
    let isOver = false;
    const markOver = () => {
      isOver = true;
    };
    command.ended.then(markOver, markOver);
    const during: Times = new Map();
    while (!isOver) {
      const more = await timeClasses(searcher, searchClasses(drawn), () => !isOver);
      for (const [name, times] of more) during.set(name, [...(during.get(name) ?? []), ...times]);
    }
    await command.ended;
    const rows = [...duringIngestRows(drawn, alone, during), refusedRow(searcher)];
    return { title: `${title}: the same while an ingest runs`, rows };
  } finally {
    command.stop();
  }
}

export async function compactSection(title: string, product: Product, records: number): Promise<Section> {
  const { seconds } = await startCommand(product, ['library', 'compact']).ended;
  await product.endViews?.();
  return {
    title: `${title}: compacted`,
    rows: [
      { figure: 'citewell library compact', value: seconds, unit: 's' },
      { figure: 'on disk', value: (await product.bytes()) / records, unit: 'B/record' },
    ],
  };
}
