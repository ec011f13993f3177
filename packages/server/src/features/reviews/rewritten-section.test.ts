import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import type { ReviewResponse } from '@citewell/sdk';
import { removeCitations } from '@citewell/sdk/citation-markers';
import { resultRetentionMs } from '../../accounting/idempotency/stored-results.ts';
import { manualClock } from '../../testing/accounting/accounts-databases.ts';
import { assertCited, buildReviewApp, reported } from '../../testing/app/review-app.ts';
import { parseEvents } from '../../testing/process/sse-reader.ts';

const topics = {
  en: 'Metformin and mortality in type 2 diabetes',
  zh: '二甲双胍与2型糖尿病患者的死亡率',
} as const;

/** Starts a service that has finished a review under the name "job". */
async function finished(
  t: TestContext,
  question: string,
  { options = {}, model = true }: { options?: object; model?: boolean } = {},
) {
  const test = await buildReviewApp(t, { model, options });
  const post = (path: string, body: object, name?: string, { key = test.key, language = 'en' } = {}) =>
    test.app.inject({
      method: 'POST',
      url: `/ai/api/${path}`,
      headers: {
        ...{ 'content-type': 'application/json', 'x-api-key': key, 'accept-language': language },
        ...(name !== undefined && { 'idempotency-key': name }),
      },
      payload: { question, ...body },
    });
  const first = (await post('expert', {}, 'job')).json() as ReviewResponse;
  return { ...test, post, first };
}

/** Returns the text under each heading, without citation numbers. */
const partsOf = (review: string) =>
  review
    .split(/^#{2,3} /m)
    .map((part) => removeCitations(part).replace(/\s+/g, ' ').trim())
    .map((part, at) => [at, part] as const);

const rewrite = (section: string, call = 'job') => ({ rewrite: { call, section } });

describe('a rewritten section of a review', { concurrency: 3 }, () => {
  for (const [language, section, words, text] of [
    [
      'en',
      'Conclusion',
      'This part is the conclusion',
      'Metformin reduced mortality from 12% to 8% in type 2 diabetes (P = 0.01) [E1].',
    ],
    ['zh', '结论', '本部分为结论', ''],
  ] as const)
    it(`costs one request and leaves the rest unchanged: ${language}`, {
      tags: ['expert.request.rewrite'],
    }, async (t) => {
      const { post, first, llm, usage } = await finished(t, topics[language]);
      const [asked, paid] = [llm?.requests().length ?? 0, reported(llm)];
      if (text) llm?.setScript({ text }, 'section', words);
      const reply = await post('expert', rewrite(section));
      assert.equal(reply.statusCode, 200, reply.body);
      const again = reply.json() as ReviewResponse;
      assertCited(again);
      const [request, ...more] = (llm?.requests() ?? []).slice(asked);
      assert.deepEqual([request?.role, more.length], ['section', 0]);
      assert.ok(JSON.stringify(request?.body).includes(words));
      assert.equal(Number(reply.headers['x-tokens-charged']), reported(llm) - paid);
      assert.deepEqual(
        (await usage()).records.map(({ charged }) => charged),
        [reported(llm) - paid, paid],
      );
      const before = partsOf(first.review);
      const changed = partsOf(again.review).filter(([at, part]) => before[at]?.[1] !== part);
      assert.ok(
        changed.every(([, part]) => part.startsWith(section)),
        JSON.stringify(changed),
      );
      if (text) assert.equal(changed.length, 1);
      assert.equal(again.title, first.title);
    });

  it('can be any section by the model, including the abstract and each theme', async (t) => {
    const { post, first, llm } = await finished(t, topics.en);
    const refused = (await post('expert', rewrite('Search methods'))).json() as { error: string };
    const headings = [...refused.error.matchAll(/“([^”]+)”/g)].map(([, heading]) => heading ?? '');
    assert.ok(headings.includes('Abstract') && headings.includes('Conclusion') && headings.length > 3);
    for (const heading of headings) {
      const asked = llm?.requests().length ?? 0;
      const again = (await post('expert', rewrite(heading))).json() as ReviewResponse;
      assert.deepEqual(partsOf(again.review), partsOf(first.review), heading);
      assert.equal((llm?.requests().length ?? 0) - asked, 1, heading);
    }
  });

  it('keeps previously rewritten sections, and continues from its own name too', async (t) => {
    const { post, llm } = await finished(t, topics.en);
    const text = 'Metformin reduced mortality from 12% to 8% in type 2 diabetes (P = 0.01) [E1].';
    llm?.setScript({ text }, 'section', 'This part is the conclusion');
    const one = (await post('expert', rewrite('Conclusion'), 'job 2')).json() as ReviewResponse;
    for (const [name, call] of [
      ['job 3', 'job'],
      ['job 4', 'job 2'],
    ] as const) {
      const two = (await post('expert', rewrite('Abstract', call), name)).json() as ReviewResponse;
      assert.deepEqual(partsOf(two.review), partsOf(one.review));
    }
  });

  it('is kept together with another rewritten at the same time, each charged separately', async (t) => {
    const { post, llm, usage } = await finished(t, topics.en);
    const paid = reported(llm);
    const text = 'Metformin reduced mortality from 12% to 8% in type 2 diabetes (P = 0.01) [E1].';
    llm?.setScript({ text }, 'section', 'This part is the conclusion');
    const gate = Promise.withResolvers<void>();
    const both = Promise.withResolvers<void>();
    let open = 0;
    llm?.onRequest(() => {
      open += 1;
      if (open === 2) both.resolve();
      return gate.promise;
    });
    const asked = [
      post('expert', rewrite('Abstract'), 'job 2'),
      post('expert', rewrite('Conclusion'), 'job 3'),
    ];
    await both.promise;
    const twice = await post('expert', rewrite('Conclusion'), 'job 3');
    assert.equal(twice.statusCode, 409);
    gate.resolve();
    llm?.onRequest(undefined);
    const replies = await Promise.all(asked);
    assert.deepEqual(
      replies.map(({ statusCode }) => statusCode),
      [200, 200],
    );
    const conclusion = partsOf(replies[1]?.json().review).at(-1);
    assert.match(conclusion?.[1] ?? '', /from 12% to 8%/);
    // Whichever ended last, the next call finds both.
    const next = (await post('expert', rewrite('Abstract'), 'job 4')).json() as ReviewResponse;
    assert.deepEqual(partsOf(next.review).at(-1), conclusion);
    const charged = (await usage()).records.map((record) => record.charged).toReversed();
    assert.equal(
      charged.slice(1).reduce((sum, each) => sum + each, 0),
      reported(llm) - paid,
    );
  });

  it('omits sentences that its evidence does not support', async (t) => {
    const { post, llm } = await finished(t, topics.en);
    const lies =
      'Metformin reduced mortality from 12% to 3% [E1]. It is the best of all drugs. See http://evil.example [E1].';
    llm?.setScript({ text: lies }, 'section');
    const again = (await post('expert', rewrite('Conclusion'))).json() as ReviewResponse;
    assertCited(again);
    assert.doesNotMatch(again.review, /to 3%|best of all|evil/);
    assert.match(again.review, /No sentence written for this section could be verified/);
  });

  it('is streamed with an outline in which only it is being written', async (t) => {
    const { post, first } = await finished(t, topics.en);
    const events = parseEvents((await post('expert_stream', rewrite('Conclusion'), 'job 2')).body);
    const said = events.flatMap(({ event, data }) => (event === 'thinking' ? [data] : []));
    assert.equal(said[0]?.message, 'Rewriting “Conclusion” from the same evidence.');
    assert.ok(Array.isArray(said[0]?.sources));
    const progress = said.flatMap((each) =>
      each.progress ? [each.progress as { sections: { state: string; heading: string }[] }] : [],
    );
    assert.deepEqual(
      progress[0]?.sections.filter(({ state }) => state === 'writing').map(({ heading }) => heading),
      ['Conclusion'],
    );
    assert.ok(progress.at(-1)?.sections.every(({ state }) => state === 'finished'));
    const text = events
      .flatMap(({ event, data }) => (event === 'answer_chunk' ? [data.text as string] : []))
      .join('');
    assert.deepEqual(partsOf(text), partsOf(first.review));
    assert.equal(events.at(-1)?.event, 'done');
  });

  it('is charged once if its reply is lost, and unchanged if the model fails', async (t) => {
    const { post, first, llm, usage } = await finished(t, topics.en);
    llm?.setFault('rate-limited', { role: 'section' });
    const failed = await post('expert', rewrite('Conclusion'), 'job 2');
    assert.equal(failed.statusCode, 502);
    llm?.clearFaults();
    const whole = await post('expert', rewrite('Conclusion'), 'job 2');
    assert.deepEqual(partsOf(whole.json().review), partsOf(first.review));
    const again = await post('expert', rewrite('Conclusion'), 'job 2');
    assert.equal(again.headers['idempotency-replayed'], 'true');
    assert.equal(again.body, whole.body);
    const charged = (await usage()).records.reduce((sum, record) => sum + record.charged, 0);
    assert.equal(charged, reported(llm));
  });

  for (const [language, said] of [
    [
      'en',
      /^The language model could not be reached, so “.+” was not rewritten\. The review is unchanged, and nothing was charged\.$/,
    ],
    ['zh', /^无法连接语言模型，未能重写“.+”。综述保持不变，未产生费用。$/],
  ] as const)
    it(`answers 502 for free if the model is unreachable: ${language}`, {
      tags: ['expert.request.rewrite'],
    }, async (t) => {
      const { post, llm, usage } = await finished(t, topics[language]);
      const section = language === 'en' ? 'Conclusion' : '结论';
      for (const fault of ['rate-limited', 'reset', 'unavailable'] as const) {
        llm?.setFault(fault, { role: 'section' });
        const reply = await post('expert', rewrite(section), undefined, { language });
        assert.equal(reply.statusCode, 502);
        assert.match(reply.json().error, said, fault);
        llm?.clearFaults();
      }
      assert.deepEqual((await usage()).records.map(({ charged }) => charged).slice(0, -1), [0, 0, 0]);
    });

  for (const [language, mistakes] of [
    [
      'en',
      {
        call: /^There is no such review: "rewrite\.call" must be the Idempotency-Key of a review that the model wrote .*\.$/,
        section:
          /^"rewrite\.section" must be the heading of a section that the model wrote: “Abstract”, .*; got "Nonsense"\.$/,
      },
    ],
    [
      'zh',
      {
        call: /^没有对应的综述："rewrite\.call" 应为一小时内.*的 Idempotency-Key。$/,
        section: /^"rewrite\.section" 应为由模型撰写的部分的标题：“摘要”、.*；收到的是 ?"Nonsense"。$/,
      },
    ],
  ] as const)
    it(`is rejected with the name of the invalid field, for free: ${language}`, async (t) => {
      const clock = manualClock();
      const { post, createKey, llm, usage } = await finished(t, topics[language], { options: { clock } });
      const [asked, calls] = [llm?.requests().length, (await usage()).records.length];
      const conclusion = language === 'en' ? 'Conclusion' : '结论';
      const refuse = async (body: object, wanted: RegExp, path = 'expert', key?: string) => {
        const rejection = wanted === mistakes.call ? [404, 'not_found'] : [400, 'invalid_request'];
        const reply = await post(path, body, 'job 2', { language, ...(key && { key }) });
        const { error, code } = reply.json() as { error: string; code: string };
        assert.deepEqual([reply.statusCode, code], rejection);
        assert.match(error, wanted);
      };
      for (const path of ['expert', 'expert_stream']) {
        await refuse(rewrite('Nonsense'), mistakes.section, path);
        for (const call of ['another', "' OR 1=1 --", 'JOB', ' job', '%', 'x'.repeat(255)])
          await refuse(rewrite(conclusion, call), mistakes.call, path);
        await refuse({ ...rewrite(conclusion), max_refs: 3 }, mistakes.call, path);
        await refuse(rewrite(conclusion), mistakes.call, path, await createKey());
        await refuse(rewrite(conclusion, '名称'), /"rewrite\.call"/, path);
        await refuse(rewrite(conclusion, 'x'.repeat(256)), /"rewrite\.call"/, path);
        await refuse({ rewrite: { call: 'job' } }, /"rewrite\.section"/, path);
        await refuse({ rewrite: 'job' }, /"rewrite"/, path);
      }
      clock.advance(resultRetentionMs);
      await refuse(rewrite(conclusion), mistakes.call);
      assert.equal(llm?.requests().length, asked);
      assert.equal((await usage()).records.length, calls);
    });

  for (const [language, needed] of [
    ['en', /^"rewrite" needs a language model, and this service has none/],
    ['zh', /^"rewrite" 需要语言模型，而本服务未配置/],
  ] as const)
    it(`is rejected without a model: ${language}`, async (t) => {
      const { post } = await finished(t, topics[language], { model: false });
      const reply = await post('expert', rewrite('Abstract'), undefined, { language });
      assert.equal(reply.statusCode, 404);
      assert.match(reply.json().error, needed);
    });

  it('is rejected for an unfinished review', async (t) => {
    const { post, llm } = await finished(t, topics.en);
    llm?.setFault('rate-limited', { role: 'section', match: 'This part is the conclusion' });
    const part = await post('expert', { max_refs: 9 }, 'job 2');
    assert.equal(part.headers['x-incomplete'], 'upstream_unavailable');
    llm?.clearFaults();
    const reply = await post('expert', { max_refs: 9, ...rewrite('Abstract', 'job 2') });
    assert.equal(reply.statusCode, 404);
  });
});
