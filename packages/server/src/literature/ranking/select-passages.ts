import type { Pmid } from '@citewell/core/records/article.ts';
import type { Language } from '@citewell/sdk';
import type { AskedFinding } from './answers/asked-finding.ts';
import { findingDirection, majorityDirection } from './direction.ts';
import { isFarAhead } from './leader.ts';
import { NearDuplicates } from './near-duplicate.ts';
import { type Passage, toCitable } from './passage.ts';
import { isPassingMention } from './passing-mention.ts';
import type { RankedArticle, Ranking } from './rank.ts';
import { bestSentences, type ScoredSentence } from './sentences/best-sentences.ts';

export type SelectOptions = {
  language: Language;
  /** The question as asked; absent where none was. */
  question?: string;
  /** Maximum number of papers. */
  articlesMax: number;
  /** Maximum number of sentences per paper. */
  perArticleMax: number;
  /** Papers requested by number: kept however little they match. */
  wanted: ReadonlySet<Pmid>;
  /** Records that may be evidence (subject-gate.ts); all if absent. */
  admitted?: ReadonlySet<Pmid>;
  /** Marks the nearest records to an unanswered question: each represents the part that it covers. */
  isNearest?: boolean;
  /** Findings that the question asks for; none if absent. */
  findings?: readonly AskedFinding[];
};

/** Minimum coverage of the question, absolute and relative to the best paper, for a paper to be evidence. */
const coverageMin = 0.33;
const coverageOfBestMin = 0.7;

/**
 * Minimum score relative to the best paper: below it, a paper shares words with the question rather than its subject.
 * It has less in 3 of 102 known questions whose own record is not the first.
 */
const scoreOfBestMin = 0.55;
/** Minimum score relative to a paper that is by far the best, for a paper that covers less of the question. */
const scoreOfLeaderMin = 0.65;

/**
 * Maximum distance in fit from the best paper (answers/answer-order.ts), beyond which a paper shares words with the question rather than
 * its subject: of 1,509 known questions, .914 have their own record among the first five within it, .927 at any distance.
 */
const fitLagMax = 0.4;

/** Coverage required of the best paper by all features, which is lower: everyday words cover little of any record. */
const firstCoverageMin = 0.25;
/**
 * Coverage required of the first paper if it has no topic of the question, since any record may contain the other
 * words.
 */
const firstWithoutTopicMin = 0.4;

/** Coverage that is enough for a paper that fits far better than the next. */
const farAheadCoverageMin = 0.15;

/**
 * Minimum coverage of the topics: a paper on otitis in children does not answer a question about asthma in children.
 */
const topicCoverageMin = 0.4;

/** Maximum number of chosen papers replaced by ones with opposite findings, and of papers searched for them. */
const opposedMax = 2;
const lookedThroughMax = 20;

/**
 * Selects the sentences that can support an answer, best papers first, numbered E1.. in that order; empty if nothing
 * fits. If most of the chosen papers agree, papers further down with other findings replace the last ones; of records
 * that repeat each other the first is kept.
 */
export function selectPassages(ranking: Ranking, options: SelectOptions): Passage[] {
  const supported: Supported[] = [];
  const duplicates = new NearDuplicates();
  let opposed = 0;
  let majority: ReturnType<typeof majorityDirection>;
  const papers = papersThatFit(ranking, options);
  for (const paper of papers.slice(0, options.articlesMax + lookedThroughMax)) {
    if (supported.length >= options.articlesMax) {
      // Where none answers, findings oppose nothing.
      if (options.isNearest) break;
      majority ??= majorityDirection(supported.map(({ direction }) => direction));
      if (!majority || opposed >= Math.min(opposedMax, options.articlesMax - 1)) break;
    }
    const sentences = bestSentences(paper, ranking, { ...options, isFirst: supported.length === 0 });
    const [first] = sentences;
    if (!first || !(duplicates.take(paper.article) || options.wanted.has(paper.article.pmid))) continue;
    const found = { paper, sentences, direction: findingDirection(first.text) };
    if (supported.length < options.articlesMax) supported.push(found);
    else if (found.direction && found.direction !== majority) {
      supported.splice(options.articlesMax - 1 - opposed, 1);
      supported.push(found);
      opposed++;
    }
  }
  const passages = supported.flatMap(({ paper: { article, score }, sentences }) => {
    const citable = toCitable(article);
    return sentences.map((sentence) => ({ ...sentence, article: citable, score: score + sentence.score }));
  });
  return passages.map((passage, index) => ({ id: `E${index + 1}`, ...passage }));
}

type Supported = {
  paper: RankedArticle;
  sentences: ScoredSentence[];
  direction: ReturnType<typeof findingDirection>;
};

/**
 * Returns the papers that cover enough of the question. Since all of them mention its subjects (subject-gate.ts), part
 * of the best paper's coverage is enough; in the order for an answer (answers/answer-order.ts) they fit nearly as well as the best.
 */
function papersThatFit(
  { ranked, facets, nearest }: Ranking,
  { wanted, admitted, isNearest = false }: Pick<SelectOptions, 'wanted' | 'admitted' | 'isNearest'>,
): RankedArticle[] {
  const isIn = ({ article }: RankedArticle) =>
    wanted.has(article.pmid) || admitted?.has(article.pmid) !== false;
  const candidates = ranked.filter(isIn);
  const [best] = candidates;
  // Other papers than the requested ones must cover the question.
  const fitMin = wanted.size === 0 && best?.fit !== undefined ? best.fit - fitLagMax : undefined;
  if (isNearest && fitMin !== undefined)
    return candidates.filter((paper) => paper === best || paper.coverage > 0);
  const highest = Math.max(0, ...candidates.map(({ coverage }) => coverage));
  const enough = Math.max(admitted ? 0 : coverageMin, highest * coverageOfBestMin);
  const covers = ({ coverage, topicCoverage }: RankedArticle) =>
    coverage >= enough && (admitted !== undefined || topicCoverage >= topicCoverageMin);
  const hasLeader = isFarAhead(candidates);
  const leads = ({ coverage, topicCoverage }: RankedArticle) =>
    (hasLeader && coverage >= farAheadCoverageMin) ||
    (coverage >= firstCoverageMin &&
      (admitted !== undefined || topicCoverage >= topicCoverageMin || coverage >= firstWithoutTopicMin));
  const fits = candidates.filter(
    (paper) =>
      wanted.has(paper.article.pmid) ||
      paper.article.pmid === nearest ||
      (paper === best && leads(paper)) ||
      (paper === best || fitMin === undefined
        ? covers(paper)
        : paper.coverage > 0 && (paper.fit ?? 0) >= fitMin),
  );
  const topics = facets.filter(({ generic }) => !generic);
  // If a question is in everyday words, they are the subject of its best paper.
  const about = fits.filter(
    (paper) =>
      wanted.has(paper.article.pmid) ||
      paper.article.pmid === nearest ||
      !isPassingMention(paper.article, paper === best ? facets : topics),
  );
  const kept = about.some(({ article }) => !wanted.has(article.pmid)) ? about : fits;
  if (isNearest || fitMin !== undefined) return kept;
  const [first] = kept;
  const bestScore = Math.max(0, ...kept.map(({ score }) => score));
  const standsOut = isFarAhead(kept);
  const shareMin = ({ coverage }: RankedArticle) =>
    standsOut && coverage < (first?.coverage ?? 0) ? scoreOfLeaderMin : scoreOfBestMin;
  return kept.filter((paper) => wanted.has(paper.article.pmid) || paper.score >= bestScore * shareMin(paper));
}
