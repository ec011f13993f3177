import { existsSync, readFileSync } from 'node:fs';
import { type Article, emptyRecord, type Pmid } from '../packages/core/src/records/article.ts';
import { loadPubmedqaCorpus, readJsonLines, sharedDataDir } from '../packages/simulators/src/corpus.ts';
import type { SimulatedRecord } from '../packages/simulators/src/pubmed/record.ts';

export type CollectionName = 'scifact' | 'medlars' | 'pubmedqa';

/**
 * Prefixes to the numbers of records, which each collection assigns itself: in one store no record then replaces another,
 * and no number in a question matches one.
 */
const firstPmid: Record<CollectionName, number> = {
  scifact: 2_000_000_000,
  medlars: 3_000_000_000,
  pubmedqa: 4_000_000_000,
};

export function pmidOf(collection: CollectionName, id: string): Pmid {
  return String(firstPmid[collection] + Number(id)) as Pmid;
}

/** Record by its collection and its number there: `scifact:4445629`. */
export type RecordName = `${CollectionName}:${string}`;

export function pmidOfName(name: RecordName): Pmid {
  const [collection = '', id = ''] = name.split(':');
  return pmidOf(collection as CollectionName, id);
}

/** Returns the records of a collection as a library stores them; undefined if it is not in ../shared/data. */
export function loadCollection(name: CollectionName, directory = sharedDataDir): Article[] | undefined {
  if (name === 'pubmedqa') return loadPubmedqaCorpus(directory)?.map(fromSimulated);
  type Row = { _id: string; title: string; text: string };
  const rows = readJsonLines<Row>(`${directory}/retrieval/${name}/corpus.jsonl`);
  // Neither has dates, and no question asks for one.
  return rows?.map(({ _id, title, text }) => ({
    ...emptyRecord,
    pmid: pmidOf(name, _id),
    title,
    abstract: [{ text }],
    journal: name,
    year: '2015',
  }));
}

/**
 * PubMedQA's titles are its questions, so records have no title here, which makes finding them a real task. Half of the
 * records have MeSH headings, without which published figures were measured.
 */
function fromSimulated({ pmid, abstract = [], published }: SimulatedRecord): Article {
  return {
    ...emptyRecord,
    pmid: pmidOf('pubmedqa', pmid),
    title: '',
    abstract,
    journal: 'pubmedqa',
    year: published.year ?? '2010',
  };
}

export type JudgedQuestion = { id: string; text: string; relevant: ReadonlySet<string> };

/** Loads questions with their answers, by PMID; undefined without ../shared/data. */
export function loadQuestions(
  collection: CollectionName,
  split: string | undefined,
  directory = sharedDataDir,
): JudgedQuestion[] | undefined {
  const part = split ? `.${split}` : '';
  const folder = `${directory}/retrieval/${collection}`;
  const rows = readJsonLines<{ _id: string; text: string }>(`${folder}/queries${part}.jsonl`);
  const judgments = readJudgments(`${folder}/qrels${part}.tsv`);
  return rows?.flatMap(({ _id: id, text }) => {
    const relevant = judgments.get(id);
    return relevant
      ? [{ id, text, relevant: new Set(relevant.map((record) => pmidOf(collection, record))) }]
      : [];
  });
}

function readJudgments(file: string): Map<string, string[]> {
  const byQuestion = new Map<string, string[]>();
  if (!existsSync(file)) return byQuestion;
  for (const line of readFileSync(file, 'utf8').split('\n').slice(1)) {
    const [question, record, score] = line.split('\t');
    if (!question || !record || !(Number(score) > 0)) continue;
    byQuestion.set(question, [...(byQuestion.get(question) ?? []), record]);
  }
  return byQuestion;
}

/** Chinese questions with their English originals. */
export type ChineseQuestion = { id: string; zh: string; en: string; relevant: ReadonlySet<string> };

export function loadChineseQuestions(directory = sharedDataDir): ChineseQuestion[] | undefined {
  type Row = { id: string; zh: string; en: string; relevant: string[]; corpus: CollectionName };
  return readJsonLines<Row>(`${directory}/zh/zh-questions.dev.jsonl`)?.map(
    ({ id, zh, en, relevant, corpus }) => ({
      id,
      zh,
      en,
      relevant: new Set(relevant.map((record) => pmidOf(corpus, record))),
    }),
  );
}

/** Claim about a paper, and the sentences of its abstract that support or refute it, if any. */
export type ClaimEvidence = {
  id: string;
  claim: string;
  pmid: Pmid;
  label: 'consistent' | 'inconsistent' | 'not_enough';
  evidence: string[];
};

/** `train` is for tuning; `dev` are the claims of BEIR's test split. */
export function loadClaimEvidence(
  split: 'train' | 'dev',
  directory = sharedDataDir,
): ClaimEvidence[] | undefined {
  type Row = {
    id: string;
    sentence: string;
    doc_id: string;
    label: ClaimEvidence['label'];
    evidence_sentences: string[];
  };
  return readJsonLines<Row>(`${directory}/citation-check/scifact.train.dev.jsonl`)
    ?.filter(({ id }) => id.startsWith(`scifact-${split}-`))
    .map(({ id, sentence, doc_id, label, evidence_sentences }) => ({
      id,
      claim: sentence,
      pmid: pmidOf('scifact', doc_id),
      label,
      evidence: evidence_sentences,
    }));
}
