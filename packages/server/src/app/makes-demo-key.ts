import type { Config } from '../platform/config.ts';

/**
 * Returns true if a start may create a demo key, whose secret is printed: if the service can be reached only from this machine, or
 * the operator asks for it. The key is created only if there is no other.
 */
export function makesDemoKey({ host, demoKey }: Pick<Config, 'host' | 'demoKey'>): boolean {
  return demoKey === 'on' || (demoKey === 'auto' && isLoopback(host));
}

/** Returns true for an address that only this machine can reach. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || host.startsWith('127.');
}
