import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import type { ServiceError } from '@citewell/core/errors.ts';
import { createKeyAdministration } from '../accounting/keys/key-administration.ts';
import { secretHint } from '../accounting/keys/secret.ts';
import {
  admit,
  makeKey,
  type StoreEngine,
  startProcess,
  storeEngines,
} from '../testing/accounting/accounts-databases.ts';
import { codeOf } from '../testing/accounting/code-of.ts';
import { beginOperator, by } from '../testing/accounting/operator-scene.ts';

const dayMs = 86_400_000;

function contract(engine: StoreEngine): void {
  const begin = (t: TestContext) => beginOperator(engine, t);

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

    it('applies new settings to the very next call', async (t) => {
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

    it('is reissued: the new secret works at once, the old one until its grace ends, and the ledger stays', async (t) => {
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

    it('never extends an earlier grace, and revokes all of them after a leak', async (t) => {
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

    it('is rejected on every handle if its secret is revoked between authentication and admission', async (t) => {
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

    it('shares one balance between its old and new secrets', async (t) => {
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
    it('is made once per operation key, and a repetition returns the first result', async (t) => {
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

    it('is rejected if its operation key belongs to another amount or kind', async (t) => {
      const { keys, process } = await begin(t);
      const { key } = await makeKey(process, { balance: 1_000 });
      await keys.topUp({ id: key.id, amount: 300, reason: 'paid', operationKey: 'invoice 1' });
      const other = { id: key.id, reason: 'paid', operationKey: 'invoice 1' };
      assert.equal(await codeOf(keys.topUp({ ...other, amount: 301 })), 'conflict');
      assert.equal(await codeOf(keys.adjust({ ...other, amount: 300 })), 'conflict');
      assert.equal((await keys.get(key.id))?.granted, 1_300);
    });

    it('never reduces the balance below what is charged or held, not even by one token', async (t) => {
      const { keys, process, store } = await begin(t);
      const { key } = await makeKey(process, { balance: 10_000 });
      await admit(process, key, { hold: 4_000 });
      const adjust = (amount: number) => keys.adjust({ id: key.id, amount, reason: 'x' });
      const rejection = await adjust(-6_001).then(
        () => undefined,
        (error: ServiceError) => error,
      );
      assert.equal(rejection?.status, 409);
      assert.match(rejection?.body('en').error ?? '', /^Only 6,000 tokens .* 6,001 cannot be deducted\.$/);
      assert.match(rejection?.body('zh').error ?? '', /6,000.*6,001/);
      assert.equal((await adjust(-6_000))?.key.granted, 4_000);
      assert.equal(await codeOf(adjust(-1)), 'conflict');
      assert.equal((await adjust(250))?.key.granted, 4_250);
      assert.deepEqual((await store.verifyLedger()).drifts, []);
    });

    it('is rejected beyond the largest balance', async (t) => {
      const { keys, process } = await begin(t);
      const { key } = await makeKey(process, { balance: Number.MAX_SAFE_INTEGER });
      assert.equal(await codeOf(keys.topUp({ id: key.id, amount: 1, reason: 'x' })), 'conflict');
    });

    it('returns undefined for an unknown key', async (t) => {
      const { keys } = await begin(t);
      assert.equal(await keys.topUp({ id: 'none', amount: 1, reason: 'x' }), undefined);
      assert.equal(await keys.adjust({ id: 'none', amount: 1, reason: 'x' }), undefined);
    });
  });

  describe('a running call', () => {
    it('is listed with its hold and usage, oldest first, page by page', async (t) => {
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

    it('is stopped: charged as an internal error, its hold freed at once, its next step rejected', async (t) => {
      const { store, process, keys } = await begin(t);
      const { key } = await makeKey(process, { dailyQuota: 1 });
      const call = await admit(process, key);
      const settled = await store.stopCall(call.id, by);
      assert.ok(typeof settled === 'object');
      assert.deepEqual([settled.tokens, settled.charged, settled.unbilled], [0, 0, 0]);
      assert.equal((await keys.get(key.id))?.held, 0);
      const step = call.meter.openStep({ kind: 'write', provider: 'p', model: 'm', hold: 1 });
      assert.equal(await codeOf(step), 'internal_error');
      assert.equal((await call.settle('ok', true)).charged, 0);
      assert.equal(await store.stopCall(call.id, by), 'not_running');
      assert.equal(await store.stopCall('none', by), undefined);
      assert.equal(await codeOf(admit(process, key)), 'ok', 'the quota is given back');
      assert.deepEqual((await store.verifyLedger()).drifts, []);
    });
  });
}

for (const engine of storeEngines) describe(`operator actions on ${engine.name}`, () => contract(engine));
