import { splitSentences } from '../../packages/core/src/text/sentences.ts';
import type { JudgedClaim } from './judged-claim.ts';
import type { MadePair } from './made-pair.ts';
import { editResult } from './pair-edits.ts';
import { type CheckedRecord, loadRecords } from './records.ts';

/** Sentences that ask or plan, which no edit turns into a finding. */
const noResult =
  /\?$|\b(?:aims?|aimed|objective|purpose|hypothes\w+|whether|sought|investigate|we (?:examined|assessed|compared|evaluated|studied)|previous(?:ly)?|if|should)\b/i;
const longest = 320;

/**
 * Makes minimal pairs from the result sentences of PubMedQA and SciFact: a sentence that follows from the original, and one
 * that differs from it in a single thing; at most `most` per class, language and collection. Undefined if a collection is
 * not in ../shared/data.
 */
export function makePairs(most = 40): JudgedClaim[] | undefined {
  const claims: JudgedClaim[] = [];
  for (const collection of ['pubmedqa', 'scifact'] as const) {
    const records = loadRecords(collection);
    if (!records) return undefined;
    const counts = new Map<string, number>();
    for (const [id, article] of records)
      for (const made of pairsOf(article)) {
        const key = `${made.class} ${made.language}`;
        const count = counts.get(key) ?? 0;
        if (count >= most) continue;
        counts.set(key, count + 1);
        claims.push(...toClaims(made, article, `${collection} ${id}`));
      }
  }
  return claims;
}

/** Makes the pairs of one record, at most one per class and language. */
export function pairsOf(article: CheckedRecord): MadePair[] {
  const bodies = splitSentences(article.abstract)
    .map(({ text }) => text.replace(/^[A-Z][A-Z ,&/]{3,40}:?\s(?=[A-Z])/, ''))
    .filter((body) => body.length <= longest && !noResult.test(body));
  const taken = new Map<string, MadePair>();
  for (const body of bodies)
    for (const made of editResult(body, article.abstract)) {
      const key = `${made.class} ${made.language}`;
      if (made.true !== made.wrong && !taken.has(key)) taken.set(key, made);
    }
  return [...taken.values()];
}

function toClaims(made: MadePair, article: CheckedRecord, document: string): JudgedClaim[] {
  const { class: edit, language, source } = made;
  const common = { article, language, class: edit, pair: `${edit} ${language}`, evidence: source, document };
  return [
    { ...common, id: `${document} ${edit} true`, sentence: made.true, holds: true, relation: 'supports' },
    {
      ...common,
      id: `${document} ${edit} wrong`,
      sentence: made.wrong,
      holds: false,
      relation: 'contradicts',
    },
  ];
}
