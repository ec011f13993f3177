import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { AnswerRequest } from '../../pipeline/context.ts';
import { buildTestApp, fixedAnswer } from '../../testing/app/build-test-app.ts';
import { answerPaths, assertErrorResponse } from '../../testing/app/error-response.ts';

/** Returns the question that reaches the pipeline, or the error message. */
async function ask(t: Parameters<typeof buildTestApp>[0], path: string, body: string, language = 'en') {
  const seen: AnswerRequest[] = [];
  const test = await buildTestApp(t, {
    answer: (request, ...rest) => {
      seen.push(request);
      return fixedAnswer(request, ...rest);
    },
  });
  const {
    statusCode: status,
    headers,
    body: text,
  } = await test.app.inject({
    method: 'POST',
    url: path,
    headers: { 'content-type': 'application/json', 'x-api-key': test.key, 'accept-language': language },
    payload: body,
  });
  if (status === 200) return { question: seen[0]?.question };
  return { refused: assertErrorResponse({ status, headers, body: text }, 400, 'invalid_request') };
}

const question = (text: string) => JSON.stringify({ question: text });

for (const path of answerPaths)
  describe(`the question at ${path}`, () => {
    for (const value of ['1', 'true', 'null', '["x"]', '{"a":"b"}'])
      it(`rejects ${value} and names the field`, { tags: ['error.invalid_request'] }, async (t) => {
        const { refused } = await ask(t, path, `{"question":${value}}`);
        assert.match(refused ?? '', /^"question" must be text .*; got /);
      });

    it('is required', { tags: ['ask.request.question', 'ask_stream.request.question'] }, async (t) => {
      assert.match((await ask(t, path, '{}')).refused ?? '', /"question" is required/);
    });

    it('rejects lone surrogates', async (t) => {
      for (const half of ['\\ud800', '\\udc00', 'a\\ud83d', '\\ude00\\ud83d'])
        assert.match((await ask(t, path, `{"question":"${half}"}`)).refused ?? '', /"question".*surrogate/);
    });

    it('drops control characters except line breaks, and rejects text with nothing else', async (t) => {
      assert.equal((await ask(t, path, '{"question":"a\\u0000b\\u001bc\\td\\r\\ne"}')).question, 'abc\td\ne');
      assert.match((await ask(t, path, '{"question":"\\u0000\\u0007"}')).refused ?? '', /without a word/);
    });

    it('rejects text of only spaces, invisible characters and punctuation', async (t) => {
      for (const empty of [
        '',
        '   ',
        '\u3000\u00a0',
        '\u200b\u200d\ufeff',
        '?!…',
        '。？！，、',
        '\u3164\u2800',
        '-- . --',
      ])
        assert.match(
          (await ask(t, path, question(empty))).refused ?? '',
          /without a word|got ""/,
          JSON.stringify(empty),
        );
    });

    it('accepts text that looks like query syntax, as words', async (t) => {
      for (const syntax of [
        '((',
        'AND',
        '"',
        'cancer[tiab] OR all[sb]',
        '#1',
        'term=x&db=gene',
        "'; DROP TABLE x",
      ])
        assert.equal((await ask(t, path, question(syntax))).question, syntax);
    });

    it('accepts any script, emoji, bidi marks and unusual line ends', async (t) => {
      for (const text of ['🫀', '𠮷野家', '二甲双胍', 'a\u202eb', 'a\u2028b', 'ما هو', 'Ärzte'])
        assert.equal((await ask(t, path, question(text))).question, text);
    });

    it('is normalized to NFC', async (t) => {
      assert.equal((await ask(t, path, question('cafe\u0301'))).question, 'caf\u00e9');
    });

    it('accepts up to 4,000 characters, an emoji counted as one', async (t) => {
      assert.ok((await ask(t, path, question('字'.repeat(4_000)))).question);
      assert.ok((await ask(t, path, question('😀'.repeat(4_000)))).question);
      assert.match(
        (await ask(t, path, question('字'.repeat(4_001)))).refused ?? '',
        /got text of 4,001 characters/,
      );
      assert.match(
        (await ask(t, path, question('😀'.repeat(4_001)))).refused ?? '',
        /got text of 4,001 characters/,
      );
    });

    it('rejects in Chinese for callers who prefer Chinese', async (t) => {
      const { refused } = await ask(t, path, '{"question":7}', 'zh-CN,zh;q=0.9,en;q=0.8');
      assert.equal(refused, '"question" 应为 1 到 4,000 个字符的文本，中文或英文；收到的是数字 7。');
    });
  });
