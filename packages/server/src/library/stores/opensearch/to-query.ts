import type { YearRange } from '@citewell/core/records/query.ts';
import { abstractMask, keywordMask, spaces, titleMask } from '@citewell/search-index/analysis/fields.ts';
import type { PrefixClause, QueryClause, TermClause } from '@citewell/search-index/query/compile-query.ts';
import { gap } from './index-definition.ts';
import { commonGramTerm, type PlacedField } from './to-document.ts';

/** Query in OpenSearch's language. */
export type Query = Record<string, unknown>;

/** Converts the conditions to filters, all of which a record must meet. */
export function filtersOf(clauses: readonly QueryClause[], years: YearRange): Query[] {
  return [...clauses.map(filterOf), ...yearFilter(years)];
}

/** Records that meet at least one of these. */
export function anyOf(clauses: readonly TermClause[]): Query {
  return oneOf(clauses.map(wordsFilter));
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
