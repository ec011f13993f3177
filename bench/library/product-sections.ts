import { setTimeout as delay } from 'node:timers/promises';
import { indexTerms } from '../../packages/core/src/text/words.ts';
import type { Child } from '../child.ts';
import type { LoopDelay } from '../probe.ts';
import type { Row, Section } from '../report.ts';
import { median, percentile } from '../statistics.ts';
import type { Exhaustive } from './exhaustive.ts';
import type { Drawn, QueryClass } from './queries.ts';
import type { Searcher, Times } from './searcher.ts';
import { timeClasses } from './searcher.ts';
import { onlyWord } from './survey.ts';
import { timeRow, timeTitle } from './time-rows.ts';

const goals = { newest: { atMost: 20 }, relevance: { atMost: 100 }, phrases: { atMost: 50 } };

/** Classes of one kind, which have unique names. */
type Kind = keyof typeof goals;
const kinds = Object.keys(goals) as Kind[];

export function searchClasses(drawn: Drawn): QueryClass[] {
  return kinds.flatMap((kind) => drawn[kind]);
}

export function searchRows(drawn: Drawn, times: Times): Row[] {
  return kinds.flatMap((kind) =>
    drawn[kind].map(({ name }) => timeRow(name, times.get(name) ?? [], goals[kind])),
  );
}

/** Repeated searches, which reveal nothing about the index. */
export function againRows(times: Times): Row[] {
  return [timeRow('all of them', [...times.values()].flat())];
}

/** Searches not answered within the service's deadline, whose times are included with the others. */
export function refusedRow(searcher: Searcher): Row {
  const refused = searcher.takeRefused();
  const [first] = refused;
  return {
    figure: `searches refused at the deadline${first === undefined ? '' : `, such as ${first}`}`,
    value: refused.length,
    unit: '',
    goal: { exactly: 0 },
  };
}

/** Searches for one word whose total differs from the number of records that contain it. */
export async function wrongTotals(searcher: Searcher, drawn: Drawn, survey: Exhaustive): Promise<Row> {
  let wrong = 0;
  for (const query of wordQueries(drawn)) {
    const [term = ''] = indexTerms(onlyWord(query) ?? '');
    const { reply } = await searcher.search({ ...query, limit: 1 });
    if (reply?.total !== survey.documentFrequency(term)) wrong += 1;
  }
  return {
    figure: 'totals that are not the number of records with the word',
    value: wrong,
    unit: '',
    goal: { exactly: 0 },
  };
}

function wordQueries({ newest, relevance }: Drawn) {
  return [...newest, ...relevance].flatMap(({ queries }) => queries).filter((query) => onlyWord(query));
}

/** Index terms whose totals will be checked. */
export function countedTerms(drawn: Drawn): Set<string> {
  return new Set(wordQueries(drawn).flatMap((query) => indexTerms(onlyWord(query) ?? '')));
}

const deepOffset = 5_000;

/** Compares page 101 with page 1 of searches with enough matches; every other time the first page is requested first. */
export async function pagingSection(
  title: string,
  searcher: Searcher,
  drawn: Drawn,
  rounds: number,
): Promise<Section> {
  const rows: Row[] = [];
  for (const { name, queries } of drawn.deep) {
    const first: number[] = [];
    const deep: number[] = [];
    for (let round = 0; round < rounds; round++)
      for (const [at, query] of queries.entries()) {
        const offsets = (at + round) % 2 === 0 ? [0, deepOffset] : [deepOffset, 0];
        const { reply } = await searcher.search({ ...query, limit: 1 });
        if ((reply?.total ?? 0) < deepOffset + query.limit) continue;
        for (const offset of offsets)
          (offset === 0 ? first : deep).push((await searcher.search({ ...query, offset })).ms);
      }
    rows.push(timeRow(`${name}, offset 0`, first), timeRow(`${name}, offset 5,000`, deep));
    rows.push({
      figure: `${name}: offset 5,000 / offset 0, medians`,
      value: median(deep) / median(first),
      unit: 'x',
      goal: { atMost: 2 },
    });
  }
  return { title: `${title}: paging, ${timeTitle}`, rows };
}

/** Measures the event loops of the service and of an idle process, during ordinary searches and during the worst. */
export async function loopSection(
  title: string,
  { searcher, service, idle }: { searcher: Searcher; service: Child; idle: Child },
  drawn: Drawn,
): Promise<Section> {
  const watched = [service, idle];
  const delaysDuring = async (work: () => Promise<void>): Promise<LoopDelay[]> => {
    await Promise.all(watched.map((child) => child.ask('watchLoop')));
    // In a separate period, so that more than short work is measured.
    await Promise.all([work(), delay(1_000)]);
    return Promise.all(watched.map((child) => child.ask<LoopDelay>('loopDelay')));
  };
  const [ordinary, ordinaryIdle] = await delaysDuring(async () => {
    await timeClasses(searcher, searchClasses(drawn));
  });
  searcher.takeRefused();
  const times: number[] = [];
  const [worst, worstIdle] = await delaysDuring(async () => {
    const ask = async (query: QueryClass['queries'][number]) => {
      times.push((await searcher.search(query)).ms);
    };
    // Two at a time, enough to keep two cores busy.
    for (const query of drawn.worst.queries)
      await Promise.all([ask(query), ask({ ...query, years: { from: 1961 } })]);
  });
  const p99 = (delays: LoopDelay | undefined) => delays?.p99Ms ?? Number.NaN;
  return {
    title: `${title}: event loop of the service, p99`,
    rows: [
      { figure: 'beside ordinary searches', value: p99(ordinary), unit: 'ms', goal: { atMost: 5 } },
      { figure: 'an idle process meanwhile (the machine)', value: p99(ordinaryIdle), unit: 'ms' },
      {
        figure: 'beside the worst, nine of the commonest words, two at a time',
        value: p99(worst),
        unit: 'ms',
        goal: { atMost: 50 },
      },
      { figure: 'an idle process meanwhile (the machine)', value: p99(worstIdle), unit: 'ms' },
      timeRow('the worst searches themselves', times),
      { figure: 'of them refused at the deadline', value: searcher.takeRefused().length, unit: '' },
    ],
  };
}

/** Repeats the searches during other work and returns their time as a multiple of that without it. */
export function duringIngestRows(drawn: Drawn, alone: Times, delaysDuring: Times): Row[] {
  const names = searchClasses(drawn).map(({ name }) => name);
  const all = (times: Times) => names.flatMap((name) => times.get(name) ?? []);
  const tails = names.map((name): Row => {
    const value = percentile(delaysDuring.get(name) ?? [], 99) / percentile(alone.get(name) ?? [], 99);
    return { figure: `${name}: p99 during it / p99 alone`, value, unit: 'x', goal: { atMost: 2 } };
  });
  const medians = median(all(delaysDuring)) / median(all(alone));
  return [...tails, { figure: 'all of them: median during it / median alone', value: medians, unit: 'x' }];
}
