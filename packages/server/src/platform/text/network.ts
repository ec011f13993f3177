import { isIPv6 } from 'node:net';

/**
 * What stands for whoever has an address: an IPv4 address itself, and of an IPv6 address the half that is given to a
 * household or a machine, which has all addresses of the other half to choose from.
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
  // A dotted end stands for two groups.
  const given = before.length + after.length + (address.includes('.') ? 1 : 0);
  const groups = [...before, ...Array<string>(tail === undefined ? 0 : 8 - given).fill('0'), ...after];
  return `${groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')}::/64`;
}
