import { systemClock } from '../packages/core/src/clock.ts';
import { openStorage } from '../packages/server/src/database/open-storage.ts';
import { createAdministration } from '../packages/server/src/features/admin/administration.ts';
import { createPasswords, type PasswordCost } from '../packages/server/src/identity/password.ts';
import { readConfig } from '../packages/server/src/platform/config.ts';
import type { RunningService } from './stand.ts';

/** Administrator of an attacked service. */
export const administrator = { name: 'mei', password: 'a password that nobody guesses' };

/** An eighth of the usual cost of a sign-in, for attacks that do not depend on it: a stored password contains its own. */
export const reducedCost: PasswordCost = { logN: 14, r: 8, p: 1 };

/**
 * Adds `administrator`, as an operator, to the database of a running service. `cost`: that of a sign-in, by default the
 * usual one.
 */
export async function addAdministrator(
  { environment }: Pick<RunningService, 'environment'>,
  cost?: PasswordCost,
): Promise<void> {
  const storage = await openStorage({ ...readConfig(environment), clock: systemClock, log: () => {} });
  try {
    const passwords = createPasswords(cost);
    const { administrators } = createAdministration({ ...storage, clock: systemClock, passwords });
    await administrators.add({ ...administrator, role: 'operator' }, { actor: 'system' });
  } finally {
    await storage.close();
  }
}

/** Attempts to sign in at the administration (`url`), from `address` if proxies are trusted. */
export function signIn(url: string, password: string, address = '127.0.0.1'): Promise<Response> {
  return fetch(`${url}/admin/api/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
    body: JSON.stringify({ name: administrator.name, password }),
  });
}
