import type { ErrorBody, Language } from '@citewell/sdk';

/** A message in both languages of the product. */
export type LocalizedMessage = Record<Language, string>;

/**
 * Every error that a caller can receive: status and message by code. Codes with a suffix (`no_permission:<module>`) are listed
 * by the part before the colon. A code without a message is thrown with one that gives figures.
 */
const table = {
  missing_key: [
    401,
    'Send your API key in the X-API-Key header, or as Authorization: Bearer.',
    '请在 X-API-Key 请求头或 Authorization: Bearer 中提供 API 密钥。',
  ],
  invalid_key: [
    401,
    'This API key is not valid. Check it for missing characters, or ask your operator for a new one.',
    'API 密钥无效。请检查是否缺少字符，或向管理员申请新的密钥。',
  ],
  key_disabled: [
    401,
    'This API key has been disabled. Contact your operator.',
    '该 API 密钥已被停用，请联系管理员。',
  ],
  key_expired: [
    401,
    'This API key has expired. Ask your operator to extend or reissue it.',
    '该 API 密钥已过期，请联系管理员延期或重新签发。',
  ],
  no_permission: [403, 'This API key is not authorized for this module.', '该 API 密钥未获此模块的授权。'],
  quota_exceeded: [
    429,
    'The request quota of this key is used up for today.',
    '该密钥今日的请求配额已用完。',
  ],
  insufficient_balance: [403],
  invalid_request: [400, 'The request is malformed.', '请求格式有误。'],
  not_signed_in: [401, 'Sign in first; your session may have expired.', '请先登录；会话可能已过期。'],
  sign_in_refused: [
    401,
    'The name or password is incorrect, or this administrator is disabled.',
    '用户名或密码错误，或该管理员已被停用。',
  ],
  forbidden: [403, 'Your role does not allow this.', '您的角色无权执行此操作。'],
  not_found: [404, 'Resource not found.', '未找到所请求的内容。'],
  article_not_found: [
    404,
    'No article with this PMID was found. Check the number, or send the abstract itself to /ai/api/factcheck_verify.',
    '未找到该 PMID 对应的文献。请核对编号，也可将摘要直接提交给 /ai/api/factcheck_verify。',
  ],
  abstract_unavailable: [
    404,
    'This article has no abstract to check against; you can send a text to /ai/api/factcheck_verify as "abstract".',
    '该文献没有可供核查的摘要；可通过 /ai/api/factcheck_verify 的 "abstract" 提供要核查的文本。',
  ],
  method_not_allowed: [
    405,
    'This path does not support this method; see the Allow header.',
    '该路径不支持此方法，请参见 Allow 响应头。',
  ],
  request_timeout: [408, 'The request took too long to arrive.', '请求接收超时。'],
  conflict: [409, 'Conflict with the current state.', '该操作与现有状态冲突。'],
  payload_too_large: [413, 'The request body is too large for this path.', '请求体超出该路径允许的大小。'],
  expectation_failed: [417, 'Only "Expect: 100-continue" is supported.', '仅支持 "Expect: 100-continue"。'],
  rate_limited: [429, 'Too many requests at once; try again shortly.', '同时进行的请求过多，请稍后再试。'],
  headers_too_large: [431, 'The request headers are too large.', '请求头过大。'],
  internal_error: [
    500,
    'Internal server error. Give your operator the request ID in X-Request-Id.',
    '服务内部错误。请将 X-Request-Id 中的请求编号告知管理员。',
  ],
  not_implemented: [
    501,
    'The only supported Transfer-Encoding is chunked.',
    '仅支持 chunked 这一种 Transfer-Encoding。',
  ],
  upstream_unavailable: [
    502,
    'A service that this answer depends on could not be reached; this says nothing about the evidence. Try again later.',
    '所依赖的外部服务暂时无法访问，这并不代表没有相关证据。请稍后再试。',
  ],
  overloaded: [
    503,
    'The service is busy or restarting; try again in a moment.',
    '服务繁忙或正在重启，请稍后再试。',
  ],
} as const satisfies Record<string, ErrorEntry>;

type ErrorEntry = readonly [status: number, en?: string, zh?: string];

export type ErrorCode = keyof typeof table;

/**
 * An error that the caller may see. `body` contains the message for the caller; `cause` is internal and is never sent.
 * `tail` follows the colon in a code; `detail` replaces the table's message with a more specific one.
 */
export class ServiceError extends Error {
  override readonly name = 'ServiceError';
  readonly code: ErrorCode;
  readonly tail: string | undefined;
  readonly detail: LocalizedMessage | undefined;
  readonly headers: Readonly<Record<string, string>>;
  /** Rejected field of the request, as named in the message: `history[0].q`. */
  readonly field: string | undefined;

  constructor(
    code: ErrorCode,
    options: {
      tail?: string;
      detail?: LocalizedMessage;
      headers?: Record<string, string>;
      field?: string | undefined;
      cause?: unknown;
    } = {},
  ) {
    // Such errors are expected: the code identifies them, and capturing a stack would cost more than everything else.
    const { stackTraceLimit } = Error;
    if (table[code][0] < 500) Error.stackTraceLimit = 0;
    super(options.tail ? `${code}:${options.tail}` : code, { cause: options.cause });
    Error.stackTraceLimit = stackTraceLimit;
    this.code = code;
    this.tail = options.tail;
    this.detail = options.detail;
    this.headers = options.headers ?? {};
    this.field = options.field;
  }

  get status(): number {
    return table[this.code][0];
  }

  /** Returns the body of the error response, which consists of two strings. */
  body(language: Language): ErrorBody {
    const [, en = this.message, zh = this.message]: ErrorEntry = table[this.code];
    return { error: (this.detail ?? { en, zh })[language], code: this.message };
  }
}

/** Creates a 400 error that names the field and the reason. */
export function invalidRequest(detail: LocalizedMessage, field?: string): ServiceError {
  return new ServiceError('invalid_request', { detail, field });
}
