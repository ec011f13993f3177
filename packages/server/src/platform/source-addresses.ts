import { type SourceName, sourceNames } from '@citewell/sdk/protocol';

/** A remote literature source. */
export type RemoteSourceName = Exclude<SourceName, 'library'>;

export const remoteSourceNames = sourceNames.filter((name) => name !== 'library');

/** Variable that replaces the address of a remote source, such as CITEWELL_PUBMED_BASE_URL. */
export type AddressVariable = `CITEWELL_${Uppercase<RemoteSourceName>}_BASE_URL`;

/**
 * Names the variable that replaces the address of a remote source.
 *
 * @example addressVariable('pubmed'); // 'CITEWELL_PUBMED_BASE_URL'
 */
export function addressVariable(name: RemoteSourceName): AddressVariable {
  return `CITEWELL_${name.toUpperCase() as Uppercase<RemoteSourceName>}_BASE_URL`;
}

/** Creates a value for the address variable of each remote source. */
export function mapAddressVariables<T>(value: (name: RemoteSourceName) => T): Record<AddressVariable, T> {
  const entries = remoteSourceNames.map((name) => [addressVariable(name), value(name)]);
  return Object.fromEntries(entries) as Record<AddressVariable, T>;
}
