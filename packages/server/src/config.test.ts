import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, it } from 'node:test';
import { ConfigError, readConfig } from './config.ts';

function problems(environment: Record<string, string>): string[] {
  try {
    readConfig(environment);
  } catch (error) {
    assert.ok(error instanceof ConfigError);
    return error.problems;
  }
  return [];
}

describe('settings', () => {
  it('are complete without any: loopback, SQLite in ./data, all sources, no model', () => {
    const config = readConfig({});
    assert.equal(`${config.host}:${config.port}`, '127.0.0.1:8787');
    assert.equal(config.databasePath, resolve('data', 'citewell.db'));
    assert.deepEqual(config.sources, ['pubmed', 'europepmc', 'library']);
    assert.equal(config.llm, undefined);
    assert.match(config.pubmed.baseUrl, /^https:\/\/eutils\.ncbi\.nlm\.nih\.gov\//);
  });

  it('take empty values as not set', () => {
    assert.deepEqual(readConfig({ CITEWELL_PORT: '', CITEWELL_LLM_MODEL: ' ' }), readConfig({}));
  });

  it('report every problem at once, each with the variable, the value seen and what is allowed', () => {
    const found = problems({
      CITEWELL_PORT: '99999',
      CITEWELL_SOURCES: 'pubmed,google',
      CITEWELL_PUBMED_BASE_URL: 'ftp://x',
      CITEWELL_TLS_CERT: 'cert.pem',
      CITEWELL_QUOTA_TZ: 'Mars/Olympus',
    });
    assert.equal(found.length, 5);
    assert.ok(found.includes('CITEWELL_PORT ("99999"): a port number from 0 to 65535'));
    assert.ok(
      found.some((line) =>
        line.startsWith('CITEWELL_SOURCES ("pubmed,google"): one or more of pubmed, europepmc, library'),
      ),
    );
    assert.ok(found.some((line) => line.startsWith('CITEWELL_TLS_KEY (not set)')));
  });

  it('never print a secret', () => {
    const [line] = problems({ CITEWELL_NCBI_API_KEY: 'not a key!' });
    assert.equal(line, 'CITEWELL_NCBI_API_KEY (set, not shown): an NCBI API key: 8 to 64 letters and digits');
  });

  it('ask for what a model needs', () => {
    assert.deepEqual(
      problems({ CITEWELL_LLM_MODEL: 'm' }).map((line) => line.split(' ')[0]),
      ['CITEWELL_LLM_BASE_URL'],
    );
    assert.deepEqual(
      problems({ CITEWELL_LLM_PROVIDER: 'anthropic' }).map((line) => line.split(' ')[0]),
      ['CITEWELL_LLM_MODEL', 'CITEWELL_LLM_API_KEY'],
    );
  });

  it('give every role the one model, unless it has its own; images need a vision model', () => {
    const base = { CITEWELL_LLM_BASE_URL: 'http://127.0.0.1:1/v1/', CITEWELL_LLM_MODEL: 'big' };
    const { llm } = readConfig({ ...base, CITEWELL_LLM_PLANNER_MODEL: 'small' });
    assert.deepEqual(llm, {
      provider: 'openai-compatible',
      baseUrl: 'http://127.0.0.1:1/v1',
      apiKey: undefined,
      models: { planner: 'small', writer: 'big', verifier: 'big', vision: undefined },
    });
    assert.equal(readConfig({ ...base, CITEWELL_LLM_VISION_MODEL: 'eyes' }).llm?.models.vision, 'eyes');
  });

  it('take a database as a path or a file address', () => {
    for (const url of ['x/y.db', 'file://x/y.db', 'sqlite://x/y.db'])
      assert.equal(readConfig({ CITEWELL_DATABASE_URL: url }).databasePath, resolve('x/y.db'));
    assert.equal(problems({ CITEWELL_DATABASE_URL: 'mysql://x' }).length, 1);
  });

  it('are all in .env.example, and nothing else is', () => {
    const names = (text: string) => [...new Set(text.match(/\bCITEWELL_[A-Z_]*[A-Z]\b/g))].sort();
    const example = readFileSync(new URL('../../../.env.example', import.meta.url), 'utf8');
    const source = readFileSync(new URL('./config.ts', import.meta.url), 'utf8');
    assert.deepEqual(names(example), names(source));
  });
});
