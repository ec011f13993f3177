import assert from 'node:assert/strict';
import { it } from 'node:test';
import { readConfig } from '../platform/config.ts';
import { makesDemoKey } from './makes-demo-key.ts';

it('creates a demo key only on loopback, unless the setting says otherwise', () => {
  const made = (host: string, demoKey?: string) =>
    makesDemoKey(readConfig({ CITEWELL_HOST: host, ...(demoKey && { CITEWELL_DEMO_KEY: demoKey }) }));
  assert.deepEqual(
    ['127.0.0.1', '::1', 'localhost'].map((host) => made(host)),
    [true, true, true],
  );
  assert.deepEqual(
    ['0.0.0.0', '::', '192.168.0.2'].map((host) => made(host)),
    [false, false, false],
  );
  assert.equal(made('0.0.0.0', 'on'), true);
  assert.equal(made('127.0.0.1', 'off'), false);
});
