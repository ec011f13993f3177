import type { TestContext } from 'node:test';
import type { AnswerRequest } from '../../pipeline/context.ts';
import { buildTestApp, fixedAnswer, type TestAppOptions } from './build-test-app.ts';
import { assertErrorResponse } from './error-response.ts';

/** App whose pipeline stores the questions that it receives; `post` sends a JSON body with a valid key. */
export async function buildCapturingApp(t: TestContext, options: TestAppOptions = {}) {
  const seen: AnswerRequest[] = [];
  const test = await buildTestApp(t, {
    answer: (request, ...rest) => {
      seen.push(request);
      return fixedAnswer(request, ...rest);
    },
    ...options,
  });
  return {
    ...test,
    post: test.postTo,
    /** Question as received by the pipeline. */
    async accepted(path: string, body: unknown): Promise<AnswerRequest> {
      const { status, body: text } = await test.postTo(path, body);
      const request = seen.pop();
      if (status !== 200 || !request) throw new Error(`not accepted: ${status} ${text}`);
      return request;
    },
    /** Error message, after asserting that nothing was admitted. */
    async refused(path: string, body: unknown, status = 400, code = 'invalid_request'): Promise<string> {
      const settledBefore = test.settled.length;
      const sentence = assertErrorResponse(await test.postTo(path, body), status, code);
      if (seen.length > 0 || test.settled.length > settledBefore)
        throw new Error('a refused call reached the pipeline');
      return sentence;
    },
  };
}
