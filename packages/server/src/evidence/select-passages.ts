import type { Language } from '@citewell/sdk';
import { type AbstractSection, type Article, abstractText, type Pmid } from '../literature/article.ts';
import { detectLanguage } from '../text/language.ts';
import { splitSentences } from '../text/sentences.ts';
import { indexTerms } from '../text/words.ts';
import { type Facet, weightedCoverage } from './facets.ts';
import { type Passage, toCitable } from './passage.ts';
import type { Ranking } from './rank.ts';

export type SelectOptions = {
  language: Language;
  /** Papers at most. */
  articlesMax: number;
  /** Sentences of one paper at most. */
  perArticleMax: number;
  /** Papers that were asked for by number: kept however little they match. */
  wanted: ReadonlySet<Pmid>;
};

/** A paper that speaks of less of the question than this, absolutely and beside the best one, is not evidence for it. */
const coverageMin = 0.33;
const coverageOfBestMin = 0.65;

/** And of this much of its topics: who asks about asthma in children is not answered about otitis in children. */
const topicCoverageMin = 0.4;

/** A sentence must itself speak of this much of the question, or stand in a paper's conclusion. */
const sentenceCoverageMin = 0.2;

/** The sentences that can carry an answer, best papers first, numbered E1.. in that order. Empty: nothing fits. */
export function selectPassages({ ranked, facets, weights }: Ranking, options: SelectOptions): Passage[] {
  const best = Math.max(0, ...ranked.map(({ coverage }) => coverage));
  const enough = Math.max(coverageMin, best * coverageOfBestMin);
  const passages: Omit<Passage, 'id'>[] = [];
  let articles = 0;
  for (const { article, score, coverage, topicCoverage } of ranked) {
    if (articles >= options.articlesMax) break;
    const wanted = options.wanted.has(article.pmid);
    if (!wanted && (coverage < enough || topicCoverage < topicCoverageMin)) continue;
    const sentences = bestSentences(article, facets, weights, options, wanted);
    if (sentences.length === 0) continue;
    articles++;
    const citable = toCitable(article);
    for (const sentence of sentences)
      passages.push({ ...sentence, article: citable, score: score + sentence.score });
  }
  return passages.map((passage, index) => ({ id: `E${index + 1}`, ...passage }));
}

type ScoredSentence = Pick<Passage, 'text' | 'label' | 'start' | 'end' | 'score'>;

function bestSentences(
  article: Article,
  facets: readonly Facet[],
  weights: readonly number[],
  { language, perArticleMax }: SelectOptions,
  wanted: boolean,
): ScoredSentence[] {
  const all = abstractSentences(article).map((sentence, index, { length }) => ({
    ...sentence,
    kind: sectionKind(sentence.label, sentence.text, index, length),
  }));
  // An abstract that says the same in two languages is quoted in the reader's.
  const own = all.filter(({ text }) => detectLanguage(text) === language);
  return (own.length > 0 ? own : all)
    .map((sentence) => {
      const terms = new Set(indexTerms(sentence.text));
      const coverage = weightedCoverage(facets, weights, (term) => terms.has(term));
      return {
        ...sentence,
        coverage,
        score: coverage + kindBonus[sentence.kind] + shapeBonus(sentence.text),
      };
    })
    .filter(({ coverage, kind }) => wanted || coverage >= sentenceCoverageMin || kind === 'conclusion')
    .sort((x, y) => y.score - x.score)
    .slice(0, perArticleMax)
    .map(({ coverage: _, kind: __, ...sentence }) => sentence);
}

/** The sentences of an abstract with their section and their offsets in `abstractText(article)`. */
export function abstractSentences(
  article: Pick<Article, 'abstract'>,
): { text: string; label?: string; start: number; end: number }[] {
  let offset = 0;
  return article.abstract.flatMap((section) => {
    const from = offset + (section.label ? section.label.length + 2 : 0);
    offset += abstractText({ abstract: [section] }).length + 1;
    return splitSentences(section.text).map(({ text, start, end }) => ({
      text,
      ...labelOf(section),
      start: from + start,
      end: from + end,
    }));
  });
}

function labelOf({ label }: AbstractSection): { label?: string } {
  return label ? { label } : {};
}

type SectionKind = 'conclusion' | 'result' | 'plain' | 'setting';

/** Findings answer questions; aims and methods restate them. */
const kindBonus: Record<SectionKind, number> = { conclusion: 0.3, result: 0.2, plain: 0, setting: -0.3 };

const kindByLabel: [SectionKind, RegExp][] = [
  ['conclusion', /conclusion|interpretation|implication|significance|summary|recommendation|结论|摘要/i],
  ['result', /result|finding|outcome|结果|发现/i],
  [
    'setting',
    /background|introduction|objective|aim|purpose|method|design|setting|participant|patient|material|context|intervention|measure|rationale|hypothesis|importance|背景|目的|方法/i,
  ],
];

const concludes =
  /\b(?:in conclusion|we conclude|these (?:results|findings|data) (?:suggest|indicate|show|support)|our (?:results|findings|data) (?:suggest|indicate|show|support)|conclusions?:)|结论|结果表明|提示/i;
const setsOut =
  /\b(?:we (?:aimed|sought|hypothesi[sz]ed|investigated|examined|assessed|evaluated)|(?:aim|purpose|objective|goal)s? of (?:this|the|our)|were (?:randomly )?(?:assigned|randomi[sz]ed|recruited|enrolled)|this study (?:aimed|was designed)|to (?:determine|investigate|evaluate|assess|examine) (?:whether|the|if))|本研究旨在|目的是/i;
const reports =
  /\bp\s*[<=>]|\b(?:95\s?%|CI\b|hazard ratio|odds ratio|relative risk)|significantly|was associated with|显著|相关/i;

function sectionKind(label: string | undefined, text: string, index: number, count: number): SectionKind {
  if (label) {
    const labelled = kindByLabel.find(([, pattern]) => pattern.test(label))?.[0];
    if (labelled) return labelled;
  }
  if (concludes.test(text)) return 'conclusion';
  if (setsOut.test(text)) return 'setting';
  if (reports.test(text)) return 'result';
  return index === count - 1 && count > 2 ? 'conclusion' : 'plain';
}

function shapeBonus(text: string): number {
  if (/[?？]$/.test(text)) return -0.4;
  if (text.length < 30 && !/\p{Script=Han}{8}/u.test(text)) return -0.3;
  return text.length > 500 ? -0.1 : 0;
}
