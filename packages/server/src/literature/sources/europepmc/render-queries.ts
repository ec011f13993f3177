import type { Pmid } from '@citewell/core/records/article.ts';
import type { SearchQuery } from '@citewell/core/records/query.ts';
import { closedRange } from '../remote/closed-range.ts';
import { preciseAndBroad, quoteDoi } from '../remote/search-words.ts';
import { stripQuerySyntax } from '../remote/strip-query-syntax.ts';
import { topicWordings } from '../remote/topic-wordings.ts';

/** A question in Europe PMC's syntax. */
export type EuropepmcQueries = {
  /** Queries for records named in the question, whatever their year and category. */
  lookups: string[];
  /** Precise search before the broad one. */
  searches: string[];
};

/**
 * Renders the queries. Concepts are quoted phrases, which Europe PMC expands with its synonyms. Only records in PubMed
 * can be cited.
 */
export function renderEuropepmcQueries(query: SearchQuery): EuropepmcQueries {
  const range = closedRange(query.years);
  const category = [...new Set((query.categoryTerms ?? []).map(stripQuerySyntax))].filter(Boolean);
  const limits = [
    'SRC:MED',
    ...(range ? [`PUB_YEAR:[${range.from} TO ${range.to}]`] : []),
    ...(category.length > 0 ? [`(${category.map(quote).join(' OR ')})`] : []),
  ];
  return {
    lookups: renderLookup(query.pmids, query.dois),
    searches: preciseAndBroad(topicWordings(query).map(anyOf)).map((search) =>
      [`(${search})`, ...limits].join(' AND '),
    ),
  };
}

/** Renders the query for these identifiers; none if there are no identifiers. */
export function renderLookup(pmids: readonly Pmid[], dois: readonly string[] = []): string[] {
  const named = [...pmids.map((pmid) => `EXT_ID:${pmid}`), ...dois.map((doi) => `DOI:${quoteDoi(doi)}`)];
  return named.length > 0 ? [`(${named.join(' OR ')}) AND SRC:MED`] : [];
}

/** Renders a topic as any of its wordings. */
function anyOf({ wordings }: { wordings: readonly string[] }): string {
  const quoted = wordings.map(quote).join(' OR ');
  return wordings.length > 1 ? `(${quoted})` : quoted;
}

function quote(words: string): string {
  return `"${words}"`;
}
