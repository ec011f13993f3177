import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  CitewellError,
  errorOfReply,
  InsufficientBalanceError,
  PermissionError,
  QuotaExceededError,
  retryAfterMs,
} from './errors.ts';

const now = Date.parse('2026-01-01T00:00:00Z');

function errorOf(status: number, code: string, headers: Record<string, string> = {}): CitewellError {
  return errorOfReply(status, new Headers(headers), JSON.stringify({ error: '说明', code }), now);
}

for (const [status, code, name, retryable] of [
  [401, 'missing_key', 'AuthenticationError', false],
  [401, 'invalid_key', 'AuthenticationError', false],
  [401, 'key_disabled', 'AuthenticationError', false],
  [401, 'key_expired', 'AuthenticationError', false],
  [403, 'no_permission:ask_agent', 'PermissionError', false],
  [403, 'insufficient_balance:1200/20000', 'InsufficientBalanceError', false],
  [429, 'quota_exceeded:100/100', 'QuotaExceededError', false],
  [429, 'rate_limited', 'RateLimitedError', true],
  [400, 'invalid_request', 'InvalidRequestError', false],
  [404, 'not_found', 'InvalidRequestError', false],
  [409, 'conflict', 'ConflictError', false],
  [413, 'payload_too_large', 'InvalidRequestError', false],
  [408, 'request_timeout', 'ConnectionError', true],
  [500, 'internal_error', 'ServerError', true],
  [502, 'upstream_unavailable', 'UpstreamError', true],
  [503, 'overloaded', 'ServerError', true],
] as const)
  test(`${status} ${code} is a ${name}, retryable: ${retryable}`, () => {
    const error = errorOf(status, code, { 'x-request-id': 'r1' });
    assert.ok(error instanceof CitewellError);
    assert.deepEqual(
      {
        name: error.name,
        message: error.message,
        status: error.status,
        code: error.code,
        requestId: error.requestId,
        retryable: error.retryable,
      },
      { name, message: '说明', status, code, requestId: 'r1', retryable },
    );
  });

test('the parameters of codes are parsed into numbers and names', () => {
  const quota = errorOf(429, 'quota_exceeded:98/100');
  assert.ok(quota instanceof QuotaExceededError);
  assert.deepEqual([quota.used, quota.limit], [98, 100]);
  const balance = errorOf(403, 'insufficient_balance:-5/20000');
  assert.ok(balance instanceof InsufficientBalanceError);
  assert.deepEqual([balance.balance, balance.cost], [-5, 20000]);
  const permission = errorOf(403, 'no_permission:expert_agent');
  assert.ok(permission instanceof PermissionError);
  assert.equal(permission.module, 'expert_agent');
});

test('malformed parameters leave the numbers undefined', () => {
  for (const code of ['quota_exceeded', 'quota_exceeded:', 'quota_exceeded:a/b', 'quota_exceeded:1/2/3']) {
    const error = errorOf(429, code);
    assert.ok(error instanceof QuotaExceededError);
    assert.deepEqual([error.used, error.limit], [undefined, undefined]);
  }
});

test('a conflict is retryable only with a retry time', () => {
  assert.equal(errorOf(409, 'conflict', { 'retry-after': '5' }).retryable, true);
  assert.equal(errorOf(409, 'conflict', { 'x-should-retry': 'false' }).retryable, false);
});

test('x-should-retry: false overrides any status', () => {
  assert.equal(errorOf(503, 'overloaded', { 'x-should-retry': 'false' }).retryable, false);
});

for (const body of ['', '<html>502 Bad Gateway</html>', 'null', '[]', '"x"', '{"error":1,"code":null}'])
  test(`the body ${JSON.stringify(body)} still gives an error with a message`, () => {
    const error = errorOfReply(502, new Headers(), body, now);
    assert.equal(error.name, 'UpstreamError');
    assert.equal(error.message, 'The service answered with HTTP 502.');
    assert.equal(error.code, undefined);
  });

test('the delay is read from retry-after-ms, or from Retry-After in seconds or as a date', () => {
  const wait = (headers: Record<string, string>) => retryAfterMs(new Headers(headers), now);
  assert.equal(wait({ 'retry-after-ms': '250', 'retry-after': '9' }), 250);
  assert.equal(wait({ 'retry-after': '9' }), 9000);
  assert.equal(wait({ 'retry-after': 'Thu, 01 Jan 2026 00:00:30 GMT' }), 30_000);
  assert.equal(wait({ 'retry-after': 'Wed, 31 Dec 2025 00:00:00 GMT' }), 0);
  assert.equal(wait({ 'retry-after': 'soon', 'retry-after-ms': '-1' }), undefined);
  assert.equal(wait({}), undefined);
});
