import { systemClock } from '@citewell/core/clock.ts';
import { openAccounting } from '../../accounting/open-accounting.ts';
import { checkpointIntervalMs } from '../../accounting/running-calls.ts';
import { openStorage } from '../../database/open-storage.ts';
import { readConfig } from '../../platform/config.ts';
import type { Log } from '../../platform/log.ts';

/**
 * Runs as a separate process on an accounts database, for tests that start several and kill some: `account-process.ts
 * <CITEWELL_DATABASE_URL> <start|stream> [secret]`. Prints "ready", waits for a line on standard input and opens the
 * database. `start` then creates the demo key unless there is a key, and prints "made" or "found"; `stream` runs a call
 * whose step never ends, and prints "streaming" when 1,000 tokens are in the journal.
 */
const [url = '', mode, secret = ''] = process.argv.slice(2);
process.stdout.write('ready\n');
await new Promise((resolve) => process.stdin.once('data', resolve));
const log: Log = (_level, event) => process.stderr.write(`${event}\n`);
const { database, quotaTimeZone } = readConfig({ CITEWELL_DATABASE_URL: url });
const { store } = await openStorage({ database, quotaTimeZone, clock: systemClock, log });
const { accounts, ensureDemoKey } = openAccounting({ store, clock: systemClock, log });

if (mode === 'start') {
  process.stdout.write((await ensureDemoKey()) ? 'made\n' : 'found\n');
  process.exit(0);
} else {
  await stream();
}

async function stream(): Promise<void> {
  const key = await accounts.authenticate(secret);
  const intent = { id: `${process.pid}`, key, module: 'ask_agent', endpoint: 'ask', hold: 3_000 } as const;
  const call = await accounts.admit(intent);
  const step = await call.meter.openStep({ kind: 'write', provider: 'test', model: 'm', hold: 5_000 });
  call.markDelivered();
  step.progress({ promptTokens: 900, completionTokens: 100 });
  // After two checkpoints, the first figures are in the journal.
  setTimeout(() => process.stdout.write('streaming\n'), 2 * checkpointIntervalMs + 200);
}
