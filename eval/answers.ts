import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import type { AskResponse } from '@citewell/sdk';
import { findCitationMarkers } from '@citewell/sdk/citation-markers';
import { type Article, emptyRecord, type Pmid } from '../packages/core/src/records/article.ts';
import { splitSentences } from '../packages/core/src/text/sentences.ts';
import { buildApp } from '../packages/server/src/app/app.ts';
import { planQuery } from '../packages/server/src/literature/query/plan-query.ts';
import { leaderOf } from '../packages/server/src/literature/ranking/leader.ts';
import { headingLength } from '../packages/server/src/literature/ranking/sentences/best-sentences.ts';
import { passSubjectGate } from '../packages/server/src/retrieval/subject-gate.ts';
import { labeledSections, readPubmedqaRows } from '../packages/simulators/src/corpus.ts';
import { type CollectionName, loadCollection, pmidOf } from './collections.ts';
import { mean } from './measures.ts';
import { type EvalStore, openEvalStore } from './store.ts';

/** Kinds of questions, by their honest answer. */
type AnswersKind =
  | 'title-words'
  | 'plain-words'
  | 'chinese'
  | 'absent'
  | 'pair-absent'
  /** Records are about its subject, but none answers it. */
  | 'unanswered'
  | 'out-of-scope';

/** Question with its expected answer. */
export type AnswersQuestion = {
  id: string;
  kind: AnswersKind;
  language: 'en' | 'zh';
  question: string;
  /** Record on which the question is based; absent if the library has none. */
  collection?: CollectionName;
  record?: string;
  /** The record's conclusion, verbatim, and further sentences of it that are equally good answers. */
  conclusion?: string;
  also?: string[];
};

/** Outcome of one question. */
export type AnswersOutcome = {
  id: string;
  kind: AnswersKind;
  language: 'en' | 'zh';
  question: string;
  /** Indicates that the record is among the candidates, and that the subject gate admits it; undefined without a record. */
  found?: boolean;
  admitted?: boolean;
  /**
   * Indicates that the record is cited, and that its conclusion or an equally good sentence is quoted; undefined without a
   * record.
   */
  cited?: boolean;
  quoted?: boolean;
  /**
   * Indicates that the answer says that no record is about the subject, is about both together, or answers; undefined if
   * one does.
   */
  honest?: boolean;
  /** Result without its own record; undefined if there is no record, or this was not requested. */
  withheld?: boolean;
  /** Indicates that nothing was searched, cited or charged; undefined for questions that are in scope. */
  free?: boolean;
  otherPapers: number;
  references: number;
  answer: string;
};

/**
 * Loads the committed questions: those known while the product was changed, those written by others and asked once, those
 * of lay people, or those written by others of which some were held out (ids `n…`).
 */
export function readAnswersQuestions(
  set: 'questions' | 'held-out' | 'lay' | 'blind' = 'questions',
): AnswersQuestion[] {
  return readFileSync(new URL(`./answers/${set}.jsonl`, import.meta.url), 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as AnswersQuestion);
}

/**
 * Loads the records on which the questions are based: titles, labeled abstracts, headings and years; undefined without the
 * data.
 */
export function loadAnswersRecords(): Article[] | undefined {
  const scifact = loadCollection('scifact')?.map((article) => ({
    ...article,
    abstract: article.abstract.flatMap(({ text }) => labeledSections(text)),
  }));
  const pubmedqa = loadPubmedqa();
  return scifact && pubmedqa && [...pubmedqa, ...scifact];
}

/** Loads PubMedQA's labeled questions with the conclusions that answer them; undefined without the data. */
export function loadPubmedqaQuestions(): { question: string; pmid: Pmid; evidence: string[] }[] | undefined {
  return readPubmedqaRows()?.map(({ pmid, question, long_answer }) => ({
    question,
    pmid: pmidOf('pubmedqa', pmid),
    evidence: splitSentences(long_answer).map(({ text }) => text),
  }));
}

/** PubMedQA's question is the paper's title, and its long answer the abstract's conclusion. */
function loadPubmedqa(): Article[] | undefined {
  const rows = readPubmedqaRows();
  const others = loadCollection('pubmedqa');
  if (!rows || !others) return undefined;
  const whole = new Map(
    rows.map((row): [string, Article] => {
      const pmid = pmidOf('pubmedqa', row.pmid);
      const sections = row.contexts.map((text, at) => ({
        ...(row.labels[at] && { label: row.labels[at] }),
        text,
      }));
      const abstract = [...sections, { label: 'CONCLUSIONS', text: row.long_answer }];
      return [
        pmid,
        {
          ...emptyRecord,
          ...{ pmid, title: row.question, abstract, journal: 'pubmedqa' },
          ...{ year: row.year || '2010', mesh: row.mesh },
        },
      ];
    }),
  );
  return others.map((article) => whole.get(article.pmid) ?? article);
}

/** Phrases of an answer that says that no record is about the subject. */
const saysAbsent = /No record found is about|没有检索到关于/;
/** Phrases of an answer that says that records are about either subject, but none about both. */
const saysApart = /None of the records found is about|检索到的记录均未同时涉及/;
/** Phrases of an answer that says that records are near, but none answers. */
const saysUnclear = /None of the records found clearly answers|检索到的记录均未明确回答/;
const nearestMax = 3;

/** Returns true if an answer over records without an answer says so, in any of its phrases, and shows only the nearest. */
function saysUnanswered({ answer, references }: AskResponse): boolean {
  return (
    references.length === 0 ||
    (references.length <= nearestMax &&
      [saysAbsent, saysApart, saysUnclear].some((says) => says.test(answer)))
  );
}

/**
 * Asks each question over HTTP: the real app, all records in one library, the default engine, no remote source, optionally
 * with the `settings` of a reranker or of embeddings. With `isWithheld`, each question with a record is asked a second time
 * with that record removed.
 */
export async function evaluateAnswersSet(
  questions: readonly AnswersQuestion[],
  records: readonly Article[],
  settings: Record<string, string> = {},
  { isWithheld = false }: { isWithheld?: boolean } = {},
): Promise<AnswersOutcome[]> {
  const store = await openEvalStore(records, settings);
  const app = buildApp(store.services);
  try {
    await app.listen({ host: '127.0.0.1', port: 0 });
    const { port } = app.server.address() as AddressInfo;
    const { secret } = await store.services.keys.create({
      label: 'eval',
      modules: ['ask_agent'],
      dailyQuota: null,
      balance: 1_000_000_000,
      expiresAt: undefined,
      status: 'enabled',
    });
    const ask = async (body: Record<string, unknown>) => {
      const response = await fetch(`http://127.0.0.1:${port}/ai/api/ask`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${secret}` },
        body: JSON.stringify(body),
      });
      const text = await response.text();
      if (!response.ok) throw new Error(`${body.question}: HTTP ${response.status}: ${text}`);
      return {
        reply: JSON.parse(text) as AskResponse,
        charged: Number(response.headers.get('x-tokens-charged')),
      };
    };
    const outcomes: AnswersOutcome[] = [];
    for (const each of questions) {
      const { question, collection, record } = each;
      const { reply, charged } = await ask({ question, include: ['run'] });
      const own = isWithheld && collection && record ? pmidOf(collection, record) : undefined;
      const without = own && (await ask({ question, exclude_pmids: [own] }));
      outcomes.push({
        ...judge(each, reply, charged),
        ...(await followRecord(each, store)),
        ...(without && { withheld: saysUnanswered(without.reply) }),
      });
    }
    return outcomes;
  } finally {
    await app.close();
    await store.close();
  }
}

/** Default maximum number of references of an answer, which determines the number of candidates. */
const references = 10;

/** Progress of a question's record: through the search, and through the subject gate. */
async function followRecord(
  { question, collection, record }: AnswersQuestion,
  store: EvalStore,
): Promise<Pick<AnswersOutcome, 'found' | 'admitted'>> {
  if (!collection || !record) return {};
  const own = pmidOf(collection, record);
  const { ranked, nearest } = (await store.rank(question, references)).ranking;
  const thisYear = new Date().getUTCFullYear();
  const query = planQuery({ question, history: [], years: {}, category: undefined, thisYear });
  const articles = ranked.map(({ article }) => article);
  const { admitted } = passSubjectGate(articles, query.subjects ?? [], { leader: leaderOf(ranked, nearest) });
  const found = articles.find(({ pmid }) => pmid === own);
  return { found: found !== undefined, admitted: found !== undefined && admitted.has(found.pmid) };
}

function judge(asked: AnswersQuestion, reply: AskResponse, charged: number): AnswersOutcome {
  const { id, kind, language, question, collection, record, conclusion, also = [] } = asked;
  const { answer, references } = reply;
  const own = collection && record ? pmidOf(collection, record) : undefined;
  const cited = references.some(({ pmid }) => pmid === own);
  const outcome = { id, kind, language, question, answer, references: references.length };
  if (own)
    return {
      ...outcome,
      cited,
      quoted: isQuoted([conclusion, ...also], answer),
      otherPapers: references.length - (cited ? 1 : 0),
    };
  const others = { ...outcome, otherPapers: references.length };
  if (kind === 'out-of-scope') {
    const searched = reply.run?.searches?.length ?? 0;
    return { ...others, free: references.length === 0 && charged === 0 && searched === 0 };
  }
  if (kind === 'unanswered') return { ...others, honest: saysUnanswered(reply) };
  const isHonest =
    kind === 'absent'
      ? references.length === 0 && saysAbsent.test(answer)
      : references.length <= nearestMax && saysApart.test(answer);
  return { ...others, honest: isHonest };
}

/** Returns true if a text contains one of the sentences, with or without the section heading before it. */
export function isQuoted(sentences: readonly (string | undefined)[], text: string): boolean {
  const read = normalized(text);
  return sentences.some(
    (sentence) => sentence && read.includes(normalized(sentence.slice(headingLength(sentence)))),
  );
}

/** Keeps letters and digits alone, so that quotation marks, spaces and dashes make no difference. */
function normalized(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');
}

/** One row per kind of question: shares of 1, and papers per answer. */
export function tabulate(outcomes: readonly AnswersOutcome[]) {
  const kinds = Map.groupBy(outcomes, ({ kind, language }) => `${kind}, ${language}`);
  const rows = [...kinds].map(([name, group]) => rowOf(name, group));
  const withRecord = outcomes.filter(({ cited }) => cited !== undefined);
  const without = outcomes.filter(({ honest }) => honest !== undefined);
  return [
    ...rows,
    ...(withRecord.length > 0 ? [rowOf('all with a record', withRecord)] : []),
    ...(without.length > 0 ? [rowOf('all without a record', without)] : []),
  ];
}

/**
 * Counts the English sentences that an answer quotes and the lines of Chinese below them, the papers with such sentences
 * and the lines of terms below these.
 */
export function chineseLines(answer: string) {
  return {
    papers: answer.match(/^- .*“(?=[A-Za-z])/gm)?.length ?? 0,
    terms: answer.match(/^ {2}\*术语：/gm)?.length ?? 0,
    quoted: answer.match(/“(?=[A-Za-z])/g)?.length ?? 0,
    lines: findCitationMarkers(answer).filter(({ end }) => answer[end] === '。').length,
  };
}

function rowOf(
  name: string,
  group: readonly AnswersOutcome[],
): { name: string } & Record<string, string | number> {
  const share = (field: 'found' | 'admitted' | 'cited' | 'quoted' | 'withheld' | 'honest' | 'free') => {
    const known = group.filter((each) => each[field] !== undefined);
    const held = known.filter((each) => each[field]).length;
    return known.length > 0 ? { [field]: (held / known.length).toFixed(3) } : {};
  };
  const answerable = group.filter(({ cited }) => cited !== undefined);
  const refused = answerable.filter(({ references }) => references === 0).length;
  const others = mean(group, ({ otherPapers }) => otherPapers);
  const chinese = group.filter(({ language }) => language === 'zh').map(({ answer }) => chineseLines(answer));
  const sumOf = (count: keyof (typeof chinese)[number]) =>
    chinese.reduce((sum, each) => sum + each[count], 0);
  const quotations = mean(answerable, ({ answer }) => answer.match(/“/g)?.length ?? 0);
  return {
    name,
    questions: group.length,
    ...share('found'),
    ...share('admitted'),
    ...share('cited'),
    ...share('quoted'),
    ...share('withheld'),
    ...share('honest'),
    ...share('free'),
    ...(answerable.length > 0 && { 'falsely refused': refused, quotations: quotations.toFixed(1) }),
    'other papers': others.toFixed(1),
    ...(sumOf('quoted') > 0 && {
      'Chinese lines': (sumOf('lines') / sumOf('quoted')).toFixed(3),
      'Chinese terms': (sumOf('terms') / sumOf('papers')).toFixed(3),
    }),
  };
}
