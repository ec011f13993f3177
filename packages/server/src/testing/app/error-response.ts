import assert from 'node:assert/strict';

/** Paths that answer with JSON and as a stream, with the same guards. */
export const answerPaths = ['/ai/api/ask', '/ai/api/ask_stream'] as const;

export type ErrorReply = {
  status: number;
  headers: Record<string, unknown>;
  body: string;
};

/** Asserts that an error response has this status, exactly the two strings, JSON and a request id. Returns its message. */
export function assertErrorResponse(
  { status, headers, body }: ErrorReply,
  expected: number,
  code: string | RegExp,
): string {
  assert.equal(status, expected, body);
  assert.equal(headers['content-type'], 'application/json; charset=utf-8');
  assert.match(String(headers['x-request-id']), /^req_[0-9a-f]{32}$/);
  const parsed = JSON.parse(body) as Record<string, unknown>;
  assert.deepEqual(Object.keys(parsed).sort(), ['code', 'error']);
  const { error, code: got } = parsed as { error: string; code: string };
  if (typeof code === 'string') assert.equal(got, code);
  else assert.match(got, code);
  assert.ok(typeof error === 'string' && error.length > 10, 'the error says something');
  return error;
}
