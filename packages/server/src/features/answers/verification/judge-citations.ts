import { isComparable } from '@citewell/citation-checker/comparable.ts';
import { type CheckedArticle, type Comparison, compare } from '@citewell/citation-checker/comparison.ts';
import { demonstrate } from '@citewell/citation-checker/demonstration/demonstrate.ts';
import { locateQuote, type Span } from '@citewell/citation-checker/locate.ts';
import { isKeyTermMissing } from '@citewell/citation-checker/short-claim.ts';
import type { Pmid } from '@citewell/core/records/article.ts';
import { splitSentences } from '@citewell/core/text/sentences.ts';
import type { Statement } from '../../../literature/sources/full-text/statements.ts';
import { inlineLabel } from '../../../literature/studies/abstract-sentences.ts';
import { combineArticles } from '../../../retrieval/checked-article.ts';
import { statesNothing } from '../citations/classify-uncited-sentence.ts';
import { isEditedQuotation } from './edited-quotation.ts';
import { supportsCitation } from './supports-citation.ts';

/** Records that may support a sentence, best first. */
export type CheckableArticles = ReadonlyMap<Pmid, CheckedArticle>;

/** Judgment of a sentence and its citations. */
export type CitationJudgment = {
  /**
   * `kept` with the markers that are supported; `citations_replaced` by other records, which support it; `unmarked` if
   * it states nothing that a record could support; `omitted`.
   */
  outcome: 'kept' | 'citations_replaced' | 'unmarked' | 'omitted';
  /** PMIDs that it cites after judgment. */
  pmids: Pmid[];
  /** Verdict over all citations: "supported" if that is demonstrated. */
  verdict: 'supported' | 'undetermined';
  /** Citations that support it alone, or without which the others do not. */
  supporting: ReadonlySet<Pmid>;
  evidence: { pmid: Pmid; span: Span }[];
  /** Full-text statements that support it, if the abstracts are undecided. */
  fullText?: { pmid: Pmid; statement: Statement }[];
};

/**
 * Relation of a sentence to one article, or to several together: the first two permit the citation, the others do not.
 */
type SentenceRelation = {
  holds: 'supported' | 'open' | 'refused' | 'apart';
  evidence: Span[];
};

/**
 * Minimum share of a sentence's words in abstract and title; below it, the citation is probably mistaken. Hardly any
 * sound claim of SciFact and Citation-Integrity is below, and most claims paired with an unrelated abstract are.
 */
const apartBelow = 0.15;
const fewestTerms = 3;
/** Minimum length of a verbatim match; shorter texts occur in many abstracts. */
const shortestQuote = 20;

/**
 * Judges the citations of a sentence by rules alone. Citations are dropped if others support the sentence without them;
 * if none does, a record that states the sentence replaces them, or the sentence is omitted. Several citations may
 * support a sentence together that none supports alone. The sentence itself never gains content.
 */
export function judgeCitations(
  sentence: string,
  cited: readonly Pmid[],
  articles: CheckableArticles,
): CitationJudgment {
  const alone = new Map(cited.map((pmid) => [pmid, stand(sentence, [pmid], articles)]));
  const pmids = soundCitations(sentence, cited, alone, articles);
  if (pmids.length > 0) return { outcome: 'kept', pmids, ...weigh(sentence, pmids, alone, articles) };

  for (const pmid of likeliest(sentence, cited, articles)) {
    const { holds, evidence: spans } = stand(sentence, [pmid], articles);
    const { abstract = '' } = articles.get(pmid) ?? {};
    if (holds !== 'supported' || !supportsCitation(sentence, { verdict: holds, evidence: spans }, abstract))
      continue;
    const evidence = spans.slice(0, 1).map((span) => ({ pmid, span }));
    return {
      ...{ outcome: 'citations_replaced', pmids: [pmid], verdict: 'supported' },
      ...{ supporting: new Set([pmid]), evidence },
    };
  }
  const nothing = { pmids: [], supporting: new Set<Pmid>(), evidence: [], verdict: 'undetermined' as const };
  const isRefused = [...alone.values()].some(({ holds }) => holds === 'refused');
  return { ...nothing, outcome: !isRefused && statesNothing(sentence) ? 'unmarked' : 'omitted' };
}

/** Maximum number of other records checked in full: each takes milliseconds, during which other streams wait. */
const othersMax = 3;

/**
 * Selects the records with most of the sentence's longer words and figures; ties are resolved by relevance to the
 * question.
 */
function likeliest(sentence: string, cited: readonly Pmid[], articles: CheckableArticles): Pmid[] {
  const words = new Set(sentence.toLowerCase().match(/\p{Script=Latin}{5,}|\d[\d.]*|\p{Script=Han}{2}/gu));
  const held = ({ title, abstract }: CheckedArticle) => {
    const text = `${title} ${abstract}`.toLowerCase();
    return [...words].filter((word) => text.includes(word)).length;
  };
  return [...articles]
    .filter(([pmid]) => !cited.includes(pmid))
    .map(([pmid, article]) => ({ pmid, held: held(article) }))
    .sort((one, other) => other.held - one.held)
    .slice(0, othersMax)
    .map(({ pmid }) => pmid);
}

function soundCitations(
  sentence: string,
  cited: readonly Pmid[],
  alone: ReadonlyMap<Pmid, SentenceRelation>,
  articles: CheckableArticles,
): Pmid[] {
  const isA = (pmid: Pmid, ...holds: SentenceRelation['holds'][]) =>
    holds.includes(alone.get(pmid)?.holds ?? 'open');
  const sound = cited.filter((pmid) => isA(pmid, 'supported', 'open'));
  if (sound.length === cited.length || sound.some((pmid) => isA(pmid, 'supported'))) return sound;
  let together = cited.filter((pmid) => !isA(pmid, 'apart'));
  const hold = (pmids: readonly Pmid[]) => isSupported(stand(sentence, pmids, articles));
  if (together.length > 1 && hold(together)) {
    for (const pmid of together.filter((each) => isA(each, 'refused'))) {
      const others = together.filter((each) => each !== pmid);
      if (others.length > 0 && hold(others)) together = others;
    }
    return together;
  }
  return sound;
}

/** Combines the verdicts of all citations and tells which count: ALCE's recall and precision (Gao et al., 2023). */
function weigh(
  sentence: string,
  pmids: readonly Pmid[],
  alone: ReadonlyMap<Pmid, SentenceRelation>,
  articles: CheckableArticles,
): Pick<CitationJudgment, 'verdict' | 'supporting' | 'evidence'> {
  const supporting = new Set(pmids.filter((pmid) => alone.get(pmid)?.holds === 'supported'));
  const support = (all: readonly Pmid[]) => stand(sentence, all, articles).holds === 'supported';
  let verdict: CitationJudgment['verdict'] = supporting.size > 0 ? 'supported' : 'undetermined';
  if (supporting.size === 0 && pmids.length > 1 && support(pmids)) {
    verdict = 'supported';
    for (const pmid of pmids) if (!support(pmids.filter((each) => each !== pmid))) supporting.add(pmid);
  }
  const evidence = pmids.flatMap((pmid) =>
    (alone.get(pmid)?.evidence ?? []).slice(0, 1).map((span) => ({ pmid, span })),
  );
  return { verdict, supporting, evidence };
}

/** Returns true if an article's abstract contains the statement verbatim, as whole sentences. */
export function isQuotedFrom(statement: string, article: CheckedArticle | undefined): boolean {
  if (!article) return false;
  const quote = locateQuote(statement, article.abstract);
  return quote !== undefined && isWhole(quote, article.abstract);
}

function isSupported({ holds }: SentenceRelation): boolean {
  return holds === 'supported' || holds === 'open';
}

function stand(sentence: string, pmids: readonly Pmid[], articles: CheckableArticles): SentenceRelation {
  const cited = pmids.flatMap((pmid) => articles.get(pmid) ?? []);
  if (cited.length === 0) return { holds: 'open', evidence: [] };
  const article = cited.length === 1 && cited[0] ? cited[0] : combineArticles(cited);
  const quote = sentence.length >= shortestQuote ? locateQuote(sentence, article.abstract) : undefined;
  // The full check would agree, and quotations are most of an answer without a model.
  if (quote && isWhole(quote, article.abstract)) return { holds: 'supported', evidence: [quote] };
  // Only compared records can support a sentence.
  if (!isComparable(sentence, article)) return { holds: 'refused', evidence: [] };
  const demonstration = demonstrate(sentence, article);
  if (demonstration.verdict === 'supported')
    return { holds: 'supported', evidence: [demonstration.proof.sentence] };
  const comparison = compare(sentence, article);
  const closest = demonstration.verdict === 'undetermined' ? demonstration.closest : undefined;
  const evidence = closest ? [closest] : [];
  const isInvented = comparison.numbers.some(
    ({ text, found }) => !found && isFigure.test(text) && !isYear.test(text) && !ofInterval.test(text),
  );
  if (demonstration.verdict === 'deviates' || isInvented || isEditedQuotation(comparison))
    return { holds: 'refused', evidence };
  return { holds: isApart(comparison) ? 'apart' : 'open', evidence };
}

/**
 * Returns true if a quotation consists of whole sentences, headings aside: a fragment can say the opposite ("no
 * evidence that …").
 */
function isWhole({ start, end }: Span, abstract: string): boolean {
  const touched = splitSentences(abstract).filter((each) => each.start < end && start < each.end);
  const [first, last] = [touched.at(0), touched.at(-1)];
  if (!first || !last) return false;
  const [before, after] = [
    abstract.slice(first.start, Math.max(first.start, start)),
    abstract.slice(end, last.end),
  ];
  const isHeading =
    /^(?:[^:：.]{1,60}[:：])?\s*$/.test(before) || inlineLabel(first.text)?.length === before.length;
  return isHeading && /^[\p{P}\s]*$/u.test(after);
}

/**
 * Returns true for an invented figure: one that occurs in none of the cited abstracts, which are all the writer read.
 * (In a manuscript it may come from a full text.) Counts in words and years of a search are the writer's own.
 */
const isFigure = /[%％‰]|\d[.,·]\d|\d{3}|[成万亿]/;
/** Level of an interval, which an abstract may leave out. */
const ofInterval = /^9[059]\s?[%％]$/;
const isYear = /^(?:19|20)\d\d年?$/;

/**
 * Returns true if a sentence has too little in common with a record to be about it. A missing word of another language may
 * only lack a translation, and a record without an abstract offers no comparison.
 */
function isApart(comparison: Comparison): boolean {
  const { abstract, isCrossLingual, terms, termCoverage } = comparison;
  if (abstract.abstract === '') return false;
  return (
    isKeyTermMissing(comparison) ||
    (!isCrossLingual && terms.length >= fewestTerms && termCoverage.all < apartBelow)
  );
}
