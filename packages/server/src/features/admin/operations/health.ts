import type { Clock } from '@citewell/core/clock.ts';
import { LibraryDamaged } from '@citewell/core/records/library.ts';
import type { SourceName } from '@citewell/sdk';
import type { QueueStatus } from '../../../literature/sources/remote/rate-limiter.ts';
import { SourceError } from '../../../literature/sources/retriever.ts';
import type { ModelRole } from '../../../llm/model.ts';
import { ModelError } from '../../../llm/model-error.ts';
import type { StructuredOutput } from '../../../llm/reply-schema.ts';
import type { RecordRequest } from '../../../platform/request-metrics.ts';

/** Dependency of answers, as an operator knows it. */
type DependencyId = SourceName | ModelRole | 'embedding' | 'reranker' | 'entailment';

/** Configuration of a dependency, with its probe. */
export type Dependency = {
  id: DependencyId;
  /** Sends a probe; if absent, the dependency is not configured and none of the fields below is set. */
  probe?: ((signal: AbortSignal) => Promise<void>) | undefined;
  /** Name of the model, if it is one. Never an address, which can contain passwords. */
  model?: string | undefined;
  isCircuitOpen?: (() => boolean) | undefined;
  /** Returns how JSON output is enforced, for a language model that was asked for it. */
  structuredOutput?: (() => StructuredOutput | undefined) | undefined;
  /** Returns the state of its queue, for rate-limited dependencies. */
  queue?: (() => QueueStatus) | undefined;
  /** Time limit of a probe, in milliseconds; a model may have to be loaded first. */
  probeMs: number;
};

/** Health of a dependency as seen by this process: figures cover the newest hundred outbound requests. */
export type DependencyHealth = {
  id: DependencyId;
  configured: boolean;
  model: string | null;
  /** Form of JSON that the model is known to accept; null if it is never asked for JSON, or has not been asked yet. */
  structuredOutput: StructuredOutput | null;
  circuit: 'open' | 'closed' | null;
  requests: number;
  failures: number;
  /** Totals since this process started. */
  requestsTotal: number;
  failuresTotal: number;
  queue: QueueStatus | null;
  /** Epoch milliseconds. */
  lastSuccessAt: number | null;
  lastFailureAt: number | null;
  /** Code of the reason. */
  lastFailure: string | null;
  latencyMs: { median: number; p95: number } | null;
};

type Probe = { failure: string | null; durationMs: number };

export type Health = {
  list(): DependencyHealth[];
  /** Sends a small request now. Returns undefined if there is no such dependency or it is not configured. */
  probe(id: string): Promise<{ dependency: DependencyHealth; probe: Probe } | undefined>;
};

export type HealthRecords = { recorderOf(id: DependencyId): RecordRequest; read(id: DependencyId): Seen };

type Seen = Pick<
  DependencyHealth,
  'requestsTotal' | 'failuresTotal' | 'lastSuccessAt' | 'lastFailureAt' | 'lastFailure'
> & {
  newest: { durationMs: number; failed: boolean }[];
};

const kept = 100;

/** Creates the records of outbound requests. */
export function createHealthRecords(clock: Clock): HealthRecords {
  const seen = new Map<DependencyId, Seen>();
  const read = (id: DependencyId) => {
    const known = seen.get(id) ?? {
      ...{ newest: [], requestsTotal: 0, failuresTotal: 0 },
      ...{ lastSuccessAt: null, lastFailureAt: null, lastFailure: null },
    };
    seen.set(id, known);
    return known;
  };
  return {
    read,
    recorderOf(id) {
      const record = read(id);
      return ({ durationMs, failure }) => {
        record.newest.push({ durationMs, failed: failure !== undefined });
        if (record.newest.length > kept) record.newest.shift();
        record.requestsTotal += 1;
        if (failure !== undefined) record.failuresTotal += 1;
        if (failure === undefined) record.lastSuccessAt = clock.now();
        else Object.assign(record, { lastFailureAt: clock.now(), lastFailure: failure });
      };
    },
  };
}

export function createHealth(dependencies: readonly Dependency[], records: HealthRecords): Health {
  const probing = new Map<string, Promise<Probe>>();
  const describe = (dependency: Dependency) => healthOf(dependency, records.read(dependency.id));

  /** Shares one probe among concurrent callers. */
  function once(id: string, ask: () => Promise<Probe>): Promise<Probe> {
    const running = probing.get(id) ?? ask().finally(() => probing.delete(id));
    probing.set(id, running);
    return running;
  }

  return {
    list: () => dependencies.map(describe),
    async probe(id) {
      const dependency = dependencies.find((each) => each.id === id);
      const ask = dependency?.probe;
      if (!dependency || !ask) return undefined;
      const probe = await once(id, () => timed(ask, dependency.probeMs));
      return { dependency: describe(dependency), probe };
    },
  };
}

async function timed(ask: (signal: AbortSignal) => Promise<void>, deadlineMs: number): Promise<Probe> {
  const startedAt = performance.now();
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), deadlineMs);
  const outcome = (failure: string | null) => ({
    failure,
    durationMs: Math.round(performance.now() - startedAt),
  });
  try {
    await ask(late.signal);
    return outcome(null);
  } catch (error) {
    if (late.signal.aborted) return outcome('timeout');
    if (error instanceof LibraryDamaged) return outcome('damaged');
    return outcome(
      error instanceof SourceError || error instanceof ModelError ? error.failure : 'unreachable',
    );
  } finally {
    clearTimeout(timer);
  }
}

function healthOf(dependency: Dependency, seen: Seen): DependencyHealth {
  const { id, probe, model, isCircuitOpen, structuredOutput, queue } = dependency;
  const { newest, lastSuccessAt, lastFailureAt, lastFailure } = seen;
  const durations = newest.filter(({ failed }) => !failed).map(({ durationMs }) => durationMs);
  durations.sort((one, other) => one - other);
  const at = (share: number) => Math.round(durations[Math.ceil(share * durations.length) - 1] ?? 0);
  return {
    ...{ id, configured: probe !== undefined, model: model ?? null },
    structuredOutput: structuredOutput?.() ?? null,
    circuit: isCircuitOpen ? (isCircuitOpen() ? 'open' : 'closed') : null,
    ...{ requests: newest.length, failures: newest.length - durations.length },
    ...{ requestsTotal: seen.requestsTotal, failuresTotal: seen.failuresTotal, queue: queue?.() ?? null },
    ...{ lastSuccessAt, lastFailureAt, lastFailure },
    latencyMs: durations.length > 0 ? { median: at(0.5), p95: at(0.95) } : null,
  };
}
