import { splitSentences } from '../../packages/core/src/text/sentences.ts';
import { loadClaims } from '../citation-sets.ts';
import type { JudgedClaim } from './judged-claim.ts';
import { loadRecords } from './records.ts';

/** Claims annotated by others, which are reported and not used for tuning. */
export const annotatedSets = { SciFact: 'scifact-dev', 'Citation-Integrity': 'citint-dev' } as const;

/**
 * Loads claims with their annotators' labels: "consistent" is supported, "inconsistent" and "not enough" are not. Undefined
 * without ../shared/data.
 */
export function loadAnnotated(set: (typeof annotatedSets)[keyof typeof annotatedSets]) {
  const relations = {
    consistent: 'supports',
    inconsistent: 'contradicts',
    not_enough: 'not_stated',
  } as const;
  return loadClaims(set)?.map(
    ({ id, sentence, title, abstract, label, kind, docId }): JudgedClaim => ({
      id,
      sentence,
      article: { title, abstract, publicationTypes: undefined },
      language: 'en',
      holds: label === 'consistent',
      relation: relations[label],
      class: kind,
      pair: undefined,
      evidence: undefined,
      document: docId,
    }),
  );
}

/** Minimum length of a conclusion's sentence that states something by itself. */
const sentenceMin = 40;

/**
 * Loads the sentences of the conclusions of PubMedQA's records, each about its record without the conclusion: hardly any
 * can be demonstrated, and none should be called deviating, since the authors wrote both. Undefined without ../shared/data.
 */
export function loadConclusions(): JudgedClaim[] | undefined {
  const records = [...(loadRecords('pubmedqa') ?? [])];
  return records.length === 0
    ? undefined
    : records.flatMap(([id, { title, abstract }]) => {
        const [body = '', conclusion] = abstract.split('\nCONCLUSIONS: ');
        const sentences = title && conclusion ? splitSentences(conclusion) : [];
        return sentences
          .filter(({ text }) => text.length >= sentenceMin)
          .map(
            ({ text }, at): JudgedClaim => ({
              id: `${id} ${at}`,
              sentence: text,
              article: { title, abstract: body, publicationTypes: undefined },
              language: 'en',
              holds: true,
              relation: 'supports',
              class: 'conclusion',
              pair: undefined,
              evidence: undefined,
              document: id,
            }),
          );
      });
}
