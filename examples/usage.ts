/**
 * Prints the usage of the key in the last 30 days, by endpoint, and every call of it.
 *
 *   CITEWELL_API_KEY=cw_… npx node examples/usage.ts
 */
import assert from 'node:assert/strict';
import { Citewell, type UsageRecord } from '@citewell/sdk';

const citewell = new Citewell({
  baseUrl: process.env.CITEWELL_URL ?? 'http://127.0.0.1:8787',
  apiKey: process.env.CITEWELL_API_KEY ?? '',
});

const first = await citewell.usage({ limit: 2 });
const { key, balance, quota, window, totals } = first;
process.stdout.write(`${key.label} (${key.hint}): ${balance.available} tokens available\n`);
process.stdout.write(
  `${quota.used} calls of ${quota.limit ?? 'any number'} today, anew at ${quota.resets_at}\n\n`,
);
process.stdout.write(`${window.from} to ${window.to}\n`);
for (const { key: endpoint, requests, total_tokens } of first.by_endpoint)
  process.stdout.write(`${endpoint.padEnd(24)} ${requests} calls, ${total_tokens} tokens\n`);

const records: UsageRecord[] = [...first.records];
for (let cursor = first.next_cursor; cursor !== null; ) {
  const page = await citewell.usage({ limit: 2, cursor });
  records.push(...page.records);
  cursor = page.next_cursor;
}
for (const { started_at, endpoint, outcome, charged, request_id } of records)
  process.stdout.write(`${started_at}  ${endpoint}  ${outcome ?? 'running'}  ${charged}  ${request_id}\n`);

// The promise of these figures: the calls add up to the totals, to the token.
const sum = (figure: (record: UsageRecord) => number) =>
  records.reduce((total, record) => total + figure(record), 0);
assert.equal(
  sum(({ total_tokens }) => total_tokens),
  totals.total_tokens,
);
assert.equal(
  sum(({ charged }) => charged),
  totals.charged,
);
