import { existsSync, readFileSync } from 'node:fs';
import { sharedDataDir } from '../packages/simulators/src/corpus.ts';

/** Sentence with the record it cites and its annotation. */
export type Claim = {
  id: string;
  sentence: string;
  title: string;
  abstract: string;
  label: 'consistent' | 'inconsistent' | 'not_enough';
  /** Detailed type of error, which only Citation-Integrity provides. */
  kind: string;
  docId: string;
};

export type ClaimSet = 'scifact-train' | 'scifact-dev' | 'citint-train' | 'citint-dev';

/** Loads the claims of a set; undefined without the data. */
export function loadClaims(set: ClaimSet): Claim[] | undefined {
  const [file, prefix] = {
    'scifact-train': ['scifact.train.dev', 'scifact-train-'],
    'scifact-dev': ['scifact.train.dev', 'scifact-dev-'],
    'citint-train': ['citint.train', ''],
    'citint-dev': ['citint.dev', ''],
  }[set] as [string, string];
  const path = `${sharedDataDir}citation-check/${file}.jsonl`;
  if (!existsSync(path)) return undefined;
  type Row = Omit<Claim, 'kind' | 'docId'> & { kind?: string; fine?: string | null; doc_id?: string };
  return readFileSync(path, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line): Row => JSON.parse(line))
    .filter(({ id }) => id.startsWith(prefix))
    .map(({ kind, fine, doc_id, ...row }) => ({ ...row, kind: kind ?? fine ?? '', docId: doc_id ?? row.id }));
}
