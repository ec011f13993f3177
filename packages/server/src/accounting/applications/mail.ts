import type { Language, Module } from '@citewell/sdk';
import type { LinkToken } from './link-token.ts';

/** Terms of a key, as its new owner is told. */
export type KeyTerms = {
  modules: Module[];
  /** Null: no limit. */
  dailyQuota: number | null;
  /** Null, and left out: the installation's default. */
  maxRunningCalls?: number | null | undefined;
  balance: number;
  /** Epoch milliseconds; null: never. */
  expiresAt: number | null;
};

/** Content of a mail; `mail/` supplies the wording. `until` is when its link expires. */
export type MailContent =
  | { kind: 'confirm'; confirmToken: LinkToken; statusToken: LinkToken; until: number }
  | { kind: 'key'; name: string; secret: string; terms: KeyTerms }
  | { kind: 'claim'; name: string; claimToken: LinkToken; until: number; terms: KeyTerms }
  | { kind: 'rejected'; name: string; reason: string }
  /** `secret` is null if keys are not mailed. Null `graceMs`: the keys before ended at once, as after a leak. */
  | { kind: 'reissued'; name: string; secret: string | null; hint: string; graceMs: number | null };

export type MailKind = MailContent['kind'];

/** A mail as the outbox takes it. Every content is closed: keys and tokens are in them. */
export type NewMail = {
  id: string;
  kind: MailKind;
  recipient: string;
  language: Language;
  /** The application, or the key where it was made without one. */
  applicationId: string;
  /** A second mail with the same one is not taken. */
  dedupe: string;
  /** Id of the encryption key that decrypts the content. */
  encryptionId: string;
  content: Uint8Array;
};
