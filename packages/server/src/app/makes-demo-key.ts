import type { Config } from '../platform/config.ts';

/**
 * Tells whether a start may make a demo key, whose secret stands in its output: where nobody else can reach the service, or
 * where the operator asks for it. One is made only while there is no other key.
 */
export function makesDemoKey({ host, demoKey }: Pick<Config, 'host' | 'demoKey'>): boolean {
  return demoKey === 'on' || (demoKey === 'auto' && isLoopback(host));
}

/** An address nobody else can reach. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || host.startsWith('127.');
}
