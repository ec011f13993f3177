import type { SourceName } from '@citewell/core/records/article.ts';
import type { Config } from '../../platform/config.ts';
import { createEuropepmcRetriever, europepmcStartsPerSecond } from './europepmc/client.ts';
import { createPubmedRetriever, pubmedStartsPerSecond } from './pubmed/client.ts';
import type { RemoteOptions } from './remote/options.ts';
import type { RemoteRetriever } from './retriever.ts';

/** Remote source of literature, as the service opens it from its configuration. */
type RemoteSource = {
  name: SourceName;
  /** Settings that `citewell doctor` names where the source cannot be used. */
  settings: readonly string[];
  /** The source gives a full text by the article's address, without a search: it is asked first for full texts. */
  hasFullTextByAddress: boolean;
  /** Returns an address that replies to HEAD with the date, by which `citewell doctor` checks the machine's clock. */
  clockUrl(config: Config): string;
  /** Returns the number of requests per second that the source permits. */
  startsPerSecond(config: Config): number;
  /** Opens its client, which the caller closes. */
  open(config: Config, shared: Omit<RemoteOptions, 'baseUrl'>): RemoteRetriever;
};

/** Remote sources that the service can search. A further one is one folder beside these and one entry here. */
export const remoteSources = [
  {
    name: 'pubmed',
    settings: ['CITEWELL_PUBMED_BASE_URL', 'CITEWELL_NCBI_API_KEY'],
    hasFullTextByAddress: false,
    clockUrl: ({ pubmed }) => `${pubmed.baseUrl}/einfo.fcgi`,
    startsPerSecond: ({ pubmed }) => pubmedStartsPerSecond(pubmed.apiKey),
    open: ({ pubmed }, shared) => createPubmedRetriever({ ...pubmed, ...shared }),
  },
  {
    name: 'europepmc',
    settings: ['CITEWELL_EUROPEPMC_BASE_URL'],
    hasFullTextByAddress: true,
    clockUrl: ({ europepmc }) => europepmc.baseUrl,
    startsPerSecond: () => europepmcStartsPerSecond,
    open: ({ europepmc }, shared) => createEuropepmcRetriever({ ...europepmc, ...shared }),
  },
] as const satisfies readonly RemoteSource[];
