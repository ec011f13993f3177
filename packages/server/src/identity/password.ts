import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { invalidRequest, ServiceError } from '@citewell/core/errors.ts';

const derive = promisify<string, Uint8Array, number, ScryptOptions, Buffer>(scrypt);

/** Parameters of scrypt: 2^logN × r × 128 bytes of memory, p times. */
export type PasswordCost = { logN: number; r: number; p: number };

/** The strongest parameters in OWASP's password storage cheat sheet: 128 MB and a third of a second per attempt. */
const defaultPasswordCost: PasswordCost = { logN: 17, r: 8, p: 1 };

const shortest = 12;
const longest = 200;
const saltBytes = 16;
const hashBytes = 32;
/** Maximum number of waiting sign-ins; each takes 128 MB and one of Node's four worker threads, and further ones are rejected. */
const waitingAtMost = 8;
/** Number of additional waiting sign-ins, for administrators who have signed in from the same network before. */
const knownWaitingAtMost = 4;
/** Maximum number of waiting sign-ins from one network, which leaves room for others. */
const waitingOfNetworkAtMost = 2;
const retrySeconds = 5;

/** Source of a sign-in attempt. */
type SignInSource = {
  /** Network as networkOf returns it. */
  network: string;
  /** Indicates that this administrator has signed in from there before. */
  known: boolean;
};

export type Passwords = {
  /** "scrypt$17$8$1$<salt>$<hash>". Throws invalid_request if the password is too short. */
  hash(password: string): Promise<string>;
  /**
   * Verifies a password. If there is no such administrator, the work is the same. Known networks have priority over unknown
   * ones. Throws overloaded.
   */
  verify(password: string, stored: string | undefined, source?: SignInSource): Promise<boolean>;
  /** Throws overloaded if `verify` would do so for an attempt from this source. */
  rejectIfBusy(source: SignInSource): void;
};

type Waiting = { source: SignInSource | undefined; work: () => Promise<void> };

/** Creates password hashing with scrypt, off the event loop, one after another. */
export function createPasswords(cost: PasswordCost = defaultPasswordCost): Passwords {
  /** Sign-ins that are running or waiting. */
  const present: Waiting[] = [];
  const waiting: Waiting[] = [];
  let working = false;

  function rejectIfBusy(source: SignInSource | undefined): void {
    const ofNetwork = source && present.filter((other) => other.source?.network === source.network).length;
    const room = waitingAtMost + (source?.known ? knownWaitingAtMost : 0);
    if (present.length < room && (ofNetwork ?? 0) < waitingOfNetworkAtMost) return;
    throw new ServiceError('overloaded', { headers: { 'Retry-After': String(retrySeconds) } });
  }

  /** Runs sign-ins one after another. */
  async function queue(
    password: string,
    salt: Uint8Array,
    parameters: PasswordCost,
    source?: SignInSource,
  ): Promise<Buffer> {
    rejectIfBusy(source);
    const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
    const place: Waiting = {
      source,
      work: () => deriveHash(password, salt, parameters).then(resolve, reject),
    };
    present.push(place);
    waiting.push(place);
    void workOn();
    return promise;
  }

  async function workOn(): Promise<void> {
    if (working) return;
    working = true;
    while (waiting.length > 0) {
      const known = waiting.findIndex(({ source }) => source?.known);
      const [next] = waiting.splice(Math.max(0, known), 1) as [Waiting];
      await next.work();
      present.splice(present.indexOf(next), 1);
    }
    working = false;
  }

  return {
    rejectIfBusy,

    async hash(password) {
      refuseWeak(password);
      const salt = randomBytes(saltBytes);
      const hash = await queue(password, salt, cost);
      const { logN, r, p } = cost;
      return ['scrypt', logN, r, p, salt.toString('base64url'), hash.toString('base64url')].join('$');
    },

    async verify(password, stored, source) {
      const expected = stored === undefined ? undefined : parse(stored);
      const salt = expected?.salt ?? randomBytes(saltBytes);
      const hash = await queue(password, salt, expected?.cost ?? cost, source);
      return expected !== undefined && timingSafeEqual(hash, expected.hash);
    },
  };
}

function deriveHash(password: string, salt: Uint8Array, { logN, r, p }: PasswordCost): Promise<Buffer> {
  const N = 2 ** logN;
  // NFKC, so that a password is the same when typed on another keyboard.
  return derive(password.normalize('NFKC'), salt, hashBytes, { N, r, p, maxmem: 256 * N * r });
}

function parse(stored: string): { cost: PasswordCost; salt: Buffer; hash: Buffer } {
  const [scheme, logN, r, p, salt = '', hash = ''] = stored.split('$');
  if (scheme !== 'scrypt') throw new Error('unknown password hashing scheme');
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
    en: `A password must have ${shortest} to ${longest} characters.`,
    zh: `密码应为 ${shortest} 到 ${longest} 个字符。`,
  });
}
