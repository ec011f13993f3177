import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ServiceError } from '@citewell/core/errors.ts';
import { createPasswords } from './password.ts';

const cheap = { logN: 4, r: 8, p: 1 };
const password = '正确的马电池订书钉不太容易猜到';

describe('passwords', () => {
  it('are verified with the parameters they were stored with', async () => {
    const stored = await createPasswords(cheap).hash(password);
    assert.match(stored, /^scrypt\$4\$8\$1\$[\w-]{22}\$[\w-]{43}$/);
    const stronger = createPasswords({ logN: 6, r: 8, p: 1 });
    assert.equal(await stronger.verify(password, stored), true);
    for (const other of [`${password} `, password.slice(1), '', stored])
      assert.equal(await stronger.verify(other, stored), false);
    assert.equal(await stronger.verify(password, undefined), false);
    assert.notEqual(await createPasswords(cheap).hash(password), stored, 'a salt of its own each time');
  });

  it('match in every Unicode normalization form', async () => {
    const passwords = createPasswords(cheap);
    const stored = await passwords.hash('contraseña ① ｆｕｌｌ');
    assert.equal(await passwords.verify('contrasen\u0303a 1 full', stored), true);
  });

  it('have 12 to 200 characters, an emoji counted as one', async () => {
    const passwords = createPasswords(cheap);
    for (const weak of ['', '一二三四五六七八九十一', 'elevenchars', '😀'.repeat(11), 'x'.repeat(201)])
      await assert.rejects(passwords.hash(weak), { code: 'invalid_request' });
    for (const good of ['一二三四五六七八九十一二', '😀'.repeat(12), 'x'.repeat(200)])
      assert.match(await passwords.hash(good), /^scrypt/);
  });

  it('are hashed one after another, with a limit on waiting requests', async () => {
    const passwords = createPasswords(cheap);
    const stored = await passwords.hash(password);
    const results = await Promise.allSettled(
      Array.from({ length: 20 }, () => passwords.verify(password, stored)),
    );
    const refused = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
    assert.equal(refused.length, 12);
    for (const error of refused) {
      assert.ok(error instanceof ServiceError);
      assert.deepEqual([error.code, error.headers['Retry-After']], ['overloaded', '5']);
    }
    assert.equal(await passwords.verify(password, stored), true, 'and then it goes on');
  });

  it('from one network may fill two places; a known user has a reserved place and goes first', async () => {
    const passwords = createPasswords(cheap);
    const stored = await passwords.hash(password);
    const ended: string[] = [];
    const from = (network: string, known = false) => ({ network, known });
    const verify = async (network: string, known = false) => {
      assert.equal(await passwords.verify(password, stored, from(network, known)), true);
      ended.push(network);
    };
    const all = ['a', 'a', 'b', 'b', 'c', 'c', 'd'].map((network) => verify(network));
    assert.throws(() => passwords.rejectIfBusy(from('a')), { code: 'overloaded' });
    await assert.rejects(passwords.verify(password, stored, from('a')), { code: 'overloaded' });
    passwords.rejectIfBusy(from('e'));
    all.push(verify('e'));
    assert.throws(() => passwords.rejectIfBusy(from('f')), { code: 'overloaded' });
    all.push(verify('home', true));
    await Promise.all(all);
    assert.deepEqual(ended.slice(0, 2), ['a', 'home']);
    passwords.rejectIfBusy(from('a'));
  });

  it('are hashed without blocking the event loop', async () => {
    const passwords = createPasswords();
    let turns = 0;
    const timer = setInterval(() => {
      turns += 1;
    }, 5);
    await passwords.hash(password);
    clearInterval(timer);
    assert.ok(turns > 5, `${turns} turns`);
  });
});
