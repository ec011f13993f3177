import { type LocalizedMessage, ServiceError } from '@citewell/core/errors.ts';
import { counted, groupThousands } from '@citewell/core/text/counted.ts';
import type { Module } from '@citewell/sdk';
import type { EarlierCall } from './idempotency/idempotency.ts';
import type { ApiKey } from './keys/api-key.ts';
import { type QuotaDay, secondsUntil } from './quota/quota-day.ts';
import { type QuotaStatus, quotaHeaders } from './quota/quota-status.ts';

/** Reason for rejecting a call or its next step, decided under the key's lock. */
export type Rejection =
  | { code: 'invalid_key' | 'key_disabled' | 'key_expired' }
  /** Applies to a running call: the secret that authenticated it has been revoked since. */
  | { code: 'secret_revoked' }
  /** Applies to an earlier call with the same idempotency key. */
  | { code: Exclude<EarlierCall, 'answered'> }
  | { code: 'no_permission'; module: Module }
  | { code: 'quota_exceeded'; used: number; limit: number; retryAfterSeconds: number }
  | ({ code: 'insufficient_balance'; hold: number } & Funds);

/** Tokens available to a call: `left` of the grant, of which `held` are held by `running` other calls. */
type Funds = { left: number; held: number; running: number };

/** State on which an admission is based. */
export type AdmissionState = {
  key: Pick<ApiKey, 'status' | 'expiresAt' | 'modules' | 'dailyQuota' | 'granted' | 'charged' | 'held'>;
  /** Indicates that the secret that opened the key has been replaced or revoked since. */
  secretGone?: boolean;
  /** State of an earlier call with the same idempotency key. */
  earlier?: EarlierCall | undefined;
  /** Calls counted today, without this one. */
  usedToday: number;
  day: QuotaDay;
  now: number;
  /** Counts the calls of this key that hold tokens; called only if the balance is too low. */
  runningCalls: () => number;
};

/** Returns the first reason against admitting a call, in the documented order, or undefined if there is none. Quota and balance
 *  do not prevent returning a stored reply. */
export function admissionRejection(
  state: AdmissionState,
  module: Module,
  hold: number,
): Rejection | undefined {
  const { key, usedToday: used, day, now } = state;
  if (state.secretGone) return { code: 'invalid_key' };
  const rejection = keyRejection(key, now);
  if (rejection) return rejection;
  if (!key.modules.includes(module)) return { code: 'no_permission', module };
  if (state.earlier) return state.earlier === 'answered' ? undefined : { code: state.earlier };
  if (key.dailyQuota !== null && used >= key.dailyQuota)
    return {
      code: 'quota_exceeded',
      used,
      limit: key.dailyQuota,
      retryAfterSeconds: secondsUntil(day.resetsAt, now),
    };
  const left = key.granted - key.charged;
  if (left - key.held < hold)
    return {
      code: 'insufficient_balance',
      hold,
      left,
      held: key.held,
      running: key.held > 0 ? state.runningCalls() : 0,
    };
  return undefined;
}

/** Checks a key: disabled takes precedence over expired. A key is rejected from the instant it expires. */
export function keyRejection(key: Pick<ApiKey, 'status' | 'expiresAt'>, now: number): Rejection | undefined {
  if (key.status === 'disabled') return { code: 'key_disabled' };
  if (key.expiresAt !== undefined && key.expiresAt <= now) return { code: 'key_expired' };
  return undefined;
}

/** Creates the error for a rejection. `quota`: the key's daily quota after it, if known. */
export function rejectionError(rejection: Rejection, quota?: QuotaStatus): ServiceError {
  switch (rejection.code) {
    case 'invalid_key':
    case 'key_disabled':
    case 'key_expired':
      return new ServiceError(rejection.code);
    case 'secret_revoked':
      return new ServiceError('invalid_key', { detail: secretRevoked });
    case 'no_permission':
      return new ServiceError('no_permission', { tail: rejection.module });
    case 'quota_exceeded':
      return new ServiceError('quota_exceeded', {
        tail: `${rejection.used}/${rejection.limit}`,
        headers: {
          ...quotaHeaders(quota),
          'Retry-After': String(rejection.retryAfterSeconds),
          // SDKs in the style of OpenAI's and Anthropic's retry a 429 automatically, which is useless until the quota resets.
          'x-should-retry': 'false',
        },
      });
    case 'insufficient_balance':
      return balanceError(rejection.hold, rejection, quotaHeaders(quota));
    case 'running':
    case 'not_kept':
    case 'other_request':
      return repetitionError(rejection.code, quotaHeaders(quota));
  }
}

const secretRevoked: LocalizedMessage = {
  en: 'The key used for this call has been revoked, which ended the call. Use the new key.',
  zh: '此次调用所用的密钥已被吊销，调用已中止。请使用新的密钥。',
};

/** Seconds after which most calls have ended; a call whose process died is settled within 35 s. */
const repetitionRetrySeconds = 5;

/** Creates the error for a request under the name of another one. */
export function otherRequestError(headers: Record<string, string> = {}): ServiceError {
  return new ServiceError('conflict', {
    headers: { ...headers, 'x-should-retry': 'false' },
    detail: {
      en: 'This Idempotency-Key was already used with another request; it belongs to one path and one body. Send that request again, or use another Idempotency-Key.',
      zh: '此 Idempotency-Key 已用于另一请求：一个值只对应一个路径和一个请求体。请重发原请求，或更换 Idempotency-Key。',
    },
  });
}

/** Creates the error for a repeated request, which names the header that identified it. */
function repetitionError(
  earlier: Exclude<EarlierCall, 'answered'>,
  headers: Record<string, string>,
): ServiceError {
  switch (earlier) {
    case 'running':
      return new ServiceError('conflict', {
        headers: { ...headers, 'Retry-After': String(repetitionRetrySeconds) },
        detail: {
          en: 'The call with this Idempotency-Key is still running. Send the request again in a moment to get its reply.',
          zh: '使用此 Idempotency-Key 的调用仍在进行中。请稍后重发同一请求，即可获得其回复。',
        },
      });
    case 'not_kept':
      return new ServiceError('conflict', {
        headers: { ...headers, 'x-should-retry': 'false' },
        detail: {
          en: 'The call with this Idempotency-Key was answered, but its reply is no longer stored: it was too large or was displaced by newer ones. To make a new call, send another Idempotency-Key.',
          zh: '使用此 Idempotency-Key 的调用已完成，但其回复未保留：回复过大，或已被更新的回复取代。如需作为新的调用重新提问，请更换 Idempotency-Key。',
        },
      });
    case 'other_request':
      return otherRequestError(headers);
  }
}

/** Seconds after which held tokens may have been released; retrying is useful only in that case. */
const heldRetrySeconds = 5;

function balanceError(
  hold: number,
  { left, held, running }: Funds,
  headers: Record<string, string>,
): ServiceError {
  const available = Math.max(0, left - held);
  const [leftText, heldText, availableText, holdText] = [left, held, available, hold].map(groupThousands);
  const calls = counted(running, 'running call');
  return new ServiceError('insufficient_balance', {
    tail: `${available}/${hold}`,
    headers: held > 0 ? { ...headers, 'Retry-After': String(heldRetrySeconds) } : headers,
    detail:
      held > 0
        ? {
            en: `${counted(left, 'token')} left, ${heldText} held by ${calls}, ${availableText} available; this call needs ${holdText}.`,
            zh: `剩余 ${leftText} 个 Token，其中 ${heldText} 个由 ${running} 个进行中的调用预留，可用 ${availableText} 个；此次调用需要 ${holdText} 个。`,
          }
        : {
            en: `${counted(available, 'token')} left; this call needs ${holdText}. Ask your operator for a top-up.`,
            zh: `剩余 ${availableText} 个 Token；此次调用需要 ${holdText} 个。请联系管理员充值。`,
          },
  });
}
