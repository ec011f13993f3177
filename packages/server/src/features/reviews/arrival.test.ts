import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import {
  type AnswerEvent,
  type FinishedSection,
  readAnswerEvents,
  type WritingProgress,
} from '@citewell/sdk';
import { buildReviewApp } from '../../testing/app/review-app.ts';
import { answer } from '../answers/answer.ts';

const topics = { en: 'Metformin in type 2 diabetes', zh: '二甲双胍治疗2型糖尿病' } as const;

/** Requests a review or discussion over a real connection; its model waits at one request until released. */
async function streamed(
  t: TestContext,
  body: object,
  { path = 'expert_stream', waitsAt = '', repeatProgressAfterMs = 60_000, model = true } = {},
) {
  const { listen, llm, key } = await buildReviewApp(t, {
    model,
    options: { answer, callLimits: { repeatProgressAfterMs } },
  });
  const gate = Promise.withResolvers<void>();
  llm?.onRequest(({ role, body: asked }) =>
    waitsAt !== '' && (role === waitsAt || JSON.stringify(asked).includes(waitsAt))
      ? gate.promise
      : undefined,
  );
  const response = await fetch(`http://127.0.0.1:${await listen()}/ai/api/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': key },
    body: JSON.stringify(body),
  });
  assert.ok(response.body);
  return { events: readAnswerEvents(response.body), letGo: gate.resolve, llm };
}

async function read(events: AsyncGenerator<AnswerEvent>, until: (event: AnswerEvent) => boolean) {
  const seen: AnswerEvent[] = [];
  for (;;) {
    const { value, done } = await events.next();
    if (done) return seen;
    seen.push(value);
    if (until(value)) return seen;
  }
}

const never = () => false;

function progressOf(events: readonly AnswerEvent[]): WritingProgress[] {
  return events.flatMap(({ event, data }) => (event === 'thinking' && data.progress ? [data.progress] : []));
}

function finishedIn(events: readonly AnswerEvent[]): FinishedSection[] {
  return events.flatMap(({ event, data }) => (event === 'thinking' ? (data.finished ?? []) : []));
}

function textOf(events: readonly AnswerEvent[]): string {
  return events.flatMap(({ event, data }) => (event === 'answer_chunk' ? [data.text] : [])).join('');
}

const said = (events: readonly AnswerEvent[]) =>
  events.flatMap(({ event, data }) => (event === 'thinking' ? [data.message] : []));

describe('a streamed review', { concurrency: 3 }, () => {
  for (const [language, outlined, finished] of [
    ['en', /^The outline is ready: \d+ sections, \d+ of them being written in parallel\.$/, /is finished \(/],
    ['zh', /^提纲已确定：共 \d+ 个部分，其中 \d+ 个正在同时撰写。$/, /已完成（/],
  ] as const)
    it(`sends its outline before its text, and progress for each finished section: ${language}`, {
      tags: ['event.thinking.progress'],
    }, async (t) => {
      const { events } = await streamed(t, { question: topics[language] });
      const all = await read(events, never);
      const steps = progressOf(all);
      const [outline] = steps;
      assert.ok(outline);
      const at = all.findIndex(({ event, data }) => event === 'thinking' && data.progress === outline);
      assert.ok(at < all.findIndex(({ event }) => event === 'answer_chunk'));
      const headings = [...textOf(all).matchAll(/^#{2,3} (.*)$/gm)].map(([, heading]) => heading);
      const listed = outline.sections.map(({ heading }) => heading);
      assert.deepEqual(
        listed,
        headings.filter((heading) => heading !== (language === 'en' ? 'Findings' : '主要结果')),
      );
      const open = ({ sections }: WritingProgress) =>
        sections.filter(({ state }) => state === 'writing').length;
      assert.ok(open(outline) > 0);
      assert.deepEqual(
        steps.map(open),
        steps.map((_, step) => open(outline) - step),
      );
      const last = steps.at(-1);
      assert.ok(last?.sections.every(({ state }) => state === 'finished'));
      assert.ok(said(all).some((message) => outlined.test(message)));
      assert.equal(said(all).filter((message) => finished.test(message)).length, open(outline));
    });

  it('sends finished sections and the table while others are being written', async (t) => {
    const { events, letGo } = await streamed(
      t,
      { question: topics.en },
      { waitsAt: 'This part is the conclusion' },
    );
    const early = await read(
      events,
      ({ event, data }) => event === 'answer_chunk' && data.text.includes('## Gaps in the evidence'),
    );
    const text = textOf(early);
    for (const heading of ['Abstract', 'Background', 'Findings', 'Comparison of the studies'])
      assert.ok(text.includes(`## ${heading}`), heading);
    assert.ok(!text.includes('## Conclusion'));
    letGo();
    const rest = await read(events, never);
    assert.match(textOf(rest), /## Conclusion/);
    assert.equal(rest.at(-1)?.event, 'done');
  });

  for (const [language, held, methods] of [
    ['en', 'You write the frame of a medical review', 'Methods'],
    ['zh', '你撰写一篇医学综述的框架', '方法'],
  ] as const)
    it(`sends finished sections before their turn while the abstract is being written: ${language}`, {
      tags: ['event.thinking.finished'],
    }, async (t) => {
      const { events, letGo } = await streamed(t, { question: topics[language] }, { waitsAt: held });
      const isLast = ({ event, data }: AnswerEvent) =>
        event === 'thinking' &&
        data.progress?.sections.filter(({ state }) => state === 'writing').length === 1;
      const early = await read(events, isLast);
      assert.doesNotMatch(textOf(early), /^## /m);
      const outline = progressOf(early)[0]?.sections ?? [];
      const ahead = finishedIn(early);
      // All but the abstract can be read, each once: those written by code together with the outline.
      assert.deepEqual(
        ahead.map(({ heading }) => heading).toSorted(),
        outline
          .slice(1)
          .map(({ heading }) => heading)
          .toSorted(),
      );
      assert.ok(finishedIn(early.slice(0, early.findIndex(({ data }) => 'progress' in data) + 1)).length > 1);
      letGo();
      const rest = await read(events, never);
      assert.deepEqual(finishedIn(rest), []);
      const whole = textOf([...early, ...rest]);
      const bare = (text: string) => text.replace(/\s*\[\d+\]/g, '').trim();
      const sources = early.flatMap(({ event, data }) => (event === 'thinking' ? (data.sources ?? []) : []));
      const refs = rest.flatMap(({ event, data }) => (event === 'references' ? data.refs : []));
      for (const { heading, text } of ahead) {
        const cited = (words: string, list: readonly { pmid: string }[]) =>
          [...words.matchAll(/\[(\d+)\]/g)].map(([, at]) => list[Number(at) - 1]?.pmid);
        // The review has every line of it, with other numbers of the same papers.
        for (const line of text.split('\n')) {
          const sent = whole.split('\n').find((each) => bare(each) === bare(line));
          assert.ok(sent !== undefined, `${heading}: ${line}`);
          assert.deepEqual(cited(line, sources), cited(sent, refs), heading);
        }
      }
      assert.ok(ahead.some(({ heading, text }) => heading !== methods && /\[\d+\]/.test(text)));
    });

  it('reports all sections as finished in its outline if no model is used', async (t) => {
    const { events } = await streamed(t, { question: topics.en }, { model: false });
    const all = await read(events, never);
    const kinds = all.map(({ event, data }) => ('progress' in data ? 'progress' : event));
    assert.ok(kinds.indexOf('progress') < kinds.indexOf('answer_chunk'));
    const [outline, ...more] = progressOf(all);
    assert.ok(outline?.sections.every(({ state }) => state === 'finished'));
    assert.deepEqual(more, []);
  });

  it('names a section that failed', async (t) => {
    const { llm, post } = await buildReviewApp(t, { model: true });
    llm?.setFault('rate-limited', { role: 'section', match: 'This part is the conclusion' });
    const reply = await post('expert_stream', { question: topics.en });
    assert.match(reply.body, /“Conclusion” could not be written\./);
    assert.match(reply.body, /"heading":"Conclusion","level":2,"state":"failed"/);
  });

  for (const [language, waiting, writing] of [
    ['en', /\(\d+ s so far\)\.$/, /^Still writing \(\d+ s\): .*Conclusion/],
    ['zh', /（已用 \d+ 秒）。$/, /^仍在撰写（已 \d+ 秒）：.*结论/],
  ] as const)
    it(`reports its current step during silence: ${language}`, {
      tags: ['expert_stream.silence'],
    }, async (t) => {
      const question = topics[language];
      const says = (wanted: RegExp) => (event: AnswerEvent) =>
        event.event === 'thinking' &&
        wanted.test(event.data.message) &&
        event.data.elapsed_seconds !== undefined;
      const outline = await streamed(t, { question }, { waitsAt: 'outline', repeatProgressAfterMs: 20 });
      const early = await read(outline.events, says(waiting));
      assert.equal(early.at(-1)?.event, 'thinking');
      outline.letGo();
      assert.equal((await read(outline.events, never)).at(-1)?.event, 'done');
      const match = language === 'en' ? 'This part is the conclusion' : '本部分为结论';
      const section = await streamed(t, { question }, { waitsAt: match, repeatProgressAfterMs: 20 });
      assert.equal((await read(section.events, says(writing))).at(-1)?.event, 'thinking');
      section.letGo();
      assert.equal((await read(section.events, never)).at(-1)?.event, 'done');
    });

  for (const [language, held, file_content] of [
    [
      'en',
      'restates the principal findings of FINDINGS',
      'Mortality was lower with metformin (8% versus 12%).',
    ],
    ['zh', '复述 FINDINGS 的主要发现', '二甲双胍组死亡率较低（8%比12%）。'],
  ] as const)
    it(`sends the sections of a discussion before their turn too: ${language}`, {
      tags: ['event.thinking.finished'],
    }, async (t) => {
      const { events, letGo } = await streamed(
        t,
        { question: topics[language], mode: 'discussion', file_content },
        { path: 'ask_stream', waitsAt: held },
      );
      const isLast = ({ event, data }: AnswerEvent) =>
        event === 'thinking' &&
        data.progress?.sections.filter(({ state }) => state === 'writing').length === 1;
      const early = await read(events, isLast);
      assert.equal(textOf(early), '');
      const ahead = finishedIn(early);
      assert.ok(ahead.length > 1);
      letGo();
      const rest = await read(events, never);
      assert.deepEqual(finishedIn(rest), []);
      const whole = textOf(rest);
      for (const { heading, text } of ahead) {
        const last =
          text
            .replace(/\s*\[\d+\]/g, '')
            .trim()
            .split('\n')
            .at(-1) ?? '';
        assert.ok(whole.includes(`## ${heading}\n`));
        assert.ok(whole.replace(/\s*\[\d+\]/g, '').includes(last), heading);
      }
    });

  it('sends an outline for a discussion too', async (t) => {
    const { events } = await streamed(
      t,
      {
        question: topics.en,
        mode: 'discussion',
        file_content: 'Mortality was lower with metformin (8% versus 12%).',
      },
      { path: 'ask_stream' },
    );
    const all = await read(events, never);
    const headings = [...textOf(all).matchAll(/^## (.*)$/gm)].map(([, heading]) => heading);
    const steps = progressOf(all);
    assert.deepEqual(
      steps[0]?.sections.map(({ heading }) => heading),
      headings,
    );
    assert.ok(steps.at(-1)?.sections.every(({ state }) => state === 'finished'));
  });
});
