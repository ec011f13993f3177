import { randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { sha256 } from '../../platform/text/sha256.ts';

declare const secretBrand: unique symbol;
/** The clear text of an API key with valid form and checksum. Shown once; only its SHA-256 is stored. */
export type Secret = string & { readonly [secretBrand]: true };

/** Returns `count` cryptographically random bytes. */
export type RandomBytes = (count: number) => Uint8Array;

/** Pattern of a key: "cw_", 32 random characters, 6 checksum characters. Published so that secret scanners find leaked keys. */
export const secretPattern = /\bcw_[0-9A-Za-z]{38}\b/;

const prefix = 'cw_';
const randomLength = 32;
const checksumLength = 6;
const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const wholeText = new RegExp(`^${secretPattern.source}$`);

/** Creates a key of 190 random bits. */
export function newSecret(random: RandomBytes = randomBytes): Secret {
  const body = randomBase62(randomLength, random);
  return `${prefix}${body}${checksum(body)}` as Secret;
}

/** Parses a key; undefined if form or checksum are wrong, so that forged keys never reach the database. */
export function parseSecret(text: string): Secret | undefined {
  if (!wholeText.test(text)) return undefined;
  const body = text.slice(prefix.length, prefix.length + randomLength);
  return text.endsWith(checksum(body)) ? (text as Secret) : undefined;
}

/** Hashes a secret for storage. A fast hash is enough: 190 random bits cannot be guessed from it. */
export function secretHash(secret: Secret): Uint8Array {
  return sha256(secret);
}

/** Returns the beginning and end of a key, by which people can distinguish keys. */
export function secretHint(secret: Secret): string {
  return `${secret.slice(0, prefix.length + 4)}…${secret.slice(-4)}`;
}

/** Returns random letters and digits, each equally likely: bytes beyond the last multiple of 62 are drawn again. */
export function randomBase62(length: number, random: RandomBytes = randomBytes): string {
  const fair = 256 - (256 % alphabet.length);
  let text = '';
  while (text.length < length) {
    for (const byte of random(length - text.length)) {
      if (byte < fair) text += alphabet[byte % alphabet.length];
    }
  }
  return text;
}

function checksum(body: string): string {
  let rest = crc32(body);
  let text = '';
  for (let digit = 0; digit < checksumLength; digit += 1) {
    text = alphabet[rest % alphabet.length] + text;
    rest = Math.floor(rest / alphabet.length);
  }
  return text;
}
