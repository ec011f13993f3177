import { randomBytes } from 'node:crypto';
import { sha256 } from '../../platform/text/sha256.ts';
import type { RandomBytes } from '../keys/secret.ts';

declare const tokenBrand: unique symbol;
/** Secret token of a link in an e-mail or reply, which authenticates its bearer. Only its SHA-256 is stored. */
export type LinkToken = string & { readonly [tokenBrand]: true };

const form = /^[A-Za-z0-9_-]{43}$/;

/** Creates a token of 256 random bits. */
export function newLinkToken(random: RandomBytes = randomBytes): LinkToken {
  return Buffer.from(random(32)).toString('base64url') as LinkToken;
}

/** Parses a token; undefined if the text cannot be one, so that only well-formed tokens are looked up. */
export function parseLinkToken(text: unknown): LinkToken | undefined {
  return typeof text === 'string' && form.test(text) ? (text as LinkToken) : undefined;
}

/** Hashes a token for storage. A fast hash is sufficient: 256 random bits cannot be guessed from it. */
export function linkTokenHash(token: LinkToken): Uint8Array {
  return sha256(token);
}
