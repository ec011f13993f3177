import { type Article, parsePmcid, parsePmid } from '@citewell/core/records/article.ts';
import type { RunRecord } from '@citewell/sdk';
import type { FullTextPlace, Passage } from '../../../literature/ranking/passage.ts';
import { articleHash, sha256Hex } from '../../../retrieval/trust/run-record.ts';
import { fromRunStudy } from '../../../retrieval/trust/run-study.ts';

/**
 * Restores the evidence of a run as its writer received it, to write the answer again.
 *
 * @throws Error if a sentence does not match its hash or occurs in no record of the run, because the run was modified.
 */
export function passagesOfRun({ evidence, articles }: RunRecord): Passage[] {
  const byPmid = new Map(articles.map((article) => [article.pmid, article]));
  return evidence.map(
    (
      { id, pmid, text, label, chinese, lacks, unmentioned, context, start, end, full_text, ...hashed },
      index,
    ) => {
      const article = byPmid.get(pmid);
      const parsed = parsePmid(pmid);
      if (!article || !parsed) throw new Error(`run: ${id} names a record that is not in it`);
      if (sha256Hex(text) !== hashed.sha256) throw new Error(`run: ${id} is not the sentence that was read`);
      const {
        publication_types: publicationTypes,
        retracted,
        study,
        title,
        authors,
        journal,
        year,
      } = article;
      return {
        id,
        article: { pmid: parsed, title, authors, journal, year, publicationTypes, retracted },
        text,
        ...(label !== undefined && { label }),
        ...(chinese !== undefined && { chinese }),
        ...(lacks && { lacks }),
        ...(unmentioned && { unmentioned }),
        ...(context && { isContext: true as const }),
        ...(full_text && { fullText: placeOf(full_text) }),
        ...(study && { study: fromRunStudy(study) }),
        start,
        end,
        // Ranking determined this order; its scores are not stored.
        score: evidence.length - index,
      };
    },
  );
}

function placeOf({
  pmcid,
  section,
  sha256,
  row,
}: NonNullable<RunRecord['evidence'][number]['full_text']>): FullTextPlace {
  const parsed = parsePmcid(pmcid);
  if (!parsed) throw new Error(`run: ${pmcid} is no PMCID`);
  return { pmcid: parsed, section, sha256, ...(row && { isRow: row }) };
}

/** Lists the records of a run that have changed since, and those that have been retracted. */
export function changedSince(
  { articles }: RunRecord,
  now: readonly Article[],
): { changed: string[]; retracted: string[]; gone: string[] } {
  const records = new Map<string, Article>(now.map((article) => [article.pmid, article]));
  const pmids = (wanted: (article: Article, then: RunRecord['articles'][number]) => boolean) =>
    articles.flatMap((then) => {
      const article = records.get(then.pmid);
      return article && wanted(article, then) ? [then.pmid] : [];
    });
  return {
    changed: pmids((article, then) => articleHash(article) !== then.sha256),
    retracted: pmids((article, then) => article.retracted && !then.retracted),
    gone: articles.flatMap(({ pmid }) => (records.has(pmid) ? [] : [pmid])),
  };
}
