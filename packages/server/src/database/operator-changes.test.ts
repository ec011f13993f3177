import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { mintKey } from '../accounting/keys/key-administration.ts';
import { newSecret, secretHash } from '../accounting/keys/secret.ts';
import type { LedgerStore } from '../accounting/ledger-store.ts';
import type { OperatorStore } from '../accounting/operator-store.ts';
import type { Attribution } from '../audit/audit.ts';
import type { AdministratorStore } from '../identity/administrator.ts';
import { admit, makeKey, type StoreEngine, storeEngines } from '../testing/accounting/accounts-databases.ts';
import { beginOperator, by, bytes } from '../testing/accounting/operator-scene.ts';

type Store = LedgerStore & OperatorStore & AdministratorStore;

/** Functions that make changes: those that receive the actor. */
type ChangeName = {
  [Name in keyof Store]: Parameters<Store[Name]> extends [...unknown[], Attribution] ? Name : never;
}[keyof Store];

/** State on which a change operates: a key with a running call, and an administrator who is signed in. */
type Scene = { store: Store; keyId: string; callId: string; session: Uint8Array };
type ChangeCase = { action: string; run(scene: Scene, by: Attribution): Promise<unknown> };

/** All of them: omitting one does not compile. */
const changes: Record<ChangeName, ChangeCase> = {
  createKey: { action: 'key.create', run: ({ store }, who) => store.createKey(newKey(), who) },
  // Creates nothing here, because there is already a key.
  createFirstKey: { action: '', run: ({ store }, who) => store.createFirstKey(newKey(), who) },
  updateKey: {
    action: 'key.update',
    run: ({ store, keyId }, who) => store.updateKey(keyId, { label: '新名称' }, who),
  },
  reissueKey: {
    action: 'key.reissue',
    run: ({ store, keyId }, who) =>
      store.reissueKey({ keyId, secretHash: secretHash(newSecret()), hint: 'cw_…', graceMs: 0 }, who),
  },
  postAdjustment: {
    action: 'key.adjust',
    run: ({ store, keyId }, who) =>
      store.postAdjustment({ keyId, kind: 'adjust', amount: -5, reason: 'a mistake' }, who),
  },
  recordChange: {
    action: 'library.start',
    run: ({ store }, who) =>
      store.recordChange(
        { action: 'library.start', target: 'job_1', before: null, after: { kind: 'sync' } },
        who,
      ),
  },
  stopCall: { action: 'call.release', run: ({ store, callId }, who) => store.stopCall(callId, who) },
  addAdministrator: {
    action: 'admin.add',
    run: ({ store }, who) =>
      store.addAdministrator({ name: '李四', role: 'auditor', passwordHash: 'x' }, who),
  },
  setAdministratorStatus: {
    action: 'admin.disable',
    run: ({ store }, who) => store.setAdministratorStatus('mei', 'disabled', who),
  },
  setPassword: { action: 'admin.set_password', run: ({ store }, who) => store.setPassword('mei', 'y', who) },
  openSession: {
    action: 'session.sign_in',
    run: ({ store, session }, who) =>
      store.openSession(
        { hash: bytes(2), name: 'mei', passwordHash: 'x', network: bytes(9), replaces: session },
        who,
      ),
  },
  endSession: {
    action: 'session.sign_out',
    run: ({ store, session }, who) => store.endSession(session, who),
  },
};

function newKey() {
  const input = { modules: [], dailyQuota: 1, balance: 10, expiresAt: undefined, status: 'enabled' } as const;
  return mintKey({ label: 'new', ...input, modules: [] }).record;
}

function contract(engine: StoreEngine): void {
  const begin = (t: TestContext) => beginOperator(engine, t);

  async function setScene(t: TestContext): Promise<Scene & Awaited<ReturnType<typeof begin>>> {
    const begun = await begin(t);
    const { key } = await makeKey(begun.process);
    const call = await admit(begun.process, key);
    await begun.store.addAdministrator({ name: 'mei', role: 'operator', passwordHash: 'x' }, by);
    await begun.store.openSession({ hash: bytes(1), name: 'mei', passwordHash: 'x', network: bytes(9) }, by);
    return { ...begun, keyId: key.id, callId: call.id, session: bytes(1) };
  }

  /** Reads everything that an operator can change. */
  async function everything({ store, session }: Scene) {
    const { items } = await store.searchKeys({ limit: 100 });
    return {
      keys: await Promise.all(items.map(({ id }) => store.keyDetails(id))),
      calls: (await store.runningCalls({ limit: 100 })).items,
      administrators: await store.listAdministrators(),
      passwords: await store.findAdministrator('mei'),
      sessions: [await store.findSession(session), await store.findSession(bytes(2))],
      ledger: await store.verifyLedger(),
      audit: await store.verifyAudit(),
    };
  }

  describe('every change', () => {
    for (const [name, { action, run }] of Object.entries(changes)) {
      it(`${name} writes an audit entry with actor, address, reason and request id`, async (t) => {
        const scene = await setScene(t);
        const before = await scene.store.searchAudit({ limit: 100 });
        await run(scene, by);
        const { items } = await scene.store.searchAudit({ limit: 100 });
        const lines = items.slice(0, items.length - before.items.length);
        assert.deepEqual(
          lines.map((line) => line.action),
          action === '' ? [] : [action],
        );
        for (const { actor, ip, correlationId, reason, at } of lines)
          assert.deepEqual(
            { actor, ip, correlationId, at },
            { actor: by.actor, ip: by.ip, correlationId: by.correlationId, at: scene.clock.now() },
            reason ?? '',
          );
        assert.deepEqual((await scene.store.verifyAudit()).drifts, []);
        assert.deepEqual((await scene.store.verifyLedger()).drifts, []);
      });

      if (action !== '')
        it(`${name} changes nothing if the entry cannot be written`, async (t) => {
          const scene = await setScene(t);
          const before = await everything(scene);
          // The log accepts no request id longer than 100 characters.
          await assert.rejects(run(scene, { ...by, correlationId: 'x'.repeat(101) }));
          assert.deepEqual(await everything(scene), before);
          await run(scene, by);
          assert.notDeepEqual(await everything(scene), before);
        });
    }
  });

  describe('the audit log', () => {
    it('contains the values before and after, and never a secret', async (t) => {
      const { keys, store } = await begin(t);
      const { key, secret } = await keys.create({
        label: 'ward 3',
        modules: ['factcheck'],
        dailyQuota: 7,
        balance: 100,
        expiresAt: undefined,
        status: 'enabled',
      });
      await keys.update(key.id, { label: '三病区', dailyQuota: null, modules: ['factcheck'] });
      const reissued = await keys.reissue({ id: key.id, graceMs: null });
      const { items } = await store.searchAudit({ target: key.id, limit: 10 });
      const [reissue, update, create] = items;
      assert.deepEqual(JSON.parse(create?.after ?? ''), {
        label: 'ward 3',
        owner_email: null,
        status: 'enabled',
        expires_at: null,
        modules: ['factcheck'],
        daily_quota: 7,
        max_running_calls: null,
        hint: key.hint,
        granted: 100,
      });
      assert.deepEqual(
        [update?.before, update?.after].map((text) => JSON.parse(text ?? '')),
        [
          { label: 'ward 3', daily_quota: 7 },
          { label: '三病区', daily_quota: null },
        ],
      );
      assert.deepEqual(JSON.parse(reissue?.before ?? ''), { hint: key.hint });
      const text = JSON.stringify(items);
      for (const hidden of [secret, reissued?.secret ?? '', secret.slice(10, 20)])
        assert.ok(hidden.length > 0 && !text.includes(hidden));
    });

    it('gets no entry if nothing changes', async (t) => {
      const { keys, store, process } = await begin(t);
      const { key } = await makeKey(process);
      await keys.update(key.id, { label: key.label, modules: key.modules });
      await keys.setStatus(key.id, 'enabled');
      assert.equal((await store.verifyAudit()).entries, 1);
    });

    it('is searched by actor, action, target and time, newest first, page by page', async (t) => {
      const { clock, store, process } = await begin(t);
      const { key } = await makeKey(process);
      const { key: other } = await makeKey(process);
      for (let turn = 0; turn < 5; turn += 1) {
        clock.advance(1_000);
        const actor = turn % 2 === 0 ? 'admin:mei' : 'cli:root';
        await store.updateKey(turn < 3 ? key.id : other.id, { label: `turn ${turn}` }, { actor });
      }
      const find = async (search: Partial<Parameters<Store['searchAudit']>[0]>) =>
        (await store.searchAudit({ limit: 100, ...search })).items.map(({ seq }) => seq);
      assert.deepEqual(await find({}), [7, 6, 5, 4, 3, 2, 1]);
      assert.deepEqual(await find({ actor: 'cli:root' }), [6, 4]);
      assert.deepEqual(await find({ action: 'key.create' }), [2, 1]);
      assert.deepEqual(await find({ action: 'key' }), [7, 6, 5, 4, 3, 2, 1]);
      assert.deepEqual(await find({ action: 'ke' }), []);
      assert.deepEqual(await find({ target: key.id, action: 'key.update' }), [5, 4, 3]);
      const now = clock.now();
      assert.deepEqual(await find({ from: now - 2_000, to: now }), [6, 5]);
      assert.deepEqual(await find({ actor: `' OR 1=1 --` }), []);
      const first = await store.searchAudit({ actor: 'admin:mei', limit: 2 });
      assert.deepEqual([first.items.map(({ seq }) => seq), first.next], [[7, 5], '5']);
      const second = await store.searchAudit({ actor: 'admin:mei', limit: 2, after: first.next });
      assert.deepEqual([second.items.map(({ seq }) => seq), second.next], [[3], undefined]);
    });

    it('stays one chain under concurrent writes of two processes', async (t) => {
      const { open, store, process } = await begin(t);
      const { key } = await makeKey(process);
      const other = await open();
      await Promise.all(
        Array.from({ length: 40 }, (_, turn) =>
          (turn % 2 ? store : other).updateKey(key.id, { label: `turn ${turn}` }, by),
        ),
      );
      assert.deepEqual(await store.verifyAudit(), { entries: 41, drifts: [] });
    });

    it('reveals every edited, added or removed entry', async (t) => {
      const tampering: [what: string, sql: string, found: string][] = [
        ['an actor', `UPDATE audit_log SET actor = 'nobody' WHERE seq = 2`, 'audit entry 2'],
        ['a reason', `UPDATE audit_log SET reason = NULL WHERE seq = 2`, 'audit entry 2'],
        ['a value', `UPDATE audit_log SET after = '{"label":"x"}' WHERE seq = 2`, 'audit entry 2'],
        ['a time', 'UPDATE audit_log SET at = at + 1 WHERE seq = 2', 'audit entry 2'],
        ['a line removed', 'DELETE FROM audit_log WHERE seq = 2', 'audit entry 3'],
        ['the last line removed', 'DELETE FROM audit_log WHERE seq = 3', 'last audit entry'],
        ['all lines removed', 'DELETE FROM audit_log', 'last audit entry'],
      ];
      for (const [what, sql, found] of tampering) {
        const { home, store, keys, process } = await begin(t);
        const { key } = await makeKey(process);
        await keys.update(key.id, { label: 'a' });
        await keys.update(key.id, { label: 'b' });
        await assert.rejects(home.execute(sql), /append-only/, what);
        await home.execute(withoutTriggers(engine, sql));
        const { drifts } = await store.verifyAudit();
        assert.deepEqual(
          drifts.map(({ invariant, keyId, where }) => ({ invariant, keyId, where })),
          [{ invariant: 'I8', keyId: '', where: found }],
          what,
        );
        await home.close();
      }
    });
  });
}

/** An edit of the audit log by somebody with full access. */
function withoutTriggers({ name }: StoreEngine, sql: string): string {
  return name === 'SQLite'
    ? `DROP TRIGGER audit_log_no_update; DROP TRIGGER audit_log_no_delete; ${sql}`
    : `ALTER TABLE audit_log DISABLE TRIGGER USER; ${sql}`;
}

for (const engine of storeEngines)
  describe(`the operator's changes on ${engine.name}`, () => contract(engine));
