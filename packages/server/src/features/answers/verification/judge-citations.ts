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
import { departsFromClosest } from './departs-from-closest.ts';
import { supportsCitation } from './supports-citation.ts';

/** The records a sentence may rest on, best first. */
export type CheckableArticles = ReadonlyMap<Pmid, CheckedArticle>;

/** Judgement of a sentence and its citations. */
export type CitationJudgement = {
  /**
   * `kept` with the markers that hold; `citations_replaced` to other records, which state it; `unmarked` where it states nothing
   * that a record could bear; `omitted`.
   */
  outcome: 'kept' | 'citations_replaced' | 'unmarked' | 'omitted';
  /** PMIDs that it cites from now on. */
  pmids: Pmid[];
  /** Verdict over all citations: "supported" where that is demonstrated. */
  verdict: 'supported' | 'undetermined';
  /** Marks that support it alone, or without which the others do not. */
  supporting: ReadonlySet<Pmid>;
  evidence: { pmid: Pmid; span: Span }[];
  /** Full-text statements that it relies on, if the abstracts do not decide it. */
  fullText?: { pmid: Pmid; statement: Statement }[];
};

/**
 * Relation of a sentence to one article, or to several together: the first two permit the citation, the others do
 * not.
 */
type SentenceRelation = {
  holds: 'supported' | 'open' | 'refused' | 'apart';
  evidence: Span[];
};

/**
 * A sentence with fewer of its words in abstract and title than this cites another article than it means: hardly one sound
 * claim of SciFact and Citation-Integrity is below, and most claims beside an unrelated abstract are.
 */
const apartBelow = 0.15;
const fewestTerms = 3;
/** Shorter texts stand word for word in many an abstract. */
const shortestQuote = 20;

/**
 * Judges the markers of a sentence by rules alone. Markers are dropped where others hold without them; where none holds, a
 * record that states the sentence takes their place, else it is left out. Several markers may
 * carry a sentence together that none carries alone. Nothing is ever added to what the sentence says.
 */
export function judgeCitations(
  sentence: string,
  cited: readonly Pmid[],
  articles: CheckableArticles,
): CitationJudgement {
  const alone = new Map(cited.map((pmid) => [pmid, stand(sentence, [pmid], articles)]));
  const pmids = marksThatHold(sentence, cited, alone, articles);
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

/** Maximum number of other records checked in full: each takes milliseconds, and other streams wait for them. */
const othersMax = 3;

/** The records with most of the sentence's longer words and figures; of equals the better one for the question. */
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

function marksThatHold(
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
  const hold = (pmids: readonly Pmid[]) => isSound(stand(sentence, pmids, articles));
  if (together.length > 1 && hold(together)) {
    for (const pmid of together.filter((each) => isA(each, 'refused'))) {
      const others = together.filter((each) => each !== pmid);
      if (others.length > 0 && hold(others)) together = others;
    }
    return together;
  }
  return sound;
}

/** The verdict over all markers, and which of them count: ALCE's recall and precision (Gao et al., 2023). */
function weigh(
  sentence: string,
  pmids: readonly Pmid[],
  alone: ReadonlyMap<Pmid, SentenceRelation>,
  articles: CheckableArticles,
): Pick<CitationJudgement, 'verdict' | 'supporting' | 'evidence'> {
  const supporting = new Set(pmids.filter((pmid) => alone.get(pmid)?.holds === 'supported'));
  const bear = (all: readonly Pmid[]) => stand(sentence, all, articles).holds === 'supported';
  let verdict: CitationJudgement['verdict'] = supporting.size > 0 ? 'supported' : 'undetermined';
  if (supporting.size === 0 && pmids.length > 1 && bear(pmids)) {
    verdict = 'supported';
    for (const pmid of pmids) if (!bear(pmids.filter((each) => each !== pmid))) supporting.add(pmid);
  }
  const evidence = pmids.flatMap((pmid) =>
    (alone.get(pmid)?.evidence ?? []).slice(0, 1).map((span) => ({ pmid, span })),
  );
  return { verdict, supporting, evidence };
}

/** True where an article's abstract has the statement word for word, as whole sentences. */
export function isQuotedFrom(statement: string, article: CheckedArticle | undefined): boolean {
  if (!article) return false;
  const quote = locateQuote(statement, article.abstract);
  return quote !== undefined && isWhole(quote, article.abstract);
}

function isSound({ holds }: SentenceRelation): boolean {
  return holds === 'supported' || holds === 'open';
}

function stand(sentence: string, pmids: readonly Pmid[], articles: CheckableArticles): SentenceRelation {
  const cited = pmids.flatMap((pmid) => articles.get(pmid) ?? []);
  if (cited.length === 0) return { holds: 'open', evidence: [] };
  const article = cited.length === 1 && cited[0] ? cited[0] : combineArticles(cited);
  const quote = sentence.length >= shortestQuote ? locateQuote(sentence, article.abstract) : undefined;
  // What the whole check would say, and quotations are most of an answer without a model.
  if (quote && isWhole(quote, article.abstract)) return { holds: 'supported', evidence: [quote] };
  // What is not compared is borne by nothing.
  if (!isComparable(sentence, article)) return { holds: 'refused', evidence: [] };
  const demonstration = demonstrate(sentence, article);
  if (demonstration.verdict === 'supported')
    return { holds: 'supported', evidence: [demonstration.proof.sentence] };
  const comparison = compare(sentence, article);
  const closest = demonstration.verdict === 'undetermined' ? demonstration.closest : undefined;
  const evidence = closest ? [closest] : [];
  const isInvented = comparison.numbers.some(
    ({ text, found }) => !found && isFigure.test(text) && !isYear.test(text),
  );
  if (demonstration.verdict === 'deviates' || isInvented || departsFromClosest(comparison))
    return { holds: 'refused', evidence };
  return { holds: isApart(comparison) ? 'apart' : 'open', evidence };
}

/** True where a quotation is whole sentences, headings aside: a piece of one can say the opposite of it ("no evidence that …"). */
function isWhole({ start, end }: Span, abstract: string): boolean {
  const touched = splitSentences(abstract).filter((each) => each.start < end && start < each.end);
  const [first, last] = [touched.at(0), touched.at(-1)];
  if (!first || !last) return false;
  const [before, behind] = [
    abstract.slice(first.start, Math.max(first.start, start)),
    abstract.slice(end, last.end),
  ];
  const isHeading =
    /^(?:[^:：.]{1,60}[:：])?\s*$/.test(before) || inlineLabel(first.text)?.length === before.length;
  return isHeading && /^[\p{P}\s]*$/u.test(behind);
}

/**
 * A manuscript may have a figure from a full text; the writer of an answer read nothing but abstracts, and a figure that
 * stands in none of those it cites is made up. Counts in words and years of a search are its own to tell.
 */
const isFigure = /[%％‰]|\d[.,·]\d|\d{3}|[成万亿]/;
const isYear = /^(?:19|20)\d\d年?$/;

/** Words of another language may only lack a translation, and a record without an abstract has nothing to compare. */
function isApart(comparison: Comparison): boolean {
  const { abstract, cross, terms, covered } = comparison;
  if (abstract.abstract === '') return false;
  return isKeyTermMissing(comparison) || (!cross && terms.length >= fewestTerms && covered.all < apartBelow);
}
