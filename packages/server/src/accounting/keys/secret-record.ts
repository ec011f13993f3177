import type { NewMail } from '../applications/mail.ts';

/** A secret's traces; the secret itself is nowhere. */
export type SecretRecord = {
  hint: string;
  createdAt: number;
  /** The end of its grace, once it was replaced. */
  expiresAt: number | null;
  revokedAt: number | null;
};

/** A new secret for a key, by its hash. */
export type Reissue = {
  keyId: string;
  secretHash: Uint8Array;
  hint: string;
  /** Grace period during which earlier secrets remain valid. Null revokes them, as after a leak. */
  graceMs: number | null;
  /** Mail to the owner of the key, written in the same transaction. */
  mail?: NewMail | undefined;
};
