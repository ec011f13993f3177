import { readFileSync } from 'node:fs';
import type { Pmid } from '../../packages/core/src/records/article.ts';
import { pmidOfName, type RecordName } from '../collections.ts';
import { evaluateReviews } from '../review.ts';
import { fetchable, loadReviewRecords } from '../review-records.ts';

/** Topic of a review, with the records judged for it: on the topic, on its subject only, or beside it. */
export type JudgedTopic = { id: string; topic: string } & Record<Judgment, ReadonlySet<Pmid>>;

const judgments = ['on', 'partly', 'off'] as const;
type Judgment = (typeof judgments)[number];

/** Reads topics with the judgments of their nearest records, by people who had not seen the code. */
export function readJudgedTopics(set: 'judged' | 'held-out'): JudgedTopic[] {
  type Row = { id: string; topic: string } & Record<Judgment, RecordName[]>;
  const lines = readFileSync(new URL(`${set}.jsonl`, import.meta.url), 'utf8')
    .trim()
    .split('\n');
  return lines.map((line) => {
    const { id, topic, ...rows } = JSON.parse(line) as Row;
    const pmids = (names: Row['on']) => new Set(names.map(pmidOfName));
    return { id, topic, on: pmids(rows.on), partly: pmids(rows.partly), off: pmids(rows.off) };
  });
}

/** Papers that reviews of judged topics include, in one language or both. */
export type JudgedRow = {
  name: string;
  topics: number;
  included: number;
  /** Share of the included papers with a judgment that are on the topic, and that are at least on its subject. */
  on_topic: string;
  on_subject: string;
  /** Number of included papers that nobody judged. */
  unjudged: number;
  /** Share of the papers on the topics that are included. */
  found: string;
  /** Number of topics with no paper, and with fewer than a review needs. */
  empty: number;
  too_few: number;
};

/** Number of papers below which a review is only a list. */
const reviewMin = 3;

/** Reviews the topics without a model, by default over the real records of PubMedQA and SciFact; undefined without the data. */
export async function evaluateJudgedTopics(
  topics: readonly JudgedTopic[],
  records = loadReviewRecords(),
): Promise<JudgedRow[] | undefined> {
  if (!records) return undefined;
  const included = new Map<string, string[]>();
  await evaluateReviews(
    { questions: topics.map(({ topic }) => topic), records, invented: [] },
    {
      onReview: ({ references }, at) => {
        const id = topics[at]?.id ?? '';
        included.set(
          id,
          references.map(({ pmid }) => pmid),
        );
      },
    },
  );
  const isHan = ({ topic }: JudgedTopic) => /\p{Script=Han}/u.test(topic);
  return [
    rowOf(
      'English',
      topics.filter((each) => !isHan(each)),
      included,
    ),
    rowOf('Chinese', topics.filter(isHan), included),
    rowOf('all', topics, included),
  ];
}

function rowOf(
  name: string,
  topics: readonly JudgedTopic[],
  included: ReadonlyMap<string, readonly string[]>,
): JudgedRow {
  const counts = { on: 0, partly: 0, off: 0, unjudged: 0, expected: 0, empty: 0, tooFew: 0 };
  for (const topic of topics) {
    const pmids = included.get(topic.id) ?? [];
    for (const pmid of pmids)
      counts[
        judgments.find((judgment) => [...topic[judgment]].map(fetchable).includes(pmid)) ?? 'unjudged'
      ] += 1;
    counts.expected += topic.on.size;
    if (pmids.length === 0) counts.empty += 1;
    if (pmids.length < reviewMin) counts.tooFew += 1;
  }
  const { on, partly, off, unjudged, expected, empty, tooFew } = counts;
  const share = (part: number, whole: number) => (part / (whole || 1)).toFixed(3);
  return {
    ...{ name, topics: topics.length, included: on + partly + off + unjudged },
    on_topic: share(on, on + partly + off),
    on_subject: share(on + partly, on + partly + off),
    ...{ unjudged, found: share(on, expected), empty, too_few: tooFew },
  };
}
