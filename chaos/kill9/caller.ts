import { hash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { ServiceError } from '../../packages/core/src/errors.ts';
import type {
  Accounts,
  AdmittedCall,
  KeyAdministration,
} from '../../packages/server/src/accounting/accounts.ts';
import { toStoredReply } from '../../packages/server/src/accounting/idempotency/idempotency.ts';
import type { Step } from '../../packages/server/src/accounting/meter.ts';
import type { Outcome } from '../../packages/server/src/accounting/settlement.ts';
import type { LoadKey } from './load-keys.ts';
import type { CallPlan } from './plan.ts';

/** `once` is its idempotency key. */
export type PlannedCall = Omit<CallPlan, 'once'> & { id: string; once: string | undefined };

/** Reply to a call, which identifies the call to which a replay belongs. */
export function replyOf(id: string): string {
  return `the reply to ${id}`;
}

/** Wait while the database is unavailable; settlements are retried for about two seconds, as long as a restart takes. */
const retryAfterMs = 100;
const settleTries = 20;

/** Makes one call through the accounts as the service's pipelines do; failures end it in the same way. */
export async function makeCall(
  { accounts, keys }: { accounts: Accounts; keys: KeyAdministration },
  { id, secret }: Pick<LoadKey, 'id' | 'secret'>,
  plan: PlannedCall,
): Promise<void> {
  const call = await admit(accounts, secret, plan);
  if (!call) return;
  let turn = 0;
  const pause = () => delay(plan.pauses[turn++ % plan.pauses.length]);

  const open: { step: Step; plan: CallPlan['steps'][number] }[] = [];
  let outcome = plan.outcome;
  try {
    for (const next of plan.steps) {
      const step = await call.meter.openStep(next.intent);
      for (const seen of next.seen) {
        await pause();
        step.progress(seen);
        if (plan.delivered) call.markDelivered();
      }
      await pause();
      if (next.end === 'open') open.push({ step, plan: next });
      else await step.finish(next.usage, next.end);
    }
  } catch (error) {
    outcome = outcomeOf(error);
  }
  const reply = plan.once && outcome === 'ok' ? toStoredReply(plan.once, 200, replyOf(plan.id)) : undefined;
  for (let times = plan.settleTwice ? 2 : 1; times > 0; times -= 1)
    await settle(() => call.settle(outcome, plan.delivered, reply));
  if (plan.reportLate)
    for (const { step, plan: late } of open) await step.finish(late.usage, 'provider').catch(() => {});
  if (plan.topUp > 0) {
    const tokens = { id, amount: plan.topUp, reason: 'chaos', operationKey: plan.id };
    for (let time = 1; time <= 2; time += 1) await keys.topUp(tokens).catch(() => delay(retryAfterMs));
  }
}

/** Admits a call; returns undefined if it is rejected, or was answered before. */
async function admit(
  accounts: Accounts,
  secret: string,
  plan: PlannedCall,
): Promise<AdmittedCall | undefined> {
  const { id, once, hold } = plan;
  try {
    const key = await accounts.authenticate(secret);
    const intent = { id, key, module: 'ask_agent', endpoint: 'ask', hold } as const;
    if (!once) return await accounts.admit(intent);
    const admission = await accounts.admitOnce(intent, {
      name: once,
      requestHash: hash('sha256', once, 'buffer'),
    });
    return 'replay' in admission ? undefined : admission;
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'internal_error') await delay(retryAfterMs);
    return undefined;
  }
}

async function settle(attempt: () => Promise<unknown>): Promise<void> {
  for (let tried = 1; tried <= settleTries; tried += 1) {
    try {
      await attempt();
      return;
    } catch {
      await delay(retryAfterMs);
    }
  }
}

/** A rejection ends a call with its own code; unavailable accounts are an internal error. */
function outcomeOf(error: unknown): Outcome {
  const code = error instanceof ServiceError ? error.code : undefined;
  return code === 'insufficient_balance' || code === 'key_disabled' ? code : 'internal_error';
}
