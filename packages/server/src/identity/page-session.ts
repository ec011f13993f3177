import type { Clock } from '@citewell/core/clock.ts';
import { parseSecret, type Secret } from '../accounting/keys/secret.ts';
import type { Encryption } from './encryption.ts';

/** Milliseconds after which a page requires the key again. */
export const pageSessionMs = 7 * 24 * 3_600_000;

/** Purpose bound to an encrypted session: a ciphertext for another purpose cannot be decrypted as a session. */
const place = 'page session';

/** Form of an encrypted session, which has at most some 200 bytes; longer values are not sessions. */
const valueForm = /^[A-Za-z0-9_-]{40,512}$/;

/** Identity of a page's user: their own key, or the operator's guest key. */
export type PageSession = { secret: Secret; guest: boolean };

export type PageSessions = ReturnType<typeof createPageSessions>;

/**
 * Creates the sessions of the pages' users. The cookie contains the API key itself, encrypted with the installation's key: every
 * replica can decrypt it, and nothing is stored. A session ends when it expires, or with either of these keys.
 */
export function createPageSessions({
  encryption,
  clock,
  guestKey,
}: {
  encryption: Encryption;
  clock: Clock;
  guestKey: string | undefined;
}) {
  const guestSecret = guestKey === undefined ? undefined : parseSecret(guestKey);
  if (guestKey !== undefined && !guestSecret) throw new GuestKeyError();
  return {
    /** Indicates that the pages can be used without a key. */
    hasGuest: guestSecret !== undefined,

    guest: (): PageSession | undefined => guestSecret && { secret: guestSecret, guest: true },

    /** Encrypts a session for the cookie. */
    close({ secret, guest }: PageSession): string {
      // The guest key is never sent to a browser, not even encrypted: when it changes, guests continue with the new one.
      const text = JSON.stringify({ secret: guest ? null : secret, at: clock.now() });
      return Buffer.from(encryption.encrypt(text, place)).toString('base64url');
    },

    /** Decrypts a session; undefined if the value is invalid or expired. */
    open(value: string): PageSession | undefined {
      const content = unsealed(value);
      if (!content || clock.now() - content.at >= pageSessionMs) return undefined;
      if (content.secret === null) return guestSecret && { secret: guestSecret, guest: true };
      const secret = parseSecret(content.secret);
      return secret && { secret, guest: false };
    },
  };

  function unsealed(value: string): { secret: string | null; at: number } | undefined {
    if (!valueForm.test(value)) return undefined;
    try {
      return JSON.parse(encryption.decrypt(Buffer.from(value, 'base64url'), place));
    } catch {
      return undefined;
    }
  }
}

/** The guest key is malformed; the start of the service fails with this message. */
class GuestKeyError extends Error {
  override readonly name = 'GuestKeyError';
  readonly sentence = {
    en: 'CITEWELL_GUEST_KEY is not a valid API key: its checksum is wrong. Copy all of it.',
    zh: 'CITEWELL_GUEST_KEY 不是有效的 API 密钥：校验和不符，请完整复制。',
  };
}
