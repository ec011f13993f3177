import { type CheckedArticle, compare } from '@citewell/citation-checker/comparison.ts';
import { demonstrate } from '@citewell/citation-checker/demonstration/demonstrate.ts';
import type { Pmid } from '@citewell/core/records/article.ts';
import { detectLanguage } from '@citewell/core/text/language.ts';
import { splitSentences } from '@citewell/core/text/sentences.ts';
import type { Language } from '@citewell/sdk';
import { combineArticles } from '../../../retrieval/checked-article.ts';
import { checkComparison } from './check-comparison.ts';
import { departsFromClosest } from './departs-from-closest.ts';
import { isFraming, type Topic } from './framing.ts';
import { hasUnsupportedHarmWord } from './harm-words.ts';
import {
  type CheckableArticles,
  type CitationJudgement,
  isQuotedFrom,
  judgeCitations,
} from './judge-citations.ts';
import { addressesReader, isForbidden } from './speech.ts';
import { exceedsSource } from './unsupported-clause.ts';

/** Sources against which a sentence is judged. */
export type ClaimSources = {
  /** The records that may be cited. */
  articles: CheckableArticles;
  /**
   * Material from the caller: the text of an attachment, the content of an image. It can support sentences and is
   * never cited.
   */
  given: readonly CheckedArticle[];
  topic: Topic;
};

/**
 * Judges a sentence that a model wrote for a reader: `cited` are the records its markers name, none where it has no marker or only
 * unknown ones. Whatever states something leaves with records that bear it, or not at all: an uncited statement gets the marker
 * of a record that supports it. Advice to a person never leaves. Undefined: it only frames, or the caller's own text bears it.
 */
export function judgeSentence(
  statement: string,
  cited: readonly Pmid[],
  sources: ClaimSources,
): CitationJudgement | undefined {
  const judgement = judgeBeside(statement, cited, sources);
  if (judgement?.outcome !== 'omitted' || !cited.some((pmid) => isBilingual(sources.articles.get(pmid))))
    return judgement;
  // What one language of a record supports need not stand in the other.
  for (const language of ['en', 'zh'] as const) {
    const articles = new Map(
      Array.from(sources.articles, ([pmid, article]) => [pmid, partIn(article, language)]),
    );
    const again = judgeBeside(statement, cited, { ...sources, articles });
    if (again?.outcome === 'kept') return again;
  }
  return judgement;
}

function judgeBeside(
  statement: string,
  cited: readonly Pmid[],
  { articles, given, topic }: ClaimSources,
): CitationJudgement | undefined {
  if (isUnspeakable(statement, cited, articles) || !isReadable(statement)) return leftOut;
  if (
    cited.length === 0 &&
    (isFraming(statement, topic) || given.some((text) => isRestated(statement, text)))
  )
    return undefined;
  if (cited.length > 0 && tellsOfDesign(statement, cited, articles, topic))
    return { ...leftOut, outcome: 'kept', pmids: [...cited] };
  const judgement = judgeCitations(statement, cited, articles);
  const { outcome, pmids } = judgement;
  if (cited.length === 0 && outcome !== 'citations_replaced') return leftOut;
  if (pmids.length === 0)
    return outcome === 'unmarked' && isFraming(statement.replace(bareOrdinal, ''), topic)
      ? judgement
      : leftOut;
  return isBorne(statement, pmids, articles, cited.length > 0) ? judgement : leftOut;
}

/** Part of a number that a marker within a marker leaves. */
const bareOrdinal = /[([（［]\d{1,3}[)\]）］]/g;

/** True where a sentence says how large a study was and nothing else: "The sample consisted of 52 people". */
function tellsOfDesign(
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

/** The parts of a record in either language, others blank so that places stay true; undefined where it has one language. */
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

/** A term of the other language is no part of its own. */
const shortestPart = 30;

const isBilingual = (article: CheckedArticle | undefined): boolean =>
  article !== undefined && readParts(article) !== undefined;

const partIn = (article: CheckedArticle, language: Language): CheckedArticle =>
  readParts(article)?.[language] ?? article;

/** Minimum share of a cited sentence's weighted words that its records must contain. */
const coveredFrom = 0.4;
/** Fewest words with which a sentence can be judged by its coverage: "It fell by 1.9 kg". */
const coveredTerms = 3;
/** An uncited one is nearly a sentence of its record, and of some length: nobody said that it was meant. */
const uncitedFrom = { covered: 0.8, terms: 3 };

/**
 * A second look, for the reader's sake, at what the rules left open: a manuscript's author may be right beyond an abstract,
 * and a writer who read nothing but abstracts may not.
 */
function isBorne(
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
  if (exceedsSource(comparison) || departsFromClosest(comparison)) return false;
  const { covered, cross, terms } = comparison;
  if (!wasCited) return covered.best >= uncitedFrom.covered && terms.length >= uncitedFrom.terms;
  if (cross || article.abstract === '') return true;
  return terms.length < coveredTerms || covered.all >= coveredFrom;
}

/**
 * True where a sentence says again what a text of the caller's says, in its words or nearly so, and is no advice. Figures have
 * to stand in it, and nothing certain or likely may be changed.
 */
export function isRestated(statement: string, article: CheckedArticle): boolean {
  if (isForbidden(plainLetters(statement)) || !isReadable(statement)) return false;
  if (isQuotedFrom(statement, article)) return true;
  if (hasUnsupportedHarmWord(statement, article.abstract)) return false;
  const comparison = compare(statement, article);
  const { covered, terms, numbers } = comparison;
  if (numbers.some(({ found }) => !found) || departsFromClosest(comparison)) return false;
  if (demonstrate(statement, article).verdict === 'deviates') return false;
  return terms.length > 0 && covered.all >= restatedFrom;
}

/** Minimum share of a sentence's weighted words that the text it restates must contain. */
const restatedFrom = 0.6;

/**
 * True for a title, a heading or a sentence between sections that claims nothing of medicine beyond what the records' texts
 * speak of, and orders nobody to do anything.
 */
export function leadsOnly(line: string, records: string): boolean {
  const beyondNames = line.replace(nouns, ' ');
  if (isForbidden(plainLetters(line)) || !isReadable(line) || graveVerb.test(line)) return false;
  return !hasUnsupportedHarmWord(beyondNames, records);
}

/** Verbs that make a statement rather than name something. */
const graveVerb =
  /\b(?:doubl(?:es|ed)|tripl(?:es|ed)|halv(?:es|ed)|stop(?:s|ped)?|kill(?:s|ed)?|cure[sd]?|heal(?:s|ed)?|poison(?:s|ed)?)\b/i;

/** Names of outcomes, under which anything may be told. */
const nouns =
  /\b(?:harms?|safety|survival|mortality|deaths?|toxicity|discontinuation|remission|adverse events?)\b|安全性|死亡率?|毒性|生存率?/gi;

/** A judgement that keeps a sentence from leaving. */
const leftOut: CitationJudgement = {
  outcome: 'omitted',
  pmids: [],
  supporting: new Set(),
  evidence: [],
  verdict: 'undetermined',
};

/** Advice and the like, unless a cited record says so in its own words and speaks to nobody. */
function isUnspeakable(statement: string, cited: readonly Pmid[], articles: CheckableArticles): boolean {
  const plain = plainLetters(statement);
  if (!isForbidden(plain)) return false;
  return addressesReader(plain) || !cited.some((pmid) => isQuotedFrom(statement, articles.get(pmid)));
}

/** Text as it reads: letters of any width, and those kept apart put together ("S t o p"). */
function plainLetters(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/(?<!\p{L})(?:\p{L}[ .·*_-]{1,2}){3,}\p{L}(?!\p{L})/gu, (letters) =>
      letters.replace(/[ .·*_-]/g, ''),
    );
}

/** False for letters that no rule reads: those of other scripts, alone or among Latin ones, and words spelled letter by letter. */
function isReadable(text: string): boolean {
  if (otherScript.test(text) || plainLetters(text) !== text.normalize('NFKC')) return false;
  return (text.match(otherLanguage)?.length ?? 0) < 2 || english.test(text);
}

/** Words that hold a sentence of another Latin language together, and those that hold an English one. */
const otherLanguage =
  /\b(?:le|la|les|des|du|une?|est|sont|chez|avec|pour|der|das|dem|den|ein|eine|und|ist|sind|nicht|sie|ihr|ihre|mit|bei|el|los|las|una|con|para|por|gli|che|della|nel|não|com|uma|het|een|van|niet)\b/giu;
const english = /\b(?:the|of|in|and|is|are|was|were|with|to|an?|by|on|than|or|not|had|has|did)\b/i;
const otherScript = /(?![\p{Script=Latin}\p{Script=Greek}\p{Script=Han}])\p{L}|\p{Script=Greek}{4}/u;

/** True for a sentence in this language; names and quotations of the other one do not make it another. */
export function isInLanguage(sentence: string, language: Language): boolean {
  const own = sentence.replace(/[“"「][^“”"「」]*[”"」]|\[[^\]]{0,400}\]/g, ' ');
  // Too little to tell: "OK.", "COPD".
  return (
    (own.match(/\p{Script=Latin}{2,}|\p{Script=Han}/gu)?.length ?? 0) < 3 || detectLanguage(own) === language
  );
}
