import type { Clock } from '@citewell/core/clock.ts';
import type { Pmid } from '@citewell/core/records/article.ts';
import type { Library } from '@citewell/core/records/library.ts';
import { LibraryDamaged } from '@citewell/core/records/library.ts';
import { sourceNames } from '@citewell/sdk';
import type { Reranker } from '../../../literature/ranking/reranker.ts';
import type { QueueStatus } from '../../../literature/sources/remote/rate-limiter.ts';
import type { RemoteRetriever } from '../../../literature/sources/retriever.ts';
import type { SemanticSearch } from '../../../llm/embeddings/semantic-search.ts';
import { modelRoles } from '../../../llm/model.ts';
import { ModelError } from '../../../llm/model-error.ts';
import type { ProviderModel } from '../../../llm/provider-model.ts';
import type { Config } from '../../../platform/config.ts';
import type { EntailmentVerifier } from '../../citation-checks/verifier/entailment-verifier.ts';
import type { Dependency } from './health.ts';

export type Parts = {
  config: Pick<Config, 'embedding' | 'llm' | 'rerank'>;
  clock: Clock;
  library: Library;
  /** Remote sources, and whether their circuits are open. */
  remote: readonly {
    retriever: RemoteRetriever;
    isCircuitOpen: () => boolean;
    queue: () => QueueStatus;
  }[];
  model: ProviderModel | undefined;
  isModelCircuitOpen: (model: string) => boolean;
  /** Vector search, if an embedding model is configured. */
  embedding: { search: SemanticSearch | undefined; isCircuitOpen: () => boolean };
  reranker: Reranker | undefined;
  isRerankerCircuitOpen: () => boolean;
  entailment: EntailmentVerifier | undefined;
  isEntailmentCircuitOpen: () => boolean;
};

const sourceProbeMs = 10_000;
/** A local model may have to be loaded first. */
const modelProbeMs = 30_000;

/** Lists everything that answers can depend on, configured or not, with its probe. */
export function dependenciesOf(parts: Parts): Dependency[] {
  const { config, clock, library, remote, model, reranker, embedding, entailment } = parts;
  // Only names: a client is loaded when its source is probed.
  const sources = sourceNames
    .filter((name) => name !== 'library')
    .map((id): Dependency => {
      const asked = remote.find(({ retriever }) => retriever.source === id);
      return {
        id,
        probe:
          asked && ((signal) => asked.retriever.probe({ signal, deadline: clock.now() + sourceProbeMs })),
        isCircuitOpen: asked?.isCircuitOpen,
        queue: asked?.queue,
        probeMs: sourceProbeMs,
      };
    });
  // At most one reranker is configured: a role of the language model, or a separate service.
  const roles = modelRoles.filter((id) => id !== 'reranker' || config.llm?.models.reranker !== undefined);
  const models = roles.map((id): Dependency => {
    const name = config.llm?.models[id];
    const isThere = model !== undefined && name !== undefined;
    return {
      id,
      model: name,
      probe: isThere ? (signal) => model.probe(id, signal) : undefined,
      isCircuitOpen: isThere ? () => parts.isModelCircuitOpen(name) : undefined,
      structuredOutput: isThere ? () => model.structuredOutput(id) : undefined,
      probeMs: modelProbeMs,
    };
  });
  return [
    ...sources,
    {
      id: 'library',
      probe: async (signal) => {
        const { damaged } = await library.stats({ signal });
        if (damaged !== undefined) throw new LibraryDamaged(damaged);
      },
      probeMs: sourceProbeMs,
    },
    ...models,
    ...(roles.includes('reranker')
      ? []
      : [
          {
            id: 'reranker',
            model: config.rerank?.model,
            probe: reranker && ((signal: AbortSignal) => probeReranker(reranker, signal)),
            isCircuitOpen: reranker && parts.isRerankerCircuitOpen,
            probeMs: sourceProbeMs,
          } satisfies Dependency,
        ]),
    {
      id: 'embedding',
      model: config.embedding?.model,
      probe:
        embedding.search &&
        (async (signal) => {
          if (!(await embedding.search?.isReachable(signal))) throw new ModelError('unreachable');
        }),
      isCircuitOpen: embedding.search && embedding.isCircuitOpen,
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

const probeQuestion = { text: 'aspirin', language: 'en', concepts: [] } as const;
const probeRecords = [
  { pmid: '1' as Pmid, text: 'aspirin' },
  { pmid: '2' as Pmid, text: 'rivers' },
];

async function probeReranker(reranker: Reranker, signal: AbortSignal): Promise<void> {
  const scores = await reranker.score(probeQuestion, probeRecords, signal);
  // The observed requests show why the probe failed.
  if (!scores) throw new ModelError('unreachable');
}
