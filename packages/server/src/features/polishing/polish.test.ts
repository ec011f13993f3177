import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ServiceError } from '@citewell/core/errors.ts';
import { createSseParser } from '@citewell/sdk';
import { ModelError } from '../../llm/model-error.ts';
import { assertErrorResponse } from '../../testing/app/error-response.ts';
import { open, trial, weightClaim } from '../../testing/app/polish-app.ts';
import { scriptedModel } from '../../testing/app/scripted.ts';
import type { PolishInput } from './model/polish-prompt.ts';

describe('POST /ai/api/polish', () => {
  it('streams the polished text, the references and one done event, and nothing outside the contract', {
    tags: ['polish', 'polish.events'],
  }, async (t) => {
    const { polished, settled } = await open(t, { has: [trial] });
    const { names, text } = await polished({ text: `The patients was well. ${weightClaim}` });
    assert.equal(text, `The patients were well. ${weightClaim.slice(0, -1)} [1].`);
    assert.deepEqual(
      [...new Set(names)],
      ['thinking', 'tool_call', 'tool_result', 'answer_chunk', 'references', 'done'],
    );
    assert.deepEqual(names.slice(-2), ['references', 'done']);
    assert.deepEqual(settled, [{ endpoint: 'polish', outcome: 'ok', delivered: true }]);
  });

  it('is parsed by the SDK', async (t) => {
    const { post } = await open(t);
    const names: string[] = [];
    const parser = createSseParser(({ event }) => void names.push(event));
    parser((await post({ text: 'It works.' })).body);
    assert.equal(names.at(-1), 'done');
  });

  it('passes requirement and language to the model and reports progress in that language', {
    tags: ['polish.request.requirement'],
  }, async (t) => {
    const seen: PolishInput[] = [];
    const model = scriptedModel({
      polishes(input) {
        seen.push(input);
        return input.text;
      },
    });
    const { polished } = await open(t, { model });
    const zh = await polished({ text: '二甲双胍有效。', requirement: '更学术', insert_refs: false });
    assert.match(zh.thinking[0] ?? '', /润色/);
    const en = await polished({ text: 'Metformin works.', insert_refs: false });
    assert.match(en.thinking[0] ?? '', /^Polishing/);
    await polished({ text: 'Metformin works.', requirement: '', insert_refs: false });
    assert.deepEqual(
      seen.map(({ requirement, language }) => [requirement, language]),
      [
        ['更学术', 'zh'],
        ['', 'en'],
        ['', 'en'],
      ],
    );
  });

  it('keeps LaTeX, tables, code, HTML, reference lists and white space unchanged', async (t) => {
    const rewriting = scriptedModel({ polishes: ({ text }) => text.replaceAll('the the', 'the') });
    for (const model of [undefined, rewriting]) {
      const { polished } = await open(t, { model });
      const text = [
        '# Title\n\nSee \\cite{a,the the} and $x  <= 1$ of `the the`.\n\n',
        '| a | the the |\n|---|---|\n| 5mg | 2 |\n\n```\nthe the  code\n```\n\n',
        '\\begin{equation}\nx  = the the\n\\end{equation}\n\n<table>\n<tr><td>the the</td></tr>\n\n',
        'End [1], [2–4].\n\n\n## References\n\n[1] Doe J. the the title. 2020.\n[2] 5mg\n',
      ].join('');
      const { text: got } = await polished({ text });
      assert.equal(got, text);
    }
  });
});

describe('request validation of polish', () => {
  it('accepts 20,000 code points of any kind and rejects one more', {
    tags: ['polish.request.text.length', 'limit.text'],
  }, async (t) => {
    const { polished, refused } = await open(t);
    for (const character of ['x', '药', '😀', '𠮷']) {
      const text = character.repeat(20_000);
      const reply = await polished({ text, insert_refs: false });
      assert.equal(reply.text, text);
      assert.match(await refused({ text: `${text}${character}` }), /"text" must be text of 1 to 20,000/);
    }
  });

  it('rejects an invalid text, requirement or switch by field before anything is counted', {
    tags: ['polish.request.text'],
  }, async (t) => {
    const { refused } = await open(t);
    for (const text of [undefined, null, 5, [], {}, true, '', '   ', '\u200b', '…'])
      assert.match(await refused({ text }), /"text"/);
    assert.match(await refused('{"text":"\\ud800"}'), /surrogate/);
    for (const requirement of [5, [], {}, 'x'.repeat(2_001), '药'.repeat(2_001)])
      assert.match(await refused({ text: 'It works.', requirement }), /"requirement" must be/);
    for (const insert_refs of ['true', 1, 0, '', []])
      assert.match(await refused({ text: 'It works.', insert_refs }), /"insert_refs" must be true or false/);
    for (const body of ['', 'null', '[]', '"x"', '{"text":', '{"text":"a"}{}']) await refused(body);
  });

  it('replies in Chinese on request', async (t) => {
    const { post } = await open(t);
    const reply = await post({ text: '' }, { 'accept-language': 'zh' });
    assert.match(assertErrorResponse(reply, 400, 'invalid_request'), /"text" 应为/);
  });

  it('rejects a body above 256 KB', async (t) => {
    const { refused } = await open(t);
    await refused({ text: 'x', filler: 'y'.repeat(256 * 1024) }, 413, 'payload_too_large');
  });

  it('requires a key with the module, quota and balance', {
    tags: ['polish.module', 'limit.tokens.polish'],
  }, async (t) => {
    const { post, createKey } = await open(t, { model: scriptedModel({}) });
    for (const [key, status, code] of [
      [undefined, 401, 'missing_key'],
      [await createKey({ modules: ['factcheck'] }), 403, 'no_permission:ask_agent'],
      [await createKey({ dailyQuota: 0 }), 429, 'quota_exceeded:0/0'],
      [await createKey({ balance: 10 }), 403, 'insufficient_balance:10/6000'],
    ] as const)
      assertErrorResponse(await post({ text: 'It works.' }, { 'x-api-key': key ?? '' }), status, code);
  });

  it('ignores unknown fields', async (t) => {
    const { polished } = await open(t);
    assert.equal((await polished({ text: 'It works.', lang: 5, stream: 'x' })).text, 'It works.');
  });
});

describe('polish without a model', () => {
  it('needs no balance', async (t) => {
    const { post, createKey } = await open(t);
    const poor = await post({ text: 'It works.' }, { 'x-api-key': await createKey({ balance: 0 }) });
    assert.deepEqual([poor.status, poor.headers['x-tokens-charged']], [200, '0']);
  });

  it('applies rules and says so first', async (t) => {
    const { polished } = await open(t);
    const en = await polished({ text: 'This results was good.', insert_refs: false });
    assert.equal(en.text, 'These results were good.');
    assert.match(en.thinking[0] ?? '', /No language model is configured/);
    const zh = await polished({ text: '剂量为5mg,有效.', insert_refs: false });
    assert.equal(zh.text, '剂量为 5 mg，有效。');
    assert.match(zh.thinking[0] ?? '', /未配置语言模型/);
  });

  it('applies rules, with a final notice, if the model fails or the balance ends', async (t) => {
    for (const [failure, says] of [
      [new ModelError('unreachable'), /was unavailable for 1 part/],
      [new ServiceError('insufficient_balance'), /balance is too low for 1 part/],
    ] as const) {
      const model = scriptedModel({
        polishes() {
          throw failure;
        },
      });
      const { polished, settled } = await open(t, { model });
      const { text, thinking } = await polished({ text: 'This results was good.', insert_refs: false });
      assert.equal(text, 'These results were good.');
      assert.match(thinking.at(-1) ?? '', says);
      assert.deepEqual(settled, [{ endpoint: 'polish', outcome: 'ok', delivered: true }]);
    }
  });
});
