import { Agent, request } from 'undici';
import type { Running } from '../targets/citewell.ts';
import type { QueryClass } from './queries.ts';
import { type BenchQuery, type SearchReply, searchBody } from './search-query.ts';

/** Caller of POST /ai/api/local_advanced_search. */
export type Searcher = {
  /** Throws for any status other than 200 and 503, which has no result. */
  search(query: BenchQuery): Promise<{ ms: number; reply: SearchReply | undefined }>;
  /** Returns the bodies of searches rejected because they took too long, since the last call. */
  takeRefused(): string[];
  close(): Promise<void>;
};

export function createSearcher({ url, headers }: Pick<Running, 'url' | 'headers'>): Searcher {
  const dispatcher = new Agent({ headersTimeout: 60_000, bodyTimeout: 60_000 });
  let refused: string[] = [];
  return {
    async search(query) {
      const body = searchBody(query);
      const started = performance.now();
      const { statusCode, body: sent } = await request(`${url}/ai/api/local_advanced_search`, {
        method: 'POST',
        headers,
        body,
        dispatcher,
      });
      const text = await sent.text();
      const ms = performance.now() - started;
      if (statusCode === 503) {
        refused.push(body);
        return { ms, reply: undefined };
      }
      if (statusCode !== 200) throw new Error(`HTTP ${statusCode} for ${body}: ${text}`);
      return { ms, reply: JSON.parse(text) };
    },
    takeRefused() {
      const taken = refused;
      refused = [];
      return taken;
    },
    close: () => dispatcher.close(),
  };
}

/** Milliseconds of every request, by class. */
export type Times = Map<string, number[]>;

/** Runs every search of every class once, with classes mixed, one after another, so that nothing is repeated in a row. */
export async function timeClasses(
  searcher: Searcher,
  classes: readonly QueryClass[],
  goesOn: () => boolean = () => true,
): Promise<Times> {
  const times: Times = new Map(classes.map(({ name }) => [name, []]));
  const longest = Math.max(...classes.map(({ queries }) => queries.length));
  for (let at = 0; at < longest; at++)
    for (const { name, queries } of classes) {
      const query = queries[at];
      if (!query) continue;
      if (!goesOn()) return times;
      times.get(name)?.push((await searcher.search(query)).ms);
    }
  return times;
}
