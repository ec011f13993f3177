import type { NewMail } from '../applications/mail.ts';

/** Stored data about a secret; the secret itself is not stored. */
export type SecretRecord = {
  hint: string;
  createdAt: number;
  /** End of its grace period, if it was replaced. */
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
  /** E-mail to the owner of the key, stored in the same transaction. */
  mail?: NewMail | undefined;
};
