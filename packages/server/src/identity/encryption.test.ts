import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { createEncryption } from './encryption.ts';

const encryption = createEncryption(randomBytes(32));

describe('encryption', () => {
  it('decrypts what it encrypted, in the same context', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string(), (text, place) => {
        assert.equal(encryption.decrypt(encryption.encrypt(text, place), place), text);
      }),
    );
  });

  it('reveals neither the text nor whether two texts are equal', () => {
    const text = '密钥 cw_0123456789012345678901234567890123456789';
    const [one, two] = [encryption.encrypt(text, 'mail_1'), encryption.encrypt(text, 'mail_1')].map(
      Buffer.from,
    );
    assert.ok(one && two && !one.equals(two));
    assert.ok(!one.includes('cw_') && !one.includes('密钥'));
  });

  it('rejects ciphertext that was changed, truncated, moved to another context or encrypted with another key', () => {
    const encrypted = Buffer.from(encryption.encrypt('text', 'mail_1'));
    for (let index = 0; index < encrypted.length; index += 1) {
      const changed = Buffer.from(encrypted);
      changed[index] = (changed[index] ?? 0) ^ 1;
      assert.throws(() => encryption.decrypt(changed, 'mail_1'), `byte ${index}`);
    }
    for (const length of [0, 11, 12, 27, 28, encrypted.length - 1])
      assert.throws(() => encryption.decrypt(encrypted.subarray(0, length), 'mail_1'), `${length} bytes`);
    assert.throws(() => encryption.decrypt(encrypted, 'mail_2'));
    const other = createEncryption(randomBytes(32));
    assert.throws(() => other.decrypt(encrypted, 'mail_1'));
    assert.notEqual(other.id, encryption.id);
  });

  it('rejects a key of another length', () => {
    assert.throws(() => createEncryption(randomBytes(16)), RangeError);
  });
});
