import type { TestContext } from 'node:test';
import type { AnswerRequest } from '../../pipeline/context.ts';
import { buildTestApp, fixedAnswer, type TestAppOptions } from './build-test-app.ts';
import { assertRefusal } from './refusal.ts';

/** An app whose pipeline keeps the questions it was given; `post` sends a JSON body with a good key. */
export async function buildCapturingApp(t: TestContext, options: TestAppOptions = {}) {
  const seen: AnswerRequest[] = [];
  const test = await buildTestApp(t, {
    answer: (request, ...rest) => {
      seen.push(request);
      return fixedAnswer(request, ...rest);
    },
    ...options,
  });
  const post = async (path: string, body: unknown, headers: object = {}) => {
    const reply = await test.app.inject({
      method: 'POST',
      url: path,
      headers: { 'content-type': 'application/json', 'x-api-key': test.key, ...headers },
      payload: typeof body === 'string' ? body : JSON.stringify(body),
    });
    return { status: reply.statusCode, headers: reply.headers, body: reply.body };
  };
  return {
    ...test,
    post,
    /** The question as the pipeline got it. */
    async accepted(path: string, body: unknown): Promise<AnswerRequest> {
      const { status, body: text } = await post(path, body);
      const request = seen.pop();
      if (status !== 200 || !request) throw new Error(`not accepted: ${status} ${text}`);
      return request;
    },
    /** The refusal's sentence, having made sure that nothing was admitted. */
    async refused(path: string, body: unknown, status = 400, code = 'invalid_request'): Promise<string> {
      const settledBefore = test.settled.length;
      const sentence = assertRefusal(await post(path, body), status, code);
      if (seen.length > 0 || test.settled.length > settledBefore)
        throw new Error('a refused call reached the pipeline');
      return sentence;
    },
  };
}
