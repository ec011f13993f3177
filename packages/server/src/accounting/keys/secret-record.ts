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
  /** How long the secrets before it still open the key. Null: they are revoked, as after a leak. */
  graceMs: number | null;
};
