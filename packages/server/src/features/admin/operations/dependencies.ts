import type { Clock } from '@citewell/core/clock.ts';
import type { Library } from '@citewell/core/records/library.ts';
import type { Reranker } from '../../../literature/ranking/reranker.ts';
import type { QueueStatus } from '../../../literature/sources/remote/rate-limiter.ts';
import { remoteSources } from '../../../literature/sources/remote-sources.ts';
import type { RemoteRetriever } from '../../../literature/sources/retriever.ts';
import { type Engine, EngineError, modelRoles } from '../../../llm/engine.ts';
import type { EntailmentVerifier } from '../../../llm/entailment/entailment-verifier.ts';
import type { Config } from '../../../platform/config.ts';
import type { Dependency } from './health.ts';

export type Parts = {
  config: Pick<Config, 'llm' | 'rerank'>;
  clock: Clock;
  library: Library;
  /** Those that are asked, and whether their circuits are open. */
  remote: readonly {
    retriever: RemoteRetriever;
    isCircuitOpen: () => boolean;
    queue: () => QueueStatus;
  }[];
  engine: Engine;
  isModelCircuitOpen: () => boolean;
  reranker: Reranker | undefined;
  isRerankerCircuitOpen: () => boolean;
  entailment: EntailmentVerifier | undefined;
  isEntailmentCircuitOpen: () => boolean;
};

const sourceProbeMs = 10_000;
/** A model on one's own machine may have to be loaded. */
const modelProbeMs = 30_000;

/** All that answers can rest on, set up or not, with the way to ask each. */
export function dependenciesOf(parts: Parts): Dependency[] {
  const { config, clock, library, remote, engine, reranker, entailment } = parts;
  const sources = remoteSources.map(({ name: id }): Dependency => {
    const asked = remote.find(({ retriever }) => retriever.source === id);
    return {
      id,
      probe: asked && ((signal) => asked.retriever.probe({ signal, deadline: clock.now() + sourceProbeMs })),
      isCircuitOpen: asked?.isCircuitOpen,
      queue: asked?.queue,
      probeMs: sourceProbeMs,
    };
  });
  const models = modelRoles.map((id): Dependency => {
    const model = config.llm?.models[id];
    const isThere = model !== undefined && engine.probe !== undefined;
    return {
      id,
      model,
      probe: isThere ? async (signal) => engine.probe?.(id, signal) : undefined,
      isCircuitOpen: isThere ? parts.isModelCircuitOpen : undefined,
      probeMs: modelProbeMs,
    };
  });
  return [
    ...sources,
    {
      id: 'library',
      probe: async () => {
        await library.stats();
      },
      probeMs: sourceProbeMs,
    },
    ...models,
    {
      id: 'reranker',
      model: config.rerank?.model,
      probe: reranker && ((signal) => probeReranker(reranker, signal)),
      isCircuitOpen: reranker && parts.isRerankerCircuitOpen,
      probeMs: sourceProbeMs,
    },
    {
      id: 'entailment',
      probe:
        entailment &&
        (async (signal) => {
          await entailment.classify([['Rivers flow.', 'Water moves.']], signal);
        }),
      isCircuitOpen: entailment && parts.isEntailmentCircuitOpen,
      probeMs: sourceProbeMs,
    },
  ];
}

async function probeReranker(reranker: Reranker, signal: AbortSignal): Promise<void> {
  const scores = await reranker.score('aspirin', ['aspirin', 'rivers'], signal);
  // Why it could not be asked is among what was seen of its requests.
  if (!scores) throw new EngineError('unreachable');
}
