import { type LocalSearchRequest, type SearchField, type SearchTerm, searchFields } from '@citewell/sdk';
import type { Text } from '../lib/language.tsx';

/** Search in the form of the page and its address. */
export type Search = {
  terms: SearchTerm[];
  yearFrom: string;
  yearTo: string;
  sort: 'date_desc' | 'relevance';
  offset: number;
};

export const emptyTerm: SearchTerm = { field: 'title_abstract', value: '' };

export function fieldLabel(field: SearchField, t: Text): string {
  const labels: Record<SearchField, string> = {
    title: t('Title', '标题'),
    abstract: t('Abstract', '摘要'),
    title_abstract: t('Title or abstract', '标题或摘要'),
    keyword: t('Keyword, MeSH', '关键词、MeSH'),
    author: t('Author', '作者'),
    journal: t('Journal', '期刊'),
    publication_type: t('Publication type', '文献类型'),
    pmid: 'PMID',
    doi: 'DOI',
    language: t('Language', '语种'),
  };
  return labels[field];
}

export function requestOf({ terms, yearFrom, yearTo, sort }: Search): LocalSearchRequest {
  return { terms, sort, ...(yearFrom && { year_from: yearFrom }), ...(yearTo && { year_to: yearTo }) };
}

/** Parses "?title=statin&title=elderly&from=2019": every parameter that names a field is a condition. */
export function readSearch(query: URLSearchParams): Search {
  const terms = [...query].flatMap(([name, value]) =>
    searchFields.includes(name as SearchField) && value.trim() ? [{ field: name as SearchField, value }] : [],
  );
  return {
    terms: terms.length > 0 || query.size > 0 ? terms : [emptyTerm],
    yearFrom: query.get('from') ?? '',
    yearTo: query.get('to') ?? '',
    sort: query.get('sort') === 'relevance' ? 'relevance' : 'date_desc',
    offset: Math.max(0, Math.min(10_000, Number(query.get('offset')) || 0)),
  };
}

export function addressOf({ terms, yearFrom, yearTo, sort, offset }: Search): string {
  const query = new URLSearchParams();
  for (const { field, value } of terms) if (value.trim() !== '') query.append(field, value.trim());
  if (yearFrom) query.set('from', yearFrom);
  if (yearTo) query.set('to', yearTo);
  query.set('sort', sort);
  if (offset > 0) query.set('offset', String(offset));
  return `/search?${query}`;
}
