import type { SourceName } from '@citewell/core/records/article.ts';
import type { Config } from '../../platform/config.ts';
import { createEuropepmcRetriever, europepmcStartsPerSecond } from './europepmc/client.ts';
import { createPubmedRetriever, pubmedStartsPerSecond } from './pubmed/client.ts';
import type { RemoteOptions } from './remote/options.ts';
import type { RemoteRetriever } from './retriever.ts';

/** Remote source of literature, as the service opens it from its configuration. */
type RemoteSource = {
  name: SourceName;
  /** Returns the number of requests per second that the source permits. */
  startsPerSecond(config: Config): number;
  /** Opens its client, which the caller closes. */
  open(config: Config, shared: Omit<RemoteOptions, 'baseUrl'>): RemoteRetriever;
};

/** Remote sources that the service can search. A further one is one folder beside these and one entry here. */
export const remoteSources = [
  {
    name: 'pubmed',
    startsPerSecond: ({ pubmed }) => pubmedStartsPerSecond(pubmed.apiKey),
    open: ({ pubmed }, shared) => createPubmedRetriever({ ...pubmed, ...shared }),
  },
  {
    name: 'europepmc',
    startsPerSecond: () => europepmcStartsPerSecond,
    open: ({ europepmc }, shared) => createEuropepmcRetriever({ ...europepmc, ...shared }),
  },
] as const satisfies readonly RemoteSource[];
