import { createHash } from 'node:crypto';
import { type Pmid, parsePmid } from '@citewell/core/records/article.ts';
import { z } from 'zod';
import type { LiteratureCache } from '../cache.ts';

/** Stored result of a search, without any words of the question or of the source's translation of it. */
export type CachedSearch = {
  total: number;
  pmids: Pmid[];
  /** Positions of phrases in the query that no record contains: start and exclusive end. */
  unknown?: [start: number, end: number][] | undefined;
};

const stored = z.object({
  total: z.int().nonnegative(),
  pmids: z.array(z.custom<Pmid>((value) => typeof value === 'string' && parsePmid(value) !== undefined)),
  unknown: z.array(z.tuple([z.int(), z.int()])).optional(),
});

/** Cache of searches, keyed by a hash of everything that determines them. */
export function createSearchCache(cache: LiteratureCache): {
  get(parts: unknown): Promise<CachedSearch | undefined>;
  set(parts: unknown, search: CachedSearch): Promise<void>;
} {
  return {
    async get(parts) {
      const parsed = stored.safeParse(await cache.getSearch(searchKey(parts)));
      return parsed.success ? parsed.data : undefined;
    },
    set: (parts, { total, pmids, unknown }) =>
      cache.putSearch(searchKey(parts), { total, pmids, ...(unknown && { unknown }) }),
  };
}

function searchKey(parts: unknown): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
}
