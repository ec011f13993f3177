import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { ServiceError } from '@citewell/core/errors.ts';
import { type Endpoint, endpoints } from '@citewell/sdk';
import fc from 'fast-check';
import type { AdmittedCall } from '../accounting/accounts.ts';
import type { ApiKey } from '../accounting/keys/api-key.ts';
import type { Outcome } from '../accounting/settlement.ts';
import {
  allCalls,
  type CallPosition,
  type CallRecord,
  sumUsage,
  type UsageFilter,
  type UsageReader,
  type UsageSum,
} from '../accounting/usage/usage.ts';
import {
  type ManualClock,
  makeKey,
  manualClock,
  type StoreEngine,
  startProcess,
  storeEngines,
  type TestProcess,
} from '../testing/accounting/accounts-databases.ts';

const outcomes: Outcome[] = ['ok', 'client_disconnected', 'upstream_error', 'internal_error', 'deadline'];
const minute = 60_000;

type LedgerSetup = { clock: ManualClock; reader: UsageReader; process: TestProcess; key: ApiKey };

let lastCall = 0;

/** Ids are not in chronological order, as request ids need not be. */
function admit({ process, key }: LedgerSetup, endpoint = 'ask'): Promise<AdmittedCall> {
  lastCall += 1;
  const id = `req_${((lastCall * 7_919) % 1_000_003).toString(16).padStart(6, '0')}`;
  return process.accounts.admit({ id, key, module: 'ask_agent', endpoint, hold: 100 });
}

type StepPlan = { model?: string; tokens: number; source?: 'provider' | 'estimated' };

/** A complete call. */
async function spend(
  setup: LedgerSetup,
  steps: readonly StepPlan[] = [{ tokens: 90 }],
  { endpoint = 'ask', outcome = 'ok' as Outcome, delivered = true } = {},
): Promise<AdmittedCall> {
  const call = await admit(setup, endpoint);
  for (const { model = 'm', tokens, source = 'provider' } of steps) {
    const step = await call.meter.openStep({ kind: 'write', provider: 'p', model, hold: tokens });
    const promptTokens = Math.floor(tokens / 3);
    await step.finish({ promptTokens, completionTokens: tokens - promptTokens }, source);
  }
  await call.settle(outcome, delivered);
  return call;
}

function filterOf({ key }: LedgerSetup, filter: Partial<UsageFilter> = {}): UsageFilter {
  return {
    keyId: key.id,
    from: '2026-01-01',
    to: '2026-12-31',
    endpoint: undefined,
    outcome: undefined,
    ...filter,
  };
}

async function report(
  setup: LedgerSetup,
  filter: Partial<UsageFilter> = {},
  groupBy: 'day' | 'model' = 'day',
) {
  const all = filterOf(setup, filter);
  const usage = await setup.reader.reportUsage(all, groupBy, { after: undefined, limit: 1_000 });
  assert.ok(usage);
  return usage;
}

/** The sum of calls that have ended, added up one by one. */
function sumOf(calls: readonly CallRecord[]): UsageSum {
  return sumUsage(calls.filter(({ state }) => state !== 'running').map((call) => ({ requests: 1, ...call })));
}

async function listAll(setup: LedgerSetup, filter: Partial<UsageFilter> = {}, limit = 1_000) {
  return (await Array.fromAsync(allCalls(setup.reader, filterOf(setup, filter), limit))).flat();
}

/** A history includes an exhausted balance. */
function expectRejection(error: unknown): void {
  assert.ok(error instanceof ServiceError && error.code === 'insufficient_balance', String(error));
}

function contract(engine: StoreEngine): void {
  async function begin(t: TestContext, now?: number, timeZone = 'UTC'): Promise<LedgerSetup> {
    const clock = manualClock(now);
    const store = await (await engine.create(t)).open(clock, timeZone);
    const process = startProcess(store, clock);
    const { key } = await makeKey(process, { balance: 10_000_000, dailyQuota: 1_000 });
    return { clock, reader: store, process, key };
  }

  it('shows the cost of a call as soon as it is settled', async (t) => {
    const setup = await begin(t);
    const startedAt = setup.clock.now();
    const call = await admit(setup, 'ask_stream');
    const step = await call.meter.openStep({ kind: 'plan', provider: 'p', model: 'small', hold: 500 });
    await step.finish({ promptTokens: 300, completionTokens: 20 }, 'provider');
    const writing = await call.meter.openStep({ kind: 'write', provider: 'p', model: 'large', hold: 5_000 });
    setup.clock.advance(1_500);
    await writing.finish({ promptTokens: 1_000, completionTokens: 234 }, 'provider');
    await call.settle('ok', true);
    const { key, quota, byEndpoint, trend, calls } = await report(setup);
    assert.deepEqual(calls, [
      {
        id: call.id,
        day: '2026-01-15',
        startedAt,
        endedAt: startedAt + 1_500,
        endpoint: 'ask_stream',
        mode: null,
        outcome: 'ok',
        state: 'settled',
        promptTokens: 1_300,
        completionTokens: 254,
        charged: 1_554,
        unbilled: 0,
        estimated: false,
      },
    ]);
    const sum = { requests: 1, promptTokens: 1_300, completionTokens: 254, charged: 1_554, unbilled: 0 };
    assert.deepEqual(byEndpoint, [{ key: 'ask_stream', ...sum }]);
    assert.deepEqual(trend, [{ key: '2026-01-15', ...sum }]);
    assert.deepEqual(key, await setup.process.keys.get(setup.key.id));
    assert.deepEqual([key.granted, key.charged, key.held], [10_000_000, 1_554, 0]);
    assert.deepEqual(quota, {
      day: { date: '2026-01-15', resetsAt: Date.UTC(2026, 0, 16) },
      timeZone: 'UTC',
      used: 1,
    });
  });

  it('marks exactly the calls with our own token counts as estimated', async (t) => {
    const setup = await begin(t);
    const estimated = async (call: AdmittedCall) =>
      (await listAll(setup)).find(({ id }) => id === call.id)?.estimated;
    assert.equal(await estimated(await spend(setup, [{ tokens: 9 }])), false);
    assert.equal(
      await estimated(await spend(setup, [{ tokens: 9 }, { tokens: 9, source: 'estimated' }])),
      true,
    );
    assert.equal(
      await estimated(await spend(setup, [{ tokens: 9 }, { tokens: 0, source: 'estimated' }])),
      false,
    );
    const left = await admit(setup);
    (await left.meter.openStep({ kind: 'write', provider: 'p', model: 'm', hold: 50 })).progress({
      promptTokens: 5,
      completionTokens: 1,
    });
    await left.settle('client_disconnected', true);
    assert.equal(await estimated(left), true);
  });

  it('lists a running call without figures or totals, and adds them when it ends', async (t) => {
    const setup = await begin(t);
    await spend(setup);
    setup.clock.advance(minute);
    const call = await admit(setup);
    const step = await call.meter.openStep({ kind: 'write', provider: 'p', model: 'm', hold: 700 });
    step.progress({ promptTokens: 10, completionTokens: 10 });
    await setup.process.checkpoint();
    const during = await report(setup);
    const { state, outcome, endedAt, promptTokens, completionTokens, charged } = during.calls[0] ?? {};
    assert.deepEqual(
      [state, outcome, endedAt, promptTokens, completionTokens, charged],
      ['running', null, null, 0, 0, 0],
    );
    assert.equal(sumUsage(during.byEndpoint).requests, 1);
    assert.deepEqual([during.key.held, during.quota.used], [700, 2]);
    await step.finish({ promptTokens: 10, completionTokens: 20 }, 'provider');
    await call.settle('ok', true);
    const after = await report(setup);
    assert.equal(after.calls[0]?.state, 'settled');
    assert.deepEqual(sumUsage(after.byEndpoint), sumOf(after.calls));
    assert.equal(sumUsage(after.byEndpoint).requests, 2);
  });

  it('shows a call under each of its models, and the total is the sum over models', async (t) => {
    const setup = await begin(t);
    await spend(setup, [
      { model: 'small', tokens: 30 },
      { model: 'large', tokens: 300 },
      { model: 'small', tokens: 60 },
    ]);
    await spend(setup, [{ model: 'large', tokens: 3 }]);
    await spend(setup, []);
    const { trend, byEndpoint } = await report(setup, {}, 'model');
    const group = (key: string, requests: number, promptTokens: number, completionTokens: number) => ({
      ...{ key, requests, promptTokens, completionTokens, charged: 0, unbilled: 0 },
    });
    assert.deepEqual(trend, [group('large', 2, 101, 202), group('small', 1, 30, 60)]);
    assert.deepEqual([sumUsage(byEndpoint).requests, sumUsage(byEndpoint).charged], [3, 393]);
  });

  it('includes usage reported after the settlement', async (t) => {
    const setup = await begin(t);
    const call = await admit(setup);
    const step = await call.meter.openStep({ kind: 'write', provider: 'p', model: 'm', hold: 500 });
    step.progress({ promptTokens: 10, completionTokens: 10 });
    await call.settle('client_disconnected', true);
    assert.equal((await report(setup)).calls[0]?.charged, 20);
    await step.finish({ promptTokens: 10, completionTokens: 90 }, 'provider');
    const { calls, byEndpoint, trend } = await report(setup, {}, 'model');
    assert.deepEqual([calls[0]?.charged, calls[0]?.estimated], [100, false]);
    assert.deepEqual(sumUsage(byEndpoint), sumOf(calls));
    assert.equal(trend[0]?.completionTokens, 90);
  });

  it('shows nothing of other keys, and nothing for an unknown key', async (t) => {
    const setup = await begin(t);
    const { key } = await makeKey(setup.process);
    await spend({ ...setup, key });
    const { calls, byEndpoint, quota } = await report(setup);
    assert.deepEqual([calls, byEndpoint, quota.used], [[], [], 0]);
    const nobody = filterOf(setup, { keyId: 'none' });
    assert.equal(await setup.reader.reportUsage(nobody, 'day', { after: undefined, limit: 1 }), undefined);
  });

  for (const [zone, midnight, day, next] of [
    ['Asia/Shanghai', '2026-01-15T16:00:00Z', '2026-01-15', '2026-01-16'],
    // The day on which the clocks go forward has 23 hours, the one on which they go back 25.
    ['Europe/Berlin', '2026-03-29T22:00:00Z', '2026-03-29', '2026-03-30'],
    ['Europe/Berlin', '2026-10-25T23:00:00Z', '2026-10-25', '2026-10-26'],
    // Midnight itself is skipped: the day begins at one.
    ['Africa/Cairo', '2026-04-23T22:00:00Z', '2026-04-23', '2026-04-24'],
    // The clocks go back at midnight to eleven: the hour occurs twice, both times on the previous day.
    ['Africa/Cairo', '2026-10-29T22:00:00Z', '2026-10-29', '2026-10-30'],
  ] as const)
    it(`begins a day in ${zone} at ${midnight}, to the millisecond`, async (t) => {
      const instant = Date.parse(midnight);
      const setup = await begin(t, instant - 1, zone);
      assert.equal((await setup.reader.quotaToday()).date, day);
      const before = await admit(setup);
      setup.clock.advance(1);
      const after = await admit(setup);
      assert.deepEqual(await setup.reader.quotaToday().then(({ date }) => date), next);
      // The day is that of the admission, whenever the call ends.
      await before.settle('ok', true);
      await after.settle('ok', true);
      const idsOf = async (from: string, to: string) =>
        (await report(setup, { from, to })).calls.map(({ id }) => id);
      assert.deepEqual(await idsOf(day, day), [before.id]);
      assert.deepEqual(await idsOf(next, next), [after.id]);
      assert.deepEqual(await idsOf(day, next), [after.id, before.id]);
      const { trend, quota } = await report(setup, { from: day, to: next });
      assert.deepEqual(
        trend.map(({ key, requests }) => [key, requests]),
        [
          [day, 1],
          [next, 1],
        ],
      );
      assert.deepEqual([quota.day.date, quota.used, quota.timeZone], [next, 1, zone]);
    });

  it('adds up to the token, for any history, window and filter', async (t) => {
    const setup = await begin(t);
    const history = fc.array(
      fc.record({
        endpoint: fc.constantFrom(...endpoints.slice(0, 3)),
        outcome: fc.constantFrom(...outcomes),
        delivered: fc.boolean(),
        steps: fc.array(
          fc.record({
            model: fc.constantFrom('small', 'large'),
            tokens: fc.nat({ max: 400 }),
            source: fc.constantFrom('provider', 'estimated'),
          }),
          { maxLength: 3 },
        ),
        pauseHours: fc.nat({ max: 30 }),
      }),
      { minLength: 1, maxLength: 8 },
    );
    const filter = fc.record({
      first: fc.nat({ max: 40 }),
      days: fc.nat({ max: 20 }),
      endpoint: fc.option(fc.constantFrom<Endpoint>(...endpoints.slice(0, 4)), { nil: undefined }),
      outcome: fc.option(fc.constantFrom(...outcomes, 'key_disabled' as const), { nil: undefined }),
      limit: fc.integer({ min: 1, max: 7 }),
    });
    await fc.assert(
      fc.asyncProperty(
        history,
        fc.array(filter, { minLength: 1, maxLength: 4 }),
        async (history, filters) => {
          const { key } = await makeKey(setup.process, { balance: 3_000 });
          const mine: LedgerSetup = { ...setup, key };
          for (const { steps, pauseHours, ...end } of history) {
            setup.clock.advance(pauseHours * 60 * minute);
            await spend(mine, steps, end).catch(expectRejection);
          }
          const everything = await listAll(mine);
          assert.equal(sumOf(everything).charged, (await setup.process.keys.get(key.id))?.charged);
          const firstDay = Date.parse(everything.at(-1)?.day ?? '2026-01-15');
          for (const { first, days, endpoint, outcome, limit } of filters) {
            const at = (count: number) => new Date(firstDay + count * 86_400_000).toISOString().slice(0, 10);
            const window = { from: at(first - 10), to: at(first - 10 + days), endpoint, outcome };
            const expected = everything.filter(
              (call) =>
                call.day >= window.from &&
                call.day <= window.to &&
                (endpoint === undefined || call.endpoint === endpoint) &&
                (outcome === undefined || call.outcome === outcome),
            );
            assert.deepEqual(await listAll(mine, window, limit), expected);
            const { byEndpoint, trend, calls } = await report(mine, window);
            assert.deepEqual(calls, expected);
            assert.deepEqual(sumUsage(byEndpoint), sumOf(expected));
            assert.deepEqual(sumUsage(trend), sumOf(expected));
            for (const group of byEndpoint)
              assert.deepEqual(
                sumUsage([group]),
                sumOf(expected.filter((call) => call.endpoint === group.key)),
              );
            for (const group of trend)
              assert.deepEqual(sumUsage([group]), sumOf(expected.filter(({ day }) => day === group.key)));
            const models = sumUsage((await report(mine, window, 'model')).trend);
            const { promptTokens, completionTokens } = sumOf(expected);
            assert.deepEqual(
              [models.promptTokens, models.completionTokens],
              [promptTokens, completionTokens],
            );
          }
        },
      ),
      { numRuns: 25 },
    );
  });

  it('pages newest first, without repeats or gaps, while calls start and end', async (t) => {
    const setup = await begin(t);
    const plan = fc.record({
      before: fc.array(fc.nat({ max: 3 }), { maxLength: 20 }),
      running: fc.nat({ max: 3 }),
      limits: fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 1, maxLength: 5 }),
      added: fc.array(fc.nat({ max: 2 }), { maxLength: 20 }),
    });
    await fc.assert(
      fc.asyncProperty(plan, async ({ before, running, limits, added }) => {
        const { key } = await makeKey(setup.process, { dailyQuota: null });
        const mine: LedgerSetup = { ...setup, key };
        for (const pauseMs of before) {
          setup.clock.advance(pauseMs * 40_000_000);
          await spend(mine);
        }
        const open = await Promise.all(Array.from({ length: running }, () => admit(mine)));
        const there = (await listAll(mine)).map(({ id }) => id);
        const seen: string[] = [];
        let after: CallPosition | undefined;
        for (let page = 0; ; page += 1) {
          const limit = limits[page % limits.length] ?? 1;
          const calls = await setup.reader.listCalls(filterOf(mine), { after, limit });
          seen.push(...calls.map(({ id }) => id));
          if (calls.length < limit) break;
          after = calls.at(-1);
          await open[page]?.settle('ok', true);
          setup.clock.advance(added[page] ?? 0);
          if ((added[page] ?? 0) > 0) await spend(mine);
        }
        assert.equal(new Set(seen).size, seen.length);
        assert.deepEqual(
          seen.filter((id) => there.includes(id)),
          there,
        );
      }),
      { numRuns: 25 },
    );
  });

  it('lists the steps of a call in order, including running ones, and none of another key', async (t) => {
    const setup = await begin(t);
    const call = await admit(setup, 'ask_stream');
    assert.deepEqual(await setup.reader.listSteps(setup.key.id, call.id), []);
    const plan = await call.meter.openStep({ kind: 'plan', provider: 'p', model: 'small', hold: 500 });
    await plan.finish({ promptTokens: 300, completionTokens: 20, cachedTokens: 256 }, 'provider');
    await call.meter.openStep({ kind: 'write', provider: 'p', model: 'large', hold: 5_000 });
    const sources = async () =>
      (await setup.reader.listSteps(setup.key.id, call.id))?.map(({ source }) => source);
    assert.deepEqual(await sources(), ['provider', 'open']);
    await call.settle('client_disconnected', true);
    assert.deepEqual(await setup.reader.listSteps(setup.key.id, call.id), [
      {
        ...{ seq: 1, kind: 'plan', model: 'small', source: 'provider' },
        ...{ promptTokens: 300, completionTokens: 20, cachedTokens: 256 },
      },
      {
        ...{ seq: 2, kind: 'write', model: 'large', source: 'seen' },
        ...{ promptTokens: 0, completionTokens: 0, cachedTokens: null },
      },
    ]);
    const other = await makeKey(setup.process);
    assert.equal(await setup.reader.listSteps(other.key.id, call.id), undefined);
    assert.equal(await setup.reader.listSteps(setup.key.id, 'req_none'), undefined);
  });

  it('is consistent across all its parts while other processes write', async (t) => {
    const clock = manualClock();
    const home = await engine.create(t);
    const [reader, ...writers] = [
      await home.open(clock),
      startProcess(await home.open(clock), clock, 'one'),
      startProcess(await home.open(clock), clock, 'two'),
    ];
    const [first] = writers;
    assert.ok(first);
    const { key } = await makeKey(first, { balance: 10_000_000 });
    let isPosting = true;
    const posting = Promise.all(
      writers.map(async (process) => {
        for (let turn = 0; turn < 30; turn += 1)
          await spend({ clock, reader, process, key }, [{ tokens: 10 + turn }]);
      }),
    ).finally(() => {
      isPosting = false;
    });
    let reports = 0;
    do {
      const usage = await report({ clock, reader, process: first, key });
      assert.deepEqual(sumUsage(usage.byEndpoint), sumOf(usage.calls));
      assert.deepEqual(sumUsage(usage.trend), sumOf(usage.calls));
      assert.deepEqual(
        [usage.key.charged, usage.quota.used],
        [sumOf(usage.calls).charged, usage.calls.length],
      );
      reports += 1;
      await new Promise(setImmediate);
    } while (isPosting);
    await posting;
    assert.ok(reports > 3, 'the reports came between the adjustments');
    assert.equal((await report({ clock, reader, process: first, key })).calls.length, 60);
  });

  it('adds up the usage of all keys in a period, the highest charge first', async (t) => {
    const first = await begin(t);
    const other = await makeKey(first.process, { label: 'Ward 7', balance: 10_000_000 });
    const second = { ...first, key: other.key };
    const idle = await makeKey(first.process, { label: 'Idle' });
    await spend(first, [{ tokens: 900 }]);
    await spend(second, [{ tokens: 5_000 }], { endpoint: 'polish' });
    await spend(first, [{ tokens: 70 }], { outcome: 'internal_error' });
    first.clock.advance(24 * 60 * minute);
    await spend(second, [{ tokens: 30 }, { model: 'n', tokens: 60 }]);
    const days = { from: '2026-01-15', to: '2026-01-16' };
    const all = await first.reader.reportOverall(days, 10);
    const reports = await Promise.all([first, second].map((setup) => report(setup, days)));
    const whole = sumUsage(reports.flatMap(({ byEndpoint }) => byEndpoint));
    for (const groups of [all.byDay, all.byEndpoint, all.byKey]) assert.deepEqual(sumUsage(groups), whole);
    assert.deepEqual(
      all.byKey.map(({ key, label }) => [key, label]),
      [
        [second.key.id, 'Ward 7'],
        [first.key.id, first.key.label],
      ],
    );
    assert.ok(!all.byKey.some(({ key }) => key === idle.key.id));
    assert.deepEqual(
      all.byDay.map(({ key, requests }) => [key, requests]),
      [
        ['2026-01-15', 3],
        ['2026-01-16', 1],
      ],
    );
    assert.deepEqual(
      all.byEndpoint.map(({ key }) => key),
      ['ask', 'polish'],
    );
    const lastDay = await first.reader.reportOverall({ from: '2026-01-16', to: '2026-01-16' }, 1);
    assert.deepEqual(
      lastDay.byKey.map(({ key, requests }) => [key, requests]),
      [[second.key.id, 1]],
    );
    const before = { from: '2026-01-01', to: '2026-01-02' };
    assert.deepEqual(await first.reader.reportOverall(before, 1), { byDay: [], byEndpoint: [], byKey: [] });
  });
}

for (const engine of storeEngines) describe(`usage on ${engine.name}`, () => contract(engine));
