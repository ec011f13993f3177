import { type CheckedArticle, compare } from '@citewell/citation-checker/comparison.ts';
import { demonstrate } from '@citewell/citation-checker/demonstration/demonstrate.ts';
import type { Pmid } from '@citewell/core/records/article.ts';
import { detectLanguage } from '@citewell/core/text/language.ts';
import { splitSentences } from '@citewell/core/text/sentences.ts';
import type { Language } from '@citewell/sdk';
import { removeCitationMarkers } from '@citewell/sdk/citation-markers';
import { isTermsLine } from '../../../literature/chinese/bilingual-terms.ts';
import { combineArticles } from '../../../retrieval/checked-article.ts';
import { checkComparison } from './check-comparison.ts';
import { isEditedQuotation } from './edited-quotation.ts';
import { addressesReader, isForbidden } from './forbidden-text.ts';
import { isFraming, type Topic } from './framing.ts';
import { hasUnsupportedHarmWord } from './harm-words.ts';
import {
  type CheckableArticles,
  type CitationJudgment,
  isQuotedFrom,
  judgeCitations,
} from './judge-citations.ts';
import { exceedsSource } from './unsupported-clause.ts';

/** Sources against which a sentence is judged. */
export type ClaimSources = {
  /** Records that may be cited. */
  articles: CheckableArticles;
  /**
   * Material from the caller: the text of an attachment, the content of an image. It can support sentences and is never
   * cited.
   */
  given: readonly CheckedArticle[];
  topic: Topic;
};

/**
 * Judges a sentence that a model wrote: `cited` are the records that its markers name (empty without known markers). A
 * statement is sent only with records that support it: an uncited one gets the marker of such a record. Advice to an
 * individual is never sent. Returns undefined if the sentence is framing, a line of terms, or supported by the caller's
 * own text.
 */
export function judgeSentence(
  statement: string,
  cited: readonly Pmid[],
  sources: ClaimSources,
): CitationJudgment | undefined {
  if (cited.length === 0 && isTermsLine(statement)) return undefined;
  const judgment = judgeAgainst(statement, cited, sources);
  if (judgment?.outcome !== 'omitted' || !cited.some((pmid) => isBilingual(sources.articles.get(pmid))))
    return judgment;
  // The other language of a record need not state the same.
  for (const language of ['en', 'zh'] as const) {
    const articles = new Map(
      Array.from(sources.articles, ([pmid, article]) => [pmid, partIn(article, language)]),
    );
    const again = judgeAgainst(statement, cited, { ...sources, articles });
    if (again?.outcome === 'kept') return again;
  }
  return judgment;
}

function judgeAgainst(
  statement: string,
  cited: readonly Pmid[],
  { articles, given, topic }: ClaimSources,
): CitationJudgment | undefined {
  if (isForbiddenSpeech(statement, cited, articles) || !isReadable(statement)) return dropped;
  if (
    cited.length === 0 &&
    (isFraming(statement, topic) || given.some((text) => isRestated(statement, text)))
  )
    return undefined;
  if (cited.length > 0 && statesDesign(statement, cited, articles, topic))
    return { ...dropped, outcome: 'kept', pmids: [...cited] };
  const judgment = judgeCitations(statement, cited, articles);
  const { outcome, pmids } = judgment;
  if (cited.length === 0 && outcome !== 'citations_replaced') return dropped;
  if (pmids.length === 0)
    return outcome === 'unmarked' &&
      isFraming(removeCitationMarkers(statement).replace(bareNumber, ''), topic)
      ? judgment
      : dropped;
  return isSupported(statement, pmids, articles, cited.length > 0) ? judgment : dropped;
}

/** Matches a number in brackets, which is left of a marker within another. */
const bareNumber = /[(（]\d{1,3}[)）]/g;

/** Returns true if a sentence states the size of a study and nothing else: "The sample consisted of 52 people". */
function statesDesign(
  statement: string,
  cited: readonly Pmid[],
  articles: CheckableArticles,
  topic: Topic,
): boolean {
  if (!people.test(statement)) return false;
  const known = cited.flatMap((pmid) => articles.get(pmid) ?? []);
  const [article] = known;
  if (!article || known.length > 1) return false;
  const { numbers } = compare(statement, article);
  if (numbers.length === 0 || numbers.some(({ found, how }) => !found || how === 'derived')) return false;
  const rest = numbers.reduce((text, number) => text.replace(number.text, ' '), statement);
  return isFraming(rest.replace(people, ' '), topic);
}

const people =
  /\b(?:(?:comprised|comprising|consisted of|consists of|enrolled|involved|recruited)\s+)?(?:people|patients|participants|individuals|subjects|persons|adults|children|women|men)\b|(?:共|仅|只)?(?:纳入|入组)了?|[例名位](?:患者|病人|受试者|参与者|成人|儿童|女性|男性)?/gi;

/**
 * Splits a record by language, blanking the other one so that offsets stay valid; returns undefined if it has one
 * language.
 */
const partsOf = new WeakMap<CheckedArticle, Record<Language, CheckedArticle> | undefined>();

function readParts(article: CheckedArticle): Record<Language, CheckedArticle> | undefined {
  if (partsOf.has(article)) return partsOf.get(article);
  const parts = { en: article.abstract, zh: article.abstract };
  const sizes = { en: 0, zh: 0 };
  if (/\p{Script=Han}/u.test(article.abstract))
    for (const { text, start, end } of splitSentences(article.abstract)) {
      const own: Language = /\p{Script=Han}{2}/u.test(text) ? 'zh' : 'en';
      const other = own === 'zh' ? 'en' : 'zh';
      sizes[own] += end - start;
      parts[other] = parts[other].slice(0, start) + ' '.repeat(end - start) + parts[other].slice(end);
    }
  const read =
    Math.min(sizes.en, sizes.zh) < shortestPart
      ? undefined
      : { en: { ...article, abstract: parts.en }, zh: { ...article, abstract: parts.zh } };
  partsOf.set(article, read);
  return read;
}

/** A term in the other language does not count as text of it. */
const shortestPart = 30;

const isBilingual = (article: CheckedArticle | undefined): boolean =>
  article !== undefined && readParts(article) !== undefined;

const partIn = (article: CheckedArticle, language: Language): CheckedArticle =>
  readParts(article)?.[language] ?? article;

/** Minimum share of a cited sentence's weighted words that its records must contain. */
const coveredFrom = 0.4;
/** Minimum number of words for judging a sentence by coverage: "It fell by 1.9 kg". */
const coveredTerms = 3;
/**
 * Thresholds for uncited sentences: of some length and nearly a sentence of the record, since nothing shows that the
 * record was meant.
 */
const uncitedFrom = { coverage: 0.8, terms: 3 };

/**
 * Checks again, to protect the reader, sentences that the rules leave undecided: the author of a manuscript may know
 * more than the abstract, but a writer that read only abstracts does not.
 */
function isSupported(
  statement: string,
  pmids: readonly Pmid[],
  articles: CheckableArticles,
  wasCited: boolean,
): boolean {
  const cited = pmids.flatMap((pmid) => articles.get(pmid) ?? []);
  const [first] = cited;
  if (!first) return wasCited;
  const article = cited.length === 1 ? first : combineArticles(cited);
  if (hasUnsupportedHarmWord(statement, `${article.title}\n${article.abstract}`)) return false;
  if (isQuotedFrom(statement, article) || demonstrate(statement, article).verdict === 'supported')
    return true;
  if (checkComparison(statement) === 'contradicts') return false;
  const comparison = compare(statement, article);
  if (exceedsSource(comparison) || isEditedQuotation(comparison)) return false;
  const { termCoverage, isCrossLingual, terms } = comparison;
  if (!wasCited) return termCoverage.best >= uncitedFrom.coverage && terms.length >= uncitedFrom.terms;
  if (isCrossLingual || article.abstract === '') return true;
  return terms.length < coveredTerms || termCoverage.all >= coveredFrom;
}

/**
 * Returns true if a sentence restates a text of the caller, in nearly its words, and is not advice. Figures must occur
 * in that text, and nothing certain or probable may be changed.
 */
export function isRestated(statement: string, article: CheckedArticle): boolean {
  if (isForbidden(plainLetters(statement)) || !isReadable(statement)) return false;
  if (isQuotedFrom(statement, article)) return true;
  if (hasUnsupportedHarmWord(statement, article.abstract)) return false;
  const comparison = compare(statement, article);
  const { termCoverage, terms, numbers } = comparison;
  if (numbers.some(({ found }) => !found) || isEditedQuotation(comparison)) return false;
  if (demonstrate(statement, article).verdict === 'deviates') return false;
  return terms.length > 0 && termCoverage.all >= restatedFrom;
}

/** Minimum share of a sentence's weighted words that the restated text must contain. */
const restatedFrom = 0.6;

/**
 * Returns true for a title, heading or sentence between sections that makes no medical claim beyond what the records'
 * texts mention and gives nobody instructions.
 */
export function makesNoClaim(line: string, records: string): boolean {
  const beyondNames = line.replace(nouns, ' ');
  if (isForbidden(plainLetters(line)) || !isReadable(line) || graveVerb.test(line)) return false;
  return !hasUnsupportedHarmWord(beyondNames, records);
}

/** Verbs that make a statement rather than name something. */
const graveVerb =
  /\b(?:doubl(?:es|ed)|tripl(?:es|ed)|halv(?:es|ed)|stop(?:s|ped)?|kill(?:s|ed)?|cure[sd]?|heal(?:s|ed)?|poison(?:s|ed)?)\b/i;

/** Names of outcomes, which can introduce any statement. */
const nouns =
  /\b(?:harms?|safety|survival|mortality|deaths?|toxicity|discontinuation|remission|adverse events?)\b|安全性|死亡率?|毒性|生存率?/gi;

/** Judgment of a sentence that must not be sent. */
const dropped: CitationJudgment = {
  outcome: 'omitted',
  pmids: [],
  supporting: new Set(),
  evidence: [],
  verdict: 'undetermined',
};

/** Detects advice and the like, unless a cited record says it verbatim and addresses nobody. */
function isForbiddenSpeech(statement: string, cited: readonly Pmid[], articles: CheckableArticles): boolean {
  const plain = plainLetters(statement);
  if (!isForbidden(plain)) return false;
  return addressesReader(plain) || !cited.some((pmid) => isQuotedFrom(statement, articles.get(pmid)));
}

/**
 * Normalizes a text to what readers see: full-width letters become ordinary ones, and spaced letters are joined ("S t o
 * p").
 */
function plainLetters(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/(?<!\p{L})(?:\p{L}[ .·*_-]{1,2}){3,}\p{L}(?!\p{L})/gu, (letters) =>
      letters.replace(/[ .·*_-]/g, ''),
    );
}

/**
 * Returns false for text that no rule can read: other scripts, alone or mixed with Latin, and words spelled letter by
 * letter.
 */
function isReadable(text: string): boolean {
  if (otherScript.test(text) || plainLetters(text) !== text.normalize('NFKC')) return false;
  return (text.match(otherLanguage)?.length ?? 0) < 2 || english.test(text);
}

/** Function words of other languages in Latin script, and of English. */
const otherLanguage =
  /\b(?:le|la|les|des|du|une?|est|sont|chez|avec|pour|der|das|dem|den|ein|eine|und|ist|sind|nicht|sie|ihr|ihre|mit|bei|el|los|las|una|con|para|por|gli|che|della|nel|não|com|uma|het|een|van|niet)\b/giu;
const english = /\b(?:the|of|in|and|is|are|was|were|with|to|an?|by|on|than|or|not|had|has|did)\b/i;
/** The micro sign and the liter are letters of no script. */
const otherScript = /(?![\p{Script=Latin}\p{Script=Greek}\p{Script=Han}µℓ])\p{L}|\p{Script=Greek}{4}/u;

/** Returns true for a sentence in this language; names and quotations in the other one do not count. */
export function isInLanguage(sentence: string, language: Language): boolean {
  const own = sentence.replace(/[“"「][^“”"「」]*[”"」]|\[[^\]]{0,400}\]/g, ' ');
  // Too short to tell: "OK.", "COPD".
  return (
    (own.match(/\p{Script=Latin}{2,}|\p{Script=Han}/gu)?.length ?? 0) < 3 || detectLanguage(own) === language
  );
}
