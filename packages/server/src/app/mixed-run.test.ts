import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import type { UsageRecord, UsageResponse } from '@citewell/sdk';
import { until } from '@citewell/simulators/until.ts';
import { storeEngines } from '../testing/accounting/accounts-databases.ts';
import { readRows } from '../testing/accounting/database-rows.ts';
import { parseCsv } from '../testing/documents/parse-csv.ts';
import {
  assertOverQuota,
  assertRefused,
  assertSettled,
  type PostedEntry,
} from '../testing/mixed-run/check.ts';
import { expectedOn } from '../testing/mixed-run/expected.ts';
import { behaviourIn, planRun } from '../testing/mixed-run/plan.ts';
import { providerEntry, totalOf, trueUsage } from '../testing/mixed-run/provider-records.ts';
import { assertReceived } from '../testing/mixed-run/received-events.ts';
import { holdOf, type MadeCall, makeCalls, type RunKey } from '../testing/mixed-run/run.ts';
import { limitedQuota } from '../testing/mixed-run/scenarios.ts';
import { type Stand, startStand } from '../testing/mixed-run/stand.ts';

/** Seed that assigns scenarios to calls. */
const seed = 20_260_115;

/** Three calls of a scenario are in both languages and at both endpoints. */
const runs = { SQLite: { calls: 200, most: undefined }, PostgreSQL: { calls: 128, most: 3 } } as const;

for (const engine of storeEngines)
  describe(`a mixed run of ${runs[engine.name].calls} calls on ${engine.name}`, () => {
    it('matches the provider’s token counts in my_usage, with nothing held or lost', {
      tags: ['rule.4'],
    }, async (t) => {
      const { calls, most } = runs[engine.name];
      const waves = planRun(seed, most);
      const stand = await startStand(t, engine, behaviourIn(waves));
      const made = await makeCalls(stand, waves, seed, (calls) => assertAllEnded(stand, calls));
      assert.equal(made.length, calls);

      const keys = [...new Map(made.map(({ key }) => [key.id, key])).values()];
      const usages = new Map<RunKey, Usage>();
      for (const key of keys) usages.set(key, await readUsage(stand, key));
      const recorded = await readRecorded(stand);
      const wrong = made.flatMap((call) => {
        const { tag, scenario, endpoint } = call;
        const records = usages.get(call.key)?.records ?? [];
        try {
          assertCall(call, recordOf(call, records), recorded, holdOf(stand));
          return [];
        } catch (error) {
          return [`${tag} ${scenario.name}, ${endpoint}: ${(error as Error).message}`];
        }
      });
      assert.deepEqual(wrong, []);
      for (const [key, usage] of usages) assertSums(key, usage);
      assertQuota(made, usages);
      assert.deepEqual((await stand.services.administration.verify()).drifts, []);
      report(t, made, usages);
    });
  });

/**
 * Waits until every caller has a reply or has disconnected, then asserts that all requests to the model are closed
 * and all calls settled.
 */
async function assertAllEnded({ llm, home }: Stand, calls: MadeCall[]): Promise<void> {
  const running = await readRows(home.url, `SELECT id FROM call WHERE state = 'held'`);
  const read = calls.filter(({ heard }) => !heard.left).map(({ heard }) => heard.requestId);
  assert.deepEqual(
    running.filter(({ id }) => read.includes(id as string)),
    [],
    'settled before the reply is through',
  );
  await until(() => llm.openCalls() === 0);
  for (const { heard, requests } of calls)
    if (heard.left) assert.equal(requests.at(-1)?.sent.over, 'left', 'closed because its reader left');
  await until(
    async () => (await readRows(home.url, `SELECT id FROM call WHERE state = 'held'`)).length === 0,
  );
}

type Usage = UsageResponse & { csv: string[][] };

/** Reads the usage shown to the owner of the key: all pages together, and as CSV. */
async function readUsage({ address, services }: Stand, { id, secret }: RunKey): Promise<Usage> {
  await services.keys.setStatus(id, 'enabled');
  const get = (query: string) =>
    fetch(`${address}/ai/api/my_usage?${query}`, { headers: { 'x-api-key': secret } });
  const usage = (await (await get('limit=50')).json()) as UsageResponse;
  for (let cursor = usage.next_cursor; cursor !== null; ) {
    const page = (await (await get(`limit=50&cursor=${cursor}`)).json()) as UsageResponse;
    usage.records.push(...page.records);
    cursor = page.next_cursor;
  }
  const [, ...csv] = parseCsv(await (await get('format=csv')).text());
  return { ...usage, csv };
}

/** Finds the usage record of a call; if its reply never began, by the key that only this call used. */
function recordOf({ heard, scenario }: MadeCall, records: readonly UsageRecord[]): UsageRecord | undefined {
  if (scenario.key === 'own') return records[0];
  return records.find(({ request_id: id }) => id === heard.requestId);
}

async function readRecorded({ home }: Stand): Promise<Map<string, PostedEntry>> {
  const calls = await readRows(home.url, 'SELECT id, unbilled_reason, quota_returned FROM call');
  const steps = await readRows(
    home.url,
    'SELECT call_id, kind, prompt, completion, src FROM call_step ORDER BY call_id, seq',
  );
  const stepsOf = Map.groupBy(steps, ({ call_id: id }) => id);
  return new Map(
    calls.map((row) => [
      row.id as string,
      {
        steps: (stepsOf.get(row.id) ?? []).map((step) => ({
          kind: step.kind as string,
          usage: { promptTokens: Number(step.prompt), completionTokens: Number(step.completion) },
          source: step.src as string,
        })),
        unbilledReason: row.unbilled_reason as string | null,
        quotaReturned: Boolean(row.quota_returned),
      },
    ]),
  );
}

function assertCall(
  call: MadeCall,
  record: UsageRecord | undefined,
  recorded: ReadonlyMap<string, PostedEntry>,
  hold: number,
): void {
  const { endpoint } = call;
  const { key } = call.scenario;
  const expected = expectedOn(endpoint, call.scenario.expected);
  if ('refused' in expected) {
    assertRefused(call, expected, hold);
    assert.equal(record, undefined);
    return;
  }
  if (key === 'limited' && call.heard.status === 429) {
    assertOverQuota(call);
    assert.equal(record, undefined);
    return;
  }
  const its = record && recorded.get(record.request_id);
  assert.ok(record && its, 'recorded');
  assertReceived(call, expected);
  assertSettled(call, expected, record, its);
}

/** All sums of a key are those of its records, in every format. */
function assertSums(
  { granted }: RunKey,
  { balance, totals, records, by_endpoint: groups, csv }: Usage,
): void {
  const sum = (figure: 'prompt_tokens' | 'completion_tokens' | 'total_tokens' | 'charged' | 'unbilled') =>
    records.reduce((total, record) => total + record[figure], 0);
  assert.deepEqual(totals, {
    requests: records.length,
    prompt_tokens: sum('prompt_tokens'),
    completion_tokens: sum('completion_tokens'),
    total_tokens: sum('total_tokens'),
    charged: sum('charged'),
    unbilled: sum('unbilled'),
  });
  const charged = sum('charged');
  assert.deepEqual(balance, { granted, charged, held: 0, available: granted - charged });
  assert.equal(
    groups.reduce((total, group) => total + group.total_tokens, 0),
    totals.total_tokens,
  );
  assert.deepEqual(
    csv,
    records.map((record) => Object.values(record).map((cell) => (cell === null ? '' : String(cell)))),
  );
}

/** Admitted calls are counted, except those returned to the quota; for the limited key, exactly the limit. */
function assertQuota(made: readonly MadeCall[], usages: ReadonlyMap<RunKey, Usage>): void {
  for (const [key, { quota, records }] of usages) {
    const givenBack = records.filter(
      ({ state, outcome }) =>
        state === 'released' && !['client_disconnected', 'insufficient_balance'].includes(String(outcome)),
    );
    assert.equal(quota.used, records.length - givenBack.length, key.id);
  }
  const limited = made.filter(({ scenario }) => scenario.key === 'limited');
  assert.equal(limited.filter(({ heard }) => heard.status === 200).length, limitedQuota);
}

function report(t: TestContext, made: readonly MadeCall[], usages: ReadonlyMap<RunKey, Usage>): void {
  const entriesOf = ({ requests, heard }: MadeCall) =>
    requests.map((request) => providerEntry(request, { stopped: heard.left }));
  const entries = made.flatMap(entriesOf);
  const reported = entries.filter((entry) => entry.reported);
  const records = [...usages.values()].flatMap((usage) => usage.records);
  const sum = (figure: 'total_tokens' | 'charged') =>
    records.reduce((all, record) => all + record[figure], 0);
  const deviations = made.flatMap((call) => {
    const generated = totalOf(trueUsage(entriesOf(call)));
    const record = recordOf(call, usages.get(call.key)?.records ?? []);
    return call.heard.left && record && generated > 0 ? [Math.abs(record.charged / generated - 1)] : [];
  });
  t.diagnostic(
    [
      `seed ${seed}: ${made.length} calls, ${records.length} admitted, ${entries.length} provider requests`,
      `${reported.length} reported ${totalOf(trueUsage(reported))} tokens, each recorded to the token`,
      `${sum('total_tokens')} tokens recorded, ${sum('charged')} charged`,
      `${records.filter(({ estimated }) => estimated).length} records marked as estimated`,
      `${deviations.length} readers left in the text, charged within ${(100 * Math.max(...deviations)).toFixed(1)} % of what was generated`,
    ].join('; '),
  );
}
