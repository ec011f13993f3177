import { randomUUID } from 'node:crypto';
import { answerCommands } from '../../bench/commands.ts';
import { systemClock } from '../../packages/core/src/clock.ts';
import { ServiceError } from '../../packages/core/src/errors.ts';
import type { Accounts } from '../../packages/server/src/accounting/accounts.ts';
import { openAccounting } from '../../packages/server/src/accounting/open-accounting.ts';
import { openDatabaseOf } from '../environment.ts';

/** One of the processes of a burst. */
export type Burst = { secret: string; calls: number; hold: number };
/** Count of each code, and the times of the first call and the last decision, in epoch milliseconds. */
export type BurstReply = { codes: Record<string, number>; from: number; to: number };

let accounts: Accounts;
const now = () => performance.timeOrigin + performance.now();

async function open(): Promise<void> {
  const { store } = await openDatabaseOf(process.env);
  ({ accounts } = openAccounting({ store, clock: systemClock, log: () => {} }));
}

async function burst({ secret, calls, hold }: Burst): Promise<BurstReply> {
  const codes: Record<string, number> = {};
  const from = now();
  await Promise.all(
    Array.from({ length: calls }, async () => {
      const code = await decide(secret, randomUUID(), hold);
      codes[code] = (codes[code] ?? 0) + 1;
    }),
  );
  return { codes, from, to: now() };
}

/** Returns the answer to a caller: "ok", or the code of the error. */
async function decide(secret: string, id: string, hold: number): Promise<string> {
  try {
    const key = await accounts.authenticate(secret);
    await accounts.admit({ id, key, module: 'ask_agent', endpoint: 'ask', hold });
    return 'ok';
  } catch (error) {
    return error instanceof ServiceError ? error.message : String(error);
  }
}

answerCommands({ open, burst });
