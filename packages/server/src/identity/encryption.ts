import { createCipheriv, createDecipheriv, hash, randomBytes } from 'node:crypto';
import type { RandomBytes } from '../accounting/keys/secret.ts';

/** Encryption of texts, so that they cannot be read from the database. */
export type Encryption = {
  /** Identifies the encryption key without revealing anything else about it. */
  id: string;
  /** Encrypts a text for storage in `place`; it cannot be decrypted for another place. */
  encrypt(text: string, place: string): Uint8Array;
  /** Decrypts a text. Throws if the bytes were changed, moved, or encrypted with another key. */
  decrypt(encrypted: Uint8Array, place: string): string;
};

export const encryptionKeyBytes = 32;

const algorithm = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;

/** Creates encryption by AES-256-GCM with a random nonce per text; there are far fewer texts than the 2^32 permitted for a key. */
export function createEncryption(key: Uint8Array, random: RandomBytes = randomBytes): Encryption {
  if (key.length !== encryptionKeyBytes)
    throw new RangeError(`encryption needs a key of ${encryptionKeyBytes} bytes`);
  return {
    id: hash('sha256', Buffer.concat([Buffer.from('citewell seal'), key]), 'hex').slice(0, 16),
    encrypt(text, place) {
      const nonce = random(nonceBytes);
      const cipher = createCipheriv(algorithm, key, nonce).setAAD(Buffer.from(place));
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), body]);
    },
    decrypt(encrypted, place) {
      const bytes = Buffer.from(encrypted);
      const [nonce, tag] = [bytes.subarray(0, nonceBytes), bytes.subarray(nonceBytes, nonceBytes + tagBytes)];
      const decipher = createDecipheriv(algorithm, key, nonce, { authTagLength: tagBytes })
        .setAAD(Buffer.from(place))
        .setAuthTag(tag);
      return (
        decipher.update(bytes.subarray(nonceBytes + tagBytes), undefined, 'utf8') + decipher.final('utf8')
      );
    },
  };
}
