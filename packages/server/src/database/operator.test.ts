import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { ServiceError } from '@citewell/core/errors.ts';
import { createKeyAdministration, mintKey } from '../accounting/keys/key-administration.ts';
import { newSecret, secretHash, secretHint } from '../accounting/keys/secret.ts';
import type { OperatorStore } from '../accounting/operator-store.ts';
import type { AccountStore } from '../accounting/store.ts';
import type { Attribution } from '../audit/audit.ts';
import type { AdministratorStore, AttemptLimit } from '../identity/administrator.ts';
import {
  admit,
  makeKey,
  manualClock,
  type StoreEngine,
  startProcess,
  storeEngines,
} from '../testing/accounting/account-stores.ts';

type Store = AccountStore & OperatorStore & AdministratorStore;

const dayMs = 86_400_000;
const by: Attribution = { actor: 'admin:张三', ip: '192.0.2.1', correlationId: 'req_1', reason: '客户来信' };

async function codeOf(promise: Promise<unknown>): Promise<string> {
  try {
    await promise;
    return 'ok';
  } catch (error) {
    if (error instanceof ServiceError) return error.message;
    throw error;
  }
}

/** Functions that change something: the ones that are told who does it. */
type ChangeName = {
  [Name in keyof Store]: Parameters<Store[Name]> extends [...unknown[], Attribution] ? Name : never;
}[keyof Store];

/** State a change operates on: a key with a running call, and an administrator who is signed in. */
type Scene = { store: Store; keyId: string; callId: string; session: Uint8Array };
type ChangeCase = { action: string; run(scene: Scene, by: Attribution): Promise<unknown> };

/** Every one there is: leaving one out does not compile. */
const changes: Record<ChangeName, ChangeCase> = {
  createKey: { action: 'key.create', run: ({ store }, who) => store.createKey(newKey(), who) },
  // Makes nothing here: there is a key already.
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
  releaseCall: { action: 'call.release', run: ({ store, callId }, who) => store.releaseCall(callId, who) },
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

function bytes(value: number): Uint8Array {
  return new Uint8Array(32).fill(value);
}

function contract(engine: StoreEngine): void {
  async function begin(t: TestContext) {
    const clock = manualClock();
    const home = await engine.create(t);
    const open = () => home.open(clock);
    const store = await open();
    const process = startProcess(store, clock);
    return { clock, home, open, store, process, keys: createKeyAdministration(store, by) };
  }

  async function setScene(t: TestContext): Promise<Scene & Awaited<ReturnType<typeof begin>>> {
    const begun = await begin(t);
    const { key } = await makeKey(begun.process);
    const call = await admit(begun.process, key);
    await begun.store.addAdministrator({ name: 'mei', role: 'operator', passwordHash: 'x' }, by);
    await begun.store.openSession({ hash: bytes(1), name: 'mei', passwordHash: 'x', network: bytes(9) }, by);
    return { ...begun, keyId: key.id, callId: call.id, session: bytes(1) };
  }

  /** All that an operator can change. */
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
      it(`${name} leaves its line in the audit log, with who, where from, why and which request`, async (t) => {
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
        it(`${name} changes nothing where that line cannot be written`, async (t) => {
          const scene = await setScene(t);
          const before = await everything(scene);
          // The log takes no correlation id longer than 100 characters.
          await assert.rejects(run(scene, { ...by, correlationId: 'x'.repeat(101) }));
          assert.deepEqual(await everything(scene), before);
          await run(scene, by);
          assert.notDeepEqual(await everything(scene), before);
        });
    }
  });

  describe('the audit log', () => {
    it('holds what was before and after, and never a secret', async (t) => {
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

    it('gets no line where nothing changes', async (t) => {
      const { keys, store, process } = await begin(t);
      const { key } = await makeKey(process);
      await keys.update(key.id, { label: key.label, modules: key.modules });
      await keys.setStatus(key.id, 'enabled');
      assert.equal((await store.verifyAudit()).entries, 1);
    });

    it('is found by actor, action, target and time, newest first, page by page', async (t) => {
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

    it('stays one chain when two processes write at once', async (t) => {
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

    it('tells of every edit, addition and removal', async (t) => {
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

  describe('a key', () => {
    it('is found by label, owner, hint or id in any case, by status, and page by page', async (t) => {
      const { keys, store, clock } = await begin(t);
      const made = [];
      for (const [label, ownerEmail] of [
        ['Ward 3', 'li@hospital.example'],
        ['三病区', 'ZHANG@clinic.example'],
        ['100% _special_', undefined],
      ] as const) {
        clock.advance(1);
        const defaults = { modules: [], dailyQuota: null, balance: 0, expiresAt: undefined };
        made.push(await keys.create({ label, ownerEmail, status: 'enabled', ...defaults }));
      }
      const [ward, chinese, special] = made.map(({ key }) => key);
      assert.ok(ward && chinese && special);
      await keys.setStatus(ward.id, 'disabled');
      const find = async (text?: string, status?: 'enabled' | 'disabled') =>
        (await store.searchKeys({ text, status, limit: 10 })).items.map(({ id }) => id);
      assert.deepEqual(await find(), [special.id, chinese.id, ward.id]);
      assert.deepEqual(await find('wARD'), [ward.id]);
      assert.deepEqual(await find('病区'), [chinese.id]);
      assert.deepEqual(await find('zhang@CLINIC'), [chinese.id]);
      assert.deepEqual(await find(special.hint), [special.id]);
      assert.deepEqual(await find(special.id.toUpperCase()), [special.id]);
      assert.deepEqual(await find('100%'), [special.id]);
      assert.deepEqual(await find('%'), [special.id]);
      assert.deepEqual(await find('_SPECIAL_'), [special.id]);
      assert.deepEqual(await find('nobody'), []);
      assert.deepEqual(await find('example', 'disabled'), [ward.id]);
      const first = await store.searchKeys({ limit: 2 });
      assert.deepEqual(
        first.items.map(({ id }) => id),
        [special.id, chinese.id],
      );
      const rest = await store.searchKeys({ limit: 2, after: first.next });
      assert.deepEqual([rest.items.map(({ id }) => id), rest.next], [[ward.id], undefined]);
    });

    it('takes new settings, of which each takes effect on the very next call', async (t) => {
      const { keys, process, clock } = await begin(t);
      const { key } = await makeKey(process, { dailyQuota: 5 });
      const expectations: [change: Parameters<typeof keys.update>[1], code: string][] = [
        [{ dailyQuota: 0 }, 'quota_exceeded:0/0'],
        [{ dailyQuota: null, modules: ['factcheck'] }, 'no_permission:ask_agent'],
        [{ modules: ['ask_agent'], expiresAt: clock.now() }, 'key_expired'],
        [{ expiresAt: null, dailyQuota: 1 }, 'ok'],
        [{ dailyQuota: 2 }, 'ok'],
        [{}, 'quota_exceeded:2/2'],
      ];
      for (const [change, code] of expectations) {
        await keys.update(key.id, change);
        assert.equal(await codeOf(admit(process, key)), code, JSON.stringify(change));
      }
      const after = await keys.update(key.id, { label: '新', ownerEmail: 'li@hospital.example' });
      assert.deepEqual(
        [after?.label, after?.ownerEmail, after?.dailyQuota],
        ['新', 'li@hospital.example', 2],
      );
      assert.equal((await keys.update(key.id, { ownerEmail: null }))?.ownerEmail, null);
      assert.equal(await keys.update('none', { label: 'x' }), undefined);
    });

    it('is reissued: the new secret works at once, the old one to the end of its grace, the ledger stays', async (t) => {
      const { keys, process, clock } = await begin(t);
      const { key, secret } = await makeKey(process, { dailyQuota: 2 });
      await (await admit(process, key)).settle('ok', true);
      const before = await keys.get(key.id);
      const reissued = await keys.reissue({ id: key.id, graceMs: dayMs });
      assert.ok(reissued && before);
      const { hint, ...rest } = (await keys.get(key.id)) ?? before;
      assert.deepEqual({ ...rest, hint: before.hint }, before);
      assert.equal(hint, secretHint(reissued.secret as Parameters<typeof secretHint>[0]));
      const authenticate = (text: string) => codeOf(process.accounts.authenticate(text));
      assert.deepEqual([await authenticate(secret), await authenticate(reissued.secret)], ['ok', 'ok']);
      assert.deepEqual(
        reissued.key.secrets.map(({ hint: of, expiresAt, revokedAt }) => ({ of, expiresAt, revokedAt })),
        [
          { of: hint, expiresAt: null, revokedAt: null },
          { of: before.hint, expiresAt: clock.now() + dayMs, revokedAt: null },
        ],
      );
      clock.advance(dayMs - 1);
      assert.equal(await authenticate(secret), 'ok');
      clock.advance(1);
      assert.deepEqual(
        [await authenticate(secret), await authenticate(reissued.secret)],
        ['invalid_key', 'ok'],
      );
      assert.equal(await keys.reissue({ id: 'none', graceMs: 0 }), undefined);
    });

    it('never lengthens an earlier grace, and revokes all of them after a leak', async (t) => {
      const { keys, process, clock } = await begin(t);
      const { key, secret: first } = await makeKey(process);
      const second = (await keys.reissue({ id: key.id, graceMs: 1_000 }))?.secret ?? '';
      const third = (await keys.reissue({ id: key.id, graceMs: 7 * dayMs }))?.secret ?? '';
      const codes = async (...secrets: string[]) => {
        const all = [];
        for (const secret of secrets) all.push(await codeOf(process.accounts.authenticate(secret)));
        return all;
      };
      assert.deepEqual(await codes(first, second, third), ['ok', 'ok', 'ok']);
      clock.advance(1_000);
      assert.deepEqual(await codes(first, second, third), ['invalid_key', 'ok', 'ok']);
      const fourth = (await keys.reissue({ id: key.id, graceMs: null }))?.secret ?? '';
      assert.deepEqual(await codes(second, third, fourth), ['invalid_key', 'invalid_key', 'ok']);
      const fifth = (await keys.reissue({ id: key.id, graceMs: 0 }))?.secret ?? '';
      assert.deepEqual(await codes(fourth, fifth), ['invalid_key', 'ok']);
    });

    it('opened by a secret that is revoked before the call is admitted is refused, on every handle', async (t) => {
      const { keys, process, open, clock } = await begin(t);
      const { key: made, secret } = await makeKey(process);
      const other = startProcess(await open(), clock, 'other');
      const opened = [await process.accounts.authenticate(secret), await other.accounts.authenticate(secret)];
      const reissued = await keys.reissue({ id: made.id, graceMs: null });
      for (const [index, key] of opened.entries())
        assert.equal(await codeOf(admit(index === 0 ? process : other, key)), 'invalid_key');
      assert.equal((await keys.get(made.id))?.held, 0);
      const again = await process.accounts.authenticate(reissued?.secret ?? '');
      assert.equal(await codeOf(admit(process, again)), 'ok');
    });

    it('lets the old and the new secret together spend what one could', async (t) => {
      const { keys, process } = await begin(t);
      const { key, secret } = await makeKey(process, { balance: 10_000, dailyQuota: 5 });
      const reissued = await keys.reissue({ id: key.id, graceMs: dayMs });
      const opened = [
        await process.accounts.authenticate(secret),
        await process.accounts.authenticate(reissued?.secret ?? ''),
      ];
      const codes = await Promise.all(
        Array.from({ length: 20 }, (_, turn) => codeOf(admit(process, opened[turn % 2] ?? key))),
      );
      assert.equal(codes.filter((code) => code === 'ok').length, 3);
    });
  });

  describe('an adjustment', () => {
    it('is made once per operation key, and its repetition is answered with the first one', async (t) => {
      const { keys, process, open } = await begin(t);
      const { key } = await makeKey(process, { balance: 1_000 });
      const others = createKeyAdministration(await open(), { actor: 'cli:root' });
      const adjustment = { id: key.id, amount: -300, reason: '更正', operationKey: 'ticket 1' };
      const posted = await Promise.all(
        Array.from({ length: 30 }, (_, turn) => (turn % 2 ? keys : others).adjust(adjustment)),
      );
      assert.equal(posted.filter((each) => each?.repeated === false).length, 1);
      const [first] = posted;
      for (const each of posted) assert.deepEqual(each?.entry, first?.entry);
      assert.equal((await keys.get(key.id))?.granted, 700);
      await keys.topUp({ id: key.id, amount: 5, reason: 'later' });
      const repeated = await keys.adjust(adjustment);
      assert.deepEqual(
        [repeated?.entry, repeated?.repeated, repeated?.key.granted],
        [first?.entry, true, 705],
      );
    });

    it('is refused where its operation key stands for another amount or kind', async (t) => {
      const { keys, process } = await begin(t);
      const { key } = await makeKey(process, { balance: 1_000 });
      await keys.topUp({ id: key.id, amount: 300, reason: 'paid', operationKey: 'invoice 1' });
      const other = { id: key.id, reason: 'paid', operationKey: 'invoice 1' };
      assert.equal(await codeOf(keys.topUp({ ...other, amount: 301 })), 'conflict');
      assert.equal(await codeOf(keys.adjust({ ...other, amount: 300 })), 'conflict');
      assert.equal((await keys.get(key.id))?.granted, 1_300);
    });

    it('never takes away what is charged or held: not by one token', async (t) => {
      const { keys, process, store } = await begin(t);
      const { key } = await makeKey(process, { balance: 10_000 });
      await admit(process, key, { hold: 4_000 });
      const adjust = (amount: number) => keys.adjust({ id: key.id, amount, reason: 'x' });
      const refusal = await adjust(-6_001).then(
        () => undefined,
        (error: ServiceError) => error,
      );
      assert.equal(refusal?.status, 409);
      assert.match(refusal?.body('en').error ?? '', /^Only 6,000 tokens .* 6,001 cannot be deducted\.$/);
      assert.match(refusal?.body('zh').error ?? '', /6,000.*6,001/);
      assert.equal((await adjust(-6_000))?.key.granted, 4_000);
      assert.equal(await codeOf(adjust(-1)), 'conflict');
      assert.equal((await adjust(250))?.key.granted, 4_250);
      assert.deepEqual((await store.verifyLedger()).drifts, []);
    });

    it('is refused beyond what a balance can count', async (t) => {
      const { keys, process } = await begin(t);
      const { key } = await makeKey(process, { balance: Number.MAX_SAFE_INTEGER });
      assert.equal(await codeOf(keys.topUp({ id: key.id, amount: 1, reason: 'x' })), 'conflict');
    });

    it('is undefined for a key that is not there', async (t) => {
      const { keys } = await begin(t);
      assert.equal(await keys.topUp({ id: 'none', amount: 1, reason: 'x' }), undefined);
      assert.equal(await keys.adjust({ id: 'none', amount: 1, reason: 'x' }), undefined);
    });
  });

  describe('a running call', () => {
    it('is listed with what it holds and has used, oldest first, page by page', async (t) => {
      const { store, process, clock } = await begin(t);
      const { key } = await makeKey(process, { label: '三病区' });
      const { key: other } = await makeKey(process);
      const calls = [];
      for (const each of [key, other, key]) {
        calls.push(await admit(process, each));
        clock.advance(1_000);
      }
      const [first, , last] = calls;
      const step = await first?.meter.openStep({ kind: 'write', provider: 'p', model: 'm', hold: 5_000 });
      first?.markDelivered();
      step?.progress({ promptTokens: 700, completionTokens: 50 });
      await process.checkpoint();
      const { items } = await store.runningCalls({ limit: 10 });
      assert.deepEqual(
        items.map(({ id }) => id),
        calls.map(({ id }) => id),
      );
      const { owner, leaseUntil, ...facts } = items[0] ?? assert.fail();
      assert.deepEqual(facts, {
        id: first?.id,
        keyId: key.id,
        keyLabel: '三病区',
        endpoint: 'ask',
        module: 'ask_agent',
        startedAt: clock.now() - 3_000,
        held: 5_000,
        tokens: 750,
        delivered: true,
      });
      assert.ok(owner !== '' && leaseUntil > clock.now());
      const ofKey = await store.runningCalls({ keyId: key.id, limit: 1 });
      assert.deepEqual([ofKey.items.map(({ id }) => id), ofKey.next], [[first?.id], first?.id]);
      const rest = await store.runningCalls({ keyId: key.id, limit: 1, after: ofKey.next });
      assert.deepEqual([rest.items.map(({ id }) => id), rest.next], [[last?.id], undefined]);
    });

    it('is released: charged as an internal error, its hold free at once, its next step refused', async (t) => {
      const { store, process, keys } = await begin(t);
      const { key } = await makeKey(process, { dailyQuota: 1 });
      const call = await admit(process, key);
      const released = await store.releaseCall(call.id, by);
      assert.ok(typeof released === 'object');
      assert.deepEqual([released.tokens, released.charged, released.unbilled], [0, 0, 0]);
      assert.equal((await keys.get(key.id))?.held, 0);
      const step = call.meter.openStep({ kind: 'write', provider: 'p', model: 'm', hold: 1 });
      assert.equal(await codeOf(step), 'internal_error');
      assert.equal((await call.settle('ok', true)).charged, 0);
      assert.equal(await store.releaseCall(call.id, by), 'not_running');
      assert.equal(await store.releaseCall('none', by), undefined);
      assert.equal(await codeOf(admit(process, key)), 'ok', 'the quota is given back');
      assert.deepEqual((await store.verifyLedger()).drifts, []);
    });
  });

  describe('an administrator', () => {
    it('is kept once per name', async (t) => {
      const { store, clock } = await begin(t);
      const record = { name: '张三', role: 'operator', passwordHash: 'x' } as const;
      const added = await store.addAdministrator(record, by);
      assert.deepEqual(added, {
        name: '张三',
        role: 'operator',
        status: 'enabled',
        createdAt: clock.now(),
        passwordSetAt: clock.now(),
      });
      assert.equal(await store.addAdministrator({ ...record, role: 'auditor' }, by), undefined);
      assert.deepEqual(await store.listAdministrators(), [added]);
      assert.deepEqual(await store.findAdministrator('张三'), { ...added, passwordHash: 'x' });
      assert.equal(await store.findAdministrator('none'), undefined);
      assert.equal(await store.setAdministratorStatus('none', 'disabled', by), undefined);
      assert.equal(await store.setPassword('none', 'y', by), undefined);
    });

    it('loses every session by a new password or by being disabled', async (t) => {
      const { store } = await begin(t);
      await store.addAdministrator({ name: 'mei', role: 'operator', passwordHash: 'x' }, by);
      await store.addAdministrator({ name: 'li', role: 'operator', passwordHash: 'x' }, by);
      const session = { name: 'mei', passwordHash: 'x', network: bytes(9) };
      await store.openSession({ hash: bytes(1), ...session }, by);
      await store.openSession({ hash: bytes(2), ...session }, by);
      await store.openSession({ hash: bytes(3), ...session, name: 'li' }, by);
      const found = async () =>
        Promise.all([1, 2, 3].map(async (value) => (await store.findSession(bytes(value))) !== undefined));
      assert.deepEqual(await found(), [true, true, true]);
      await store.setPassword('mei', 'y', by);
      assert.deepEqual(await found(), [false, false, true]);
      await store.setAdministratorStatus('li', 'disabled', by);
      assert.deepEqual(await found(), [false, false, false]);
    });

    it('gets no session by a password that was replaced, or while disabled', async (t) => {
      const { store } = await begin(t);
      await store.addAdministrator({ name: 'mei', role: 'operator', passwordHash: 'x' }, by);
      const open = (passwordHash: string) =>
        store.openSession({ hash: bytes(1), name: 'mei', passwordHash, network: bytes(9) }, by);
      await store.setPassword('mei', 'y', by);
      assert.equal(await open('x'), undefined);
      await store.setAdministratorStatus('mei', 'disabled', by);
      assert.equal(await open('y'), undefined);
      await store.setAdministratorStatus('mei', 'enabled', by);
      assert.equal((await open('y'))?.name, 'mei');
    });

    it('may try so often, in a window that slides; a full bucket counts nothing', async (t) => {
      const { store, clock } = await begin(t);
      const count = (wide: number, narrow: number) =>
        store.countTry([tryLimit(bytes(wide), 3), tryLimit(bytes(narrow), 2)]);
      assert.equal(await count(1, 2), undefined);
      clock.advance(10_000);
      assert.equal(await count(1, 2), undefined);
      assert.equal(await count(1, 2), 50_000);
      assert.equal(await count(1, 3), undefined);
      assert.equal(await count(1, 3), 50_000);
      assert.equal(await count(4, 2), 50_000);
      clock.advance(50_000);
      assert.equal(await count(1, 2), undefined);
    });

    it('is remembered where it signed in, for 90 days, until its password is set anew, and nowhere else', async (t) => {
      const { store, clock } = await begin(t);
      for (const name of ['mei', 'li'])
        await store.addAdministrator({ name, role: 'operator', passwordHash: 'x' }, by);
      const signIn = (hash: number) =>
        store.openSession({ hash: bytes(hash), name: 'mei', passwordHash: 'x', network: bytes(7) }, by);
      const known = () =>
        Promise.all([
          store.hasSignedInFrom('mei', bytes(7)),
          store.hasSignedInFrom('mei', bytes(8)),
          store.hasSignedInFrom('li', bytes(7)),
        ]);
      assert.deepEqual(await known(), [false, false, false]);
      await signIn(1);
      assert.deepEqual(await known(), [true, false, false]);
      clock.advance(89 * dayMs);
      await signIn(2);
      clock.advance(89 * dayMs);
      assert.deepEqual(await known(), [true, false, false]);
      clock.advance(dayMs);
      assert.deepEqual(await known(), [false, false, false]);
      await signIn(3);
      await store.setPassword('mei', 'y', by);
      assert.deepEqual(await known(), [false, false, false]);
    });
  });
}

function tryLimit(bucket: Uint8Array, atMost: number): AttemptLimit {
  const windowMs = 60_000;
  return {
    ...{ bucket, windowMs },
    waitMs: (tries, now) => (tries[tries.length - atMost] ?? now - windowMs) + windowMs - now,
  };
}

/** An edit of the audit log by somebody who may do anything. */
function withoutTriggers({ name }: StoreEngine, sql: string): string {
  return name === 'SQLite'
    ? `DROP TRIGGER audit_log_no_update; DROP TRIGGER audit_log_no_delete; ${sql}`
    : `ALTER TABLE audit_log DISABLE TRIGGER USER; ${sql}`;
}

for (const engine of storeEngines) describe(`the operator's side on ${engine.name}`, () => contract(engine));
