import { createCipheriv, createDecipheriv, hash, randomBytes } from 'node:crypto';
import type { RandomBytes } from '../accounting/keys/secret.ts';

/** Closes a text so that the database that keeps it cannot read it. */
export type Seal = {
  /** Tells which key closed a text, and nothing else about it. */
  id: string;
  /** `place` is where it will lie: in another place it does not open. */
  close(text: string, place: string): Uint8Array;
  /** Throws where the bytes were changed, moved, or closed with another key. */
  open(sealed: Uint8Array, place: string): string;
};

export const sealKeyBytes = 32;

const algorithm = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;

/** AES-256-GCM with a random nonce a text: far fewer texts than the 2^32 a key is good for. */
export function createEncryption(key: Uint8Array, random: RandomBytes = randomBytes): Seal {
  if (key.length !== sealKeyBytes) throw new RangeError(`a seal needs a key of ${sealKeyBytes} bytes`);
  return {
    id: hash('sha256', Buffer.concat([Buffer.from('citewell seal'), key]), 'hex').slice(0, 16),
    close(text, place) {
      const nonce = random(nonceBytes);
      const cipher = createCipheriv(algorithm, key, nonce).setAAD(Buffer.from(place));
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), body]);
    },
    open(sealed, place) {
      const bytes = Buffer.from(sealed);
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
