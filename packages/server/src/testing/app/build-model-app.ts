import type { TestContext } from 'node:test';
import type { UsageResponse, UsageStepsResponse } from '@citewell/sdk';
import { startLlmSimulator } from '@citewell/simulators/llm/llm-simulator.ts';
import { startEutilsSimulator } from '@citewell/simulators/pubmed/eutils-simulator.ts';
import type { SimulatedRecord } from '@citewell/simulators/pubmed/record.ts';
import { buildServices } from '../../app/services.ts';
import { answer } from '../../features/answers/answer.ts';
import { readConfig } from '../../platform/config.ts';
import { temporaryFolder } from '../process/temporary-folder.ts';
import { buildTestApp } from './build-test-app.ts';

/** App with the model, the sources and the health that an operator's settings produce, over simulated PubMed and models. */
export async function buildModelApp(
  t: TestContext,
  settings: Record<string, string> = {},
  records?: readonly SimulatedRecord[],
) {
  const eutils = await startEutilsSimulator({ rateLimit: false, ...(records && { records }) });
  const llm = await startLlmSimulator();
  t.after(() => Promise.all([eutils.close(), llm.close()]));
  const config = readConfig({
    CITEWELL_DATA_DIR: temporaryFolder(t),
    CITEWELL_SOURCES: 'pubmed',
    CITEWELL_PUBMED_BASE_URL: eutils.url,
    // With a key, PubMed accepts ten requests a second instead of three.
    CITEWELL_NCBI_API_KEY: 'simulated',
    CITEWELL_FULL_TEXT: 'off',
    CITEWELL_LLM_BASE_URL: llm.url,
    CITEWELL_LLM_API_KEY: 'sk-simulated',
    CITEWELL_LLM_MODEL: 'simulated',
    ...settings,
  });
  const real = await buildServices(config);
  t.after(() => real.close());
  const { model, secondSearch, literature, health } = real;
  const test = await buildTestApp(t, { answer, services: { model, secondSearch, literature, health } });
  const headers = { 'x-api-key': test.key, 'content-type': 'application/json' };
  const get = async <Reply>(path: string) => {
    const reply = await test.app.inject({ url: `/ai/api/${path}`, headers });
    return reply.json<Reply>();
  };
  return {
    ...test,
    eutils,
    llm,
    health,
    post: (path: string, payload: object) =>
      test.app.inject({ method: 'POST', url: `/ai/api/${path}`, headers, payload }),
    /** Record of the newest call, and its steps. */
    async lastCall() {
      const { records } = await get<UsageResponse>('my_usage?limit=1');
      const [record] = records;
      if (!record) throw new Error('nothing was recorded');
      const { steps } = await get<UsageStepsResponse>(`my_usage/steps?request_id=${record.request_id}`);
      return { record, steps };
    },
  };
}
