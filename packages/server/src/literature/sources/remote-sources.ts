import type { Config } from '../../platform/config.ts';
import { addressVariable, type RemoteSourceName } from '../../platform/source-addresses.ts';
import { europepmc } from './europepmc/source.ts';
import { pubmed } from './pubmed/source.ts';
import type { RemoteSource } from './remote-source.ts';

/**
 * Remote sources in the default order of preference. Run `npm run generate:sources` after a change: the wire format, the
 * Python client and the lists of settings take the sources from here.
 */
export const remoteSources: readonly RemoteSource[] = [pubmed, europepmc];

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
