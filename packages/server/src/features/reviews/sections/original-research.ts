import { type Article, abstractText } from '@citewell/core/records/article.ts';

/** Words of work that authors did themselves. What a review "discusses" or "considers" is the work of others. */
const ownWork =
  /\b(?:we|authors) (?:[a-z]+ ){0,2}?(?:find|found|show(?:ed)?|observed?|demonstrated?|identif(?:y|ied)|measured|used|performed|conducted|analy[sz]ed|enrol?led|recruited|studied|examined|investigated|compared|assessed|evaluated|tested|determined|developed|randomi[sz]ed|randomly|asked|surveyed|interviewed|followed|treated|collected|calculated|estimated|generated|discovered|report(?:ed)?|elucidated|searched|included|pooled|sought|aimed|hypothesi[sz]ed)\b|\bour (?:results|findings|data|study|cohort|patients|analys[ie]s|experiments|observations)\b|\b(?:this|the present|the current) (?:[a-z-]+ ){0,3}(?:study|trial|survey|cohort|analysis|meta-analysis|experiment)\b|我们(?:发现|观察|分析|比较|纳入|收集|检索)|本(?:研究|组)/i;
/** Figures of a sample, and what was done with those in it. */
const ownSample =
  /\bp ?[<=>≤] ?0?[.·]\d|\b9\d ?% ?(?:CI\b|confidence interval)|\bn ?= ?\d|\bretrospective(?:ly)?\b|\bprospectively\b|\b(?:were|was) (?:then |also )?(?:randomi[sz]ed|randomly|recruited|enrol?led|interviewed|followed up|measured|assessed|compared|analy[sz]ed|investigated|examined|performed|obtained|collected|included|treated with|observed|found to)\b|\d ?(?:例|名)|差异有?统计学|[Pp] ?[＜<=]/;
const ofResults = /result|finding|结果/i;

/**
 * Returns true if a record reports work of its own: what a narrative review says of the work of others is no result of it.
 */
export function reportsOriginalResearch({ title, abstract }: Pick<Article, 'title' | 'abstract'>): boolean {
  const text = `${title}. ${abstractText({ abstract })}`;
  return (
    abstract.some(({ label = '' }) => ofResults.test(label)) ||
    /\bRESULTS?\b/.test(text) ||
    ownSample.test(text) ||
    ownWork.test(text)
  );
}
