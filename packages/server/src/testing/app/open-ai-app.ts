import type { TestContext } from 'node:test';
import type { UsageResponse } from '@citewell/sdk';
import OpenAI from 'openai';
import { answer } from '../../features/answers/answer.ts';
import { buildReviewApp } from './review-app.ts';

type Setting = Parameters<typeof buildReviewApp>[1];

/** Real pipelines behind a port, with the official client of OpenAI's API. */
export async function buildOpenAiApp(t: TestContext, { options, ...setting }: Setting = {}) {
  const test = await buildReviewApp(t, { ...setting, options: { answer, ...options } });
  const port = await test.listen();
  const clientOf = (apiKey: string) =>
    new OpenAI({ apiKey, baseURL: `http://127.0.0.1:${port}/v1`, maxRetries: 0 });
  return {
    ...test,
    port,
    clientOf,
    client: clientOf(test.key),
    /** Posts what that client would not send. */
    async send(body: object | string, headers: Record<string, string> = {}) {
      const reply = await test.app.inject({
        method: 'POST',
        url: '/v1/chat/completions',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${test.key}`, ...headers },
        payload: typeof body === 'string' ? body : JSON.stringify(body),
      });
      return { status: reply.statusCode, headers: reply.headers, body: reply.body };
    },
    /** Newest record of usage. */
    async lastRecord(key = test.key) {
      const reply = await test.app.inject({
        url: '/ai/api/my_usage?limit=1',
        headers: { 'x-api-key': key },
      });
      const [record] = reply.json<UsageResponse>().records;
      if (!record) throw new Error('nothing was recorded');
      return record;
    },
  };
}
