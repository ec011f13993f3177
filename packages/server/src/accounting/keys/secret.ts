import { randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { sha256 } from '../../platform/text/sha256.ts';

declare const secretBrand: unique symbol;
/** An API key's clear text whose form and checksum are right. Shown once, then known only by its SHA-256. */
export type Secret = string & { readonly [secretBrand]: true };

/** Cryptographic randomness: `count` bytes. */
export type RandomBytes = (count: number) => Uint8Array;

/** "cw_", 32 random characters, 6 of checksum: published so that secret scanners find leaked keys. */
export const secretPattern = /\bcw_[0-9A-Za-z]{38}\b/;

const prefix = 'cw_';
const randomLength = 32;
const checksumLength = 6;
const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const wholeText = new RegExp(`^${secretPattern.source}$`);

/** A new key of 190 random bits. */
export function newSecret(random: RandomBytes = randomBytes): Secret {
  const body = randomBase62(randomLength, random);
  return `${prefix}${body}${checksum(body)}` as Secret;
}

/** The text as a key, or undefined if form or checksum are wrong: forged keys never reach the database. */
export function parseSecret(text: string): Secret | undefined {
  if (!wholeText.test(text)) return undefined;
  const body = text.slice(prefix.length, prefix.length + randomLength);
  return text.endsWith(checksum(body)) ? (text as Secret) : undefined;
}

/** Hashes a secret for storage. A fast hash is enough: 190 random bits cannot be guessed from it. */
export function secretHash(secret: Secret): Uint8Array {
  return sha256(secret);
}

/** The beginning and end of a key, for people to tell keys apart. */
export function secretHint(secret: Secret): string {
  return `${secret.slice(0, prefix.length + 4)}…${secret.slice(-4)}`;
}

/** Random letters and digits, each equally likely: bytes beyond the last multiple of 62 are drawn again. */
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
