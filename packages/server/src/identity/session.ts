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
/** However busy: a day's work, then the password again. */
export const sessionEndsAfterMs = 480 * minuteMs;
export const sessionIdlesOutAfterMs = 30 * minuteMs;
/** A session's last use is kept to the minute: a write a request would be one too many. */
const useCountsAfterMs = minuteMs;
/** Networks that administrators signed in from. */
export const networksRetentionMs = 90 * 24 * 60 * minuteMs;

/** 256 random bits in base64url. */
const tokenForm = /^[A-Za-z0-9_-]{43}$/;

export type SignIn = { name: string; password: string; ip: string; correlationId: string };

export type Session = { administrator: Administrator; csrfToken: string; endsAt: number };

export type Sessions = ReturnType<typeof createSessions>;

/** Creates the sessions of administrators. The cookie holds the token, of which only the SHA-256 is stored. */
export function createSessions(store: AdministratorStore, passwords: Passwords, clock: Clock) {
  return {
    /** A session of its own for every sign-in, in place of the one the browser came with.
     *  Throws sign_in_refused, rate_limited, overloaded. */
    async signIn(
      { name: givenName, password, ip, correlationId }: SignIn,
      oldToken: string | undefined,
    ): Promise<Session & { token: string }> {
      const name = plainName(givenName);
      const network = networkOf(ip);
      const known = await store.hasSignedInFrom(name, sha256(network));
      // First: a try that nobody has time for is not counted, and leaves no row.
      passwords.refuseCrowd({ network, known });
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

    /** The session this token stands for, or undefined where it is over or never was. */
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

/** Name of an administrator in the audit log and the ledger. */
export function actorOf(name: string): string {
  return `admin:${name}`;
}

/** Proves that a request comes from our own page: what the page was given, which no other site can read. */
export function isCsrfToken(session: Session, given: string): boolean {
  return timingSafeEqual(sha256(given), sha256(session.csrfToken));
}

function isOver({ createdAt, usedAt }: { createdAt: number; usedAt: number }, now: number): boolean {
  return now - createdAt >= sessionEndsAfterMs || now - usedAt >= sessionIdlesOutAfterMs;
}

function session(token: string, administrator: Administrator, createdAt: number): Session {
  // Derived, so that it needs no place of its own, and tells nothing about the token.
  const csrfToken = createHmac('sha256', token).update('csrf').digest('base64url');
  return { administrator, csrfToken, endsAt: createdAt + sessionEndsAfterMs };
}

/** One sentence for a wrong name, a wrong password and a disabled administrator. */
function signInRefused(): ServiceError {
  return new ServiceError('sign_in_refused');
}

/** A fast hash is enough: 256 random bits cannot be guessed from it. */
function tokenHash(token: string): Uint8Array {
  return sha256(token);
}
