import assert from 'node:assert/strict';
import { after, describe, it, type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { ServiceError } from '@citewell/core/errors.ts';
import { inlineWork } from '../app/language-tasks/inline-work.ts';
import { languageProgram } from '../app/language-tasks/language-program.ts';
import { buildTestApp } from '../testing/app/build-test-app.ts';
import { createLanguagePool, type LanguagePoolOptions } from './language-pool.ts';
import { TaskTimeout } from './task-timeout.ts';

const never = new AbortController().signal;
/** Deadlines longer than any test, even on a busy machine. */
const patient = { workMs: 600_000, deadlineMs: 600_000 };

function open(t: TestContext, options: Partial<LanguagePoolOptions> = {}) {
  const logged: string[] = [];
  const log = (_level: string, event: string) => void logged.push(event);
  const workers = createLanguagePool({ program: languageProgram, log, threads: 2, ...patient, ...options });
  t.after(() => workers.close());
  return { workers, logged };
}

/** Pool shared by tests that do not change it: each of its threads takes a second of CPU time to start. */
const usual = createLanguagePool({ program: languageProgram, log: () => {}, threads: 2, ...patient });
after(() => usual.close());

const abstract =
  'METHODS: 1,204 adults with type 2 diabetes were randomised. RESULTS: Metformin reduced HbA1c by 1.1% (95% CI 0.9 to 1.3) versus placebo.';
const article = { title: 'Metformin in type 2 diabetes', abstract, publicationTypes: ['Journal Article'] };

/** CPU time, user and system together. */
const milliseconds = ({ user, system }: { user: number; system: number }) => (user + system) / 1_000;

/** A text of permitted length that takes a while to polish, in characters. */
const manuscript = (length: number) =>
  Array.from(
    { length: length / 20 },
    (_, at) => `药物${at % 97}使死亡率降低${at % 61}%，对照组为${at % 53}%。`,
  )
    .join('')
    .slice(0, length);

describe('language work in worker threads', () => {
  it('gives the same results as in the calling thread', async () => {
    const work = usual.workFor('one');
    for (const sentence of ['Metformin reduced HbA1c by 1.1%.', '二甲双胍使糖化血红蛋白下降2.1%。'])
      assert.deepEqual(
        await work('readSentence', { sentence, article }, never),
        await inlineWork('readSentence', { sentence, article }, never),
      );
    const question = 'Does metformin cause lactic acidosis in children since 2019?';
    const asked = { question, history: [], years: {}, category: undefined, thisYear: 2026 };
    assert.deepEqual(
      await work('planQuestion', asked, never),
      await inlineWork('planQuestion', asked, never),
    );
    const text = manuscript(3_000);
    assert.deepEqual(
      await work('readManuscript', { text, claimsMax: 3 }, never),
      await inlineWork('readManuscript', { text, claimsMax: 3 }, never),
    );
  });

  it('is stopped if it takes too long, and another thread takes over', async (t) => {
    const { workers, logged } = open(t, { workMs: 1, graceMs: 0 });
    const content = 'Metformin caused lactic acidosis. '.repeat(60_000);
    await assert.rejects(
      workers.workFor('one')('selectAttachmentPassages', { content, facets: [['metformin']] }, never),
      (error) => {
        assert.ok(error instanceof TaskTimeout && error instanceof ServiceError);
        assert.equal(error.code, 'overloaded');
        assert.equal(error.headers['Retry-After'], '5');
        assert.match(error.body('en').error, /took more than 0.001 s and was stopped/);
        assert.match(error.body('zh').error, /已放弃/);
        return true;
      },
    );
    // Its timer has expired by the next turn.
    while (logged.length === 0) await sleep(5);
    assert.deepEqual(logged, ['language_worker_lost']);
  });

  it('is rejected with 503 in both languages if the queue is full', async (t) => {
    const work = open(t, { threads: 1, waitingMax: 1 }).workers.workFor('one');
    const first = work('polishByRules', 'A text.', never);
    await assert.rejects(work('polishByRules', 'A text.', never), (error) => {
      assert.ok(error instanceof ServiceError && !(error instanceof TaskTimeout));
      assert.equal(error.code, 'overloaded');
      assert.equal(error.headers['Retry-After'], '5');
      assert.match(error.body('en').error, /Too many texts/);
      assert.match(error.body('zh').error, /等待处理的文本过多/);
      return true;
    });
    assert.equal(await first, 'A text.');
  });

  it('does not delay others once its caller has disconnected', async () => {
    const work = usual.workFor('one');
    const leaving = new AbortController();
    const task = work('readManuscript', { text: manuscript(20_000), claimsMax: 0 }, leaving.signal);
    leaving.abort(new Error('left'));
    await assert.rejects(task, /left/);
    assert.equal(await work('polishByRules', 'A text.', never), 'A text.');
  });
});

describe('the service while one key runs all its permitted calls', () => {
  const post = (
    app: Awaited<ReturnType<typeof buildTestApp>>['app'],
    key: string,
    url: string,
    payload: object,
  ) => app.inject({ method: 'POST', url, headers: { 'x-api-key': key }, payload });
  const check = { sentence: 'Metformin reduced HbA1c by 1.1%.', pmid: '1', abstract };
  const longest = `Mortality was 12% in group A. ${manuscript(3_900)}`;
  it('answers all 50 permitted calls of a key, each with a text of many segments', async (t) => {
    const workers = createLanguagePool({ program: languageProgram, log: () => {}, threads: 2 });
    t.after(() => workers.close());
    const { app, key } = await buildTestApp(t, { services: { languageWorkers: workers } });
    const text = Array.from({ length: 8 }, (_, at) => `${manuscript(300)}第${at}段。`).join('\n\n');
    const replies = await Promise.all(
      Array.from({ length: 50 }, () => post(app, key, '/ai/api/polish', { text, insert_refs: false })),
    );
    for (const { statusCode, body } of replies) {
      assert.equal(statusCode, 200);
      assert.doesNotMatch(body, /event: error/);
    }
  });

  const worst: [string, string, object][] = [
    ['polishes a manuscript', '/ai/api/polish', { text: manuscript(20_000), insert_refs: false }],
    [
      'checks long sentences against long abstracts',
      '/ai/api/factcheck_batch',
      {
        pairs: Array.from({ length: 40 }, (_, at) => ({
          ...{ sentence: longest.slice(at), pmid: '1', abstract: manuscript(20_000) },
        })),
      },
    ],
  ];
  for (const [name, url, body] of worst)
    it(`answers another key and keeps its event loop free while it ${name}`, async (t) => {
      const { app, key, createKey } = await buildTestApp(t, { services: { languageWorkers: usual } });
      const other = await createKey();
      // Starts threads, loads word lists and compiles code before the measurement.
      await post(app, other, '/ai/api/factcheck_verify', check);
      await post(app, key, '/ai/api/polish', { text: manuscript(2_000), insert_refs: false });
      const cpu = process.cpuUsage();
      const loop = process.threadCpuUsage();
      let isDone = false;
      const heavy = Promise.all([1, 2, 3, 4].map(() => post(app, key, url, body))).finally(() => {
        isDone = true;
      });
      let answered = 0;
      while (!isDone) {
        const reply = await post(app, other, '/ai/api/factcheck_verify', check);
        assert.equal(reply.json().consistent, true);
        if (!isDone) answered += 1;
        // The clients share the event loop here, but are not work of the service.
        await sleep(20);
      }
      for (const { statusCode } of await heavy) assert.equal(statusCode, 200);
      const ofLoop = milliseconds(process.threadCpuUsage(loop));
      const ofAll = milliseconds(process.cpuUsage(cpu));
      assert.ok(answered >= 1, `${answered} replies to another key meanwhile`);
      assert.ok(ofLoop < ofAll / 2, `the loop did ${ofLoop} ms of ${ofAll} ms of work`);
    });
});
