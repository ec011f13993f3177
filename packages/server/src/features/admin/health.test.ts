import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { ServiceError } from '@citewell/core/errors.ts';
import { sourceNames } from '@citewell/sdk';
import { startLlmSimulator } from '@citewell/simulators/llm/llm-simulator.ts';
import { startEutilsSimulator } from '@citewell/simulators/pubmed/eutils-simulator.ts';
import { syntheticRecords } from '@citewell/simulators/pubmed/synthetic-records.ts';
import { z } from 'zod';
import { buildServices } from '../../app/services.ts';
import { readConfig } from '../../platform/config.ts';
import { buildAdminTest } from '../../testing/app/build-admin-app.ts';
import { assertErrorResponse } from '../../testing/app/error-response.ts';
import { temporaryFolder } from '../../testing/process/temporary-folder.ts';
import { healthResponse, probeResponse } from './operations-schemas.ts';

type Probed = z.output<typeof probeResponse>;
const path = '/admin/api/health';
const secret = 'sk-1234567890-of-the-provider';

async function setUp(t: TestContext, settings: Record<string, string> = {}) {
  const eutils = await startEutilsSimulator({ records: syntheticRecords(), rateLimit: false });
  t.after(() => eutils.close());
  const model = await startLlmSimulator();
  t.after(() => model.close());
  const config = readConfig({
    CITEWELL_DATA_DIR: temporaryFolder(t),
    CITEWELL_SOURCES: 'pubmed,library',
    CITEWELL_PUBMED_BASE_URL: eutils.url,
    CITEWELL_LLM_BASE_URL: model.url,
    CITEWELL_LLM_API_KEY: secret,
    CITEWELL_LLM_MODEL: 'simulated',
    ...settings,
  });
  const services = await buildServices(config);
  t.after(() => services.close());
  const test = await buildAdminTest(t, { services: { config, health: services.health } });
  const client = await test.signIn();
  const list = async () => {
    const health = await client.get<z.output<typeof healthResponse>>(path);
    z.strictObject(healthResponse.shape).parse(health);
    return new Map(health.dependencies.map((each) => [each.id, each]));
  };
  const probe = async (id: string) => {
    const probed = await client.change<Probed>('POST', `${path}/${id}/probe`, {});
    z.strictObject(probeResponse.shape).parse(probed);
    return probed;
  };
  return { ...test, eutils, model, client, list, probe, real: services };
}

describe('health over HTTP', () => {
  it('lists the configured and unconfigured dependencies without any secret', async (t) => {
    const test = await setUp(t);
    const health = await test.list();
    assert.deepEqual(
      [...health.values()].map(({ id, configured, model }) => [id, configured, model]),
      [
        ...sourceNames.map((name) => [name, name === 'pubmed' || name === 'library', null]),
        ['planner', true, 'simulated'],
        ['writer', true, 'simulated'],
        ['verifier', true, 'simulated'],
        ['vision', false, null],
        ['reranker', false, null],
        ['embedding', false, null],
        ['entailment', false, null],
      ],
    );
    const { body } = await test.client.send('GET', path);
    assert.ok(!body.includes(secret) && !body.includes('127.0.0.1'), body);
  });

  it('lists and probes a reranker that is a role of the language model as one dependency', async (t) => {
    const test = await setUp(t, { CITEWELL_LLM_RERANKER_MODEL: 'simulated-ranker' });
    const listed = (await test.client.get<z.output<typeof healthResponse>>(path)).dependencies;
    assert.deepEqual(
      listed.filter(({ id }) => id === 'reranker').map(({ configured, model }) => [configured, model]),
      [[true, 'simulated-ranker']],
    );
    assert.equal((await test.probe('reranker')).probe.failure, null);
    assert.equal(test.model.requests().at(-1)?.body.model, 'simulated-ranker');
  });

  it('probes a dependency on request, bypassing the cache, and reports the outcome', async (t) => {
    const test = await setUp(t);
    for (const id of ['pubmed', 'library', 'planner', 'writer', 'verifier'])
      assert.equal((await test.probe(id)).probe.failure, null, id);
    const { dependency } = await test.probe('pubmed');
    assert.deepEqual([dependency.requests, dependency.failures], [2, 0]);
    assert.deepEqual([dependency.requests_total, dependency.failures_total], [2, 0]);
    assert.partialDeepStrictEqual(dependency.queue, { waiting: 0, refused: 0 });
    assert.equal((await test.list()).get('library')?.queue, null);
    assert.ok(dependency.last_success_at && dependency.latency_ms);
    test.model.setFault('server-error');
    const writer = await test.probe('writer');
    assert.equal(writer.probe.failure, 'provider_error');
    assert.deepEqual(
      [writer.dependency.last_failure, writer.dependency.last_success_at !== null],
      ['provider_error', true],
    );
    await test.eutils.close();
    const { probe, dependency: gone } = await test.probe('pubmed');
    assert.ok(probe.failure === 'unreachable' || probe.failure === 'no_route', `${probe.failure}`);
    assert.ok(gone.last_failure_at);
    assert.deepEqual((await test.store.verifyLedger()).drifts, []);
  });

  it('reports each model’s JSON mode after its first reply, and no failure for a rejected mode', async (t) => {
    const test = await setUp(t, {
      CITEWELL_LLM_PLANNER_MODEL: 'small',
      CITEWELL_LLM_VISION_MODEL: 'simulated-eyes',
    });
    const formOf = async (id: string) => (await test.list()).get(id)?.structured_output;
    assert.equal(await formOf('planner'), null);
    test.model.setFault('refuses-field', { field: 'response_format', times: 1 });
    const { dependency, probe } = await test.probe('planner');
    assert.deepEqual(
      [probe.failure, dependency.structured_output, dependency.requests, dependency.failures],
      [null, 'json', 1, 0],
    );
    await test.probe('writer');
    await test.probe('vision');
    assert.deepEqual(await Promise.all(['planner', 'writer', 'verifier', 'vision', 'pubmed'].map(formOf)), [
      'json',
      'schema',
      'schema',
      null,
      null,
    ]);
  });

  it('reports an open circuit for the failing model only', async (t) => {
    const test = await setUp(t, { CITEWELL_LLM_PLANNER_MODEL: 'small' });
    test.model.setFault('server-error', { times: 5 });
    for (let tries = 0; (await test.list()).get('planner')?.circuit === 'closed'; tries += 1) {
      assert.ok(tries < 10);
      await test.probe('planner');
    }
    assert.equal((await test.probe('planner')).probe.failure, 'circuit_open');
    assert.equal((await test.probe('writer')).probe.failure, null);
    assert.equal((await test.list()).get('writer')?.circuit, 'closed');
  });

  it('reports an open circuit after repeated failures', async (t) => {
    const test = await setUp(t);
    test.model.setFault('server-error');
    for (let tries = 0; (await test.list()).get('writer')?.circuit === 'closed'; tries += 1) {
      assert.ok(tries < 10);
      await test.probe('writer');
    }
    assert.equal((await test.probe('writer')).probe.failure, 'circuit_open');
  });

  it('counts requests that callers make', async (t) => {
    const test = await setUp(t);
    const signal = new AbortController().signal;
    await test.real.library.search(
      { conditions: [], years: {}, sort: 'date_desc', limit: 1, offset: 0 },
      { signal },
    );
    assert.equal((await test.list()).get('library')?.requests, 1);
  });

  it('counts abandoned calls', async (t) => {
    const { client, services } = await setUp(t);
    const counted = async () => (await client.get<z.output<typeof healthResponse>>(path)).abandoned_calls;
    assert.equal(await counted(), 0);
    services.abandoned.noteCall('req_1');
    assert.equal(services.abandoned.noteRejection(new Error('of nobody knows what')), false);
    assert.equal(await counted(), 1);
  });

  it('counts requests that failed with an internal error', async (t) => {
    const { client, services } = await setUp(t);
    const counted = async () => (await client.get<z.output<typeof healthResponse>>(path)).internal_errors;
    assert.equal(await counted(), 0);
    services.failures.note({ id: 'req_1' }, new TypeError('of nobody knows what'));
    services.failures.note({ id: 'req_2' }, new ServiceError('upstream_unavailable'));
    assert.equal(await counted(), 1);
  });

  it('is readable for auditors, and unknown dependencies cannot be probed', async (t) => {
    const test = await setUp(t);
    const auditor = await test.signIn('auditor');
    await auditor.get(path);
    assertErrorResponse(await auditor.send('POST', `${path}/pubmed/probe`, {}), 403, 'forbidden');
    for (const id of ['europepmc', 'vision', 'nothing', '__proto__'])
      assertErrorResponse(await test.client.send('POST', `${path}/${id}/probe`, {}), 404, 'not_found');
  });
});
