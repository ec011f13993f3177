import type { LocalizedMessage } from '@citewell/core/errors.ts';

/** Invariants that hold between any two transactions. */
export const invariants = {
  I1: {
    en: 'charged plus held never exceeds granted',
    zh: '已计费与预留之和不超过累计授予',
  },
  I2: { en: 'granted and charged equal the sums of the ledger', zh: '累计授予与累计计费等于账本之和' },
  I3: { en: 'held equals the sum of the holds of running calls', zh: '预留等于进行中调用的预留之和' },
  I4: {
    en: 'the tokens of a call equal those of its steps, and are charged or unbilled',
    zh: '调用的 Token 数等于其各步骤之和，且均已计费或记为不计费',
  },
  I5: { en: 'daily usage equals the sum of that day’s calls', zh: '每日用量等于当日调用之和' },
  I6: {
    en: 'the quota used on a day equals that day’s calls less those refunded',
    zh: '当日已用配额等于当日调用数减去退还数',
  },
  I7: { en: 'the hash chain of the ledger is intact', zh: '账本的哈希链完整' },
  I8: { en: 'the hash chain of the audit log is intact', zh: '审计日志的哈希链完整' },
  I9: { en: 'every row belongs to an existing key and call', zh: '每一行都属于现存的密钥与调用' },
} as const satisfies Record<string, LocalizedMessage>;

/** A violation of an invariant. */
export type Drift = {
  invariant: keyof typeof invariants;
  /** Empty for the audit log, which is common to all keys. */
  keyId: string;
  /** Row of the discrepancy: a ledger number, a call or a day. */
  where: string;
  expected: string;
  found: string;
};
