import { Agent, request } from 'undici';
import type { Running } from '../targets/citewell.ts';
import type { QueryClass } from './queries.ts';
import { type BenchQuery, type SearchReply, searchBody } from './search-query.ts';

/** A caller of POST /ai/api/local_advanced_search. */
export type Searcher = {
  /** Throws at any other status than 200 and 503, which has no reply. */
  search(query: BenchQuery): Promise<{ ms: number; reply: SearchReply | undefined }>;
  /** The bodies of those that were refused as too long for the service, since this was asked last. */
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

/** Every search of every class once, classes mixed, one after the other: nothing is asked twice in a row. */
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
