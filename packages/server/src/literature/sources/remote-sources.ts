import type { Config } from '../../platform/config.ts';
import { addressVariable, type RemoteSourceName } from '../../platform/source-addresses.ts';
import { createEuropepmcRetriever, europepmcStartsPerSecond } from './europepmc/client.ts';
import { createPubmedRetriever, pubmedStartsPerSecond } from './pubmed/client.ts';
import type { RemoteOptions } from './remote/options.ts';
import type { RemoteRetriever } from './retriever.ts';

/** Remote source of literature that the service opens from its configuration. */
type RemoteSource = {
  name: RemoteSourceName;
  /** Base address of its API; a setting named after the source overrides it. */
  baseUrl: string;
  /** Further settings that `citewell doctor` names if the source cannot be used. */
  settings?: readonly string[];
  /**
   * Indicates that the source returns full texts by the article's address, without a search: it is asked first for
   * them.
   */
  hasFullTextByAddress?: boolean;
  /** Path below the address that answers HEAD with a date, by which `citewell doctor` checks the machine's clock. */
  clockPath?: string;
  /** Returns the number of requests per second that the source permits. */
  startsPerSecond(config: Config): number;
  /** Opens its client, which the caller closes. */
  open(options: RemoteOptions, config: Config): RemoteRetriever;
};

/** Remote sources that the service can search. AGENTS.md lists what a further one needs besides a folder and an entry here. */
export const remoteSources: readonly RemoteSource[] = [
  {
    name: 'pubmed',
    baseUrl: 'https://eutils.ncbi.nlm.nih.gov/entrez/eutils',
    settings: ['CITEWELL_NCBI_API_KEY'],
    clockPath: '/einfo.fcgi',
    startsPerSecond: ({ ncbi }) => pubmedStartsPerSecond(ncbi.apiKey),
    open: (options, { ncbi }) => createPubmedRetriever({ ...ncbi, ...options }),
  },
  {
    name: 'europepmc',
    baseUrl: 'https://www.ebi.ac.uk/europepmc/webservices/rest',
    hasFullTextByAddress: true,
    startsPerSecond: () => europepmcStartsPerSecond,
    open: createEuropepmcRetriever,
  },
];

/**
 * Finds a remote source and its address, configured or default.
 *
 * @throws Error for a name without an entry.
 */
export function findRemoteSource(name: RemoteSourceName, config: Config): RemoteSource {
  const source = remoteSources.find((each) => each.name === name);
  if (!source) throw new Error(`unknown source: ${name}`);
  return { ...source, baseUrl: config.sourceAddresses[name] ?? source.baseUrl };
}

/** Lists the configured remote sources in order of preference. */
export function configuredRemoteSources(config: Config): RemoteSource[] {
  return config.sources.flatMap((name) => (name === 'library' ? [] : findRemoteSource(name, config)));
}

/** Names the settings that an operator should check if a source cannot be used. */
export function sourceSettings({ name, settings = [] }: RemoteSource): string[] {
  return [addressVariable(name), ...settings];
}
