import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { anArticle } from '@citewell/core/testing/an-article.ts';
import type { LlmFaultMode } from '@citewell/simulators/llm/llm-faults.ts';
import { startLlmSimulator } from '@citewell/simulators/llm/llm-simulator.ts';
import { createProviderModel } from '../../llm/provider-model.ts';
import { buildTestApp } from '../../testing/app/build-test-app.ts';
import { scriptedRetriever } from '../../testing/app/scripted.ts';
import { png } from '../../testing/documents/images.ts';
import { parseEvents } from '../../testing/process/sse-reader.ts';
import { answer } from './answer.ts';

const trial = anArticle('9900000001', {
  title: 'Metformin in type 2 diabetes: a randomized trial.',
  abstract: [{ text: 'Metformin lowered HbA1c by 1.1% in adults with type 2 diabetes (P < 0.001).' }],
});
const question = 'Does metformin lower HbA1c in type 2 diabetes?';
const faults: LlmFaultMode[] = ['server-error', 'silent', 'cut', 'stall', 'empty', 'reset'];

describe('images that the model failed to read', () => {
  for (const language of ['en', 'zh'] as const)
    it(`are reported before quotations, and the call is settled: ${language}`, async (t) => {
      const simulator = await startLlmSimulator();
      t.after(() => simulator.close());
      for (const mode of faults) {
        simulator.clearFaults();
        simulator.setFault(mode, { role: 'vision' });
        const model = createProviderModel({
          config: {
            ...{ provider: 'openai-compatible', baseUrl: simulator.url, apiKey: 'k' },
            models: { planner: 'm', writer: 'm', verifier: 'm', vision: 'm' },
            ...{ firstWordMs: 1_000, pauseMs: 500, contextTokens: 32_000 },
          },
          clock: { now: Date.now },
          log: () => {},
        });
        t.after(() => model.close());
        const { app, key, settled } = await buildTestApp(t, {
          answer,
          services: {
            model,
            literature: { remote: [], library: scriptedRetriever('library', [trial]) },
          },
        });
        const reply = await app.inject({
          ...{ method: 'POST', url: '/ai/api/ask_stream', headers: { 'x-api-key': key } },
          payload: { question, lang: language, images: [png(8, 8).toString('base64')] },
        });
        assert.equal(reply.statusCode, 200, mode);
        const events = parseEvents(reply.body);
        const text = events
          .flatMap(({ event, data }) => (event === 'answer_chunk' ? [data.text] : []))
          .join('');
        assert.match(
          text,
          language === 'en'
            ? /^The images could not be read, because the vision model failed\./
            : /^视觉模型出错，未能读取图片。/,
          mode,
        );
        assert.match(text, /Metformin lowered HbA1c by 1\.1% in adults with type 2 diabetes[^[]*\[1\]/, mode);
        assert.equal(events.filter(({ event }) => event === 'error').length, 0, mode);
        assert.equal(events.at(-1)?.event, 'done', mode);
        assert.deepEqual(
          settled.map(({ outcome, delivered }) => [outcome, delivered]),
          [['ok', true]],
          mode,
        );
        const usage = await app.inject({ url: '/ai/api/my_usage', headers: { 'x-api-key': key } });
        assert.equal(usage.json().balance.held, 0, mode);
      }
      assert.ok(
        !simulator.requests().some(({ role }) => role === 'write'),
        'no model writes of images it did not see',
      );
    });
});
