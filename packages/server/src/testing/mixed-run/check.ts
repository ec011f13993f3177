import assert from 'node:assert/strict';
import type { UsageRecord } from '@citewell/sdk';
import type { Usage } from '../../accounting/meter.ts';
import type { Refused, Settled } from './expected.ts';
import { add, type ProviderEntry, providerEntry, totalOf, trueUsage } from './provider-records.ts';
import { errorCodeOf } from './received-events.ts';
import type { MadeCall } from './run.ts';
import { limitedQuota } from './scenarios.ts';

/** Stored data of a call besides its usage record: its journal, and what only operators see. */
export type PostedEntry = {
  steps: { kind: string; usage: Usage; source: string }[];
  unbilledReason: string | null;
  quotaReturned: boolean;
};

/** Maximum relative difference between our count and the provider's own. */
const tolerance = 0.1;
/** Maximum relative difference for interrupted requests, of which only a running estimate exists. */
const roughTolerance = 0.35;
const roughOutcomes: readonly string[] = ['ok', 'upstream_error', 'internal_error'];

/** Asserts that a call was rejected by a guard: nothing was requested or recorded. */
export function assertRefused({ heard, requests, key }: MadeCall, { refused }: Refused, hold: number): void {
  const code = refused === 'insufficient_balance' ? `insufficient_balance:${key.granted}/${hold}` : refused;
  assert.deepEqual([heard.status, errorCodeOf(heard)], [refused === 'key_disabled' ? 401 : 403, code]);
  assert.equal(requests.length, 0);
}

export function assertOverQuota({ heard, requests }: MadeCall): void {
  assert.deepEqual(
    [heard.status, errorCodeOf(heard)],
    [429, `quota_exceeded:${limitedQuota}/${limitedQuota}`],
  );
  assert.equal(requests.length, 0);
}

/** Asserts for an admitted call that the provider's records, our journal, the usage record and the reply agree. */
export function assertSettled(
  made: MadeCall,
  expected: Settled,
  record: UsageRecord,
  recorded: PostedEntry,
): void {
  const stopped =
    expected.outcome === 'client_disconnected' ||
    expected.outcome === 'deadline' ||
    expected.outcome === 'insufficient_balance';
  const entries = made.requests.map((request) => providerEntry(request, { stopped }));
  assertJournal(entries, recorded, expected);
  const used = add(recorded.steps.map(({ usage }) => usage));
  assert.deepEqual(
    [record.prompt_tokens, record.completion_tokens, record.total_tokens],
    [used.promptTokens, used.completionTokens, totalOf(used)],
  );
  const counted = entries.filter(({ reported, counted }) => !reported && totalOf(counted) > 0);
  assert.equal(record.estimated, counted.length > 0, 'marked as an estimate');
  if (counted.length === 0) assert.deepEqual(used, trueUsage(entries), 'to the token');
  if (expected.outcome === 'client_disconnected') assertNear(used, trueUsage(entries), tolerance);

  const delivered = made.heard.events.some(({ event }) => event === 'answer_chunk');
  assert.equal(record.outcome, expected.outcome);
  assert.equal(record.charged, due(made, expected, entries, recorded, delivered), 'charged');
  assert.equal(record.unbilled, record.total_tokens - record.charged);
  assert.equal(recorded.unbilledReason, record.unbilled > 0 ? expected.reason : null);
  assert.equal(record.state, record.total_tokens > 0 ? 'settled' : 'released');
  const isOurs = !['ok', 'client_disconnected', 'insufficient_balance', 'key_disabled'].includes(
    expected.outcome,
  );
  assert.equal(recorded.quotaReturned, isOurs && record.total_tokens === 0, 'quota');
  if (made.heard.charged !== undefined) assert.equal(made.heard.charged, record.charged, 'X-Tokens-Charged');
}

/** Each request has its step, in order, with exactly the usage that the provider reported. */
function assertJournal(entries: ProviderEntry[], { steps }: PostedEntry, { outcome }: Settled): void {
  for (const role of ['plan', 'vision', 'write'] as const) {
    const asked = entries.filter((entry) => entry.role === role);
    const journalled = steps.filter(({ kind }) => kind === role);
    // A request that was cancelled before it was sent has a step, and cost nothing.
    const unsent = journalled.splice(asked.length);
    assert.equal(totalOf(add(unsent.map(({ usage }) => usage))), 0);
    assert.equal(journalled.length, asked.length, `steps of ${role}`);
    for (const [nth, { reported, counted, finished }] of asked.entries()) {
      const step = journalled[nth];
      assert.ok(step);
      if (reported) {
        assert.deepEqual([step.usage, step.source], [reported, 'provider']);
        continue;
      }
      assert.notEqual(step.source, 'provider');
      const brokenOff = !finished && roughOutcomes.includes(outcome);
      assertNear(step.usage, counted, brokenOff ? roughTolerance : tolerance);
    }
  }
}

function assertNear(ours: Usage, theirs: Usage, within: number): void {
  const [our, their] = [totalOf(ours), totalOf(theirs)];
  assert.ok(Math.abs(our - their) <= within * their, `${our} tokens, by the provider's records ${their}`);
}

function due(
  { key }: MadeCall,
  { charged }: Settled,
  entries: ProviderEntry[],
  { steps }: PostedEntry,
  delivered: boolean,
): number {
  const all = steps.reduce((sum, { usage }) => sum + totalOf(usage), 0);
  switch (charged) {
    case 'everything':
      return all;
    case 'nothing':
      return 0;
    case 'if delivered':
      return delivered ? all : 0;
    case 'the balance':
      return key.granted;
    case 'what finished':
      // Reported figures are exact, so the finished ones are known without the journal.
      return totalOf(trueUsage(entries.filter(({ finished }) => finished)));
  }
}
