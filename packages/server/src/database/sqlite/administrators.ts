import type { Clock } from '@citewell/core/clock.ts';
import type { Attribution, AuditAction, Snapshot } from '../../audit/audit.ts';
import type { Administrator, AdministratorStore } from '../../identity/administrator.ts';
import { networksRetentionMs, sessionEndsAfterMs, sessionIdlesOutAfterMs } from '../../identity/session.ts';
import { attemptsRetentionMs } from '../../identity/sign-in-limits.ts';
import { isoTime } from '../../platform/text/iso-time.ts';
import { appendAudit } from './audit.ts';
import type { SqliteDatabase } from './database.ts';

const columns = 'a.name, a.role, a.status, a.created_at AS createdAt, a.password_set_at AS passwordSetAt';

type WithPassword = Administrator & { passwordHash: string };

/** Opens the store of administrators, their sessions and their sign-in attempts. */
export function openAdministrators(database: SqliteDatabase, clock: Clock): AdministratorStore {
  const { connection } = database;
  const byName = connection.prepare(
    `SELECT ${columns}, a.password_hash AS passwordHash FROM admin a WHERE a.name = ?`,
  );
  const all = connection.prepare(`SELECT ${columns} FROM admin a ORDER BY a.name`);
  const insert = connection.prepare(
    `INSERT INTO admin (name, role, status, password_hash, created_at, password_set_at)
     VALUES (?, ?, 'enabled', ?, ?, ?)`,
  );
  const updateStatus = connection.prepare('UPDATE admin SET status = ? WHERE name = ?');
  const updatePassword = connection.prepare(
    'UPDATE admin SET password_hash = ?, password_set_at = ? WHERE name = ?',
  );
  const insertSession = connection.prepare(
    'INSERT INTO admin_session (hash, admin, created_at, used_at) VALUES (?, ?, ?, ?)',
  );
  const sessionByHash = connection.prepare(
    `SELECT ${columns}, s.created_at AS beganAt, s.used_at AS usedAt
     FROM admin_session s JOIN admin a ON a.name = s.admin WHERE s.hash = ?`,
  );
  const touchSession = connection.prepare('UPDATE admin_session SET used_at = ? WHERE hash = ?');
  const deleteSession = connection.prepare('DELETE FROM admin_session WHERE hash = ? RETURNING admin');
  const deleteSessionsOf = connection.prepare('DELETE FROM admin_session WHERE admin = ?');
  const deleteOver = connection.prepare('DELETE FROM admin_session WHERE created_at <= ? OR used_at <= ?');
  const networkOf = connection.prepare(
    'SELECT 1 FROM admin_network WHERE admin = ? AND network = ? AND seen_at > ?',
  );
  const putNetwork = connection.prepare(
    `INSERT INTO admin_network (admin, network, seen_at) VALUES (?, ?, ?)
     ON CONFLICT (admin, network) DO UPDATE SET seen_at = excluded.seen_at`,
  );
  const deleteNetworks = connection.prepare('DELETE FROM admin_network WHERE seen_at <= ?');
  const deleteNetworksOf = connection.prepare('DELETE FROM admin_network WHERE admin = ?');
  const triesIn = connection.prepare('SELECT at FROM sign_in_try WHERE bucket = ? AND at > ? ORDER BY at');
  const insertTry = connection.prepare('INSERT INTO sign_in_try (bucket, at) VALUES (?, ?)');
  const deleteTries = connection.prepare('DELETE FROM sign_in_try WHERE at <= ?');

  function find(name: string): WithPassword | undefined {
    const row = byName.get(name) as WithPassword | undefined;
    return row && { ...row };
  }

  function write(
    action: AuditAction,
    target: string,
    by: Attribution,
    before: Snapshot | null,
    after: Snapshot | null,
  ): void {
    appendAudit(connection, { action, target, by, before, after, at: clock.now() });
  }

  return {
    addAdministrator: ({ name, role, passwordHash }, by) =>
      database.transact(() => {
        if (find(name)) return undefined;
        const now = clock.now();
        insert.run(name, role, passwordHash, now, now);
        write('admin.add', name, by, null, { role, status: 'enabled' });
        return known(find(name));
      }),

    listAdministrators: () => database.read(() => all.all().map((row) => ({ ...row }) as Administrator)),

    findAdministrator: (name) => database.read(() => find(name)),

    setAdministratorStatus: (name, status, by) =>
      database.transact(() => {
        const found = find(name);
        if (!found) return undefined;
        if (found.status !== status) {
          updateStatus.run(status, name);
          if (status === 'disabled') deleteSessionsOf.run(name);
          const action = status === 'enabled' ? 'admin.enable' : 'admin.disable';
          write(action, name, by, { status: found.status }, { status });
        }
        return known(find(name));
      }),

    setPassword: (name, passwordHash, by) =>
      database.transact(() => {
        const found = find(name);
        if (!found) return undefined;
        const now = clock.now();
        updatePassword.run(passwordHash, now, name);
        deleteSessionsOf.run(name);
        deleteNetworksOf.run(name);
        const times = [found.passwordSetAt, now].map((at) => ({
          password_set_at: isoTime(at),
        }));
        write('admin.set_password', name, by, times[0] ?? null, times[1] ?? null);
        return known(find(name));
      }),

    openSession: ({ hash, name, passwordHash, network, replaces }, by) =>
      database.transact(() => {
        const found = find(name);
        if (found?.status !== 'enabled' || found.passwordHash !== passwordHash) return undefined;
        const now = clock.now();
        deleteOver.run(now - sessionEndsAfterMs, now - sessionIdlesOutAfterMs);
        if (replaces) deleteSession.run(replaces);
        insertSession.run(hash, name, now, now);
        deleteNetworks.run(now - networksRetentionMs);
        putNetwork.run(name, network, now);
        write('session.sign_in', name, by, null, null);
        return known(found);
      }),

    findSession: (hash) =>
      database.read(() => {
        const row = sessionByHash.get(hash) as
          | (Administrator & { beganAt: number; usedAt: number })
          | undefined;
        if (!row) return undefined;
        const { beganAt, usedAt, ...administrator } = row;
        return { hash, administrator, createdAt: beganAt, usedAt };
      }),

    useSession: (hash) => database.transact(() => void touchSession.run(clock.now(), hash)),

    endSession: (hash, by) =>
      database.transact(() => {
        const ended = deleteSession.get(hash);
        if (ended) write('session.sign_out', String(ended.admin), by, null, null);
      }),

    hasSignedInFrom: (name, network) =>
      database.read(() => networkOf.get(name, network, clock.now() - networksRetentionMs) !== undefined),

    countTry: (limits) =>
      database.transact(() => {
        const now = clock.now();
        deleteTries.run(now - attemptsRetentionMs);
        const waits = limits.map(({ bucket, windowMs, waitMs }) =>
          waitMs(
            triesIn.all(bucket, now - windowMs).map(({ at }) => Number(at)),
            now,
          ),
        );
        const wait = Math.max(...waits);
        if (wait > 0) return wait;
        for (const { bucket } of limits) insertTry.run(bucket, now);
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
