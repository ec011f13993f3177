import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { invalidRequest, ServiceError } from '../errors.ts';

const derive = promisify<string, Uint8Array, number, ScryptOptions, Buffer>(scrypt);

/** scrypt's parameters: 2^logN × r × 128 bytes of memory, p times. */
export type PasswordCost = { logN: number; r: number; p: number };

/** The strongest that OWASP's password storage cheat sheet lists: 128 MB and a third of a second a try. */
export const defaultPasswordCost: PasswordCost = { logN: 17, r: 8, p: 1 };

const shortest = 12;
const longest = 200;
const saltBytes = 16;
const hashBytes = 32;
/** A try takes 128 MB and one of Node's four working threads: a crowd waits, and the rest of it is sent away. */
const waitingAtMost = 8;
const retrySeconds = 5;

export type Passwords = {
  /** "scrypt$17$8$1$<salt>$<hash>". Throws invalid_request where the password is too short to be one. */
  hash(password: string): Promise<string>;
  /** Against nothing, where there is no such administrator, the work is the same. Throws overloaded. */
  verify(password: string, stored: string | undefined): Promise<boolean>;
};

/** Passwords by scrypt, off the event loop, one after another. */
export function createPasswords(cost: PasswordCost = defaultPasswordCost): Passwords {
  let waiting = 0;
  let last: Promise<unknown> = Promise.resolve();

  /** In turn. */
  function queue(password: string, salt: Uint8Array, parameters: PasswordCost): Promise<Buffer> {
    if (waiting >= waitingAtMost)
      throw new ServiceError('overloaded', { headers: { 'Retry-After': String(retrySeconds) } });
    waiting += 1;
    const derived = last
      .then(() => deriveHash(password, salt, parameters))
      .finally(() => {
        waiting -= 1;
      });
    last = derived.catch(() => {});
    return derived;
  }

  return {
    async hash(password) {
      refuseWeak(password);
      const salt = randomBytes(saltBytes);
      const hash = await queue(password, salt, cost);
      const { logN, r, p } = cost;
      return ['scrypt', logN, r, p, salt.toString('base64url'), hash.toString('base64url')].join('$');
    },

    async verify(password, stored) {
      const expected = stored === undefined ? undefined : parse(stored);
      const salt = expected?.salt ?? randomBytes(saltBytes);
      const hash = await queue(password, salt, expected?.cost ?? cost);
      return expected !== undefined && timingSafeEqual(hash, expected.hash);
    },
  };
}

function deriveHash(password: string, salt: Uint8Array, { logN, r, p }: PasswordCost): Promise<Buffer> {
  const N = 2 ** logN;
  // NFKC: the same password typed on another keyboard is the same password.
  return derive(password.normalize('NFKC'), salt, hashBytes, { N, r, p, maxmem: 256 * N * r });
}

function parse(stored: string): { cost: PasswordCost; salt: Buffer; hash: Buffer } {
  const [scheme, logN, r, p, salt = '', hash = ''] = stored.split('$');
  if (scheme !== 'scrypt') throw new Error('a password is stored in an unknown way');
  return {
    cost: { logN: Number(logN), r: Number(r), p: Number(p) },
    salt: Buffer.from(salt, 'base64url'),
    hash: Buffer.from(hash, 'base64url'),
  };
}

function refuseWeak(password: string): void {
  const length = [...password].length;
  if (length >= shortest && length <= longest) return;
  throw invalidRequest({
    en: `A password has ${shortest} to ${longest} characters.`,
    zh: `密码应为 ${shortest} 到 ${longest} 个字符。`,
  });
}
