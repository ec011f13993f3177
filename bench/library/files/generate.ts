import type { Article, Notice, Pmid } from '../../../packages/core/src/records/article.ts';
import type { RecordDate } from '../../../packages/simulators/src/pubmed/record-fields.ts';
import { enteredOn, isoDay, lastDay, revisedOn } from './generate-dates.ts';
import { journalNames, surnamesOf } from './generate-names.ts';
import { findTopics } from './generate-neighbours.ts';
import { below, randomOf } from './generate-random.ts';
import { makeRecord, type Pools } from './generate-record.ts';
import { readSource, type Source } from './generate-source.ts';
import { prepareTexts } from './generate-text.ts';

/** Record, with PubMed's data about it that an Article does not contain. */
export type GeneratedRecord = {
  article: Article;
  published: RecordDate;
  /** Day on which it was added, counted from 1970. */
  entered: number;
  /** ISO. */
  revisedAt: string;
  /** Record that it retracts, if it is a notice. */
  retracts?: Notice;
};

export type LibraryPlan = {
  /** Number of records in the library; their dates and PMIDs are spread over it. */
  records: number;
  seed: number;
  pools: Pools;
  /** Part of it: from this record to before that one. */
  from?: number;
  to?: number;
};

/** Highest PMID that exists today. */
const lastPmid = 40_000_000;
const retractedEvery = 500;
const surnamesInvented = 60_000;

/** Prepares the material from which records are drawn, once: it takes seconds. */
export function preparePools(source: Source = readSource()): Pools {
  const topics = findTopics(source.records);
  const subjects = [...new Set(topics.flatMap(({ mesh }) => mesh))].sort();
  return {
    topics,
    texts: prepareTexts(topics),
    journals: journalNames(source.journals, subjects),
    surnames: { real: surnamesOf(source.authors), invented: surnamesInvented },
    hanTitles: source.hanTitles,
    hanSentences: source.hanSentences,
  };
}

/**
 * Generates a library in order of PMID and, roughly, of date. Each record depends only on the seed, its position and the
 * number of records, so that a part is the same whether generated alone or with the rest.
 */
export function* generateRecords(plan: LibraryPlan): Generator<GeneratedRecord> {
  const { records, seed, pools, from = 0, to = records } = plan;
  for (let place = from; place < to; place++) {
    const entered = enteredOn((place + 0.5) / records);
    const { retractedBy, retracts } = noticeOf(place, plan);
    const frame = {
      pmid: pmidAt(place, plan),
      entered,
      ...(retractedBy && { retractedBy }),
      ...(retracts && { retracts }),
    };
    const made = makeRecord(randomOf(seed, place), pools, frame);
    yield { ...made, entered, revisedAt: revisedOn(seed, place, entered), ...(retracts && { retracts }) };
  }
}

/** Generates these records as articles only. */
export async function* generateArticles(plan: LibraryPlan): AsyncGenerator<Article> {
  for (const { article } of generateRecords(plan)) yield article;
}

/**
 * Generates the records of one day in such a library: new ones, and as many existing ones with changed wording, revised on
 * that day.
 */
export function* generateUpdate(plan: LibraryPlan, records: number, day = 1): Generator<GeneratedRecord> {
  const { seed, pools } = plan;
  const entered = lastDay + day;
  for (let place = 0; place < records; place++) {
    const random = randomOf(seed + day, -1 - place);
    const isNew = place % 2 === 0;
    const pmid = isNew
      ? (String(lastPmid + day * 100_000 + place) as Pmid)
      : // Spread over the whole library, so that none is revised twice.
        pmidAt(Math.floor(((place + random()) * plan.records) / records), plan);
    const made = makeRecord(random, pools, { pmid, entered });
    yield { ...made, entered, revisedAt: isoDay(entered) };
  }
}

/** Spread over all existing PMIDs, in order. */
function pmidAt(place: number, { records, seed }: LibraryPlan): Pmid {
  const step = Math.floor(lastPmid / records);
  return String(1 + place * step + below(randomOf(seed ^ 0x91d, place), step)) as Pmid;
}

/** A record is retracted at regular intervals, and the next one is the notice. */
function noticeOf(place: number, plan: LibraryPlan): { retractedBy?: Notice; retracts?: Notice } {
  const notice = (at: number) => ({ pmid: pmidAt(at, plan), citation: `Retraction notice ${at}.` });
  if (place % retractedEvery === 100 && place + 1 < plan.records) return { retractedBy: notice(place + 1) };
  return place % retractedEvery === 101 ? { retracts: notice(place - 1) } : {};
}
