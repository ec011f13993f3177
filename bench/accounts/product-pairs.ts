import { systemClock } from '../../packages/core/src/clock.ts';
import type { AdmittedCall } from '../../packages/server/src/accounting/accounts.ts';
import type { ApiKey } from '../../packages/server/src/accounting/keys/api-key.ts';
import type { Step } from '../../packages/server/src/accounting/meter.ts';
import { openAccounting } from '../../packages/server/src/accounting/open-accounting.ts';
import { newRequestId } from '../../packages/server/src/http/guards/request-id.ts';
import { openProduct } from './open-product.ts';
import { timed } from './timed.ts';

/** Number of calls, `atOnce` at a time, that alternate among this number of keys. */
export type Round = { calls: number; atOnce: number; keys: number };

/** Number per second. */
export type Rates = {
  /** A call's admission and its settlement, with a charge, without the time of the call's other transactions. */
  pairs: number;
  /** Complete call: admission, one journalled model request, settlement. Undefined without a journal. */
  calls: number | undefined;
};

export const keysAtMost = 64;

/** Tokens that each call holds, the maximum of its model request, and its actual usage. */
const hold = 3_000;
const stepHold = 2_500;
const usage = { promptTokens: 1_000, completionTokens: 200 };

/** Opens the accounts as a service does. Each call is answered by a model, so its settlement writes to the ledger. */
export async function openProductPairs(url: string) {
  const storage = await openProduct(url);
  const { accounts, keys, close } = openAccounting({
    ...{ store: storage.store, clock: systemClock, log: () => {} },
    // Background work is turned off, because it would distort single rounds.
    every: () => () => {},
  });
  const known: ApiKey[] = [];
  while (known.length < keysAtMost) {
    const { secret } = await keys.create({
      ...{ label: 'bench', modules: ['ask_agent'], dailyQuota: 1e9, balance: 1e12 },
      ...{ expiresAt: undefined, status: 'enabled' },
    });
    known.push(await accounts.authenticate(secret));
  }

  return {
    async run(round: Round): Promise<Rates> {
      const asked = Array.from({ length: round.calls }, (_, index) => ({
        id: newRequestId(systemClock.now()),
        key: known[index % round.keys] as ApiKey,
        ...({ module: 'ask_agent', endpoint: 'ask', hold } as const),
      }));
      const calls: AdmittedCall[] = [];
      const steps: Step[] = [];
      const admission = await timed(asked, round.atOnce, async (intent) => {
        calls.push(await accounts.admit(intent));
      });
      const intent = { kind: 'write', provider: 'bench', model: 'bench', hold: stepHold } as const;
      const opening = await timed(calls, round.atOnce, async ({ meter }) => {
        steps.push(await meter.openStep(intent));
      });
      const finishing = await timed(steps, round.atOnce, (step) => step.finish(usage, 'provider'));
      const settlement = await timed(calls, round.atOnce, (call) => call.settle('ok', true));
      return {
        pairs: round.calls / (admission + settlement),
        calls: round.calls / (admission + opening + finishing + settlement),
      };
    },
    close,
  };
}
