import type { Administrator, AdministratorStore } from '../../identity/administrator.ts';
import { networksRetentionMs, sessionEndsAfterMs, sessionIdlesOutAfterMs } from '../../identity/session.ts';
import { attemptsRetentionMs } from '../../identity/sign-in-limits.ts';
import { isoTime } from '../../platform/text/iso-time.ts';
import { appendAudit } from './audit.ts';
import type { StoreClock } from './clock.ts';
import { type PostgresDatabase, type Run, type Statement, withAdvisoryLock } from './database.ts';

const columns = 'a.name, a.role, a.status, a.created_at AS "createdAt", a.password_set_at AS "passwordSetAt"';

const byName: Statement = {
  text: `SELECT ${columns}, a.password_hash AS "passwordHash" FROM admin a WHERE a.name = $1`,
};
const lockByName: Statement = { text: `${byName.text} FOR NO KEY UPDATE` };
const all: Statement = { text: `SELECT ${columns} FROM admin a ORDER BY a.name COLLATE "C"` };
const insert: Statement = {
  text: `INSERT INTO admin (name, role, status, password_hash, created_at, password_set_at)
    VALUES ($1, $2, 'enabled', $3, $4, $4) ON CONFLICT (name) DO NOTHING RETURNING name`,
};
const updateStatus: Statement = { text: 'UPDATE admin SET status = $2 WHERE name = $1' };
const updatePassword: Statement = {
  text: 'UPDATE admin SET password_hash = $2, password_set_at = $3 WHERE name = $1',
};
const insertSession: Statement = {
  text: 'INSERT INTO admin_session (hash, admin, created_at, used_at) VALUES ($1, $2, $3, $3)',
};
const sessionByHash: Statement = {
  text: `SELECT ${columns}, s.created_at AS "beganAt", s.used_at AS "usedAt"
    FROM admin_session s JOIN admin a ON a.name = s.admin WHERE s.hash = $1`,
};
const touchSession: Statement = { text: 'UPDATE admin_session SET used_at = now_ms($2) WHERE hash = $1' };
const deleteSession: Statement = { text: 'DELETE FROM admin_session WHERE hash = $1 RETURNING admin' };
const deleteSessionsOf: Statement = { text: 'DELETE FROM admin_session WHERE admin = $1' };
const deleteOver: Statement = { text: 'DELETE FROM admin_session WHERE created_at <= $1 OR used_at <= $2' };
const networkOf: Statement = {
  text: 'SELECT 1 FROM admin_network WHERE admin = $1 AND network = $2 AND seen_at > now_ms($3) - $4::bigint',
};
const putNetwork: Statement = {
  text: `INSERT INTO admin_network (admin, network, seen_at) VALUES ($1, $2, $3)
    ON CONFLICT (admin, network) DO UPDATE SET seen_at = excluded.seen_at`,
};
const deleteNetworks: Statement = { text: 'DELETE FROM admin_network WHERE seen_at <= $1' };
const deleteNetworksOf: Statement = { text: 'DELETE FROM admin_network WHERE admin = $1' };
const triesIn: Statement = { text: 'SELECT at FROM sign_in_try WHERE bucket = $1 AND at > $2 ORDER BY at' };
const insertTry: Statement = { text: 'INSERT INTO sign_in_try (bucket, at) VALUES ($1, $2)' };
const deleteTries: Statement = { text: 'DELETE FROM sign_in_try WHERE at <= $1' };

type WithPassword = Administrator & { passwordHash: string };

/** Opens the store of administrators, their sessions and their sign-in attempts. */
export function openAdministrators(database: PostgresDatabase, clock: StoreClock): AdministratorStore {
  async function find(run: Run, statement: Statement, name: string): Promise<WithPassword | undefined> {
    const [row] = await run<WithPassword>(statement, [name]);
    return row;
  }

  return {
    addAdministrator: ({ name, role, passwordHash }, by) =>
      database.transact(async (run) => {
        const at = await clock.read(run);
        const added = await run(insert, [name, role, passwordHash, at]);
        if (added.length === 0) return undefined;
        const after = { role, status: 'enabled' };
        await appendAudit(run, { action: 'admin.add', target: name, by, before: null, after, at });
        return known(await find(run, byName, name));
      }),

    listAdministrators: () => database.run<Administrator>(all),

    findAdministrator: (name) => find(database.run, byName, name),

    setAdministratorStatus: (name, status, by) =>
      database.transact(async (run) => {
        const found = await find(run, lockByName, name);
        if (!found || found.status === status) return known(found);
        await run(updateStatus, [name, status]);
        if (status === 'disabled') await run(deleteSessionsOf, [name]);
        const action = status === 'enabled' ? 'admin.enable' : 'admin.disable';
        const [before, after] = [{ status: found.status }, { status }];
        await appendAudit(run, { action, target: name, by, before, after, at: await clock.read(run) });
        return known({ ...found, status });
      }),

    setPassword: (name, passwordHash, by) =>
      database.transact(async (run) => {
        const found = await find(run, lockByName, name);
        if (!found) return undefined;
        const at = await clock.read(run);
        await run(updatePassword, [name, passwordHash, at]);
        await run(deleteSessionsOf, [name]);
        await run(deleteNetworksOf, [name]);
        const setAt = (instant: number) => ({ password_set_at: isoTime(instant) });
        const [before, after] = [setAt(found.passwordSetAt), setAt(at)];
        await appendAudit(run, { action: 'admin.set_password', target: name, by, before, after, at });
        return known({ ...found, passwordSetAt: at });
      }),

    openSession: ({ hash, name, passwordHash, network, replaces }, by) =>
      database.transact(async (run) => {
        const found = await find(run, lockByName, name);
        if (found?.status !== 'enabled' || found.passwordHash !== passwordHash) return undefined;
        const at = await clock.read(run);
        await run(deleteOver, [at - sessionEndsAfterMs, at - sessionIdlesOutAfterMs]);
        if (replaces) await run(deleteSession, [replaces]);
        await run(insertSession, [hash, name, at]);
        await run(deleteNetworks, [at - networksRetentionMs]);
        await run(putNetwork, [name, network, at]);
        const action = 'session.sign_in';
        await appendAudit(run, { action, target: name, by, before: null, after: null, at });
        return known(found);
      }),

    async findSession(hash) {
      const [row] = await database.run<Administrator & { beganAt: number; usedAt: number }>(sessionByHash, [
        hash,
      ]);
      if (!row) return undefined;
      const { beganAt, usedAt, ...administrator } = row;
      return { hash, administrator, createdAt: beganAt, usedAt };
    },

    async useSession(hash) {
      await database.run(touchSession, [hash, clock.now()]);
    },

    endSession: (hash, by) =>
      database.transact(async (run) => {
        const [ended] = await run<{ admin: string }>(deleteSession, [hash]);
        if (!ended) return;
        const change = {
          action: 'session.sign_out',
          target: ended.admin,
          by,
          before: null,
          after: null,
        } as const;
        await appendAudit(run, { ...change, at: await clock.read(run) });
      }),

    hasSignedInFrom: async (name, network) =>
      (await database.run(networkOf, [name, network, clock.now(), networksRetentionMs])).length > 0,

    countTry: (limits) =>
      database.transact(async (run) => {
        await withAdvisoryLock(run, 'sign-in tries');
        const at = await clock.read(run);
        await run(deleteTries, [at - attemptsRetentionMs]);
        let wait = 0;
        for (const { bucket, windowMs, waitMs } of limits) {
          const tries = await run<{ at: number }>(triesIn, [bucket, at - windowMs]);
          wait = Math.max(
            wait,
            waitMs(
              tries.map((earlier) => earlier.at),
              at,
            ),
          );
        }
        if (wait > 0) return wait;
        for (const { bucket } of limits) await run(insertTry, [bucket, at]);
        return undefined;
      }),
  };
}

/** Removes the password's hash from a row. */
function known(found: WithPassword | undefined): Administrator | undefined {
  if (!found) return undefined;
  const { passwordHash, ...administrator } = found;
  return administrator;
}
