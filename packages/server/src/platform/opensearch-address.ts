/** Address of an OpenSearch cluster and of the library in it. Contains secrets and must never be displayed. */
export type OpenSearchAddress = {
  /** URL without a path and without credentials. */
  origin: string;
  /** Prefix of the names of its indices. */
  name: string;
  /** Number of shards for the records of a new library. */
  shards: number;
  user: { name: string; password: string } | undefined;
  apiKey: string | undefined;
  /** A PEM file of the authority that signed the server's certificate. */
  caPath: string | undefined;
};

/** Names that OpenSearch permits for indices, except those with another meaning in a path. */
const namePattern = /^[a-z][a-z0-9-]{0,60}$/;

/**
 * Reads `https://user:password@host:9200/name?shards=3`; the name is `citewell` if there is none.
 * Undefined if the text is not such an address.
 */
export function readOpenSearchAddress(
  text: string,
  { apiKey, caPath }: Partial<Pick<OpenSearchAddress, 'apiKey' | 'caPath'>> = {},
): OpenSearchAddress | undefined {
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol)) return undefined;
  const name = url.pathname.replace(/^\/|\/$/g, '') || 'citewell';
  const shards = Number(url.searchParams.get('shards') ?? 1);
  const others = [...url.searchParams.keys()].some((parameter) => parameter !== 'shards');
  if (!namePattern.test(name) || others || url.hash !== '') return undefined;
  if (!Number.isInteger(shards) || shards < 1 || shards > 64) return undefined;
  const [userName, password] = [decoded(url.username), decoded(url.password)];
  if (userName === undefined || password === undefined) return undefined;
  const user = userName === '' ? undefined : { name: userName, password };
  return { origin: url.origin, name, shards, user, apiKey, caPath };
}

/** Returns undefined if there is a % in the text that begins no percent-encoded character. */
function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
