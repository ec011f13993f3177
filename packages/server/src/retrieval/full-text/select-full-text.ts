import type { CheckedArticle } from '@citewell/citation-checker/comparison.ts';
import { containsInstructions } from '@citewell/citation-checker/instructions.ts';
import { findOffTopicSentences } from '@citewell/citation-checker/off-topic-sentences.ts';
import { detectLanguage } from '@citewell/core/text/language.ts';
import { splitSentences } from '@citewell/core/text/sentences.ts';
import { indexTerms } from '@citewell/core/text/words.ts';
import { type Facet, weightedCoverage } from '../../literature/ranking/facets.ts';
import { asksForFigure } from '../../literature/ranking/sentences/asks-for-figure.ts';
import { countFaults, statesResult } from '../../literature/ranking/sentences/lead-sentence.ts';
import { sentenceKind } from '../../literature/ranking/sentences/sentence-kind.ts';
import type { FullText } from '../../literature/sources/full-text/full-text.ts';
import { ownResults, type Statement } from '../../literature/sources/full-text/statements.ts';
import { contradictsAbstract } from './contradicts-abstract.ts';

/** Topics of a question and their weights. */
export type AskedFacets = { facets: Facet[]; weights: number[] };

/** A sentence or table row of a full text that is relevant to the question. */
export type ChosenStatement = Statement & {
  isRow: boolean;
  /** Share of the question that it covers, 0 to 1. */
  coverage: number;
};

export type SelectedFullText = {
  /** Statement that answers the question better than any sentence of the abstract; undefined if none does. */
  better: ChosenStatement | undefined;
  /** Further relevant statements, the best first, for a model. */
  context: ChosenStatement[];
  /** Statements of the article's own results, for checks. */
  statements: Statement[];
};

/** Maximum number of statements of an article for a model. */
const contextMax = 4;
/** Minimum shares of the question that a statement must cover, as context for a model and to be quoted. */
const contextCoverage = 0.35;
const quotedCoverage = 0.6;
/** Number of a topic's first wordings that name it as the question does; in Chinese, the English name follows. */
const namedWordings = { en: 1, zh: 2 };
/** Minimum difference of coverage between a statement and the abstract's own sentences. */
const moreThanAbstract = 0.15;

/**
 * Selects statements of a full text that add to the abstract for a question: only results and table rows, and none that refers
 * back, addresses a model, or contradicts the abstract, which has the paper's own conclusion.
 */
export function selectFullText({
  text,
  article,
  asked,
  question,
  wantsFigure = asksForFigure(question),
}: {
  text: FullText;
  article: CheckedArticle;
  asked: AskedFacets;
  question: string;
  /** Indicates that figures are wanted whatever the question asks. */
  wantsFigure?: boolean;
}): SelectedFullText {
  const { sentences, rows, cells } = ownResults(text);
  const statements = [...sentences, ...cells];
  const coverageOf = (words: string, facets = asked.facets) => {
    const found = new Set(indexTerms(words));
    return weightedCoverage(facets, asked.weights, (term) => found.has(term));
  };
  // Vomiting is a search wording of nausea but a different event in a table.
  const most = namedWordings[detectLanguage(question)];
  const named = asked.facets.map((facet) => ({ ...facet, wordings: facet.wordings.slice(0, most) }));
  const language = detectLanguage(article.abstract);
  const topic = `${article.title}\n${article.abstract}`;
  const stated = splitSentences(article.abstract).map((sentence) => ({
    text: sentence.text,
    coverage: coverageOf(sentence.text),
  }));
  const chosen = [
    ...sentences.map((statement) => ({ ...statement, isRow: false })),
    ...rows.map((statement) => ({ ...statement, isRow: true })),
  ]
    .map((statement) => ({ ...statement, coverage: coverageOf(statement.text) }))
    .filter(
      ({ text, coverage }) =>
        coverage >= contextCoverage &&
        detectLanguage(text) === language &&
        answersAlone(text) &&
        !stated.some((known) => isAlike(known.text, text)),
    )
    .sort((one, other) => other.coverage - one.coverage)
    .slice(0, 3 * contextMax)
    .filter(
      ({ text }) =>
        !containsInstructions(text) &&
        findOffTopicSentences(text, topic, 'checking').length === 0 &&
        !contradictsAbstract(text, article),
    );
  const best = Math.max(0, ...stated.map(({ coverage }) => coverage));
  const bestFigure = Math.max(
    0,
    ...stated.filter(({ text }) => hasFigure(text)).map(({ coverage }) => coverage),
  );
  const better = chosen.find(
    ({ text, coverage }) =>
      coverageOf(text, named) >= quotedCoverage &&
      (coverage >= best + moreThanAbstract ||
        (wantsFigure && hasFigure(text) && coverage > bestFigure && coverage >= best)),
  );
  return { better, context: chosen.filter((each) => each !== better).slice(0, contextMax), statements };
}

/** Returns true for a result with a direction or a figure that is understandable by itself. */
function answersAlone(text: string): boolean {
  return sentenceKind(undefined, text, 0, 1) !== 'setting' && statesResult(text) && countFaults(text) === 0;
}

const hasFigure = (text: string): boolean => /\d/.test(text);

/** Returns true if two sentences say the same in the same words. */
function isAlike(one: string, other: string): boolean {
  const words = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, ' ');
  return words(one).includes(words(other).trim());
}
