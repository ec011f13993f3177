import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ReviewResponse } from '@citewell/sdk';
import { until } from '@citewell/simulators/until.ts';
import {
  assertCited,
  assertWhole,
  buildReviewApp,
  reported,
  textUnder,
} from '../../testing/app/review-app.ts';
import { reviewArticles } from '../../testing/app/review-records.ts';
import { parseEvents } from '../../testing/process/sse-reader.ts';

const question = 'Metformin in type 2 diabetes';
const chinese = '二甲双胍治疗2型糖尿病';

describe('POST /ai/api/expert with a model', () => {
  for (const [language, topic] of [
    ['en', question],
    ['zh', chinese],
  ] as const)
    it(`writes a whole review and charges the reported tokens, in ${language}`, {
      tags: ['expert.model'],
    }, async (t) => {
      const { post, llm, usage } = await buildReviewApp(t, { model: true });
      const reply = await post('expert', { question: topic });
      const review = reply.json() as ReviewResponse;
      assertWhole(review, language, 'model');
      assert.equal(Number(reply.headers['x-tokens-charged']), reported(llm));
      const { records } = await usage();
      assert.deepEqual(
        records.map(({ charged, outcome }) => [charged, outcome]),
        [[reported(llm), 'ok']],
      );
    });

  it('omits sentences that the evidence does not support', async (t) => {
    const { post, llm } = await buildReviewApp(t, { model: true });
    const lies =
      'Metformin reduced mortality from 12% to 3% [E1]. It is the best of all drugs. Metformin increased mortality in type 2 diabetes [E1][E999].';
    llm?.setScript({ text: lies }, 'section');
    const review = (await post('expert', { question })).json() as ReviewResponse;
    assertCited(review);
    assert.doesNotMatch(review.review, /to 3%|best of all|E999/);
  });

  for (const [name, lies, wrong] of [
    [
      'agreeing findings, or findings on different outcomes, in contrast',
      'Metformin reduced mortality in adults with type 2 diabetes [E1]. In contrast, metformin lowered HbA1c by 1.1% in type 2 diabetes [E2]. Conversely, metformin reduced mortality in adults with type 2 diabetes [E1]. The studies disagree on HbA1c [E1][E2]. Evidence on nausea is conflicting [E2][E3].',
      /in contrast|conversely|disagree on|is conflicting/i,
    ],
    [
      'only one side of a disagreement',
      'On the other hand, metformin reduced mortality in adults with type 2 diabetes [E1]. Contrary to this, metformin reduced mortality in adults with type 2 diabetes [E1].',
      /on the other hand|contrary to/i,
    ],
  ] as const)
    it(`omits a false disagreement: ${name}`, async (t) => {
      const { post, llm } = await buildReviewApp(t, { model: true });
      llm?.setScript({ text: lies }, 'section');
      const topic = 'Metformin and mortality in type 2 diabetes';
      const review = (await post('expert', { question: topic })).json() as ReviewResponse;
      assert.match(review.review, /Metformin reduced mortality in adults with type 2 diabetes \[\d\]/);
      assert.doesNotMatch(review.review, wrong);
      // Both sides are quoted if the writer covers only one.
      const conflicts = textUnder(review, 'Conflicting evidence');
      for (const side of [/HR 0\.66/, /HR 1\.02/]) assert.match(conflicts, side);
    });

  it('keeps a disagreement if the writer states both sides', async (t) => {
    const { post, llm } = await buildReviewApp(t, { model: true });
    // The service decides which sentence has which id: unsupported markers are dropped.
    const all = Array.from({ length: 20 }, (_, at) => `[E${at + 1}]`).join('');
    const lower = 'Mortality was lower with metformin compared with placebo (HR 0.66, 95% CI 0.50-0.87)';
    const same =
      'metformin did not change mortality in type 2 diabetes compared with placebo (HR 1.02, 95% CI 0.94-1.11)';
    llm?.setScript({ text: `${lower} ${all}. In contrast, ${same} ${all}.` }, 'section');
    const topic = 'Metformin and mortality in type 2 diabetes';
    const review = (await post('expert', { question: topic })).json() as ReviewResponse;
    const conflicts = textUnder(review, 'Conflicting evidence');
    assert.match(conflicts, /HR 0\.66.* In contrast, metformin did not change mortality/);
    assert.doesNotMatch(textUnder(review, 'Conclusion'), /In contrast/);
  });

  it('omits a false disagreement in Chinese', async (t) => {
    const { post, llm } = await buildReviewApp(t, { model: true });
    llm?.setScript(
      {
        text: '相反，二甲双胍降低了2型糖尿病患者的死亡率[E1]。然而，二甲双胍降低了2型糖尿病患者的死亡率[E1]。',
      },
      'section',
    );
    const review = (await post('expert', { question: chinese })).json() as ReviewResponse;
    assert.doesNotMatch(review.review, /相反，|然而，/);
  });

  it('writes sections in parallel, in at most three consecutive requests', async (t) => {
    const { post, llm } = await buildReviewApp(t, { model: true });
    await post('expert', { question });
    const roles = (llm?.requests() ?? []).map(({ role }) => role);
    assert.deepEqual([...new Set(roles)].sort(), ['frame', 'outline', 'scope', 'section', 'studies']);
    assert.equal(roles.indexOf('scope'), 0);
    assert.ok(roles.lastIndexOf('outline') < Math.min(roles.indexOf('frame'), roles.indexOf('section')));
  });

  for (const role of ['scope', 'outline', 'studies', 'frame'] as const)
    it(`continues by rules if the model fails at its ${role}, and charges the rest`, async (t) => {
      const { post, llm } = await buildReviewApp(t, { model: true });
      llm?.setFault('rate-limited', { role });
      const reply = await post('expert', { question });
      assertWhole(reply.json() as ReviewResponse, 'en', 'model');
      assert.equal(Number(reply.headers['x-tokens-charged']), reported(llm));
    });

  for (const [part, heading, words] of [
    ['background', 'Background', 'This part is the background'],
    ['theme', '### ', 'This part is the findings'],
    ['conflicts', 'Conflicting evidence', 'This part is the conflicting'],
    ['conclusion', 'Conclusion', 'This part is the conclusion'],
  ] as const)
    it(`delivers finished sections if the model fails at its ${part}, then an error, and charges the rest`, async (t) => {
      const topic = 'Metformin and mortality in type 2 diabetes';
      const { post, llm, usage } = await buildReviewApp(t, { model: true });
      llm?.setFault('rate-limited', { role: 'section', match: words });
      const events = parseEvents((await post('expert_stream', { question: topic })).body);
      assert.deepEqual(
        events.slice(-3).map(({ event }) => event),
        ['references', 'error', 'done'],
      );
      const text = textOf(events);
      assert.match(text, /## Comparison of the studies/);
      assert.ok(!text.includes(part === 'theme' ? heading : `## ${heading}`), heading);
      assertCited({ review: text, references: events.at(-3)?.data.refs as ReviewResponse['references'] });
      const { records } = await usage();
      assert.deepEqual(
        records.map(({ charged, outcome }) => [charged, outcome]),
        [[reported(llm), 'upstream_error']],
      );
    });

  it('returns the finished part as JSON, like the stream, with the cause, and does not store it', {
    tags: ['expert.early_end', 'expert.response.incomplete'],
  }, async (t) => {
    const { app, key, llm, usage } = await buildReviewApp(t, { model: true });
    llm?.setFault('rate-limited', { role: 'section', match: 'This part is the conclusion' });
    const ask = () =>
      app.inject({
        method: 'POST',
        url: '/ai/api/expert',
        headers: { 'content-type': 'application/json', 'x-api-key': key, 'idempotency-key': 'the review' },
        payload: { question },
      });
    const reply = await ask();
    assert.equal(reply.statusCode, 200);
    assert.equal(reply.headers['x-incomplete'], 'upstream_unavailable');
    assert.equal(Number(reply.headers['x-tokens-charged']), reported(llm));
    const review = reply.json() as ReviewResponse;
    assert.equal(review.sections.at(-1)?.heading, 'Incomplete');
    assert.equal(review.incomplete, 'upstream_unavailable');
    assertCited(review);
    llm?.clearFaults();
    llm?.clearLog();
    const again = await ask();
    assert.equal(again.headers['x-incomplete'], undefined);
    assert.equal((again.json() as ReviewResponse).incomplete, undefined);
    assertWhole(again.json() as ReviewResponse, 'en', 'model');
    const { records } = await usage();
    assert.deepEqual(
      records.map(({ outcome }) => outcome),
      ['ok', 'upstream_error'],
    );
  });

  it('quotes if the model is unavailable, with a notice', async (t) => {
    const { post, llm } = await buildReviewApp(t, { model: true });
    llm?.setFault('rate-limited');
    const review = (await post('expert', { question })).json() as ReviewResponse;
    assertWhole(review, 'en');
    assert.match(review.review, /language model is not available.*quotes the abstracts/s);
  });

  it('delivers what the balance covers, names the missing sections and charges no more', async (t) => {
    const { post, llm, createKey, usage } = await buildReviewApp(t, { model: true });
    const balance = 25_000;
    const key = await createKey({ balance });
    // An outline that expensive leaves room for a section or two.
    llm?.setScript({ text: '{}', usage: { promptTokens: 17_500, completionTokens: 10 } }, 'outline');
    const dear = { text: 'Metformin reduced mortality in type 2 diabetes [E1].' };
    llm?.setScript({ ...dear, usage: { promptTokens: 2_400, completionTokens: 20 } }, 'section');
    const events = parseEvents((await post('expert_stream', { question }, key)).body);
    assert.deepEqual(
      events.slice(-3).map(({ event }) => event),
      ['references', 'error', 'done'],
    );
    assert.match(String(events.at(-2)?.data.message), /tokens left; this call needs/);
    const text = events.flatMap(({ event, data }) => (event === 'answer_chunk' ? [data.text] : [])).join('');
    assert.match(text, /## Search methods/);
    assertCited({ review: text, references: events.at(-3)?.data.refs as ReviewResponse['references'] });
    const { records } = await usage(key);
    assert.deepEqual(
      records.map(({ charged, outcome }) => [charged, outcome]),
      [[Math.min(balance, reported(llm)), 'insufficient_balance']],
    );
  });

  for (const [step, prompt] of [
    ['scope', 25_000],
    ['outline', 24_500],
  ] as const)
    it(`quotes and charges at most the balance if it ends with the ${step}`, async (t) => {
      const { post, llm, createKey, usage } = await buildReviewApp(t, { model: true });
      const balance = 25_000;
      const key = await createKey({ balance });
      llm?.setScript({ text: '{}', usage: { promptTokens: prompt, completionTokens: 10 } }, step);
      const review = (await post('expert', { question }, key)).json() as ReviewResponse;
      assertWhole(review, 'en');
      assert.match(review.review, /balance is too low .*quotes the abstracts/s);
      const { records } = await usage(key);
      assert.deepEqual(
        records.map(({ charged }) => charged),
        [Math.min(balance, reported(llm))],
      );
    });

  it('delivers finished sections at its deadline', async (t) => {
    const { post, llm } = await buildReviewApp(t, {
      model: true,
      options: { callLimits: { reviewDeadlineMs: 3_000 } },
    });
    // Usage that the model omits is counted, which loads the tokenizer early: the deadline leaves no time for it.
    llm?.setFault('no-usage', { role: 'scope' });
    llm?.setFault('silent', { role: 'section', match: 'This part is the conclusion' });
    const events = parseEvents((await post('expert_stream', { question })).body);
    assert.deepEqual(
      events.slice(-3).map(({ event }) => event),
      ['references', 'error', 'done'],
    );
    assert.match(String(events.at(-2)?.data.message), /This review ran out of time/);
  });

  for (const role of ['scope', 'outline', 'studies', 'frame', 'section'] as const)
    it(`aborts every model call and starts none after the caller leaves at its ${role}`, async (t) => {
      const { listen, llm, key, settled } = await buildReviewApp(t, { model: true });
      assert.ok(llm);
      llm.setFault('silent', { role });
      const port = await listen();
      const leaving = new AbortController();
      const reply = fetch(`http://127.0.0.1:${port}/ai/api/expert_stream`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-api-key': key },
        body: JSON.stringify({ question }),
        signal: leaving.signal,
      }).then((response) => response.text());
      await until(() => llm.requests().some((request) => request.role === role));
      leaving.abort();
      await assert.rejects(reply);
      await until(() => llm.openCalls() === 0 && settled.length > 0);
      const asked = llm.requests().length;
      assert.deepEqual(
        settled.map(({ outcome }) => outcome),
        ['client_disconnected'],
      );
      // A request still to come would have been recorded before settlement.
      assert.equal(llm.requests().length, asked);
    });
});

describe('a review despite a misbehaving model', () => {
  for (const [language, topic] of [
    ['en', question],
    ['zh', chinese],
  ] as const)
    it(`quotes for a section without a verified sentence, with a notice, in ${language}`, async (t) => {
      const { post, llm } = await buildReviewApp(t, { model: true });
      llm?.setScript(
        { text: 'Metformin cures type 2 diabetes in 99% of all people [E1]. Take it.' },
        'section',
      );
      const review = (await post('expert', { question: topic })).json() as ReviewResponse;
      assertWhole(review, language, 'model');
      assert.match(
        review.review,
        language === 'en' ? /No sentence written for this section could be verified/ : /句子均未通过核查/,
      );
      assert.doesNotMatch(review.review, /99%|Take it/);
    });

  it('states each sentence once in its findings', async (t) => {
    const { post, llm } = await buildReviewApp(t, { model: true });
    const same = 'Metformin reduced mortality in adults with type 2 diabetes';
    const outline = {
      title: 'Metformin',
      themes: themesOf(['Deaths', ['E1', 'E2']], ['Others', ['E3', 'E4', 'E5']]),
    };
    llm?.setScript({ text: JSON.stringify(outline) }, 'outline');
    llm?.setScript(
      { text: `${same} [E1]. ${same} [E2]. ${same} [E3].` },
      'section',
      'This part is the findings',
    );
    const review = (await post('expert', { question })).json() as ReviewResponse;
    const findings = textUnder(review, 'Findings');
    assert.equal(findings.split(same).length - 1, 1, findings);
    assertCited(review);
  });

  for (const [claim, neutral] of [
    ['Metformin reduces mortality by a third', 'Doses and schedules'],
    ['二甲双胍显著降低死亡率', '剂量与疗程'],
    ['See [E1] https://example.org/buy', 'Children and adolescents'],
  ] as const)
    it(`accepts no claim, marker or address as a heading: ${claim}`, async (t) => {
      const { post, llm } = await buildReviewApp(t, { model: true });
      const outline = { title: claim, themes: themesOf([claim, ['E1', 'E2']], [neutral, ['E3', 'E4']]) };
      llm?.setScript({ text: JSON.stringify(outline) }, 'outline');
      llm?.setScript({ text: JSON.stringify({ transitions: [claim, claim] }) }, 'frame');
      const { review, title } = (await post('expert', { question })).json() as ReviewResponse;
      const headings = [...review.matchAll(/^### (.*)$/gm)].map(([, heading]) => heading);
      assert.ok(headings.includes(neutral), `${headings}`);
      assert.ok(!review.includes(claim), claim);
      assert.doesNotMatch(`${title} ${headings}`, /https?:|\[/);
    });

  // A part of a word, a name of a kind of work, and a name of people.
  for (const intervention of ['metfor', 'Effects of metformin', 'Adults'])
    it(`accepts only whole names of the record in the table: not “${intervention}”`, async (t) => {
      const { post, llm } = await buildReviewApp(t, { model: true });
      const { abstract } = reviewArticles[0] as (typeof reviewArticles)[number];
      const sentence = abstract.find(({ label }) => label === 'METHODS')?.text ?? '';
      llm?.setScript(
        {
          text: JSON.stringify({
            studies: [
              {
                pmid: '2001',
                population: 'adults with type 2 diabetes and',
                intervention,
                outcome: sentence,
              },
            ],
          }),
        },
        'studies',
      );
      const review = (await post('expert', { question })).json() as ReviewResponse;
      const row = textUnder(review, 'Comparison of the studies')
        .split('\n')
        .find((line) => line.includes('2021'));
      assert.match(
        row ?? '',
        /\| adults with type 2 diabetes \| 480 \| metformin \| placebo \| Mortality \| HR 0\.66, 95% CI 0\.50-0\.87 \|$/,
      );
    });
});

function themesOf(...themes: [heading: string, ids: string[]][]) {
  return themes.map(([heading, ids]) => ({ heading, ids }));
}

function textOf(events: ReturnType<typeof parseEvents>): string {
  return events.flatMap(({ event, data }) => (event === 'answer_chunk' ? [data.text] : [])).join('');
}
