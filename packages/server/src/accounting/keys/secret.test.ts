import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { newSecret, parseSecret, randomBase62, secretHash, secretHint, secretPattern } from './secret.ts';

describe('a key’s secret', () => {
  it('consists of cw_, 32 random and 6 checksum characters, and is recognized', () => {
    const secret = newSecret();
    assert.match(secret, /^cw_[0-9A-Za-z]{38}$/);
    assert.equal(parseSecret(secret), secret);
    assert.notEqual(newSecret(), secret);
    assert.equal(secretPattern.exec(`key=${secret};`)?.[0], secret);
  });

  it('has a fixed format that every later version must accept', () => {
    const secret = newSecret((count) => new Uint8Array(count).map((_, index) => index));
    assert.equal(secret, 'cw_0123456789ABCDEFGHIJKLMNOPQRSTUV1ggZdL');
    assert.equal(Buffer.from(secretHash(secret)).toString('hex').length, 64);
    assert.equal(secretHint(secret), 'cw_0123…gZdL');
  });

  it('is rejected when any one character is changed, dropped, added or moved', () => {
    const secret = newSecret();
    fc.assert(
      fc.property(fc.nat({ max: secret.length - 1 }), fc.string({ maxLength: 1 }), (place, other) => {
        const edited = secret.slice(0, place) + other + secret.slice(place + 1);
        const inserted = secret.slice(0, place) + other + secret.slice(place);
        assert.equal(parseSecret(edited), edited === secret ? secret : undefined);
        assert.equal(parseSecret(inserted), inserted === secret ? secret : undefined);
      }),
    );
    for (const text of [
      '',
      secret.toUpperCase(),
      secret.toLowerCase(),
      ` ${secret}`,
      `${secret}\n`,
      secret.slice(0, -1),
    ])
      assert.equal(parseSecret(text), undefined, JSON.stringify(text));
  });

  it('uses every letter and digit equally often, whatever the random bytes', () => {
    const everyByte = Uint8Array.from({ length: 256 }, (_, index) => 255 - index);
    let given = 0;
    const text = randomBase62(248, (count) => {
      const bytes = everyByte.subarray(given, given + count);
      given += bytes.length;
      return bytes;
    });
    const counts = Map.groupBy(text, (character) => character);
    assert.equal(counts.size, 62);
    assert.ok([...counts.values()].every((characters) => characters.length === 4));
  });
});
