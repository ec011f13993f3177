import type { Config } from '../../platform/config.ts';
import type { RemoteSourceName } from '../../platform/source-addresses.ts';
import type { RemoteOptions } from './remote/options.ts';
import type { RemoteRetriever } from './retriever.ts';

/** Names of a source for lists and headings, and within a sentence. */
export type SourceLabel = { title: string; inText: string };
export type SourceLabels = { en: SourceLabel; zh: SourceLabel };

/** Remote source of literature, whose records have a PMID. Lists of sources in code, settings and clients are made from these. */
export type RemoteSource = {
  /** Value in settings and in the wire format. */
  name: RemoteSourceName;
  labels: SourceLabels;
  /** Indicates that it is searched unless `CITEWELL_SOURCES` says otherwise. */
  isDefault: boolean;
  /** Base address of its API; a setting named after the source overrides it. */
  baseUrl: string;
  /** Name of that API in the documentation of the setting. */
  api: string;
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

/** Returns the labels of a source whose name is the same in every language and place. */
export function sameLabels(name: string): SourceLabels {
  const label = { title: name, inText: name };
  return { en: label, zh: label };
}
