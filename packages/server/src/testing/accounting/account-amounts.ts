import assert from 'node:assert/strict';
import type { AdmittedCall } from '../../accounting/accounts.ts';
import type { ApiKey } from '../../accounting/keys/api-key.ts';
import type { Step } from '../../accounting/meter.ts';
import type { TestProcess } from './accounts-databases.ts';

/** Opens a step of a call with this hold. */
export function openStep(call: AdmittedCall, hold: number): Promise<Step> {
  return call.meter.openStep({ kind: 'write', provider: 'test', model: 'model', hold });
}

/** Usage of a step, by its tokens. */
export function tokens(promptTokens: number, completionTokens: number) {
  return { promptTokens, completionTokens };
}

/** Returns what a key was granted, has been charged and holds. */
export async function amounts({ keys }: TestProcess, { id }: ApiKey) {
  const key = await keys.get(id);
  return { granted: key?.granted, charged: key?.charged, held: key?.held };
}

/** Fails unless the ledger is consistent. */
export async function assertLedgerBalances({ store }: TestProcess): Promise<void> {
  assert.deepEqual((await store.verifyLedger()).drifts, []);
}
