import type { YearRange } from '@citewell/core/records/query.ts';
import { abstractMask, keywordMask, spaces, titleMask } from '@citewell/search-index/analysis/fields.ts';
import type { PrefixClause, QueryClause, TermClause } from '@citewell/search-index/query/compile-query.ts';
import { gap } from './index-definition.ts';
import { commonGramTerm, type PlacedField } from './to-document.ts';

/** Query in OpenSearch's language. */
export type Query = Record<string, unknown>;

/**
 * Maximum number of clauses for filters, and of terms for scores, in one query: Lucene counts the clauses of a query at
 * every level and rejects more than 1,024.
 */
export const clausesMax = 500;

/** Converts the conditions to filters, all of which a record must meet. */
export function filtersOf(clauses: readonly QueryClause[], years: YearRange): Query[] {
  const [first = [], ...others] = groupsOf([...yearFilter(years), ...clauses.map(filterOf)]);
  return [...first, ...others.map((group) => countedApart({ bool: { filter: group } }))];
}

/** Records that meet at least one of these. */
export function anyOf(clauses: readonly TermClause[]): Query {
  const groups = groupsOf(clauses.map(wordsFilter)).map(oneOf);
  return groups.length > 1 ? oneOf(groups.map(countedApart)) : oneOf(groups);
}

/** A record without a year is in no range of years. */
export function yearFilter({ from, to }: YearRange): Query[] {
  if (from === undefined && to === undefined) return [];
  const range = { gte: Math.max(from ?? 1, 1) * 512, ...(to !== undefined && { lt: (to + 1) * 512 }) };
  return [{ range: { date: range } }];
}

/** Scores the contribution of a term to a record. `factor` is its rarity. */
export function scoreOf(term: string, { factor, averageLength }: { factor: number; averageLength: number }) {
  const query = { term: { score: { value: term, boost: averageLength } } };
  return { function_score: { query, functions: [{ weight: factor }], boost_mode: 'multiply' } };
}

function filterOf(clause: QueryClause): Query {
  switch (clause.kind) {
    case 'nothing':
      return { match_none: {} };
    case 'pmid':
      return { term: { pmid: clause.pmid } };
    case 'doi':
      return { term: { doi: clause.doi } };
    case 'words':
      return wordsFilter(clause);
    case 'prefix':
      return prefixFilter(clause);
    default:
      return clause satisfies never;
  }
}

function wordsFilter({ parts, mask }: TermClause): Query {
  const space = parts[0]?.key[0] ?? '';
  if (space === spaces.language) return { term: { language: parts[0]?.key.slice(1) } };
  const [only, another] = parts;
  return oneOf(
    fieldsOf(space, mask).map((field) =>
      only && !another
        ? { term: { [field]: tokenOf(only.key) } }
        : { match_phrase: { [field]: phraseOf(parts) } },
    ),
  );
}

function prefixFilter({ before, prefix, stems, offset, mask }: PrefixClause): Query {
  const isPhrase = before.length > 0;
  const phraseWith = (key: string) => phraseOf([...before, { key, offset }]);
  return oneOf(
    fieldsOf(prefix[0] ?? '', mask).flatMap((field) => [
      isPhrase
        ? { match_phrase_prefix: { [field]: { query: phraseWith(prefix), max_expansions: everyTerm } } }
        : { prefix: { [field]: tokenOf(prefix) } },
      ...stems.map((stem) =>
        isPhrase ? { match_phrase: { [field]: phraseWith(stem) } } : { term: { [field]: tokenOf(stem) } },
      ),
    ]),
  );
}

/** OpenSearch would otherwise look for the first fifty terms with a prefix, and not say so. */
const everyTerm = 2 ** 31 - 1;

function oneOf(queries: readonly Query[]): Query {
  const [only, another] = queries;
  if (only && !another) return only;
  return { bool: { should: queries, minimum_should_match: 1 } };
}

/** Divides queries into groups of at most `clausesMax` clauses. */
function groupsOf(queries: readonly Query[]): Query[][] {
  const groups: Query[][] = [];
  let left = 0;
  for (const query of queries) {
    const count = clausesIn(query);
    if (count > left) {
      groups.push([]);
      left = clausesMax;
    }
    groups.at(-1)?.push(query);
    left -= count;
  }
  return groups;
}

/** Counts clauses as the server does: one for each word of a phrase that ends in a prefix, and one for any other query. */
function clausesIn({ bool, match_phrase_prefix: phrase }: Query): number {
  const { should } = (bool ?? {}) as { should?: readonly Query[] };
  if (should) return should.reduce((sum, query) => sum + clausesIn(query), 0);
  const [field] = Object.values((phrase ?? {}) as Record<string, { query: string }>);
  return field?.query.split(' ').length ?? 1;
}

/**
 * Wraps a query so that its clauses do not count for the limit of the whole: the server treats the filter of a function
 * as a query of its own. A record that the filter rejects has the score of no function, 1.
 */
function countedApart(filter: Query): Query {
  const functions = [{ filter, weight: 2 }];
  return {
    function_score: { query: { match_all: {} }, functions, boost_mode: 'replace', min_score: 2 },
  };
}

function fieldsOf(space: string, mask: number): PlacedField[] {
  if (space === spaces.author) return ['author'];
  if (space === spaces.journal) return ['journal'];
  if (space === spaces.type) return ['type'];
  const masks = { title: titleMask, keyword: keywordMask, abstract: abstractMask } as const;
  return (['title', 'keyword', 'abstract'] as const).filter((field) => (mask & masks[field]) !== 0);
}

/** Returns terms with their distances, from the analyzer that reads records. */
function phraseOf(parts: TermClause['parts']): string {
  const places: string[] = [];
  for (const { key, offset } of parts) places[offset] = tokenOf(key);
  return Array.from(places, (term) => term ?? gap).join(' ');
}

function tokenOf(key: string): string {
  return key.startsWith(spaces.pair) ? commonGramTerm(key.slice(1)) : key.slice(1);
}
