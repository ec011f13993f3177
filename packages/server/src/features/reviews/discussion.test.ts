import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import type { Reference } from '@citewell/sdk';
import { startLlmSimulator } from '@citewell/simulators/llm/llm-simulator.ts';
import { createProviderModel } from '../../llm/provider-model.ts';
import { readConfig } from '../../platform/config.ts';
import { buildTestApp } from '../../testing/app/build-test-app.ts';
import { reviewArticles } from '../../testing/app/review-records.ts';
import { scriptedRetriever } from '../../testing/app/scripted.ts';
import { tokenCounter } from '../../testing/app/token-counter.ts';
import { parseEvents } from '../../testing/process/sse-reader.ts';

const findings = {
  en: 'In 312 adults with type 2 diabetes metformin reduced mortality from 11.2% to 7.9% (P = 0.02). HbA1c fell by 0.9%. The study was randomized. A limitation is the small sample from a single centre [1].',
  zh: '在312例2型糖尿病患者中，二甲双胍使死亡率由11.2%降低至7.9%。糖化血红蛋白下降0.9%。本研究为随机设计。局限性为单中心、样本量小。',
};
const topics = { en: 'Metformin in type 2 diabetes', zh: '二甲双胍治疗2型糖尿病' };
const headings = {
  en: [
    'Principal findings',
    'Comparison with prior work',
    'Possible mechanisms',
    'Strengths and limitations',
    'Implications',
    'Conclusion',
  ],
  zh: ['主要发现', '与既往研究的比较', '可能的机制', '优势与局限', '启示', '结论'],
};

async function setUp(t: TestContext, model: boolean) {
  const llm = await startLlmSimulator();
  const { llm: config } = readConfig({ CITEWELL_LLM_BASE_URL: llm.url, CITEWELL_LLM_MODEL: 'simulated' });
  assert.ok(config);
  const writer = createProviderModel({
    config,
    clock: { now: () => Date.now() },
    log: () => {},
    counter: tokenCounter,
    random: () => 0,
  });
  t.after(async () => {
    await writer.close();
    await llm.close();
  });
  const { app, key, settled } = await buildTestApp(t, {
    services: {
      model: model ? writer : undefined,
      literature: { remote: [scriptedRetriever('pubmed', reviewArticles)], library: undefined },
    },
  });
  const discuss = async (body: object) => {
    const reply = await app.inject({
      method: 'POST',
      url: '/ai/api/ask_stream',
      headers: { 'content-type': 'application/json', 'x-api-key': key },
      payload: { mode: 'discussion', ...body },
    });
    const events = reply.statusCode === 200 ? parseEvents(reply.body) : [];
    const text = events.flatMap(({ event, data }) => (event === 'answer_chunk' ? [data.text] : [])).join('');
    const parts = text.split(/^## /m).slice(1);
    return {
      reply,
      names: events.map(({ event }) => event),
      text,
      headings: parts.map((part) => part.split('\n')[0] ?? ''),
      under: (heading: string) => parts.find((part) => part.startsWith(`${heading}\n`)) ?? '',
      references: (events.find(({ event }) => event === 'references')?.data.refs ?? []) as Reference[],
    };
  };
  return { llm, discuss, settled };
}

describe('mode discussion of POST /ai/api/ask_stream', () => {
  for (const model of [false, true])
    for (const language of ['en', 'zh'] as const)
      it(`compares given findings with the literature, ${model ? 'with' : 'without'} a model, in ${language}`, {
        tags: ['ask_stream.mode.discussion'],
      }, async (t) => {
        const { discuss } = await setUp(t, model);
        const {
          names,
          headings: got,
          text,
          references,
          under,
        } = await discuss({
          question: topics[language],
          file_content: findings[language],
        });
        assert.deepEqual(got, headings[language]);
        assert.deepEqual(names.slice(-2), ['references', 'done']);
        const cited = [...new Set([...text.matchAll(/\[(\d+)\]/g)].map(([, n]) => Number(n)))];
        assert.deepEqual(
          cited,
          references.map((_, at) => at + 1),
        );
        assert.ok(references.length > 0);
        const principal = under(headings[language][0] ?? '');
        for (const number of ['312', '11.2', '7.9']) assert.ok(principal.includes(number), principal);
        assert.doesNotMatch(principal, /\[\d+\]/);
      });

  for (const language of ['en', 'zh'] as const)
    it(`writes all sections for a topic without findings, and requests none about them: ${language}`, async (t) => {
      const { discuss, llm } = await setUp(t, true);
      const { names, headings: got, under } = await discuss({ question: topics[language] });
      assert.deepEqual(got, headings[language]);
      for (const heading of got) assert.match(under(heading), /\n+\S.*/, heading);
      assert.ok(!names.includes('error'));
      const asked = llm.requests().map(({ body }) => JSON.stringify(body));
      assert.ok(asked.length > 0);
      assert.ok(!asked.some((body) => body.includes('restates the principal findings')));
    });

  for (const language of ['en', 'zh'] as const)
    it(`quotes for every section of a topic without findings: ${language}`, async (t) => {
      const { discuss } = await setUp(t, false);
      const { under } = await discuss({ question: topics[language] });
      const [first = '', last = ''] = [headings[language][0], headings[language].at(-1)];
      assert.match(under(first), /No findings were provided|未提供研究结果/);
      assert.match(under(last), /Prior work on the topic \(\d|既往研究（\d+ 项）/);
    });

  it('lists agreeing before disagreeing prior work', async (t) => {
    const { discuss } = await setUp(t, false);
    const { under } = await discuss({ question: topics.en, file_content: findings.en });
    assert.match(
      under('Comparison with prior work'),
      /\*\*Finding 1: agreeing\*\*.*“Metformin reduced mortality.*\*\*Finding 1: disagreeing\*\*.*“Metformin (?:did not change|was not associated)/s,
    );
  });

  it('never changes a number of the findings, whatever the model writes', async (t) => {
    const { discuss, llm } = await setUp(t, true);
    const wrong =
      'In 312 adults metformin reduced mortality from 11.2% to 5.9%. Of 999 patients most improved.';
    for (const words of ['restates the principal findings', 'strengths and limitations of the study'])
      llm.setScript({ text: wrong }, 'section', words);
    const { text, under } = await discuss({ question: topics.en, file_content: findings.en });
    assert.doesNotMatch(text, /5\.9|999/);
    assert.match(under('Principal findings'), /7\.9%/);
  });

  it('delivers finished sections if the model fails at one, then an error', async (t) => {
    const { discuss, llm, settled } = await setUp(t, true);
    llm.setFault('rate-limited', { role: 'section', match: 'compares the findings' });
    const { names, headings: got } = await discuss({ question: topics.en, file_content: findings.en });
    assert.deepEqual(names.slice(-3), ['references', 'error', 'done']);
    assert.deepEqual(
      got,
      headings.en.filter((heading) => heading !== 'Comparison with prior work'),
    );
    assert.deepEqual(settled, [{ endpoint: 'ask_stream', outcome: 'upstream_error', delivered: true }]);
  });

  for (const language of ['en', 'zh'] as const)
    it(`accepts a topic alone, and takes the findings of a review in the history: ${language}`, async (t) => {
      const { discuss } = await setUp(t, false);
      const alone = await discuss({ question: topics[language], mode: 'Discussion' });
      assert.equal(alone.reply.statusCode, 200);
      for (const heading of headings[language].slice(1))
        assert.match(alone.text, new RegExp(`^## ${heading}$`, 'm'));
      assert.ok(alone.references.length > 0);
      const history = [{ q: topics[language], a: findings[language] }];
      const followed = await discuss({ question: topics[language], history });
      assert.match(followed.text, language === 'en' ? /11\.2% to 7\.9%/ : /11\.2%降低至7\.9%/);
    });

  for (const [language, requests] of [
    [
      'en',
      [
        'Write a discussion for it',
        'Now the discussion, please.',
        'Discuss these findings',
        'Write the discussion section',
        'Continue',
        `Write a discussion on ${topics.en}`,
      ],
    ],
    [
      'zh',
      ['写讨论部分', '继续', '请根据上面的综述写讨论', '接着写讨论吧', `请写一段关于${topics.zh}的讨论`],
    ],
  ] as const)
    it(`takes the topic, too, of a review in the history: ${language}`, async (t) => {
      const { discuss } = await setUp(t, false);
      const history = [{ q: topics[language], a: findings[language] }];
      const expected = await discuss({ question: topics[language], history });
      assert.ok(expected.references.length > 0);
      for (const question of requests) {
        const { references, text } = await discuss({ question, history });
        assert.deepEqual(references, expected.references, question);
        assert.match(text, language === 'en' ? /11\.2% to 7\.9%/ : /11\.2%降低至7\.9%/);
      }
      const refused = await discuss({
        question: language === 'en' ? 'Tell me a joke.' : '讲个笑话',
        history,
      });
      assert.match(refused.text, /Outside the scope|超出本服务范围/);
    });

  for (const [language, contradicting] of [
    [
      'en',
      'Metformin reduced mortality in type 2 diabetes. Metformin increased mortality in type 2 diabetes. Metformin reduced mortality in type 2 diabetes.',
    ],
    ['zh', '二甲双胍降低了2型糖尿病患者的死亡率。二甲双胍增加了2型糖尿病患者的死亡率。'],
  ] as const)
    it(`reports contradicting findings and compares each with prior work: ${language}`, {
      tags: ['ask_stream.mode.discussion'],
    }, async (t) => {
      for (const model of [false, true]) {
        const { discuss } = await setUp(t, model);
        const { under, text } = await discuss({ question: topics[language], file_content: contradicting });
        const comparison = under(headings[language][1] ?? '');
        assert.match(
          comparison,
          language === 'en'
            ? /The findings provided contradict each other on mortality:/
            : /所给的研究结果在“死亡”上相互矛盾：/,
        );
        if (model) continue;
        for (const side of language === 'en'
          ? ['Finding 1: agreeing', 'Finding 1: disagreeing', 'Finding 2: agreeing', 'Finding 2: disagreeing']
          : ['结果1：一致', '结果1：不一致', '结果2：不一致'])
          assert.ok(comparison.includes(`**${side}**`) || side === 'Finding 2: agreeing', side);
        const quotes = [...text.matchAll(/“[^”]{20,}”/g)].map(([quote]) => quote);
        assert.equal(new Set(quotes).size, quotes.length);
      }
    });

  for (const language of ['en', 'zh'] as const)
    it(`quotes each sentence of the literature once and no off-topic mechanism: ${language}`, async (t) => {
      const { discuss } = await setUp(t, false);
      const { text } = await discuss({ question: topics[language], file_content: findings[language] });
      const quotes = [...text.matchAll(/“[^”]{20,}” ?\[/g)].map(([quote]) => quote);
      assert.ok(quotes.length > 0);
      assert.equal(new Set(quotes).size, quotes.length);
    });

  for (const [language, given, sides, counts] of [
    [
      'en',
      'Metformin raised mortality in type 2 diabetes. Metformin lowered mortality in type 2 diabetes.',
      /contradict each other on mortality: Finding 1 and Finding 2.*Finding 1: disagreeing/s,
      /- Finding 1: \d stud(?:y agrees|ies agree), \d disagrees?\n- Finding 2: \d stud/,
    ],
    [
      'zh',
      '二甲双胍升高2型糖尿病患者的死亡率。二甲双胍降低2型糖尿病患者的死亡率。',
      /在“死亡”上相互矛盾：结果1与结果2.*结果1：不一致/s,
      /- 结果1：一致 \d 项，不一致 \d 项\n- 结果2：一致 \d 项/,
    ],
  ] as const)
    it(`keeps findings with any verb, and refers to earlier quotations in words: ${language}`, async (t) => {
      const { discuss } = await setUp(t, false);
      const { under, text } = await discuss({ question: topics[language], file_content: given });
      assert.match(under(headings[language][1] ?? ''), sides);
      assert.match(under(headings[language][5] ?? ''), counts);
      assert.match(text, /^- (?:Quoted above: |原文见上：)\[\d+\]/m);
      assert.doesNotMatch(text, /^- \[\d+\]|““|。 |both sides|\n{3,}/m);
    });

  for (const [language, given, named, said] of [
    [
      'en',
      'Hair loss was 4.2% with metformin (P = 0.03).',
      /\*\*Not compared with prior work\*\*\n\n- “Hair loss was 4\.2% with metformin \(P = 0\.03\)\.”/,
      /No sentence found in prior work could be compared with the findings/,
    ],
    [
      'zh',
      '二甲双胍组脱发率为4.2%（P=0.03）。',
      /\*\*未与既往研究比较\*\*\n\n- “二甲双胍组脱发率为4\.2%（P=0\.03）。”/,
      /没有可与所给结果比较的句子/,
    ],
  ] as const)
    it(`names findings without prior work and claims no agreement or disagreement: ${language}`, async (t) => {
      const { discuss } = await setUp(t, false);
      const { under, text } = await discuss({ question: topics[language], file_content: given });
      assert.match(under(headings[language][1] ?? ''), named);
      assert.match(under(headings[language][5] ?? ''), said);
      assert.doesNotMatch(text, /both sides|双方/);
    });

  for (const [language, given, said] of [
    [
      'en',
      'In our single-centre cohort metformin lowered mortality.',
      /names strengths or limitations only within the findings above/,
    ],
    ['zh', '在本单中心队列中，二甲双胍降低了死亡率。', /仅在上述主要发现中提及优势或局限/],
  ] as const)
    it(`keeps a finding that mentions a limitation: ${language}`, async (t) => {
      const { discuss } = await setUp(t, false);
      const { under } = await discuss({ question: topics[language], file_content: given });
      assert.ok(under(headings[language][0] ?? '').includes(given));
      assert.match(under(headings[language][3] ?? ''), said);
    });

  for (const [language, finding, note] of [
    [
      'en',
      'Metformin lowered mortality in men (HR 0.60, 95% CI 0.40-0.90) but mortality was higher in women (HR 1.50, 95% CI 1.10-2.00).',
      ' (its figures point in different directions)',
    ],
    [
      'en',
      'With metformin the hazard ratio for mortality was 0.60 (95% CI 0.40-0.90) in men and 1.50 (95% CI 1.10-2.00) in women.',
      ' (its figures point in different directions)',
    ],
    [
      'zh',
      '二甲双胍降低男性死亡率（HR 0.60，95%CI 0.40-0.90），而女性死亡率升高（HR 1.50，95%CI 1.10-2.00）。',
      '（所给数值方向不一）',
    ],
  ] as const)
    it(`does not compare a finding whose groups differ, and names it: ${finding}`, {
      tags: ['ask_stream.mode.discussion'],
    }, async (t) => {
      const { discuss } = await setUp(t, false);
      const { under } = await discuss({ question: topics[language], file_content: finding });
      const [, comparison = ''] = headings[language];
      const heading = language === 'en' ? '**Not compared with prior work**' : '**未与既往研究比较**';
      const [, rest = ''] = under(comparison).split(heading);
      assert.ok(rest.includes(`“${finding}”${note}`), under(comparison));
      assert.doesNotMatch(under(comparison), /\*\*(?:Agreeing|Disagreeing|一致|不一致)\*\*/);
    });
});
