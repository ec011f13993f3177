import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Article, abstractText } from '@citewell/core/records/article.ts';
import { anArticle } from '@citewell/core/testing/an-article.ts';
import { splitSentences } from '@citewell/core/text/sentences.ts';
import type { Reference } from '@citewell/sdk';
import { citedNumbers, removeCitationMarkers } from '@citewell/sdk/citation-markers';
import { type ReviewLie, reviewLies } from '@citewell/simulators/llm/llm-review-lies.ts';
import { buildReviewApp } from '../../testing/app/review-app.ts';
import { reviewArticles } from '../../testing/app/review-records.ts';
import { parseEvents } from '../../testing/process/sse-reader.ts';

const inChinese = [
  anArticle('2101', {
    title: '二甲双胍与2型糖尿病患者死亡率的随机对照试验',
    ...{ year: '2021', mesh: ['Metformin', 'Diabetes Mellitus, Type 2'] },
    abstract: [
      { label: '方法', text: '将480例2型糖尿病患者随机分为二甲双胍组和安慰剂组。' },
      {
        label: '结果',
        text: '与安慰剂相比，二甲双胍降低2型糖尿病患者的死亡率（HR 0.66，95% CI 0.50～0.87）。',
      },
      { label: '结论', text: '二甲双胍可降低2型糖尿病患者的死亡率。' },
    ],
  }),
  anArticle('2102', {
    title: '二甲双胍与2型糖尿病死亡率：队列研究',
    ...{ year: '2021', mesh: ['Metformin', 'Diabetes Mellitus, Type 2'] },
    abstract: [
      {
        label: '结果',
        text: '与安慰剂相比，二甲双胍未改变2型糖尿病患者的死亡率（HR 1.02，95% CI 0.94～1.11）。',
      },
      { label: '结论', text: '二甲双胍与2型糖尿病患者的死亡率无关。' },
    ],
  }),
  anArticle('2103', {
    title: '二甲双胍对2型糖尿病患者糖化血红蛋白的影响',
    ...{ year: '2021', mesh: ['Metformin', 'Diabetes Mellitus, Type 2'] },
    abstract: [
      { label: '结果', text: '二甲双胍使2型糖尿病患者的糖化血红蛋白降低1.1%。' },
      { label: '结论', text: '二甲双胍可降低2型糖尿病患者的糖化血红蛋白。' },
    ],
  }),
];

const settings = {
  en: {
    question: 'Metformin in type 2 diabetes',
    findings:
      'In 312 adults with type 2 diabetes metformin reduced mortality from 11.2% to 7.9% (P = 0.02). HbA1c fell by 0.9%. A limitation is the small sample from a single centre.',
    articles: reviewArticles,
    principal: 'Principal findings',
  },
  zh: {
    question: '二甲双胍治疗2型糖尿病',
    findings:
      '在312例2型糖尿病患者中，二甲双胍使死亡率由11.2%降低至7.9%。糖化血红蛋白下降0.9%。局限性为单中心、样本量小。',
    articles: inChinese,
    principal: '主要发现',
  },
} as const;

function plain(text: string): string {
  return text
    .toLowerCase()
    .replace(/[。；]/g, '.')
    .replace(/\s+/g, ' ')
    .replace(/\.$/, '')
    .trim();
}

/** Returns the sentences of a section that code did not write: neither headings nor group names. */
function sentencesIn(part: string): string[] {
  return part
    .split('\n')
    .slice(1)
    .filter((line) => line.trim() !== '' && !/^\s*(?:#|\*\*)/.test(line))
    .flatMap((line) => line.split(/(?<=\[\d+\][.。]?)\s*(?![.[。])/))
    .map((sentence) => sentence.replace(/^- (?:Quoted above:|原文见上：)?/, '').trim())
    .filter(Boolean);
}

describe('a discussion by a lying model', () => {
  for (const language of ['en', 'zh'] as const)
    for (const lie of [undefined, ...(Object.keys(reviewLies) as ReviewLie[])])
      it(`contains nothing false: ${lie ?? 'none'}, in ${language}`, async (t) => {
        const { question, findings, articles, principal } = settings[language];
        const { post, llm } = await buildReviewApp(t, { model: true, articles });
        llm?.lieInReviews(lie);
        const reply = await post('ask_stream', { mode: 'discussion', question, file_content: findings });
        assert.equal(reply.statusCode, 200);
        const events = parseEvents(reply.body);
        const text = events
          .flatMap(({ event, data }) => (event === 'answer_chunk' ? [data.text] : []))
          .join('');
        const references = (events.find(({ event }) => event === 'references')?.data.refs ??
          []) as Reference[];
        const parts = text.split(/^## /m).slice(1);
        assert.equal(parts.length, 6, text);
        const records = new Map<string, string>(
          (articles as readonly Article[]).map((record) => [
            record.pmid,
            plain(`${record.title} ${abstractText(record)}`),
          ]),
        );
        let cited = 0;
        for (const part of parts)
          for (const sentence of sentencesIn(part)) {
            const numbers = citedNumbers(sentence);
            // After a marker, the words of its record, verbatim.
            const own = removeCitationMarkers(sentence).replace(/^In one study, /, '');
            const quotes = [...own.matchAll(/“([^”]+)”/g)].map(([, quote = '']) => quote);
            const claims = quotes.length > 0 ? quotes : [own];
            if (numbers.length > 0) {
              cited += 1;
              for (const claim of claims)
                assert.ok(
                  numbers.some((number) =>
                    records.get(references[number - 1]?.pmid ?? '')?.includes(plain(claim)),
                  ),
                  `${lie}: ${sentence}`,
                );
            }
            // Without one, the findings given: no other number or direction.
            else if (part.startsWith(principal) || quotes.length > 0)
              for (const claim of claims)
                for (const { text: each } of splitSentences(claim))
                  assert.ok(plain(findings).includes(plain(each)), `${lie}: ${each}`);
          }
        assert.ok(cited > 0, text);
        assert.doesNotMatch(
          text,
          /in contrast|与此相反|magnesium|血清镁|aspirin|阿司匹林|increased mortality|死亡率由11\.2%升高/i,
        );
        assert.doesNotMatch(text.split(/^## /m)[1] ?? '', /319|11\.33|8\.03|\b7\.9% to 11/);
      });

  for (const [language, lead, sentences, holds, fails] of [
    [
      'en',
      'In agreement with our findings, ',
      [
        'metformin did not change mortality in type 2 diabetes compared with placebo (HR 1.02, 95% CI 0.94-1.11)',
        'metformin reduced mortality in adults with type 2 diabetes',
        'nausea was more common with metformin (RR 1.8)',
      ],
      [/findings, metformin reduced mortality in adults/],
      [/findings, metformin did not change/, /findings, nausea/],
    ],
    [
      'en',
      'Unlike our study, ',
      [
        'metformin did not change mortality in type 2 diabetes compared with placebo (HR 1.02, 95% CI 0.94-1.11)',
        'metformin reduced mortality in adults with type 2 diabetes',
      ],
      [/study, metformin did not change/],
      [/our study, metformin reduced/],
    ],
    [
      'zh',
      '与本研究结果一致，',
      ['二甲双胍与2型糖尿病患者的死亡率无关', '二甲双胍可降低2型糖尿病患者的死亡率'],
      [/一致，二甲双胍可降低2型糖尿病患者的死亡率/],
      [/一致，二甲双胍与2型糖尿病患者的死亡率无关/],
    ],
  ] as const)
    it(`relates prior work to the findings only as both show: ${lead}, in ${language}`, async (t) => {
      const { question, findings, articles } = settings[language];
      const { post, llm } = await buildReviewApp(t, { model: true, articles });
      const matching = language === 'zh' ? '与既往研究比较' : 'compares the findings';
      const ask = () => post('ask_stream', { mode: 'discussion', question, file_content: findings });
      await ask();
      const prompt = llm
        ?.requests()
        .map((request) => JSON.stringify(request))
        .find((each) => each.includes(matching));
      const text = sentences
        .map((sentence) => {
          const at = prompt?.toLowerCase().indexOf(sentence.toLowerCase()) ?? -1;
          const [, id] = /\[(E\d+)\](?!.*\[E\d+\])/.exec(prompt?.slice(0, at) ?? '') ?? [];
          assert.ok(id, sentence);
          return language === 'zh' ? `${lead}${sentence}[${id}]。` : `${lead}${sentence} [${id}].`;
        })
        .join(' ');
      llm?.setScript({ text }, 'section', matching);
      const reply = await ask();
      const written = parseEvents(reply.body)
        .flatMap(({ event, data }) => (event === 'answer_chunk' ? [data.text] : []))
        .join('');
      for (const pattern of holds) assert.match(written, pattern);
      for (const pattern of fails) assert.doesNotMatch(written, pattern);
    });

  it('combines no findings on different outcomes', async (t) => {
    const { question, findings, articles } = settings.en;
    const { post, llm } = await buildReviewApp(t, { model: true, articles });
    const text =
      'HbA1c fell from 11.2% to 7.9%. Mortality fell by 0.9%. In 312 children with type 2 diabetes metformin reduced mortality from 7.9% to 11.2%. HbA1c fell by 0.9%.';
    llm?.setScript({ text }, 'section', 'restates the principal findings');
    const reply = await post('ask_stream', { mode: 'discussion', question, file_content: findings });
    const written = parseEvents(reply.body)
      .flatMap(({ event, data }) => (event === 'answer_chunk' ? [data.text] : []))
      .join('');
    assert.equal(written.split(/^## /m)[1]?.trim(), 'Principal findings\n\nHbA1c fell by 0.9%.');
  });
});
