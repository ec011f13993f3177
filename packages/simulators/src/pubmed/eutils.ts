import type { SearchIndex } from './search-index.ts';

/** State shared by the E-utilities. */
export type Eutils = {
  index: SearchIndex;
  /** Milliseconds since the epoch. */
  now: () => number;
  /** Searches kept by usehistory=y: "WebEnv/query_key" → PMIDs. */
  history: Map<string, string[]>;
};

/** PubMed gives out the first 9,999 matches and no more. */
export const cap = 9999;

/** The identifiers of an `id` parameter as they stand, commas or white space between them. */
export function idList(id: string | undefined): string[] {
  return (id ?? '').split(/[\s,]+/).filter(Boolean);
}

/** A parameter that is a whole number; anything else counts as not given. */
export function integer(text: string | undefined, otherwise: number): number {
  return text !== undefined && /^\d+$/.test(text) ? Number(text) : otherwise;
}
