import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { JudgedClaim } from './judged-claim.ts';
import { type CheckedCollection, type CheckedRecord, loadRecords } from './records.ts';

/** Two sentences about one record that differ in one thing; the abstract states one of them. */
export type Twins = {
  id: string;
  collection: CheckedCollection;
  record: string;
  design: string;
  language: 'en' | 'zh';
  /** Kind of difference. */
  class: string;
  /** Relation of the abstract to the wrong one. */
  kind: 'contradicts' | 'not_stated';
  true: string;
  wrong: string;
  /** Decisive passage, verbatim; " … " joins several. */
  evidence: string;
};

/** Committed sets; all are known, those held out since their first run (twins/README.md). */
export const openSets = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k', 'l', 'm', 'n'] as const;
/** Sets measured with `--held-out`; reports list none of their sentences. */
export const heldOutSets = [
  'held-out',
  'held-out-2',
  'held-out-3',
  'held-out-4',
  'held-out-5',
  'held-out-6',
  'held-out-7',
  'held-out-8',
  'held-out-9',
  'held-out-10',
  'held-out-11',
  'held-out-12',
] as const;
export type TwinSet = (typeof openSets)[number] | (typeof heldOutSets)[number] | 'own';

/**
 * Reads a set; undefined if it is not committed.
 * @throws Error if a pair is invalid: a sentence occurs twice, or both are equal.
 */
export function readTwins(set: TwinSet): Twins[] | undefined {
  const file = fileURLToPath(new URL(`../twins/${set}.jsonl`, import.meta.url));
  if (!existsSync(file)) return undefined;
  const twins = readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Twins);
  const sentences = new Set<string>();
  for (const { id, true: holds, wrong } of twins)
    for (const sentence of [holds, wrong]) {
      if (sentences.has(sentence)) throw new Error(`${set}: a sentence of ${id} is there twice`);
      sentences.add(sentence);
    }
  return twins;
}

/**
 * Returns the claims of twins, the true one before the wrong one; undefined if a collection is not in ../shared/data.
 * @throws Error if a record is missing, or evidence is not part of its record.
 */
export function claimsOfTwins(twins: readonly Twins[]): JudgedClaim[] | undefined {
  const collections = new Map<CheckedCollection, Map<string, CheckedRecord> | undefined>();
  const claims: JudgedClaim[] = [];
  for (const { id, collection, record, language, class: kindOfError, kind, evidence, ...pair } of twins) {
    if (!collections.has(collection)) collections.set(collection, loadRecords(collection));
    const records = collections.get(collection);
    if (!records) return undefined;
    const article = records.get(record);
    if (!article) throw new Error(`${id}: ${collection} has no record ${record}`);
    const text = `${article.title}\n${article.abstract}`;
    if (!evidence.split(' … ').every((part) => text.includes(part)))
      throw new Error(`${id}: its evidence is not part of the record`);
    const common = { article, language, class: kindOfError, evidence, document: `${collection} ${record}` };
    claims.push(
      { ...common, id: `${id} true`, pair: id, sentence: pair.true, holds: true, relation: 'supports' },
      { ...common, id: `${id} wrong`, pair: id, sentence: pair.wrong, holds: false, relation: kind },
    );
  }
  return claims;
}
