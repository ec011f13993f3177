import type { Article, Pmid } from '@citewell/core/records/article.ts';
import type { Language } from '@citewell/sdk';
import { withScores } from '../../../literature/ranking/apply-reranker.ts';
import { NearDuplicates } from '../../../literature/ranking/near-duplicate.ts';
import type { Ranking } from '../../../literature/ranking/rank.ts';
import { selectPassages } from '../../../literature/ranking/select-passages.ts';
import { holdsPopulation } from '../../../retrieval/population-gate.ts';
import { rankCandidates } from '../../../retrieval/rank-candidates.ts';
import type { CandidatesOfQuery } from '../../../retrieval/select-evidence.ts';
import { type GateVerdict, passSubjectGate } from '../../../retrieval/subject-gate.ts';

/** From what the sources gave to what the review stands on; every record left out has one reason. */
export type Flow = {
  identified: number;
  duplicates: number;
  screened: number;
  excluded: {
    /** The caller named them. */
    asked: number;
    years: number;
    retracted: number;
    notices: number;
    repeated: number;
    noAbstract: number;
    /** Without the subject of the topic, or with little of the rest of it. */
    offTopic: number;
    /** On other people than those the topic names. */
    otherPeople: number;
    beyondLimit: number;
  };
  included: number;
};

export type Screened = {
  included: Article[];
  ranking: Ranking;
  wanted: ReadonlySet<Pmid>;
  flow: Flow;
  /** Coverage of the topic's subjects by the records. */
  verdict: GateVerdict;
};

/** Sentences of one paper that a review may rest on. */
export const unitsPerArticle = 4;

/** Chooses the records a review stands on, by rules, and counts why the others were left out. */
export function screen({
  found,
  query,
  thisYear,
  scores,
  language,
  maxReferences,
  identified,
  asked,
}: CandidatesOfQuery & {
  /** A reranker's, of the first candidates. */
  scores: readonly number[] | undefined;
  language: Language;
  maxReferences: number;
  /** Records the sources gave, each as often as one gave it, and those that the caller put aside. */
  identified: number;
  asked: number;
}): Screened {
  const unique = new Set(found.rankings.flat().map(({ pmid }) => pmid)).size;
  const { ranking: ours, wanted, candidates, retractedCount } = rankCandidates(found, query, thisYear);
  const ranking = withScores(ours, scores);
  const all = ranking.ranked;
  const withAbstract = all.filter(({ article }) => article.abstract.length > 0);
  const duplicates = new NearDuplicates();
  const distinct = withAbstract.filter(({ article }) => duplicates.take(article) || wanted.has(article.pmid));
  const { verdict, admitted } = passSubjectGate(
    distinct.map(({ article }) => article),
    query.subjects ?? [],
    { wanted },
  );
  // Records that hold a part of the topic are no evidence on all of it, whatever their design.
  const onTopic = distinct.filter(
    ({ article }) => wanted.has(article.pmid) || (verdict.kind === 'together' && admitted.has(article.pmid)),
  );
  const ofThem = onTopic.filter(
    ({ article }) => wanted.has(article.pmid) || holdsPopulation(article, query.populations),
  );
  const narrowed = { ...ranking, ranked: ofThem };
  const choose = (articlesMax: number, perArticleMax: number) =>
    selectPassages(narrowed, {
      ...{ language, articlesMax, perArticleMax, wanted },
      ...(query.subjects?.length && { admitted }),
    });
  const fitting = new Set(choose(distinct.length, 1).map(({ article }) => article.pmid));
  const chosen = new Set(choose(maxReferences, 1).map(({ article }) => article.pmid));
  const included = distinct.map(({ article }) => article).filter(({ pmid }) => chosen.has(pmid));
  return {
    included,
    ranking: narrowed,
    wanted,
    verdict,
    flow: {
      identified,
      duplicates: identified - unique - asked,
      screened: unique + asked,
      excluded: {
        asked,
        years: unique - candidates,
        retracted: retractedCount,
        notices: candidates - retractedCount - all.length,
        repeated: withAbstract.length - distinct.length,
        noAbstract: all.length - withAbstract.length,
        offTopic: distinct.length - onTopic.length + (ofThem.length - fitting.size),
        otherPeople: onTopic.length - ofThem.length,
        beyondLimit: fitting.size - included.length,
      },
      included: included.length,
    },
  };
}
