import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { SentenceToCheck } from '../../packages/server/src/features/citation-checks/check-by-rules.ts';
import { readJsonLines, readPubmedqaRows, sharedDataDir } from '../../packages/simulators/src/corpus.ts';

/** Record in the form against which a sentence is checked. */
export type CheckedRecord = SentenceToCheck['article'];

/** Source of a claim's abstract; `own` ones are invented and part of the repository. */
export type CheckedCollection = 'own' | 'pubmedqa' | 'scifact';

const twinsDir = fileURLToPath(new URL('../twins/', import.meta.url));

/** Reads the records of a collection by their id; undefined if it is not in ../shared/data. */
export function loadRecords(
  collection: CheckedCollection,
  directory = sharedDataDir,
): Map<string, CheckedRecord> | undefined {
  if (collection === 'own') {
    type Row = { record: string; title: string; abstract: string };
    const rows = readFileSync(`${twinsDir}own-records.jsonl`, 'utf8').trimEnd().split('\n');
    return new Map(
      rows.map((line) => {
        const { record, title, abstract } = JSON.parse(line) as Row;
        return [record, { title, abstract, publicationTypes: undefined }];
      }),
    );
  }
  if (collection === 'scifact') {
    type Row = { _id: string; title: string; text: string };
    return toMap(
      readJsonLines<Row>(`${directory}/retrieval/scifact/corpus.jsonl`),
      ({ _id, title, text }) => [String(_id), title, text],
    );
  }
  const whole = toMap(readPubmedqaRows(directory), ({ pmid, question, labels, contexts, long_answer }) => {
    const sections = contexts.map((text, at) => (labels[at] ? `${labels[at]}: ${text}` : text));
    return [pmid, question, [...sections, `CONCLUSIONS: ${long_answer}`].join('\n')];
  });
  // The others are for retrieval, without their title, which is their question, and without their conclusion.
  const others = toMap(
    readJsonLines<{ _id: string; text: string }>(`${directory}/retrieval/pubmedqa/corpus.jsonl`),
    ({ _id, text }) => [_id, '', text],
  );
  return whole && others && new Map([...others, ...whole]);
}

function toMap<Row>(
  rows: readonly Row[] | undefined,
  read: (row: Row) => [id: string, title: string, abstract: string],
): Map<string, CheckedRecord> | undefined {
  return (
    rows &&
    new Map(
      rows.map((row) => {
        const [id, title, abstract] = read(row);
        return [id, { title, abstract, publicationTypes: undefined }];
      }),
    )
  );
}
