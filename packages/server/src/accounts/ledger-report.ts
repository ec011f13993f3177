import type { Sentence } from '../errors.ts';

/** The rules that hold between any two transactions. */
export const invariants = {
  I1: {
    en: 'what is charged and held is never more than what was granted',
    zh: '已计费与预留之和不超过累计发放',
  },
  I2: { en: 'granted and charged are the sums of the ledger', zh: '累计发放与累计计费等于账本之和' },
  I3: { en: 'held is the sum of the running calls’ holds', zh: '预留等于进行中调用的预留之和' },
  I4: {
    en: 'a call’s tokens are its steps’, and are charged or unbilled',
    zh: '调用的 Token 数等于其各步骤之和，且均已计费或记为不计费',
  },
  I5: { en: 'the daily usage is the sum of the calls', zh: '每日用量等于当日调用之和' },
  I6: {
    en: 'the quota used on a day is that day’s calls without the ones given back',
    zh: '当日已用配额等于当日调用数减去退还数',
  },
  I7: { en: 'the ledger’s chain of hashes is whole', zh: '账本的哈希链完整' },
  I8: { en: 'the audit log’s chain of hashes is whole', zh: '审计日志的哈希链完整' },
  I9: { en: 'every row belongs to a key and a call that are there', zh: '每一行都属于现存的密钥与调用' },
} as const satisfies Record<string, Sentence>;

/** A place where a rule does not hold. */
export type Drift = {
  invariant: keyof typeof invariants;
  /** Empty for the audit log, which is one for all keys. */
  keyId: string;
  /** Which row: a ledger number, a call, a day. */
  where: string;
  expected: string;
  found: string;
};

/** What was checked, and every place where the books do not balance. */
export type LedgerReport = { keys: number; calls: number; entries: number; drifts: Drift[] };
