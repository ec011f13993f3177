import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Clock } from '@citewell/core/clock.ts';
import { ServiceError } from '@citewell/core/errors.ts';
import type { Attribution } from '../audit/audit.ts';
import { networkOf } from '../platform/text/network.ts';
import { sha256 } from '../platform/text/sha256.ts';
import { type Administrator, type AdministratorStore, plainName } from './administrator.ts';
import type { Passwords } from './password.ts';
import { signInLimits } from './sign-in-limits.ts';

const minuteMs = 60_000;
/** Milliseconds after which even an active session ends: eight hours. */
export const sessionEndsAfterMs = 480 * minuteMs;
export const sessionIdlesOutAfterMs = 30 * minuteMs;
/** Resolution of a session's last use: a minute, to avoid a write per request. */
const useCountsAfterMs = minuteMs;
/** Milliseconds for which networks of sign-ins are stored. */
export const networksRetentionMs = 90 * 24 * 60 * minuteMs;

/** Form of a token: 256 random bits in base64url. */
const tokenForm = /^[A-Za-z0-9_-]{43}$/;

export type SignIn = { name: string; password: string; ip: string; correlationId: string };

export type Session = { administrator: Administrator; csrfToken: string; endsAt: number };

export type Sessions = ReturnType<typeof createSessions>;

/** Creates the sessions of administrators. The cookie contains the token; only its SHA-256 is stored. */
export function createSessions(store: AdministratorStore, passwords: Passwords, clock: Clock) {
  return {
    /** Starts a new session for every sign-in, which replaces the browser's previous one.
     *  Throws sign_in_refused, rate_limited, overloaded. */
    async signIn(
      { name: givenName, password, ip, correlationId }: SignIn,
      oldToken: string | undefined,
    ): Promise<Session & { token: string }> {
      const name = plainName(givenName);
      const network = networkOf(ip);
      const known = await store.hasSignedInFrom(name, sha256(network));
      // First, so that an attempt rejected for lack of capacity is not counted and writes no row.
      passwords.rejectIfBusy({ network, known });
      await limitTries(name, network, known);
      const found = await store.findAdministrator(name);
      const matches = await passwords.verify(password, found?.passwordHash, { network, known });
      if (!found || !matches || found.status === 'disabled') throw signInRefused();
      const token = randomBytes(32).toString('base64url');
      const administrator = await store.openSession(
        {
          hash: tokenHash(token),
          name,
          passwordHash: found.passwordHash,
          network: sha256(network),
          replaces: oldToken === undefined ? undefined : tokenHash(oldToken),
        },
        { actor: actorOf(name), ip, correlationId },
      );
      if (!administrator) throw signInRefused();
      return { token, ...session(token, administrator, clock.now()) };
    },

    /** Finds the session of a token; undefined if it has ended or never existed. */
    async find(token: string): Promise<Session | undefined> {
      if (!tokenForm.test(token)) return undefined;
      const hash = tokenHash(token);
      const record = await store.findSession(hash);
      const now = clock.now();
      if (!record || record.administrator.status === 'disabled' || isOver(record, now)) return undefined;
      if (now - record.usedAt >= useCountsAfterMs) await store.useSession(hash);
      return session(token, record.administrator, record.createdAt);
    },

    end: (token: string, by: Attribution) => store.endSession(tokenHash(token), by),
  };

  async function limitTries(name: string, network: string, known: boolean): Promise<void> {
    const waitMs = await store.countTry(signInLimits(name, network, known));
    if (waitMs === undefined) return;
    const seconds = Math.max(1, Math.ceil(waitMs / 1000));
    throw new ServiceError('rate_limited', {
      headers: { 'Retry-After': String(seconds) },
      detail: {
        en: `Too many sign-in attempts; try again in ${seconds} s.`,
        zh: `登录尝试过于频繁，请在 ${seconds} 秒后再试。`,
      },
    });
  }
}

/** Returns the name of an administrator for the audit log and the ledger. */
export function actorOf(name: string): string {
  return `admin:${name}`;
}

/** Returns true if a request has the token given to our own page, which no other site can read. */
export function isCsrfToken(session: Session, given: string): boolean {
  return timingSafeEqual(sha256(given), sha256(session.csrfToken));
}

function isOver({ createdAt, usedAt }: { createdAt: number; usedAt: number }, now: number): boolean {
  return now - createdAt >= sessionEndsAfterMs || now - usedAt >= sessionIdlesOutAfterMs;
}

function session(token: string, administrator: Administrator, createdAt: number): Session {
  // Derived from the token, so that it need not be stored, and reveals nothing about it.
  const csrfToken = createHmac('sha256', token).update('csrf').digest('base64url');
  return { administrator, csrfToken, endsAt: createdAt + sessionEndsAfterMs };
}

/** Creates the same error for a wrong name, a wrong password and a disabled administrator. */
function signInRefused(): ServiceError {
  return new ServiceError('sign_in_refused');
}

/** Hashes a token for storage. A fast hash is sufficient: 256 random bits cannot be guessed from it. */
function tokenHash(token: string): Uint8Array {
  return sha256(token);
}
