import { htmlReply, type Reply } from '../replies.ts';
import { type Simulator, startSimulator } from '../simulator.ts';
import type { SimulatedRequest } from '../source-faults.ts';
import type { Eutils } from './eutils.ts';
import { efetch } from './eutils-efetch.ts';
import { elink } from './eutils-elink.ts';
import { esearch } from './eutils-esearch.ts';
import { espell } from './eutils-espell.ts';
import { esummary } from './eutils-esummary.ts';
import { type EutilsFault, eutilsFaults } from './eutils-faults.ts';
import { invalidKey, rateLimited } from './eutils-replies.ts';
import type { SimulatedRecord } from './record.ts';
import { SearchIndex } from './search-index.ts';
import { syntheticRecords } from './synthetic-records.ts';

export type EutilsOptions = {
  /** Records that PubMed has; by default the synthetic ones. */
  records?: readonly SimulatedRecord[];
  /** 0 (default) for any free port. */
  port?: number;
  /** Milliseconds since the epoch. */
  now?: () => number;
  /** Maximum requests per second, without and with an API key; by default NCBI's 3 and 10, false for no limit. */
  rateLimit?: false | { withoutKey: number; withKey: number };
};

export type EutilsSimulator = Simulator<EutilsFault>;

const endpoints: Record<string, (eutils: Eutils, request: SimulatedRequest) => Reply> = {
  esearch,
  efetch,
  esummary,
  espell,
  elink,
};

/**
 * Simulates PubMed's E-utilities on loopback: paths, parameters, query syntax, reply bodies and limits. A key that
 * begins with "bad" is unknown to it.
 */
export function startEutilsSimulator(options: EutilsOptions = {}): Promise<EutilsSimulator> {
  const now = options.now ?? (() => performance.timeOrigin + performance.now());
  const limits = options.rateLimit ?? { withoutKey: 3, withKey: 10 };
  const eutils: Eutils = {
    index: new SearchIndex(options.records ?? syntheticRecords()),
    now,
    history: new Map(),
  };
  /** Arrival times within the last second, by key or address. */
  const recent = new Map<string, number[]>();

  function answer(request: SimulatedRequest): Reply {
    const key = request.params.api_key;
    if (key?.startsWith('bad')) return invalidKey(key);
    const limit = limits ? (key ? limits.withKey : limits.withoutKey) : Number.POSITIVE_INFINITY;
    const caller = key ?? request.address;
    const times = (recent.get(caller) ?? []).filter((time) => time > request.at - 1000);
    times.push(request.at);
    recent.set(caller, times);
    if (times.length > limit) return rateLimited(caller, times.length, limit);

    const reply = serve(request);
    if (!limits) return reply;
    return {
      ...reply,
      headers: {
        ...reply.headers,
        'X-RateLimit-Limit': String(limit),
        'X-RateLimit-Remaining': String(limit - times.length),
      },
    };
  }

  function serve(request: SimulatedRequest): Reply {
    const ids = (request.params.id ?? '').split(',').length;
    if (request.method === 'GET' && (ids > 200 || request.targetLength > 4096)) {
      return htmlReply('', 414);
    }
    const endpoint = Object.hasOwn(endpoints, request.endpoint) ? endpoints[request.endpoint] : undefined;
    return endpoint?.(eutils, request) ?? htmlReply('<html><title>404 Not Found</title></html>\n', 404);
  }

  return startSimulator({
    basePath: '/entrez/eutils',
    port: options.port ?? 0,
    now,
    faults: eutilsFaults,
    answer,
  });
}
