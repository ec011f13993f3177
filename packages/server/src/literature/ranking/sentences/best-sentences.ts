import { type Article, abstractText, type Pmid } from '@citewell/core/records/article.ts';
import { detectLanguage } from '@citewell/core/text/language.ts';
import { indexTerms } from '@citewell/core/text/words.ts';
import type { Language } from '@citewell/sdk';
import { logisticProbability } from '../../../platform/logistic-regression.ts';
import { abstractSentences, inlineLabel } from '../../studies/abstract-sentences.ts';
import { abbreviationsOf, writtenOut } from '../../studies/long-forms.ts';
import { askedDetails } from '../answers/asked-detail.ts';
import { type AskedFinding, headOf } from '../answers/asked-finding.ts';
import { weightedCoverage } from '../facets.ts';
import type { Passage } from '../passage.ts';
import type { RankedArticle, Ranking } from '../rank.ts';
import { asksForFigure } from './asks-for-figure.ts';
import { expectedAnswersTo } from './expected-answer.ts';
import { givesFigure } from './gives-figure.ts';
import { costAsFirst, countFaults, type LeadFeatures, leadScore, statesResult } from './lead-sentence.ts';
import { type SentenceFeatures, sentenceFeatures } from './sentence-features.ts';
import { isAim, type SentenceKind } from './sentence-kind.ts';
import { sentenceKindsOf } from './sentence-kinds.ts';
import { sentenceWeights } from './sentence-weights.ts';

/** Minimum coverage of a sentence that is not in a paper's conclusion or, without one, its results. */
const sentenceCoverageMin = 0.2;

/** Minimum probability of being evidence, by experts' annotations, of sentences after a paper's first. */
const furtherSentenceMin = 0.25;

/**
 * Probability with which the sentences quoted of a paper contain its answer to the question: as many are quoted as reach it. It holds for
 * the known questions, to which the weights were fitted (`npm run eval -- train-lead`); of new ones, about .06 fewer have their answer among
 * them.
 */
const answeredMin = 0.98;

/**
 * Number of sentences quoted beyond the usual maximum: of the paper that fits best, which is often the only one, and if a question asks for a
 * figure, since results have several, for different outcomes and groups.
 */
const further = 1;

/** Sentence to quote, with its probability of being evidence, adjusted by its form. */
export type ScoredSentence = Pick<Passage, 'text' | 'label' | 'start' | 'end' | 'score'>;

type ReadSentence = ScoredSentence & {
  kind: SentenceKind;
  /** Indicates that it covers part of the question. */
  covers: boolean;
  /** Indicates that it gives a detail that the question asks for, be it in the methods. */
  isDetail: boolean;
  /** Indicates that it gives a finding that the question asks for. */
  isAsked: boolean;
  /** Features and faults of it as the paper's answer (lead-sentence.ts), and its score as such. */
  features: LeadFeatures;
  faultCount: number;
  lead: number;
  /** Score as a quotation after the first. */
  next: number;
  /** Score without the preference for a kind of finding, which orders sentences but makes none less likely to be needed. */
  fit: number;
};

/**
 * Chooses the sentences of a paper to quote, its own answer first. In an answer, those that give it most probably follow; otherwise,
 * those that are evidence by experts' annotations. Empty if none fits.
 */
export function bestSentences(
  { article, fit }: RankedArticle,
  ranking: Ranking,
  options: {
    language: Language;
    question?: string;
    perArticleMax: number;
    /** Papers requested by number: they are quoted however little they match, and beside them only what covers the question. */
    wanted: ReadonlySet<Pmid>;
    isNearest?: boolean;
    /** Marks the paper that fits best. */
    isFirst?: boolean;
    /** Findings that the question asks for. */
    findings?: readonly AskedFinding[];
  },
): ScoredSentence[] {
  const { wanted, question = '', isFirst = false, isNearest = false, perArticleMax } = options;
  const read = readSentences(article, ranking, options);
  const isFinding = ({ kind }: ReadSentence) => kind !== 'setting';
  // A paper that fits an answer may say so in words of its own.
  const isAnswer = fit !== undefined && wanted.size === 0 && read.some(isFinding);
  const hasConclusion = read.some(({ kind }) => kind === 'conclusion');
  // A conclusion answers in whatever words; in an abstract without one the results do, if any other sentence covers the question.
  const isResultEnough = !hasConclusion && read.some(({ covers }) => covers);
  const fitting = read.filter(({ covers, isDetail, kind }) =>
    isAnswer
      ? isDetail || kind !== 'setting'
      : wanted.has(article.pmid) ||
        covers ||
        isDetail ||
        kind === 'conclusion' ||
        (kind === 'result' && isResultEnough),
  );
  const [lead, ...others] = fitting.toSorted((one, other) => other.lead - one.lead);
  if (!lead) return [];
  const following = isAnswer
    ? others
        .toSorted((one, other) => other.next - one.next)
        .slice(0, countToAnswer(fitting.map(({ fit }) => fit)) - 1)
    : others.filter((each) => each.score >= furtherSentenceMin).sort((one, other) => other.score - one.score);
  // The nearest record may give the detail after all; but without its conclusion, what the detail is of is not clear.
  // And the findings asked for are quoted, if other sentences fit better: the harms of a drug after what it does.
  const isQuotedAfter = [lead, ...following].some(({ isAsked }) => isAsked);
  const detail = isNearest
    ? others.find(({ isDetail }) => isDetail)
    : isQuotedAfter
      ? undefined
      : others.find(({ isAsked, faultCount }) => isAsked && faultCount === 0);
  const next = detail ? [detail, ...following.filter((each) => each !== detail)] : following;
  // Methods may be closest to the question, but are not results.
  return [lead, ...next.filter((each) => isFinding(each) || each.isDetail)]
    .slice(0, isAnswer ? quotedMax(question, { usual: perArticleMax, isFirst }) : perArticleMax)
    .map(({ text, label, start, end, score }) =>
      withoutHeading({ text, start, end, score, ...(label !== undefined && { label }) }),
    );
}

/** Returns how many sentences of a paper an answer to a question quotes at most; `usual` for a further paper, unless it asks for a figure. */
export function quotedMax(question: string, { usual, isFirst }: { usual: number; isFirst: boolean }): number {
  return usual + (isFirst || asksForFigure(question) ? further : 0);
}

/** Returns the number of sentences, the highest scores first, that contain the answer with sufficient probability. */
export function countToAnswer(scores: readonly number[]): number {
  const highest = Math.max(...scores);
  const odds = scores.map((score) => Math.exp(score - highest)).sort((one, other) => other - one);
  const sum = odds.reduce((total, each) => total + each, 0);
  let reached = 0;
  const last = odds.findIndex((each) => {
    reached += each / sum;
    return reached >= answeredMin;
  });
  return last < 0 ? odds.length : last + 1;
}

/** Reads the sentences of a record in the reader's language, in order, each as an answer to the question. */
export function readSentences(
  article: Article,
  { facets, weights, terms, meaningOf }: Ranking,
  {
    language,
    question = '',
    isNearest = false,
    findings = [],
  }: {
    language: Language;
    question?: string;
    isNearest?: boolean;
    findings?: readonly AskedFinding[];
  },
): ReadSentence[] {
  const sentences = readableSentences(article, language);
  const evidenceFeatures = sentenceFeatures(sentences, article.title, terms.weights);
  const kinds = sentenceKindsOf(article, sentences);
  const firstConclusion = kinds.indexOf('conclusion');
  const expected = expectedAnswersTo(question);
  const wantsFigure = asksForFigure(question);
  const head = findings.length > 0 ? headOf(article, sentences, kinds) : '';
  const details = askedDetails(question);
  const forms = abbreviationsOf(`${article.title} ${abstractText(article)}`);
  return sentences.map((sentence, at) => {
    const { text } = sentence;
    // A sentence on "FAO inhibition" is one on fatty acid oxidation.
    const whole = writtenOut(text, forms);
    const found = new Set(indexTerms(`${text} ${whole}`));
    const kind = kinds[at] ?? 'plain';
    const evidence = logisticProbability(sentenceWeights, evidenceFeatures[at] as SentenceFeatures);
    const isDetail = details.some(
      ({ isOfMethods, isGivenIn }) =>
        (kind !== 'setting' || (isOfMethods && !isAim(sentence.label, text))) && isGivenIn(text),
    );
    const isAsked =
      !isNearest && kind !== 'setting' && findings.some(({ isGivenIn }) => isGivenIn(text, head));
    const coverage = weightedCoverage(facets, weights, (term) => found.has(term));
    const features: LeadFeatures = {
      evidence,
      conclusion: Number(kind === 'conclusion'),
      result: Number(kind === 'result'),
      firstConclusion: Number(at === firstConclusion),
      statesResult: Number(statesResult(text)),
      expected: Number(expected.some((answers) => answers.test(text))),
      figure: Number(wantsFigure && givesFigure(text)),
      place: sentences.length > 1 ? at / (sentences.length - 1) : 1,
      coverage,
      ...(meaningOf && detectLanguage(text) === 'en' ? meaningOf(whole) : { share: 0, likeness: 0 }),
    };
    const leads = isDetail && !isNearest;
    const faultCount = countFaults(text, {
      ...{ isDetail: leads, isSetting: kind === 'setting', isFurther: true, question },
    });
    const next = leadScore(features, { faultCount, isDetail: leads, isAsked });
    return {
      ...{ ...sentence, kind, isDetail, isAsked, features, faultCount },
      covers: coverage >= sentenceCoverageMin,
      score: evidence + shapeBonus(text),
      fit: leadScore(features, { faultCount, isDetail: leads }),
      ...{ next, lead: next - costAsFirst(text) },
    };
  });
}

/** Matches a section heading in an unstructured abstract: "CONCLUSIONS: Aspirin …". */
const heading =
  /^(?:(?:LAY|PLAIN[- ]LANGUAGE) SUMMARY:? {1,2}|(?:KEY POINTS|ABSTRACT|UNLABELL?ED|RELEVANCE TO CLINICAL PRACTICE|CLINICAL (?:RELEVANCE|SIGNIFICANCE)|LEVEL OF EVIDENCE|SIGNIFICANCE|TRANSLATIONAL RELEVANCE):? {1,2}(?=[A-Z])|(?:(?:BACKGROUND|CONTEXT|INTRODUCTION|RATIONALE|IMPORTANCE)(?: (?:&|AND) (?:AIMS?|OBJECTIVES?|PURPOSE))?|OBJECTIVE(?:S|\(S\))?|AIMS?|PURPOSE|METHODS|(?:MEASUREMENTS? (?:AND|&) )?(?:MAIN )?RESULT(?:S|\(S\))|FINDINGS|INTERPRETATION|DATA SYNTHESIS|EXPERT OPINION|DISCUSSION|(?:AUTHORS?['’]S?|REVIEWERS?['’]S?|MAIN) (?:CONCLUSIONS?|RESULTS?)|CONCLUSION(?:S|\(S\))?(?: (?:AND|&) (?:CLINICAL )?(?:RELEVANCE|SIGNIFICANCE|IMPLICATIONS?|RECOMMENDATIONS?))?)(?:: {0,2}| (?=[A-Z][a-z]|[A-Z] [a-z]|(?!(?:OF|FROM|FOR|IN|WITH|AND|ON|TO|BY) )[A-Z][A-Z0-9-]* [a-z(]|[A-Z][A-Z0-9]*-[a-z]|\d[\d.,]*%? ?[a-z]|(?!(?:of|from|for|in|with|and|or|on|to|by|are|is|was|were|that|not|may|can|did|show|shows|showed|suggest|suggests|suggested|indicate|indicates|trials?|study|studies)\b)[a-z]))|(?:Background|Objectives?|Methods|Results|Findings|Interpretation|Conclusions?): {1,2}|(?:Background|Importance|Conclusions?(?: and Relevance)?) {1,2}(?=[A-Z][a-z]))(?=\S)/;

/** Matches what makes such a word the beginning of the sentence: "RESULTS OF the trial". */
const goesOn = /^(?:OF|FROM|FOR|IN|WITH|AND|ON|TO|BY) /;

/** Returns the length of such a heading at the beginning of a sentence; 0 without one. */
export function headingLength(text: string): number {
  const length = heading.exec(text)?.[0].length ?? inlineLabel(text)?.length ?? 0;
  return goesOn.test(text.slice(length)) ? 0 : length;
}

/** Begins a quotation after its heading, which is not part of the statement. */
function withoutHeading<T extends ScoredSentence>(sentence: T): T {
  const cut = sentence.label ? 0 : headingLength(sentence.text);
  return cut > 0 ? { ...sentence, text: sentence.text.slice(cut), start: sentence.start + cut } : sentence;
}

/** Returns the sentences of an abstract; those in the reader's language if it has two. */
export function readableSentences(
  article: Article,
  language: Language,
): ReturnType<typeof abstractSentences> {
  const all = abstractSentences(article).filter(({ text }) => isSentence(text));
  const own = all.filter(({ text }) => detectLanguage(text) === language);
  return own.length > 0 ? own : all;
}

/** Returns false for a lone full stop or a remnant of a cut, which is not a sentence. */
function isSentence(text: string): boolean {
  return /\p{Script=Han}/u.test(text) || text.split(/\s/).filter((word) => /\p{L}{3}/u.test(word)).length > 1;
}

function shapeBonus(text: string): number {
  if (/[?？]$/.test(text)) return -0.4;
  if (text.length < 30 && !/\p{Script=Han}{8}/u.test(text)) return -0.3;
  return text.length > 500 ? -0.1 : 0;
}
