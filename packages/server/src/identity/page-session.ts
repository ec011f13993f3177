import type { Clock } from '@citewell/core/clock.ts';
import { parseSecret, type Secret } from '../accounting/keys/secret.ts';
import type { Encryption } from './encryption.ts';

/** Milliseconds after which a page asks for the key again. */
export const pageSessionMs = 7 * 24 * 3_600_000;

/** Purpose bound to an encrypted session: a ciphertext made for another purpose does not decrypt as one. */
const place = 'page session';

/** Sealed with this installation's key, a value of at most some 200 bytes; longer ones are nobody's. */
const valueForm = /^[A-Za-z0-9_-]{40,512}$/;

/** Identity of a page's user: their own key, or the operator's guest key. */
export type PageSession = { secret: Secret; guest: boolean };

export type PageSessions = ReturnType<typeof createPageSessions>;

/**
 * Sessions of people at the pages. The cookie holds the key itself, encrypted with the installation's key: it can be decrypted on
 * every replica, and nothing of it is kept here. It ends with its time, with the key, or with that key.
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
    /** True if people without a key may use the pages. */
    hasGuest: guestSecret !== undefined,

    guest: (): PageSession | undefined => guestSecret && { secret: guestSecret, guest: true },

    /** Encrypts a session for the cookie. */
    close({ secret, guest }: PageSession): string {
      // The operator's key is in no browser, sealed or not: when it is changed, guests go on with the new one.
      const text = JSON.stringify({ secret: guest ? null : secret, at: clock.now() });
      return Buffer.from(encryption.encrypt(text, place)).toString('base64url');
    },

    /** Undefined where the value is nobody's, or over. */
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

/** A start with a key that can be nobody's ends with its sentence. */
class GuestKeyError extends Error {
  override readonly name = 'GuestKeyError';
  readonly sentence = {
    en: 'CITEWELL_GUEST_KEY is not a valid API key: its checksum is wrong. Copy all of it.',
    zh: 'CITEWELL_GUEST_KEY 不是有效的 API 密钥：校验和不符，请完整复制。',
  };
}
