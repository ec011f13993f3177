import type { TestContext } from 'node:test';
import { createKeyAdministration } from '../../accounting/keys/key-administration.ts';
import type { Attribution } from '../../audit/audit.ts';
import { manualClock, type StoreEngine, startProcess } from './accounts-databases.ts';

/** Attribution of all changes in these tests. */
export const by: Attribution = {
  actor: 'admin:张三',
  ip: '192.0.2.1',
  correlationId: 'req_1',
  reason: '客户来信',
};

export function bytes(value: number): Uint8Array {
  return new Uint8Array(32).fill(value);
}

/** A new store with a process, a clock and the administration of keys. */
export async function beginOperator(engine: StoreEngine, t: TestContext) {
  const clock = manualClock();
  const home = await engine.create(t);
  const open = () => home.open(clock);
  const store = await open();
  const process = startProcess(store, clock);
  return { clock, home, open, store, process, keys: createKeyAdministration(store, by) };
}
