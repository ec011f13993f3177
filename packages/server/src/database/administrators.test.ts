import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import type { AttemptLimit } from '../identity/administrator.ts';
import { type StoreEngine, storeEngines } from '../testing/accounting/accounts-databases.ts';
import { beginOperator, by, bytes } from '../testing/accounting/operator-scene.ts';

const dayMs = 86_400_000;

function contract(engine: StoreEngine): void {
  const begin = (t: TestContext) => beginOperator(engine, t);

  describe('an administrator', () => {
    it('is stored once per name', async (t) => {
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

    it('loses every session when the password is changed or the account disabled', async (t) => {
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

    it('cannot open a session with an old password or while disabled', async (t) => {
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

    it('has a limited number of attempts in a sliding window; refused ones do not count', async (t) => {
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

    it('is known on a network after signing in, for 90 days or until the password changes', async (t) => {
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

for (const engine of storeEngines) describe(`administrators on ${engine.name}`, () => contract(engine));
