import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import type { CallRecord } from '../../accounting/usage/usage.ts';
import type { TestApp } from '../../testing/app/build-test-app.ts';
import { assertErrorResponse } from '../../testing/app/error-response.ts';
import { buildMeteredApp, get, path } from '../../testing/app/metered-app.ts';
import { exchange } from '../../testing/process/raw-http.ts';

describe('my_usage with an unreadable ledger', () => {
  const call: CallRecord = {
    ...{ id: 'req_1', day: '2026-01-15', startedAt: 0, endedAt: 1, endpoint: 'ask', mode: null },
    ...{ outcome: 'ok', state: 'settled', estimated: false },
    ...{ promptTokens: 0, completionTokens: 0, charged: 0, unbilled: 0 },
  };

  /** Makes lists of calls fail from this page on. */
  async function begin(t: TestContext, failsAtPage: number): Promise<TestApp> {
    let page = 0;
    return buildMeteredApp(t, {
      services: {
        usage: {
          quotaToday: async () => ({ date: '2026-01-15', resetsAt: 0 }),
          reportUsage: async () => {
            throw new Error('the disk is gone');
          },
          async listCalls(_filter, { limit }) {
            page += 1;
            if (page >= failsAtPage) throw new Error('the disk is gone');
            return Array.from({ length: limit }, () => call);
          },
          listSteps: async () => undefined,
          reportOverall: async () => ({ byDay: [], byEndpoint: [], byKey: [] }),
        },
      },
    });
  }

  it('answers 500 as JSON and as CSV', async (t) => {
    const test = await begin(t, 1);
    assertErrorResponse(await get(test), 500, 'internal_error');
    const csv = await get(test, { format: 'csv' });
    assertErrorResponse(csv, 500, 'internal_error');
    assert.equal(csv.headers['content-disposition'], undefined);
  });

  it('truncates a CSV that has begun without its last chunk, and logs the failure', async (t) => {
    const test = await begin(t, 3);
    const reply = await exchange(
      await test.listen(),
      `GET ${path}?format=csv HTTP/1.1\r\nHost: x\r\nX-API-Key: ${test.key}\r\n\r\n`,
    );
    assert.equal(reply.status, 200);
    assert.ok(reply.body.includes('req_1'));
    assert.ok(!reply.body.endsWith('0\r\n\r\n'), 'the last chunk never came');
    assert.ok(test.logLines.some((line) => line.includes('request_failed')));
  });
});
