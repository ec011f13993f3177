import type { Call } from '../accounts/accounts.ts';
import { openBooks } from '../accounts/books.ts';
import { checkpointIntervalMs } from '../accounts/running-calls.ts';
import { systemClock } from '../clock.ts';
import { readConfig } from '../config.ts';
import { ServiceError } from '../errors.ts';
import type { Log } from '../log.ts';
import { openStorage } from '../storage/open-storage.ts';

/**
 * A process of its own on an accounts database, for tests that start several and kill some:
 * `account-process.ts <CITEWELL_DATABASE_URL> <start|burst|stream> [secret] [calls]`. Prints "ready", waits for a line on
 * standard input, opens the database, and then
 * - start: makes the demo key unless there is a key, and prints "made" or "found";
 * - burst: admits that many calls at once, holds them, and prints how often each code came, as JSON;
 * - stream: runs a call whose step goes on for ever, and prints "streaming" when 1,000 tokens are in the journal.
 */
const [url = '', mode, secret = '', calls = '0'] = process.argv.slice(2);
process.stdout.write('ready\n');
await new Promise((resolve) => process.stdin.once('data', resolve));
const log: Log = (_level, event) => process.stderr.write(`${event}\n`);
const { database, quotaTimeZone } = readConfig({ CITEWELL_DATABASE_URL: url });
const { store } = await openStorage({ database, quotaTimeZone, clock: systemClock, log });
const { accounts, ensureDemoKey } = openBooks({ store, clock: systemClock, log });

switch (mode) {
  case 'start':
    process.stdout.write((await ensureDemoKey()) ? 'made\n' : 'found\n');
    process.exit(0);
    break;
  case 'burst':
    process.stdout.write(`${JSON.stringify(await burst(Number(calls)))}\n`);
    process.exit(0);
    break;
  default:
    await stream();
}

async function burst(count: number): Promise<Record<string, number>> {
  const codes = await Promise.all(
    Array.from({ length: count }, async (_, index) => {
      try {
        await admit(String(index));
        return 'ok';
      } catch (error) {
        return error instanceof ServiceError ? error.code : String(error);
      }
    }),
  );
  const byCode = Map.groupBy(codes, (code) => code);
  return Object.fromEntries([...byCode].map(([code, list]) => [code, list.length]));
}

async function stream(): Promise<void> {
  const call = await admit('stream');
  const step = await call.meter.openStep({ kind: 'write', provider: 'test', model: 'm', bound: 5_000 });
  call.markDelivered();
  step.progress({ promptTokens: 900, completionTokens: 100 });
  // Two checkpoints from now, the first figures are in the journal.
  setTimeout(() => process.stdout.write('streaming\n'), 2 * checkpointIntervalMs + 200);
}

async function admit(id: string): Promise<Call> {
  const key = await accounts.authenticate(secret);
  return accounts.admit({
    id: `${process.pid}-${id}`,
    key,
    module: 'ask_agent',
    endpoint: 'ask',
    floor: 3_000,
  });
}
