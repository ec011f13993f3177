import type { SearchIndex } from './search-index.ts';

/** State shared by the E-utilities. */
export type Eutils = {
  index: SearchIndex;
  /** Milliseconds since the epoch. */
  now: () => number;
  /** Searches stored by usehistory=y: "WebEnv/query_key" → PMIDs. */
  history: Map<string, string[]>;
};

/** PubMed returns only the first 9,999 matches. */
export const cap = 9999;

/** Parses the identifiers of an `id` parameter, separated by commas or white space. */
export function idList(id: string | undefined): string[] {
  return (id ?? '').split(/[\s,]+/).filter(Boolean);
}

/** Parses a whole-number parameter; anything else counts as absent. */
export function integer(text: string | undefined, otherwise: number): number {
  return text !== undefined && /^\d+$/.test(text) ? Number(text) : otherwise;
}
