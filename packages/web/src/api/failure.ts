import {
  CitewellError,
  ConnectionError,
  InsufficientBalanceError,
  QuotaExceededError,
  RateLimitedError,
} from '@citewell/sdk';
import type { Text } from '../lib/language.tsx';

/** Failure as shown to a person: who can resolve it, and its message. */
export type Failure = {
  kind: 'sign_in' | 'permission' | 'quota' | 'balance' | 'busy' | 'connection' | 'other';
  message: string;
  code?: string | undefined;
  requestId?: string | undefined;
};

export function failureOf(error: unknown, t: Text): Failure {
  if (error instanceof QuotaExceededError)
    return { kind: 'quota', message: error.message, code: error.code, requestId: error.requestId };
  if (error instanceof InsufficientBalanceError)
    return { kind: 'balance', message: error.message, code: error.code, requestId: error.requestId };
  if (error instanceof RateLimitedError || (error instanceof CitewellError && error.status === 503)) {
    const seconds = Math.ceil((error.retryAfterMs ?? 0) / 1000);
    const wait = seconds > 0 ? t(` Wait about ${seconds} s.`, `请等待约 ${seconds} 秒。`) : '';
    return { kind: 'busy', message: error.message + wait, code: error.code, requestId: error.requestId };
  }
  if (error instanceof ConnectionError || error instanceof TypeError)
    return {
      kind: 'connection',
      message: t(
        'The service could not be reached, or the connection was lost.',
        '无法连接服务，或连接已中断。',
      ),
      requestId: error instanceof ConnectionError ? error.requestId : undefined,
    };
  if (error instanceof CitewellError) {
    const { status, code, message, requestId } = error;
    const kind = status === 401 ? 'sign_in' : code?.startsWith('no_permission') ? 'permission' : 'other';
    return { kind, message, code, requestId };
  }
  return { kind: 'other', message: t('Something went wrong on this page.', '页面出现错误。') };
}
