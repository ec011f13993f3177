import { createHash } from 'node:crypto';
import { type Article, abstractText, type Pmid } from '@citewell/core/records/article.ts';
import type { RunArticle, RunEvidence } from '@citewell/sdk';
import { type Passage, referenceOf } from '../../literature/ranking/passage.ts';
import { toRunStudy } from './run-study.ts';

/** Returns the SHA-256 of a text in UTF-8, hexadecimal. */
export function sha256Hex(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('hex');
}

/** Returns a hash of title and abstract, by which changes of a record can be detected. */
export function articleHash(article: Pick<Article, 'title' | 'abstract'>): string {
  return sha256Hex(`${article.title}\n${abstractText(article)}`);
}

/** Lists the sentences supplied to the writer, each with its hash. */
export function runEvidence(passages: readonly Passage[]): RunEvidence[] {
  return passages.map(
    ({ id, article, text, label, chinese, lacks, unmentioned, isContext, fullText, start, end }) => ({
      id,
      pmid: article.pmid,
      text,
      ...(label !== undefined && { label }),
      ...(chinese !== undefined && { chinese }),
      ...(lacks && { lacks: [...lacks] }),
      ...(unmentioned && { unmentioned: [...unmentioned] }),
      ...(isContext && { context: true as const }),
      ...(fullText && {
        full_text: {
          pmcid: fullText.pmcid,
          section: fullText.section,
          sha256: fullText.sha256,
          ...(fullText.isRow && { row: true as const }),
        },
      }),
      start,
      end,
      sha256: sha256Hex(text),
    }),
  );
}

/** Lists the records of these sentences, each once. `hashes` were computed while the whole record was available. */
export function runArticles(passages: readonly Passage[], hashes: ReadonlyMap<Pmid, string>): RunArticle[] {
  const firsts = new Map(passages.toReversed().map((passage) => [passage.article.pmid, passage]));
  const pmids = new Set(passages.map(({ article }) => article.pmid));
  return [...pmids]
    .flatMap((pmid) => firsts.get(pmid) ?? [])
    .map(({ article, study }) => ({
      ...referenceOf(article),
      publication_types: article.publicationTypes,
      retracted: article.retracted,
      ...(study && { study: toRunStudy(study) }),
      sha256: hashes.get(article.pmid) ?? '',
    }));
}
