import type { Language, Module } from '@citewell/sdk';
import type { LinkToken } from './link-token.ts';

/** Terms of a key, as stated to its new owner. */
export type KeyTerms = {
  modules: Module[];
  /** Calls per day; null for no limit. */
  dailyQuota: number | null;
  /** Maximum number of simultaneous calls; null or absent for the installation's default. */
  maxRunningCalls?: number | null | undefined;
  balance: number;
  /** Epoch milliseconds; null: never. */
  expiresAt: number | null;
};

/** Content of an e-mail; `mail/` supplies the text. `until` is the expiry of its link. */
export type MailContent =
  | { kind: 'confirm'; confirmToken: LinkToken; statusToken: LinkToken; until: number }
  | { kind: 'key'; name: string; secret: string; terms: KeyTerms }
  | { kind: 'claim'; name: string; claimToken: LinkToken; until: number; terms: KeyTerms }
  | { kind: 'rejected'; name: string; reason: string }
  /** `secret` is null if keys are not sent by e-mail. Null `graceMs`: earlier secrets were revoked at once, as after a leak. */
  | { kind: 'reissued'; name: string; secret: string | null; hint: string; graceMs: number | null };

export type MailKind = MailContent['kind'];

/** An e-mail for the outbox. All contents are encrypted, because they include keys and tokens. */
export type NewMail = {
  id: string;
  kind: MailKind;
  recipient: string;
  language: Language;
  /** The application, or the key if it was created without one. */
  applicationId: string;
  /** Deduplication key: a second e-mail with the same value is ignored. */
  dedupe: string;
  /** Id of the encryption key that decrypts the content. */
  encryptionId: string;
  content: Uint8Array;
};
