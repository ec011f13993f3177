import { isIPv6 } from 'node:net';

/**
 * Returns the network that identifies a client: an IPv4 address itself, or the first 64 bits of an IPv6 address,
 * since a household or machine can choose any address within them.
 */
export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined || !isIPv6(address)) return mapped ?? address;
  const [head = '', tail] = address
    .replace(/%.{0,99}$/, '')
    .toLowerCase()
    .split('::');
  const [before, after] = [head, tail ?? ''].map((part) => part.split(':').filter(Boolean)) as [
    string[],
    string[],
  ];
  // A dotted ending counts as two groups.
  const given = before.length + after.length + (address.includes('.') ? 1 : 0);
  const groups = [...before, ...Array<string>(tail === undefined ? 0 : 8 - given).fill('0'), ...after];
  return `${groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')}::/64`;
}
