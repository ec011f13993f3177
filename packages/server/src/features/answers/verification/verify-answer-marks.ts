import { type CheckedArticle, compare } from '@citewell/citation-checker/comparison.ts';
import { demonstrate } from '@citewell/citation-checker/demonstration/demonstrate.ts';
import { estimateSupport, type SupportEstimate } from '@citewell/citation-checker/estimate.ts';
import type { DeviationKind } from '@citewell/citation-checker/finding.ts';
import { locateQuote, presence, type Span } from '@citewell/citation-checker/locate.ts';
import { hasOnlyItsNumbers, proposeEdit } from '@citewell/citation-checker/propose-edit.ts';
import { readTerms, stemsOf } from '@citewell/citation-checker/reading/terms.ts';
import { readText } from '@citewell/citation-checker/reading/tokens.ts';
import { lacksItsPoint } from '@citewell/citation-checker/short-claim.ts';
import type { Pmid } from '@citewell/core/records/article.ts';
import { splitSentences } from '@citewell/core/text/sentences.ts';
import { asOneArticle } from '../../../retrieval/checked-article.ts';
import { statesNothing } from '../citations/classify-uncited-sentence.ts';
import { supportsCitation } from './supports-citation.ts';

/** The records a sentence may rest on, best first. */
export type CheckableArticles = ReadonlyMap<Pmid, CheckedArticle>;

/** Judgement of a sentence and its citations. */
export type MarkJudgement = {
  /**
   * `kept` with the marks that hold; `citations_replaced` to other records, which support it; `hedged`, its text exchanged; `unmarked`
   * where it states nothing that a record could bear; `omitted`.
   */
  outcome: 'kept' | 'citations_replaced' | 'hedged' | 'unmarked' | 'omitted';
  /** Those it cites from now on. */
  pmids: Pmid[];
  /** The new text of a hedged sentence. */
  text?: string;
  /** Verdict over all citations, as far as rules can tell: mere suspicions count as "undetermined". */
  verdict: 'supported' | 'undetermined';
  /** Marks that support it alone, or without which the others do not. */
  supporting: ReadonlySet<Pmid>;
  evidence: { pmid: Pmid; span: Span }[];
};

/**
 * Relation of a sentence to one article, or to several together: the first two permit the citation, the others do
 * not.
 */
type Standing = {
  holds: 'supported' | 'open' | 'refused' | 'apart';
  evidence: Span[];
  check?: SupportEstimate;
};

/**
 * A sentence with fewer of its words in abstract and title than this cites another article than it means: hardly one sound
 * claim of SciFact and Citation-Integrity is below, and most claims beside a stranger's abstract are.
 */
const apartBelow = 0.15;
const fewestTerms = 3;
/** Shorter texts stand word for word in many an abstract. */
const shortestQuote = 20;
/** Deviations that a hedge can resolve: certainty, generality and causality. */
const ofStrength: ReadonlySet<DeviationKind> = new Set(['over_extrapolation', 'causality']);

/**
 * Judges the marks of a sentence by rules alone. Marks are dropped where others hold without them; where none holds, a
 * record that supports the sentence takes their place, else the sentence is hedged, else it is left out. Several marks may
 * carry a sentence together that none carries alone. Nothing is ever added to what the sentence says.
 */
export function judgeMarks(
  sentence: string,
  cited: readonly Pmid[],
  articles: CheckableArticles,
): MarkJudgement {
  const alone = new Map(cited.map((pmid) => [pmid, stand(sentence, [pmid], articles)]));
  const pmids = marksThatHold(sentence, cited, alone, articles);
  if (pmids.length > 0) return { outcome: 'kept', pmids, ...weigh(sentence, pmids, alone, articles) };

  for (const pmid of likeliest(sentence, cited, articles)) {
    const standing = stand(sentence, [pmid], articles);
    const { check } = standing;
    const { abstract = '' } = articles.get(pmid) ?? {};
    if (standing.holds === 'supported' && (!check || supportsCitation(sentence, check, abstract)))
      return borneBy('citations_replaced', pmid, standing.evidence);
  }
  for (const [pmid, { check, evidence }] of alone) {
    const article = articles.get(pmid);
    if (!article || !check || check.deviations.length === 0) continue;
    if (!check.deviations.every(({ kind }) => ofStrength.has(kind))) continue;
    const text = proposeEdit({ sentence, article }, check.deviations);
    if (text !== undefined && addsNothing(text, sentence))
      return { ...borneBy('hedged', pmid, evidence), text };
  }
  const nothing = { pmids: [], supporting: new Set<Pmid>(), evidence: [], verdict: 'undetermined' as const };
  const isRefused = [...alone.values()].some(({ holds }) => holds === 'refused');
  return { ...nothing, outcome: !isRefused && statesNothing(sentence) ? 'unmarked' : 'omitted' };
}

/** Maximum number of words that a hedge may add: "in mice", "was associated with". */
const addedMax = 2;

/** Returns true if a hedged sentence is still the original one: no new figure, and hardly a new word. */
function addsNothing(hedged: string, sentence: string): boolean {
  const [from, to] = [readText(sentence), readText(hedged)];
  const stems = stemsOf(from, 'same');
  const added = readTerms(to, 'same').filter((term) => presence(term, stems) < 0.5);
  const weight = added.reduce((sum, { text }) => sum + (/^\p{Script=Han}{2}$/u.test(text) ? 0.5 : 1), 0);
  return weight <= addedMax && hasOnlyItsNumbers(hedged, sentence);
}

/** Maximum number of other records checked in full: each takes milliseconds, during which other streams wait. */
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

function borneBy(
  outcome: 'citations_replaced' | 'hedged',
  pmid: Pmid,
  spans: readonly Span[],
): MarkJudgement {
  const evidence = spans.slice(0, 1).map((span) => ({ pmid, span }));
  return { outcome, pmids: [pmid], verdict: 'supported', supporting: new Set([pmid]), evidence };
}

function marksThatHold(
  sentence: string,
  cited: readonly Pmid[],
  alone: ReadonlyMap<Pmid, Standing>,
  articles: CheckableArticles,
): Pmid[] {
  const isA = (pmid: Pmid, ...holds: Standing['holds'][]) => holds.includes(alone.get(pmid)?.holds ?? 'open');
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

/** The verdict over all marks, and which of them count: ALCE's recall and precision (Gao et al., 2023). */
function weigh(
  sentence: string,
  pmids: readonly Pmid[],
  alone: ReadonlyMap<Pmid, Standing>,
  articles: CheckableArticles,
): Pick<MarkJudgement, 'verdict' | 'supporting' | 'evidence'> {
  const supporting = new Set(pmids.filter((pmid) => alone.get(pmid)?.holds === 'supported'));
  const bear = (all: readonly Pmid[]) => stand(sentence, all, articles).holds === 'supported';
  let verdict: MarkJudgement['verdict'] = supporting.size > 0 ? 'supported' : 'undetermined';
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

function isSound({ holds }: Standing): boolean {
  return holds === 'supported' || holds === 'open';
}

function stand(sentence: string, pmids: readonly Pmid[], articles: CheckableArticles): Standing {
  const cited = pmids.flatMap((pmid) => articles.get(pmid) ?? []);
  if (cited.length === 0) return { holds: 'open', evidence: [] };
  const article = cited.length === 1 && cited[0] ? cited[0] : asOneArticle(cited);
  const quote = sentence.length >= shortestQuote ? locateQuote(sentence, article.abstract) : undefined;
  // What the whole check would say, and quotations are most of an answer without a model.
  if (quote && isWhole(quote, article.abstract)) return { holds: 'supported', evidence: [quote] };
  const check = estimateSupport({ sentence, article });
  const { verdict, deviations, evidence, numbers } = check;
  // A contradiction that is demonstrated refuses a sentence, whatever its likeness to the abstract.
  if (!check.uncompared && demonstrate(sentence, article).verdict === 'deviates')
    return { holds: 'refused', evidence, check };
  // What was not compared is borne by nothing.
  if (check.uncompared) return { holds: 'refused', evidence, check };
  if (verdict === 'supported') return { holds: 'supported', evidence, check };
  if (verdict === 'deviates' && deviations.some(({ force }) => force === 'certain'))
    return { holds: 'refused', evidence, check };
  if (numbers.some(({ text, found }) => !found && isFigure.test(text) && !isYear.test(text)))
    return { holds: 'refused', evidence, check };
  return { holds: isApart(sentence, article) ? 'apart' : 'open', evidence };
}

/**
 * Returns true if a quotation consists of whole sentences apart from headings: part of one can mean its opposite ("no
 * evidence that …").
 */
function isWhole({ start, end }: Span, abstract: string): boolean {
  const touched = splitSentences(abstract).filter((each) => each.start < end && start < each.end);
  const [first, last] = [touched.at(0), touched.at(-1)];
  if (!first || !last) return false;
  const [before, behind] = [
    abstract.slice(first.start, Math.max(first.start, start)),
    abstract.slice(end, last.end),
  ];
  return /^(?:[^:：.]{1,60}[:：])?\s*$/.test(before) && /^[\p{P}\s]*$/u.test(behind);
}

/**
 * A manuscript may have a figure from a full text; the writer of an answer read nothing but abstracts, and a figure that
 * stands in none of those it cites is made up. Counts in words and years of a search are its own to tell.
 */
const isFigure = /[%％‰]|\d[.,·]\d|\d{3}|[成万亿]/;
const isYear = /^(?:19|20)\d\d年?$/;

/** Words of another language may only lack a translation, and a record without an abstract has nothing to compare. */
function isApart(sentence: string, article: CheckedArticle): boolean {
  if (article.abstract === '') return false;
  const comparison = compare(sentence, article);
  const { cross, terms, covered } = comparison;
  return lacksItsPoint(comparison) || (!cross && terms.length >= fewestTerms && covered.all < apartBelow);
}
