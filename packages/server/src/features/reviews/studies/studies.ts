import type { Article } from '@citewell/core/records/article.ts';
import { indexTerms } from '@citewell/core/text/words.ts';
import type { Language, TrustCard } from '@citewell/sdk';
import { escapeCitationMarkers } from '@citewell/sdk/citation-markers';
import type { Direction } from '../../../literature/ranking/direction.ts';
import { trustCard } from '../../../retrieval/trust/trust.ts';
import type { Unit } from '../sections/units.ts';
import { reviewWords } from '../sections/words.ts';
import { interventionOf, outcomeOf, populationOf } from './study-cells.ts';

/** A study as a row of the comparison. Texts are its own words; empty where it does not tell. */
export type Study = {
  article: Article;
  trust: TrustCard;
  /** The sentence that stands for it, by whose mark it is cited. */
  unit: Unit;
  population: string;
  intervention: string;
  outcome: string;
  direction: Direction | 'mixed' | undefined;
};

/**
 * How many took part, in digits; of a synthesis only people count: "n = 8" and "630 records" are its studies.
 */
export function sizeOf({ trust: { design, sample_size: size } }: Pick<Study, 'trust'>): number | undefined {
  if (!size) return undefined;
  const pools = design === 'meta_analysis' || design === 'systematic_review' || design === 'review';
  return pools && /^n\s*=|records|cases$/i.test(size.text) ? undefined : size.n;
}

/** "Doe J et al.": who is cited; the journal where the record names nobody. */
export function authorsOf({ authors, journal }: Article, language: Language): string {
  const [first] = authors;
  if (!first) return escapeCitationMarkers(journal);
  return `${escapeCitationMarkers(first)}${authors.length > 1 ? reviewWords[language].andOthers : ''}`;
}

/** The studies a review stands on, in the order of their evidence, by rules. */
export function describeStudies(
  units: readonly Unit[],
  articles: ReadonlyMap<string, Article>,
  topic: readonly (readonly string[])[],
): Study[] {
  const ofTopic = new Set(topic.flat().flatMap(indexTerms));
  const byArticle = Map.groupBy(
    units.filter(({ role }) => role === 'finding'),
    ({ article }) => article.pmid,
  );
  return [...byArticle].flatMap(([pmid, own]) => {
    const article = articles.get(pmid);
    const [unit] = own;
    if (!article || !unit) return [];
    return [
      {
        article,
        trust: trustCard(article),
        unit,
        population: populationOf(article),
        intervention: interventionOf(article.title),
        outcome: outcomeOf(unit.text, article.title, ofTopic),
        direction: directionOf(own),
      },
    ];
  });
}

function directionOf(units: readonly Unit[]): Study['direction'] {
  const told = new Set(units.flatMap(({ direction }) => direction ?? []));
  if (told.size > 1) return 'mixed';
  return [...told][0];
}
