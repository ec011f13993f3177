import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { systemClock } from '@citewell/core/clock.ts';
import type { UsageRecord, UsageResponse } from '@citewell/sdk';
import { openSqliteAccounts } from '../../database/sqlite/store.ts';
import { makeKey, startProcess } from '../../testing/accounting/accounts-databases.ts';
import { parseCsv } from '../../testing/documents/parse-csv.ts';
import { chinese, terminal } from '../../testing/process/terminal.ts';

/** Opens a terminal for accounts with a key that made a few calls today. */
async function begin(t: TestContext, environment: Record<string, string> = {}, calls = 3) {
  const { run, dataDir } = terminal(t, environment);
  const path = join(dataDir, 'citewell.db');
  const store = openSqliteAccounts({ path, clock: systemClock, quotaTimeZone: 'UTC' });
  const process = startProcess(store, systemClock);
  const { key, secret } = await makeKey(process, { label: '张三', dailyQuota: 500, balance: 1_000_000 });
  for (let turn = 0; turn < calls; turn += 1) {
    const endpoint = turn % 2 === 0 ? 'ask' : 'ask_stream';
    const call = await process.accounts.admit({
      id: `req_${turn}`,
      ...{ key, module: 'ask_agent', endpoint, hold: 1 },
    });
    const step = await call.meter.openStep({ kind: 'write', provider: 'p', model: 'm', hold: 1_500 });
    await step.finish({ promptTokens: 1_000, completionTokens: turn }, 'provider');
    await call.settle('ok', true);
  }
  await store.close();
  const usage = (...argv: string[]) => run('usage', key.id, ...argv);
  return { run, usage, key, secret };
}

describe('citewell usage', () => {
  it('shows the remaining quota, the balance and the usage, in both languages', async (t) => {
    const { usage, key, secret } = await begin(t);
    const { code, out } = await usage('--group-by', 'endpoint');
    assert.equal(code, 0);
    assert.match(out, new RegExp(`^key      ${key.id} \\(张三\\) ${key.hint}, enabled\n`));
    assert.match(out, /tokens {3}996,997 available: 1,000,000 granted, 3,003 charged, 0 held\n/);
    assert.match(out, /today {4}3 calls of 500 \(\d{4}-\d\d-\d\d, UTC; resets at .*T00:00:00\.000Z\)\n/);
    assert.ok(
      out.endsWith(
        [
          'ENDPOINT    CALLS  PROMPT  COMPLETION  TOTAL  CHARGED',
          'ask             2   2,000           2  2,002    2,002',
          'ask_stream      1   1,000           1  1,001    1,001',
          'TOTAL           3   3,000           3  3,003    3,003',
          '',
        ].join('\n'),
      ),
      out,
    );
    assert.ok(!out.includes(secret));
    const other = await begin(t, chinese);
    const { out: zh } = await other.usage('--group-by', 'model');
    assert.match(zh, /Token：可用 996,997；累计授予 1,000,000，计费 3,003，预留 0\n/);
    assert.match(zh, /次调用，配额 500；.* 重置\n/);
    assert.match(
      zh,
      /模型 +调用 +输入 +输出 +合计 +计费\nm +3 +3,000 +3 +3,003 +-\n总计 +3 +3,000 +3 +3,003 +3,003\n$/,
    );
  });

  it('prints the reply of my_usage with --json, and all records with --csv', async (t) => {
    const { usage } = await begin(t, {}, 203);
    const page: UsageResponse = JSON.parse((await usage('--json')).out);
    assert.deepEqual([page.totals.requests, page.records.length], [203, 50]);
    assert.equal(typeof page.next_cursor, 'string');
    const [head = [], ...lines] = parseCsv((await usage('--csv')).out);
    assert.equal(lines.length, 203);
    assert.deepEqual(
      lines.slice(0, 50),
      page.records.map((record) => head.map((name) => String(record[name as keyof UsageRecord] ?? ''))),
    );
    const filtered = await usage('--csv', '--endpoint', 'ask_stream', '--outcome', 'ok');
    assert.equal(parseCsv(filtered.out).length, 1 + 101);
  });

  it('rejects an unknown key and invalid options, naming them', async (t) => {
    const { run, usage } = await begin(t, {}, 0);
    assert.deepEqual(await run('usage', 'key_none'), {
      code: 1,
      out: '',
      err: 'No key has the id "key_none".\n',
    });
    for (const [argv, sentence] of [
      [['--from', 'yesterday'], /--from is "yesterday": give a date such as 2026-01-31/],
      [['--to', '2026-02-30'], /--to is "2026-02-30": give a date/],
      [
        ['--from', '2026-01-02', '--to', '2026-01-01'],
        /--from is 2026-01-02: give a date from 2025-01-01 to 2026-01-01/,
      ],
      [['--group-by', 'hour'], /--group-by is "hour": give one of day, endpoint, model/],
      [['--endpoint', 'chat'], /--endpoint is "chat": give one of ask, /],
      [['--outcome', 'bad'], /--outcome is "bad": give one of ok, /],
      [['--json', '--csv'], /give --json or --csv, not both/],
    ] as const) {
      const { code, out, err } = await usage(...argv);
      assert.deepEqual([code, out], [2, '']);
      assert.match(err, sentence);
    }
    const { err } = await (await begin(t, chinese, 0)).usage('--group-by', 'hour');
    assert.match(err, /--group-by 的值为 "hour"：请给出下列之一：day、endpoint、model/);
  });
});
