import type { Module } from '@citewell/sdk';
import { ServiceError } from '../errors.ts';
import type { ApiKey } from './accounts.ts';
import { type QuotaDay, secondsUntil } from './quota-day.ts';

/** Why a call, or its next step, was not let through; decided under the key's lock. */
export type Refusal =
  | { code: 'invalid_key' | 'key_disabled' | 'key_expired' }
  | { code: 'no_permission'; module: Module }
  | { code: 'quota_exceeded'; used: number; limit: number; retryAfterSeconds: number }
  | ({ code: 'insufficient_balance'; need: number } & Funds);

/** Tokens a call can draw on: `left` of the grant, of which `reserved` are held by `running` other calls. */
export type Funds = { left: number; reserved: number; running: number };

/** What an admission is decided on. */
export type AdmissionState = {
  key: Pick<ApiKey, 'status' | 'expiresAt' | 'modules' | 'dailyQuota' | 'granted' | 'charged' | 'held'>;
  /** True where the secret that opened the key has been replaced or revoked since. */
  secretGone?: boolean;
  /** Calls counted today, without this one. */
  usedToday: number;
  day: QuotaDay;
  now: number;
  /** How many calls of this key hold tokens; asked for only when the balance is too low. */
  runningCalls: () => number;
};

/** The first reason against admitting a call, in the order callers are promised, or undefined where there is none. */
export function refuseAdmission(state: AdmissionState, module: Module, need: number): Refusal | undefined {
  const { key, usedToday: used, day, now } = state;
  if (state.secretGone) return { code: 'invalid_key' };
  const standing = refuseKey(key, now);
  if (standing) return standing;
  if (!key.modules.includes(module)) return { code: 'no_permission', module };
  if (key.dailyQuota !== null && used >= key.dailyQuota)
    return {
      code: 'quota_exceeded',
      used,
      limit: key.dailyQuota,
      retryAfterSeconds: secondsUntil(day.resetsAt, now),
    };
  const left = key.granted - key.charged;
  if (left - key.held < need)
    return {
      code: 'insufficient_balance',
      need,
      left,
      reserved: key.held,
      running: key.held > 0 ? state.runningCalls() : 0,
    };
  return undefined;
}

/** Disabled is told before expired. A key is refused from the instant it expires. */
export function refuseKey(key: Pick<ApiKey, 'status' | 'expiresAt'>, now: number): Refusal | undefined {
  if (key.status === 'disabled') return { code: 'key_disabled' };
  if (key.expiresAt !== undefined && key.expiresAt <= now) return { code: 'key_expired' };
  return undefined;
}

/** The refusal as the caller sees it. */
export function refusalError(refusal: Refusal): ServiceError {
  switch (refusal.code) {
    case 'invalid_key':
    case 'key_disabled':
    case 'key_expired':
      return new ServiceError(refusal.code);
    case 'no_permission':
      return new ServiceError('no_permission', { tail: refusal.module });
    case 'quota_exceeded':
      return new ServiceError('quota_exceeded', {
        tail: `${refusal.used}/${refusal.limit}`,
        headers: {
          'Retry-After': String(refusal.retryAfterSeconds),
          // SDKs of the OpenAI and Anthropic kind retry a 429 by themselves; until midnight that is noise.
          'x-should-retry': 'false',
        },
      });
    case 'insufficient_balance':
      return balanceError(refusal.need, refusal);
  }
}

/** Reserved tokens may come free by themselves: only then is there something to wait for. */
const reservedRetrySeconds = 5;

function balanceError(need: number, { left, reserved, running }: Funds): ServiceError {
  const available = Math.max(0, left - reserved);
  const [leftText, reservedText, availableText, needText] = [left, reserved, available, need].map(grouped);
  const calls = running === 1 ? '1 running call' : `${running} running calls`;
  return new ServiceError('insufficient_balance', {
    tail: `${available}/${need}`,
    headers: reserved > 0 ? { 'Retry-After': String(reservedRetrySeconds) } : {},
    detail:
      reserved > 0
        ? {
            en: `${leftText} tokens left, ${reservedText} reserved by ${calls}, ${availableText} available; this call needs ${needText}.`,
            zh: `剩余 ${leftText} 个令牌，其中 ${reservedText} 个由 ${running} 个进行中的调用预留，可用 ${availableText} 个；此次调用需要 ${needText} 个。`,
          }
        : {
            en: `${availableText} tokens left; this call needs ${needText}. Ask your operator for a top-up.`,
            zh: `剩余 ${availableText} 个令牌；此次调用需要 ${needText} 个。请联系管理员充值。`,
          },
  });
}

function grouped(count: number): string {
  return count.toLocaleString('en-US');
}
