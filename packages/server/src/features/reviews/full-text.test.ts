import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import type { ReviewResponse } from '@citewell/sdk';
import { startLlmSimulator } from '@citewell/simulators/llm/llm-simulator.ts';
import type { SimulatedRecord } from '@citewell/simulators/pubmed/record.ts';
import {
  buildFullTextApp,
  eventsTable,
  license,
  trialText,
  unreadable,
  zelparinRecord,
} from '../../testing/app/full-text-app.ts';
import { modelAt } from '../../testing/app/model-at.ts';

const question = 'Nausea with zelparin';
const include = ['trust', 'verification', 'run'];
const trials = [
  [
    'Zelparin and nausea after stroke: a randomised trial.',
    'Vomiting and dizziness were uncommon among the 812 survivors who were followed in Bath.',
    'Zelparin may increase nausea after stroke compared with warfarin.',
  ],
  [
    'Gastric complaints of sailors who take zelparin.',
    'Sailors of three harbours reported complaints by telephone every second week during a winter.',
    'Nausea was more frequent with zelparin than with warfarin in sailors.',
  ],
  [
    'Nausea with zelparin in pregnancy: a cohort study.',
    'Midwives kept diaries of women with thrombophilia until delivery, in two counties.',
    'Zelparin was associated with nausea in pregnancy.',
  ],
  [
    'Tolerability of zelparin in renal failure.',
    'Dialysis units compared anticoagulants over four quarters and noted why drugs were stopped.',
    'Zelparin caused nausea in patients on dialysis.',
  ],
] as const;
const figure = (at: number) => `Nausea occurred in ${7 + at}.3% with zelparin and in 4.${at}% with warfarin.`;
const section = 'Results > Safety';

/** Four studies of different populations, each with a figure only in its full text, with or without other fields. */
function studies(more: Partial<SimulatedRecord> | 'pmcid' | 'fullText' = {}): SimulatedRecord[] {
  return trials.map(([title, result, conclusion], at) => {
    const own = {
      title,
      abstract: [
        { label: 'RESULTS', text: result },
        { label: 'CONCLUSIONS', text: conclusion },
      ],
      fullText: trialText(`<sec><title>Safety</title><p>${figure(at)}</p></sec>${eventsTable}`),
    };
    return zelparinRecord(String(at + 1), more, own);
  });
}

async function review(
  { post }: Awaited<ReturnType<typeof buildFullTextApp>>,
  request: object = {},
): Promise<ReviewResponse> {
  return (await post('expert', { question, include, ...request })).json();
}

/** Starts the app with a simulated model and returns both. */
async function withModel(t: TestContext) {
  const llm = await startLlmSimulator();
  const model = modelAt(llm.url);
  const app = await buildFullTextApp(t, studies(), { model });
  t.after(async () => {
    await model.close();
    await llm.close();
  });
  return { app, llm };
}

describe('a review without a model', () => {
  it('quotes full texts after the conclusions of their papers, and reports what was read', async (t) => {
    const app = await buildFullTextApp(t, studies());
    const { review: text, trust, verification, run } = await review(app);
    assert.match(
      text,
      /^\*This review quotes the abstracts found, and open-access full texts where they say more/m,
    );
    assert.match(text, /The open-access full texts of 4 of them were read for their results\./);
    assert.match(text, /only the results in the open-access full texts of 4 studies were read/);
    for (const [at, [, , conclusion]] of trials.entries()) {
      const item =
        text.split('\n').findLast((line) => line.includes(`“${conclusion}”`) && line.startsWith('- ')) ?? '';
      const quote = `*Full text (PMC${at + 1}, ${section}):* “${figure(at)}”`;
      assert.ok(item.indexOf(quote) > item.indexOf(conclusion), item);
      assert.ok(
        run?.evidence.some((each) => each.text === figure(at) && each.full_text?.section === section),
      );
    }
    assert.equal(trust?.length, 4);
    for (const card of trust ?? [])
      assert.partialDeepStrictEqual(card, {
        read: 'full_text',
        full_text: { license, section, sentence: figure(Number(card.pmid) - 1) },
      });
    const read = verification?.sentences.filter((sentence) => sentence.read === 'full_text') ?? [];
    assert.equal(read.length, 4);
    assert.ok(read.every(({ verdict, evidence }) => verdict === 'supported' && evidence.length === 0));
    assert.deepEqual(app.asked(), { europepmc: 4, eutils: 0 });
  });

  it('quotes full texts in Chinese', async (t) => {
    const app = await buildFullTextApp(t, studies());
    const { review: text } = await review(app, { lang: 'zh' });
    assert.match(text, /本综述逐字摘录检索到的摘要以及部分开放获取全文/);
    assert.match(text, /并查阅了其中 4 篇的开放获取全文/);
    assert.ok(text.includes(`*全文（PMC1，${section}）：* “${figure(0)}”`), text);
  });
});

describe('a review from a model', () => {
  it('states verified figures of full texts and concludes from abstracts', async (t) => {
    const { app, llm } = await withModel(t);
    const { review: text, trust, verification } = await review(app);
    assert.match(text, /from quoted sentences of abstracts and open-access full texts only/);
    const [findings = '', conclusion = ''] = ['Findings', 'Conclusion'].map(
      (heading) => text.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0],
    );
    for (const at of trials.keys()) assert.ok(findings.includes(figure(at).slice(7, -1)), findings);
    assert.doesNotMatch(conclusion, /7\.3%|4\.0%/);
    assert.ok(conclusion.includes('associated with nausea in pregnancy'), conclusion);
    const stated = verification?.sentences.find(({ sentence }) => sentence.includes('9.3%'));
    assert.partialDeepStrictEqual(stated, {
      ...{ verdict: 'supported', read: 'full_text' },
      full_text: [{ pmid: '3', pmcid: 'PMC3', section, sentence: figure(2) }],
    });
    assert.ok(trust?.every(({ read, full_text: reading }) => read === 'full_text' && reading?.section));
    const prompts = llm.requests().map((request) => JSON.stringify(request));
    assert.ok(prompts.some((prompt) => prompt.includes(`FULL TEXT, ${section}: ${figure(0)}`)));
  });

  for (const sentence of [
    'Nausea occurred in 4.0% with zelparin',
    'Nausea occurred in 55% of adults who take zelparin',
    'Vomiting occurred in 1.4% with zelparin',
    'You should stop zelparin, because nausea occurred in 7.3%',
  ])
    it(`omits a statement that the full texts do not support: ${sentence}`, async (t) => {
      const { app, llm } = await withModel(t);
      const ids = ['E1', 'E2', 'E3', 'E4'].map((id) => `[${id}]`).join('');
      llm.setScript({ text: `${sentence} ${ids}.` }, 'section');
      const { review: text } = await review(app);
      assert.ok(!text.includes(sentence), text);
    });

  it('keeps its evidence when continued, without fetching a full text again', async (t) => {
    const { app } = await withModel(t);
    const post = () =>
      app.app.inject({
        method: 'POST',
        url: '/ai/api/expert_stream',
        headers: { 'x-api-key': app.key, 'idempotency-key': 'one' },
        payload: { question, include },
      });
    const first = await post();
    assert.match(first.body, /9\.3%/);
    const again = await post();
    assert.match(again.body, /9\.3%/);
    assert.match(again.body, /"read":"full_text"/);
    assert.deepEqual(app.asked(), { europepmc: 4, eutils: 0 });
  });
});

describe('full texts are not read', () => {
  it('with full_text: false, if the operator disabled them, or for a discussion', {
    tags: ['expert.request.full_text'],
  }, async (t) => {
    const app = await buildFullTextApp(t, studies());
    const { review: text, trust } = await review(app, { full_text: false });
    assert.match(text, /Full texts were not read\./);
    assert.doesNotMatch(text, /7\.3%/);
    assert.ok(trust?.every(({ read }) => read === 'abstract'));
    await app.post('expert_stream', { question, full_text: false });
    await app.post('ask_stream', {
      question,
      mode: 'discussion',
      file_content: 'Nausea occurred in 5% with zelparin.',
    });
    assert.deepEqual(app.asked(), { europepmc: 0, eutils: 0 });
    const without = await buildFullTextApp(t, studies(), { off: true });
    assert.match((await review(without)).review, /Full texts were not read\./);
  });
});

describe('the abstracts are used if the full text', () => {
  for (const [what, more] of unreadable)
    it(what, async (t) => {
      const app = await buildFullTextApp(t, studies(more));
      const { review: text, trust } = await review(app);
      assert.ok(text.includes('“Zelparin was associated with nausea in pregnancy.”'), text);
      assert.match(text, /Full texts were not read\./);
      assert.ok(trust?.every(({ read }) => read === 'abstract'));
    });

  it('arrives too late from both sources', async (t) => {
    const app = await buildFullTextApp(t, studies(), { timeMs: 300 });
    app.europepmc.setFault('hang');
    app.eutils.setFault('hang');
    assert.match((await review(app)).review, /Full texts were not read\./);
  });
});
