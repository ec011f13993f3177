import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { ServiceError } from '@citewell/core/errors.ts';
import type { UsageRecord, UsageResponse } from '@citewell/sdk';
import type { PipelineContext } from '../../pipeline/context.ts';
import { chunk } from '../../pipeline/events.ts';
import { buildTestApp, type TestApp, type TestAppOptions } from './build-test-app.ts';

export const path = '/ai/api/my_usage';

/** Instructions for the pipeline, contained in the question as JSON. */
export type Plan = {
  steps?: {
    model?: string;
    prompt: number;
    completion: number;
    cached?: number;
    source?: 'provider' | 'estimated';
  }[];
  fail?: 'upstream_unavailable' | 'internal_error' | undefined;
  /** Observed usage of a last step that never ends. */
  hang?: { prompt: number; completion: number };
};

async function planned(
  { question }: { question: string },
  _dependencies: unknown,
  { meter, signal, emit }: PipelineContext,
) {
  const { steps = [], fail, hang }: Plan = JSON.parse(question);
  for (const { model = 'm', prompt, completion, cached, source = 'provider' } of steps) {
    const hold = prompt + completion;
    const step = await meter.openStep({ kind: 'write', provider: 'p', model, hold });
    const usage = { promptTokens: prompt, completionTokens: completion };
    await step.finish(cached === undefined ? usage : { ...usage, cachedTokens: cached }, source);
  }
  await emit(chunk('It works.'));
  if (hang) {
    const step = await meter.openStep({ kind: 'write', provider: 'p', model: 'm', hold: 5_000 });
    step.progress({ promptTokens: hang.prompt, completionTokens: hang.completion });
    await new Promise((_resolve, reject) =>
      signal.addEventListener('abort', () => reject(signal.reason), { once: true }),
    );
  }
  if (fail) throw new ServiceError(fail);
}

export function buildMeteredApp(t: TestContext, options: TestAppOptions = {}): Promise<TestApp> {
  return buildTestApp(t, { answer: planned, ...options });
}

export async function ask({ app, key }: TestApp, plan: Plan, url = '/ai/api/ask') {
  return app.inject({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/json', 'x-api-key': key },
    payload: JSON.stringify({ question: JSON.stringify(plan) }),
  });
}

export type Query = Record<string, string | number | undefined>;

export async function get({ app, key }: TestApp, query: Query | string = {}, headers: object = {}) {
  const text =
    typeof query === 'string'
      ? query
      : new URLSearchParams(
          Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, `${value}`]])),
        );
  const reply = await app.inject({ url: `${path}?${text}`, headers: { 'x-api-key': key, ...headers } });
  return { status: reply.statusCode, headers: reply.headers, body: reply.body };
}

export async function usageOf(test: TestApp, query?: Query | string): Promise<UsageResponse> {
  const { status, body } = await get(test, query);
  assert.equal(status, 200, body);
  return JSON.parse(body);
}

/** All records, page by page. */
export async function recordsOf(test: TestApp, query: Query = {}, whileAtPage = async (_page: number) => {}) {
  const records: UsageRecord[] = [];
  let cursor: string | null = null;
  for (let page = 0; page === 0 || cursor !== null; page += 1) {
    const usage: UsageResponse = await usageOf(test, { ...query, ...(cursor !== null && { cursor }) });
    records.push(...usage.records);
    cursor = usage.next_cursor;
    await whileAtPage(page);
  }
  return records;
}
