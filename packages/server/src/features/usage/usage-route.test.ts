import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import type { UsageRecord, UsageResponse } from '@citewell/sdk';
import fc from 'fast-check';
import { z } from 'zod';
import { manualClock, storeEngines } from '../../testing/accounting/accounts-databases.ts';
import type { TestApp, TestAppOptions } from '../../testing/app/build-test-app.ts';
import { assertErrorResponse } from '../../testing/app/error-response.ts';
import {
  ask,
  buildMeteredApp,
  get,
  type Plan,
  type Query,
  recordsOf,
  usageOf,
} from '../../testing/app/metered-app.ts';
import { parseCsv } from '../../testing/documents/parse-csv.ts';
import { openConnection, postBytes } from '../../testing/process/raw-http.ts';
import { usageResponse } from './usage-schema.ts';

/** Returns the reply of my_usage once this condition is met. */
async function usageWhen(test: TestApp, holds: (usage: UsageResponse) => boolean): Promise<UsageResponse> {
  for (let turn = 0; turn < 2_000; turn += 1) {
    const usage = await usageOf(test);
    if (holds(usage)) return usage;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  throw new Error('waited in vain');
}

function sumOf(records: readonly UsageRecord[]): UsageResponse['totals'] {
  const sum = (figure: (record: UsageRecord) => number) =>
    records.reduce((total, record) => total + figure(record), 0);
  return {
    requests: sum(({ state }) => (state === 'running' ? 0 : 1)),
    prompt_tokens: sum((record) => record.prompt_tokens),
    completion_tokens: sum((record) => record.completion_tokens),
    total_tokens: sum((record) => record.total_tokens),
    charged: sum((record) => record.charged),
    unbilled: sum((record) => record.unbilled),
  };
}

const plan: fc.Arbitrary<Plan & { stream: boolean }> = fc.record({
  steps: fc.array(
    fc.record({
      model: fc.constantFrom('small', 'large'),
      prompt: fc.nat({ max: 900 }),
      completion: fc.nat({ max: 900 }),
      source: fc.constantFrom('provider', 'estimated'),
    }),
    { maxLength: 3 },
  ),
  fail: fc.constantFrom(undefined, undefined, 'upstream_unavailable', 'internal_error'),
  stream: fc.boolean(),
});

for (const model of storeEngines)
  describe(`my_usage on ${model.name}`, () => {
    async function begin(t: TestContext, options: TestAppOptions = {}): Promise<TestApp> {
      const { clock = manualClock() } = options;
      const store = await (await model.create(t)).open(clock);
      return buildMeteredApp(t, { clock, store, ...options });
    }

    it('reports the complete cost of a call once its reply has ended', async (t) => {
      const clock = manualClock();
      const test = await begin(t, { clock });
      const reply = await ask(test, {
        steps: [
          { model: 'small', prompt: 300, completion: 20 },
          { model: 'large', prompt: 1_000, completion: 234, source: 'estimated' },
        ],
      });
      assert.equal(reply.headers['x-tokens-charged'], '1554');
      const usage = await usageOf(test);
      const tokens = { prompt_tokens: 1_300, completion_tokens: 254, total_tokens: 1_554 };
      const now = new Date(clock.now()).toISOString();
      assert.deepEqual(usage.records, [
        {
          request_id: reply.headers['x-request-id'],
          endpoint: 'ask',
          mode: null,
          started_at: now,
          ended_at: now,
          duration_ms: 0,
          outcome: 'ok',
          state: 'settled',
          ...tokens,
          charged: 1_554,
          unbilled: 0,
          estimated: true,
        },
      ]);
      assert.deepEqual(usage.totals, { requests: 1, ...tokens, charged: 1_554, unbilled: 0 });
      assert.deepEqual(usage.by_endpoint, [{ key: 'ask', requests: 1, ...tokens, charged: 1_554 }]);
      assert.deepEqual(usage.trend.at(-1), { key: '2026-01-15', requests: 1, ...tokens, charged: 1_554 });
      assert.deepEqual(usage.balance, {
        granted: 100_000_000,
        charged: 1_554,
        held: 0,
        available: 99_998_446,
      });
      assert.deepEqual(usage.quota, {
        day: '2026-01-15',
        timezone: 'UTC',
        used: 1,
        limit: null,
        resets_at: '2026-01-16T00:00:00.000Z',
      });
      assert.deepEqual(
        (await usageOf(test, { group_by: 'model' })).trend.map(({ key, total_tokens, charged }) => ({
          key,
          total_tokens,
          charged,
        })),
        [
          { key: 'large', total_tokens: 1_234, charged: null },
          { key: 'small', total_tokens: 320, charged: null },
        ],
      );
      assert.deepEqual((await usageOf(test, { group_by: 'endpoint' })).trend, usage.by_endpoint);
    });

    it('includes a call when `done` arrives', async (t) => {
      const test = await begin(t);
      for (let turn = 1; turn <= 5; turn += 1) {
        const { body } = await ask(test, { steps: [{ prompt: 100, completion: 11 }] }, '/ai/api/ask_stream');
        assert.ok(body.endsWith('event: done\ndata: {}\n\n'));
        const { totals, balance } = await usageOf(test);
        assert.deepEqual(
          [totals.requests, totals.total_tokens, balance.charged, balance.held],
          [turn, turn * 111, turn * 111, 0],
        );
      }
    });

    it('equals the cost of random calls and failures to the token, in every view', {
      tags: ['my_usage'],
    }, async (t) => {
      const test = await begin(t);
      await fc.assert(
        fc.asyncProperty(fc.array(plan, { minLength: 1, maxLength: 6 }), async (plans) => {
          test.key = await test.createKey({ balance: 20_000 });
          let used = 0;
          let charged = 0;
          for (const { stream, ...each } of plans) {
            const reply = await ask(test, each, stream ? '/ai/api/ask_stream' : '/ai/api/ask');
            if (reply.statusCode === 403) continue;
            if (!stream && reply.statusCode === 200) charged += Number(reply.headers['x-tokens-charged']);
            for (const { prompt, completion } of each.steps ?? []) used += prompt + completion;
          }
          const usage = await usageOf(test, { limit: 200 });
          assert.deepEqual(usage.totals, sumOf(usage.records));
          assert.equal(usage.totals.charged, usage.balance.charged);
          if (usage.records.every(({ outcome }) => outcome !== 'insufficient_balance'))
            assert.equal(usage.totals.total_tokens, used);
          const whole = usage.records.filter(
            ({ endpoint, outcome }) => endpoint === 'ask' && outcome === 'ok',
          );
          assert.equal(sumOf(whole).charged, charged);
          assert.deepEqual(await recordsOf(test, { limit: 2 }), usage.records);
          const [head = [], ...lines] = parseCsv((await get(test, { format: 'csv' })).body);
          assert.deepEqual(
            lines,
            usage.records.map((record) =>
              head.map((name) => String(record[name as keyof UsageRecord] ?? '')),
            ),
          );
          for (const outcome of new Set(usage.records.map((record) => record.outcome)))
            assert.deepEqual(
              (await usageOf(test, { outcome: outcome ?? '' })).totals,
              sumOf(usage.records.filter((record) => record.outcome === outcome)),
            );
        }),
        { numRuns: 12 },
      );
    });

    it('shows a running call without figures and charges a disconnected client', async (t) => {
      const test = await begin(t);
      const connection = openConnection(await test.listen());
      const question = JSON.stringify({ hang: { prompt: 500, completion: 40 } });
      connection.socket.write(
        postBytes('/ai/api/ask_stream', { 'X-API-Key': test.key }, JSON.stringify({ question })),
      );
      await connection.until('It works.');
      const during = await usageWhen(test, ({ balance }) => balance.held === 5_000);
      assert.deepEqual(
        during.records.map(({ state, outcome, ended_at, duration_ms, total_tokens, charged }) => ({
          ...{ state, outcome, ended_at, duration_ms, total_tokens, charged },
        })),
        [{ state: 'running', outcome: null, ended_at: null, duration_ms: null, total_tokens: 0, charged: 0 }],
      );
      assert.equal(during.totals.requests, 0);
      connection.socket.destroy();
      const after = await usageWhen(test, ({ records }) => records[0]?.state !== 'running');
      const { outcome, total_tokens, charged, estimated } = after.records[0] ?? {};
      assert.deepEqual([outcome, total_tokens, charged, estimated], ['client_disconnected', 540, 540, true]);
      assert.deepEqual([after.balance.charged, after.balance.held], [540, 0]);
    });

    it('pages without repeats or gaps while calls are added, and ends with null', async (t) => {
      const clock = manualClock();
      const test = await begin(t, { clock });
      for (let turn = 0; turn < 11; turn += 1) {
        clock.advance(turn % 3 === 0 ? 0 : 7_000_000);
        await ask(test, { steps: [{ prompt: turn, completion: 1 }] });
      }
      const there = (await recordsOf(test, { limit: 200 })).map(({ request_id }) => request_id);
      assert.equal(there.length, 11);
      for (const limit of [1, 3, 11]) {
        const records = await recordsOf(test, { limit }, async (page) => {
          clock.advance(page);
          await ask(test, {});
        });
        const ids = records.map(({ request_id }) => request_id);
        assert.equal(new Set(ids).size, ids.length);
        assert.deepEqual(
          ids.filter((id) => there.includes(id)),
          there,
        );
      }
    });
  });

describe('my_usage', () => {
  it('answers any valid key, whatever its modules, quota and balance, and counts nothing', async (t) => {
    const test = await buildMeteredApp(t);
    test.key = await test.createKey({ modules: [], dailyQuota: 0, balance: 0 });
    for (let turn = 0; turn < 3; turn += 1) {
      const { key, balance, quota, totals, records } = await usageOf(test);
      assert.deepEqual([key.modules, quota.used, quota.limit], [[], 0, 0]);
      assert.deepEqual(balance, { granted: 0, charged: 0, held: 0, available: 0 });
      assert.deepEqual([totals.requests, records], [0, []]);
    }
    test.key = await test.createKey({ dailyQuota: 1 });
    assert.equal((await ask(test, {})).statusCode, 200);
    assertErrorResponse(
      await ask(test, {}).then((reply) => ({ ...reply, status: reply.statusCode, body: reply.body })),
      429,
      'quota_exceeded:1/1',
    );
    const { quota, totals } = await usageOf(test);
    assert.deepEqual([quota.used, quota.limit, totals.requests], [1, 1, 1]);
  });

  it('requires a key', async (t) => {
    const clock = manualClock();
    const test = await buildMeteredApp(t, { clock });
    const withKey = async (key: string) => get({ ...test, key });
    assertErrorResponse(await withKey(''), 401, 'missing_key');
    assertErrorResponse(await withKey('cw_nobody'), 401, 'invalid_key');
    assertErrorResponse(await withKey(await test.createKey({ status: 'disabled' })), 401, 'key_disabled');
    assertErrorResponse(await withKey(await test.createKey({ expiresAt: clock.now() })), 401, 'key_expired');
    const bearer = await get({ ...test, key: '' }, {}, { authorization: `Bearer ${test.key}` });
    assert.equal(bearer.status, 200);
    // Errors in a query are not revealed without a key.
    assertErrorResponse(await get({ ...test, key: '' }, { limit: 'x' }), 401, 'missing_key');
  });

  it('shows only its own key and never a secret', { tags: ['my_usage.own'] }, async (t) => {
    const test = await buildMeteredApp(t);
    const expiresAt = Date.UTC(2027, 0, 31);
    const other = await test.createKey({ label: 'other' });
    test.key = await test.createKey({ label: '张三', modules: ['factcheck'], expiresAt });
    await ask({ ...test, key: other }, { steps: [{ prompt: 5, completion: 5 }] });
    const keys = await test.services.keys.list();
    const labeled = (label: string) => keys.find((key) => key.label === label);
    const [mine, theirs] = [labeled('张三'), labeled('other')];
    for (const query of [{}, { key: other }, { key_id: theirs?.id, id: theirs?.id, user: '1' }]) {
      const { body, headers } = await get(test, query);
      const usage: UsageResponse = JSON.parse(body);
      assert.deepEqual(usage.key, {
        id: mine?.id,
        label: '张三',
        hint: `${test.key.slice(0, 7)}…${test.key.slice(-4)}`,
        status: 'enabled',
        expires_at: '2027-01-31T00:00:00.000Z',
        modules: ['factcheck'],
      });
      assert.equal(usage.totals.requests, 0);
      assert.doesNotMatch(body, /cw_[0-9A-Za-z]{38}/);
      assert.equal(headers['cache-control'], 'no-store');
    }
  });

  for (const [query, en, zh] of [
    [{ from: 'yesterday' }, /"from" must be a date such as 2026-01-31; got "yesterday"/, /"from" 应为日期/],
    [{ from: '2026-02-30' }, /"from" must be a date/, /"from" 应为日期/],
    [{ to: '2026' }, /"to" must be a date such as 2026-01-31; got "2026"/, /"to" 应为日期/],
    [{ from: '2026-1-1' }, /"from" must be/, /"from" 应为/],
    [
      { from: '2026-01-16' },
      /"from" must be a date not after "to".*: 2025-01-15 to 2026-01-15/,
      /不晚于 "to"/,
    ],
    [{ from: '2025-01-14' }, /"from" must be .*at most 366 days.*got "2025-01-14"/, /最多 366 天/],
    [{ from: '2026-01-02', to: '2026-01-01' }, /"from" must be a date not after "to"/, /不晚于 "to"/],
    [{ group_by: 'hour' }, /"group_by" must be one of "day", "endpoint", "model"/, /"group_by" 应为下列之一/],
    [{ endpoint: 'my_usage' }, /"endpoint" must be one of "ask", "ask_stream"/, /"endpoint" 应为下列之一/],
    [
      { outcome: 'failed' },
      /"outcome" must be one of "ok", "not_found", "client_disconnected"/,
      /"outcome" 应为下列之一/,
    ],
    [{ limit: 0 }, /"limit" must be a whole number from 1 to 200; got "0"/, /"limit" 应为 1 到 200 的整数/],
    [{ limit: 201 }, /"limit" must be a whole number from 1 to 200/, /"limit" 应为/],
    [{ limit: '1e2' }, /"limit" must be/, /"limit" 应为/],
    [{ limit: -1 }, /"limit" must be/, /"limit" 应为/],
    [{ limit: 9_999 }, /"limit" must be/, /"limit" 应为/],
    [
      { cursor: 'abc' },
      /"cursor" must be the "next_cursor" of a reply to the same query/,
      /"cursor" 应为相同查询/,
    ],
    [{ format: 'xml' }, /"format" must be one of "json", "csv"/, /"format" 应为下列之一/],
    ['from=2026-01-01&from=2026-01-02', /"from" must be a date.*; got an array of 2/, /含 2 个元素的数组/],
  ] as const)
    it(`rejects ${JSON.stringify(query)} with 400 naming the parameter, in both languages`, async (t) => {
      const test = await buildMeteredApp(t, { clock: manualClock() });
      assert.match(assertErrorResponse(await get(test, query), 400, 'invalid_request'), en);
      const refused = await get(test, query, { 'accept-language': 'zh-CN' });
      assert.match(assertErrorResponse(refused, 400, 'invalid_request'), zh);
    });

  it('accepts a window of 366 days and ignores unknown parameters', async (t) => {
    const test = await buildMeteredApp(t, { clock: manualClock() });
    const { window, trend } = await usageOf(test, 'from=2025-01-15&days=-1&tz=%ZZ&__proto__=x&');
    assert.deepEqual(window, { from: '2025-01-15', to: '2026-01-15' });
    assert.deepEqual([trend.length, trend[0]?.key, trend.at(-1)?.key], [366, '2025-01-15', '2026-01-15']);
  });

  it('defaults to the last 30 days in the quota’s time zone', async (t) => {
    // 00:00 in Shanghai is 16:00 of the previous day in UTC.
    const clock = manualClock(Date.UTC(2026, 0, 15, 16));
    const [sqlite] = storeEngines;
    assert.ok(sqlite);
    const store = await (await sqlite.create(t)).open(clock, 'Asia/Shanghai');
    const test = await buildMeteredApp(t, { clock, store });
    await ask(test, {});
    const { window, quota, trend } = await usageOf(test);
    assert.deepEqual(window, { from: '2025-12-18', to: '2026-01-16' });
    assert.equal(trend.length, 30);
    assert.equal(trend.at(-1)?.requests, 1);
    assert.deepEqual([quota.day, quota.resets_at], ['2026-01-16', '2026-01-16T16:00:00.000Z']);
    assert.equal((await usageOf(test, { to: '2026-01-15' })).totals.requests, 0);
  });

  it('filters every figure by endpoint and outcome', async (t) => {
    const test = await buildMeteredApp(t);
    const steps = [{ prompt: 10, completion: 5 }];
    await ask(test, { steps });
    await ask(test, { steps }, '/ai/api/ask_stream');
    await ask(test, { steps, fail: 'upstream_unavailable' }, '/ai/api/ask_stream');
    const of = async (query: Query) => {
      const { totals, trend, by_endpoint, records } = await usageOf(test, query);
      assert.deepEqual(totals, sumOf(records));
      assert.equal(trend.at(-1)?.requests ?? 0, totals.requests);
      return [totals.requests, ...by_endpoint.map(({ key }) => key)];
    };
    assert.deepEqual(await of({}), [3, 'ask', 'ask_stream']);
    assert.deepEqual(await of({ endpoint: 'ask_stream' }), [2, 'ask_stream']);
    assert.deepEqual(await of({ outcome: 'upstream_error' }), [1, 'ask_stream']);
    assert.deepEqual(await of({ outcome: 'ok' }), [2, 'ask', 'ask_stream']);
    assert.deepEqual(await of({ outcome: 'ok', endpoint: 'ask' }), [1, 'ask']);
    assert.deepEqual(await of({ outcome: 'deadline' }), [0]);
    assert.deepEqual(await of({ endpoint: 'polish', group_by: 'model' }), [0]);
  });

  it('keeps the days and filters of a list across pages, past midnight too', async (t) => {
    const clock = manualClock(Date.UTC(2026, 0, 15, 23, 59));
    const test = await buildMeteredApp(t, { clock });
    for (let turn = 0; turn < 3; turn += 1) await ask(test, {});
    const first = await usageOf(test, { limit: 1 });
    clock.advance(120_000);
    await ask(test, {});
    const cursor = first.next_cursor ?? '';
    const second = await usageOf(test, { limit: 1, cursor });
    assert.deepEqual(second.window, first.window);
    assert.equal(second.totals.requests, 3);
    assert.notEqual(second.records[0]?.request_id, first.records[0]?.request_id);
    assert.equal((await get(test, { cursor, ...first.window })).status, 200);
    for (const query of [
      { from: '2026-01-01' },
      { to: '2026-01-16' },
      { endpoint: 'ask' },
      { outcome: 'ok' },
    ])
      assertErrorResponse(await get(test, { cursor, ...query }), 404, 'not_found');
    const other = { ...test, key: await test.createKey() };
    assert.match(
      assertErrorResponse(await get(other, { cursor }), 404, 'not_found'),
      /"cursor" must be the "next_cursor" of a reply to the same query/,
    );
    for (let place = 0; place < cursor.length; place += 1) {
      const edited = `${cursor.slice(0, place)}${cursor[place] === 'A' ? 'B' : 'A'}${cursor.slice(place + 1)}`;
      const { status, body } = await get(test, { cursor: edited });
      assert.ok(status === 404 || edited.indexOf('.') !== cursor.indexOf('.'), body);
      assert.ok(status === 404 || status === 400, body);
    }
  });

  it('exports all records as CSV with the JSON field names', async (t) => {
    const test = await buildMeteredApp(t, { clock: manualClock() });
    const [{ id: keyId } = { id: '' }] = await test.services.keys.list();
    const key = await test.services.keys.get(keyId);
    assert.ok(key);
    const calls = 450;
    for (let turn = 0; turn < calls; turn += 1) {
      const intent = { id: `req_${turn}`, key, module: 'ask_agent', endpoint: 'ask', hold: 1 } as const;
      await (await test.services.accounts.admit(intent)).settle('ok', true);
    }
    const { headers, body } = await get(test, { format: 'csv', limit: 1, group_by: 'model' });
    assert.equal(headers['content-type'], 'text/csv; charset=utf-8');
    assert.equal(
      headers['content-disposition'],
      'attachment; filename="citewell-usage-2025-12-17-2026-01-15.csv"',
    );
    assert.equal(headers['cache-control'], 'no-store');
    const [head, ...lines] = parseCsv(body);
    const records = await recordsOf(test, { limit: 200 });
    assert.deepEqual(head, Object.keys(records[0] ?? {}));
    assert.equal(lines.length, calls);
    assert.deepEqual(
      lines.map(([id]) => id),
      records.map(({ request_id }) => request_id),
    );
    const none = await get(test, { format: 'csv', outcome: 'deadline' });
    assert.deepEqual(parseCsv(none.body), [head]);
  });

  it('matches its documented schema', async (t) => {
    const test = await buildMeteredApp(t);
    await ask(test, { steps: [{ prompt: 1, completion: 1 }] });
    for (const group_by of ['day', 'model'])
      z.strictObject(usageResponse.shape).parse(await usageOf(test, { group_by }));
  });
});
