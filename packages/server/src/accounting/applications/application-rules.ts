import { ServiceError } from '@citewell/core/errors.ts';
import type { Attribution, Change, Snapshot } from '../../audit/audit.ts';
import { isoTime } from '../../platform/text/iso-time.ts';
import type { Reissue } from '../keys/secret-record.ts';
import type { NewKeyRecord } from '../ledger-store.ts';
import type { QuotaDay } from '../quota/quota-day.ts';
import type { Application, ApplicationChange, DecideChange } from './application.ts';
import { decisionDue } from './business-days.ts';
import type { NewMail } from './mail.ts';

/** Lifetime of the links that confirm an application or reveal a key, in milliseconds. */
export const linkLifeMs = 72 * 3_600_000;

/** Returns the rule for a use of the confirmation link. A second use changes nothing. */
export function confirmation(by: Attribution, dayAt: (now: number) => QuotaDay): DecideChange {
  return (application, now, open) => {
    if (application.state !== 'submitted') return undefined;
    if (now >= application.submittedAt + linkLifeMs) throw linkOver();
    return {
      // A repeated application keeps the promised date.
      application: {
        ...application,
        state: 'confirmed',
        confirmedAt: now,
        dueAt: open?.dueAt ?? decisionDue(now, dayAt),
      },
      ...(open && {
        replaced: decided(open, 'withdrawn', now, {
          actor: by.actor,
          reason: `replaced by ${application.id}`,
        }),
      }),
      action: 'application.confirm',
      by,
    };
  };
}

export function withdrawal(by: Attribution): DecideChange {
  return (application, now) => {
    if (application.state === 'withdrawn') return undefined;
    if (application.state !== 'submitted' && application.state !== 'confirmed') throw wrongState(application);
    return { application: decided(application, 'withdrawn', now, by), action: 'application.withdraw', by };
  };
}

/** A link that shows the key, and the e-mail that contains it. */
export type ClaimLink = { mail: NewMail; claimHash: Uint8Array };

type Approval = { key: NewKeyRecord; by: Attribution } & (ClaimLink | { mail: NewMail; claimHash?: never });

/** Returns the rule that approves an application. Without a `claimHash`, the e-mail contains the key itself. */
export function approval({ key, by, mail, claimHash }: Approval): DecideChange {
  return (application, now) => {
    if (application.state !== 'confirmed') throw wrongState(application);
    return {
      application: {
        ...decided(application, 'approved', now, by),
        keyId: key.id,
        claimUntil: claimHash ? now + linkLifeMs : null,
      },
      ...(claimHash && { claimHash }),
      ...{ action: 'application.approve', by, key, mail },
    };
  };
}

export function rejection(reason: string, mail: NewMail, by: Attribution): DecideChange {
  return (application, now) => {
    if (application.state !== 'confirmed') throw wrongState(application);
    const rejected = decided(application, 'rejected', now, { ...by, reason });
    return { application: rejected, action: 'application.reject', by: { ...by, reason }, mail };
  };
}

/** Returns the rule for a use of the claim link, at which the secret is created and becomes valid. */
export function claim(secret: Omit<Reissue, 'keyId' | 'graceMs'>, by: Attribution): DecideChange {
  return (application, now) => {
    const { keyId, claimUntil, claimedAt } = application;
    if (keyId === null || claimUntil === null) throw wrongState(application);
    if (claimedAt !== null) throw alreadyClaimed(claimedAt);
    if (now >= claimUntil) throw linkOver();
    return {
      application: { ...application, claimedAt: now },
      secret: { ...secret, keyId, graceMs: null },
      ...{ action: 'application.claim', by },
    };
  };
}

/** Returns the rule that replaces a lost or expired claim link. */
export function newClaimLink({ claimHash, mail, by }: ClaimLink & { by: Attribution }): DecideChange {
  return (application, now) => {
    const { claimUntil, claimedAt } = application;
    if (claimUntil === null) throw wrongState(application);
    if (claimedAt !== null) throw alreadyClaimed(claimedAt);
    return {
      application: { ...application, claimUntil: now + linkLifeMs },
      ...{ action: 'application.resend', by, claimHash, mail },
    };
  };
}

/** Returns the audit log entries for a change. */
export function auditOf(
  before: Application,
  { application, action, by, replaced }: ApplicationChange,
  at: number,
): Change[] {
  const { id: target } = before;
  const lines: Change[] = [{ action, target, by, at, ...difference(before, application) }];
  if (replaced) {
    const change = difference({ ...replaced, ...undecided }, replaced);
    lines.push({ action: 'application.withdraw', target: replaced.id, by, at, ...change });
  }
  return lines;
}

const undecided = { state: 'confirmed', decidedAt: null, decidedBy: null, reason: null } as const;

/** Returns the fields on which an operator decides, without the applicant's texts. */
function snapshotOf({ state, dueAt, reason, keyId, claimUntil, claimedAt }: Application): Snapshot {
  return {
    ...{ state, reason, due_at: isoTime(dueAt), key_id: keyId },
    ...{ claim_until: isoTime(claimUntil), claimed_at: isoTime(claimedAt) },
  };
}

function difference(one: Application, other: Application): Pick<Change, 'before' | 'after'> {
  const [before, after] = [snapshotOf(one), snapshotOf(other)];
  const touched = Object.keys(after).filter((field) => before[field] !== after[field]);
  const pick = (snapshot: Snapshot) =>
    Object.fromEntries(touched.map((field) => [field, snapshot[field] ?? null]));
  return { before: pick(before), after: pick(after) };
}

function decided(
  application: Application,
  state: Application['state'],
  now: number,
  { actor, reason = null }: { actor: string; reason?: string | null },
): Application {
  return { ...application, state, decidedAt: now, decidedBy: actor, reason };
}

function wrongState({ state }: Application): ServiceError {
  const words = {
    submitted: ['not confirmed by its applicant yet', '尚未由申请人确认'],
    confirmed: ['not decided yet', '尚未审批'],
    approved: ['approved already', '已批准'],
    rejected: ['rejected already', '已拒绝'],
    withdrawn: ['withdrawn', '已撤回'],
  } as const;
  const [en, zh] = words[state];
  return new ServiceError('conflict', {
    detail: { en: `This is not possible: the application is ${en}.`, zh: `无法执行此操作：该申请${zh}。` },
  });
}

function linkOver(): ServiceError {
  return new ServiceError('conflict', {
    detail: {
      en: 'This link has expired; it was valid for 72 hours. Apply again, or ask the operator for a new link to your key.',
      zh: '此链接已失效（有效期为 72 小时）。请重新提交申请；若是领取密钥的链接，请联系管理员重新发送。',
    },
  });
}

function alreadyClaimed(at: number): ServiceError {
  const time = isoTime(at);
  return new ServiceError('conflict', {
    detail: {
      en: `This link was used on ${time}; it shows the key only once. If that was not you, tell the operator immediately so that the key can be reissued.`,
      zh: `此链接已于 ${time} 使用，密钥仅显示一次。如果不是您本人操作，请立即联系管理员重新签发密钥。`,
    },
  });
}
