import assert from 'node:assert/strict';
import { it } from 'node:test';
import { readConfig } from '../platform/config.ts';
import { defaultSources } from '../platform/default-sources.ts';
import { banner, clientUrl } from './banner.ts';

const config = readConfig({});
const key = 'cw_exampleexampleexampleexampleexample12';

it('names the address, the engine, the sources and the data', () => {
  const text = banner({
    config,
    url: 'http://127.0.0.1:8787',
    engine: 'openai/some-model',
    demonstration: 0,
    demoKey: undefined,
  });
  for (const fact of [
    'http://127.0.0.1:8787',
    'openai/some-model',
    defaultSources.join(', '),
    config.dataDir,
  ])
    assert.ok(text.includes(fact), fact);
  assert.doesNotMatch(text, /curl/);
});

it('names the operators’ address if there is one', () => {
  const facts = { config, url: 'http://x', engine: 'extractive', demonstration: 0, demoKey: undefined };
  assert.match(banner({ ...facts, adminUrl: 'http://127.0.0.1:8788' }), /127\.0\.0\.1:8788\/\n/);
  assert.doesNotMatch(banner(facts), /admin/);
});

it('states that the extractive engine quotes, in both languages', () => {
  const text = banner({
    config,
    url: 'http://x',
    engine: 'extractive',
    demonstration: 0,
    demoKey: undefined,
  });
  assert.match(text, /no synthesis/);
  assert.match(text, /摘录/);
});

it('states that the records are invented, in both languages, if the library contains such records', () => {
  const facts = { config, url: 'http://x', engine: 'extractive', demoKey: undefined };
  const text = banner({ ...facts, demonstration: 150 });
  assert.match(text, /150 invented demonstration records/);
  assert.match(text, /150 条虚构的演示记录/);
  assert.doesNotMatch(banner({ ...facts, demonstration: 0 }), /invented/);
});

it('prints a demo key with a curl command, which trusts the certificate under TLS', () => {
  const text = banner({
    config,
    url: 'http://127.0.0.1:8787',
    engine: 'extractive',
    demonstration: 0,
    demoKey: key,
  });
  assert.match(
    text,
    new RegExp(
      `curl -s http://127\\.0\\.0\\.1:8787/ai/api/ask -H 'X-API-Key: ${key}' .* -d '\\{"question":"[^']+"\\}'`,
    ),
  );
  const tls = { certPath: '/etc/cert.pem', keyPath: '/etc/key.pem' };
  const secure = banner({
    config: { ...config, tls },
    url: 'https://h:1',
    engine: 'extractive',
    demonstration: 0,
    demoKey: key,
  });
  assert.match(secure, /curl -s --cacert '\/etc\/cert\.pem' https:\/\/h:1/);
});

it('prints an address that a client on this machine can use', () => {
  const url = (host: string) => clientUrl({ ...config, host }, 80);
  assert.equal(url('127.0.0.1'), 'http://127.0.0.1:80');
  assert.equal(url('0.0.0.0'), 'http://localhost:80');
  assert.equal(url('::'), 'http://localhost:80');
  assert.equal(url('::1'), 'http://[::1]:80');
  assert.equal(clientUrl({ ...config, tls: { certPath: '', keyPath: '' } }, 443), 'https://127.0.0.1:443');
});
