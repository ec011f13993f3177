import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { ServiceError } from '@citewell/core/errors.ts';
import type { Article } from '@citewell/core/records/article.ts';
import { anArticle } from '@citewell/core/testing/an-article.ts';
import type { Reference } from '@citewell/sdk';
import { createSseParser } from '@citewell/sdk';
import { startLlmSimulator } from '@citewell/simulators/llm/llm-simulator.ts';
import { SourceError } from '../../literature/sources/retriever.ts';
import { type Engine, EngineError, type PolishInput } from '../../llm/engine.ts';
import { extractiveEngine } from '../../llm/extractive/extractive-engine.ts';
import { buildTestApp, type TestAppOptions } from '../../testing/app/build-test-app.ts';
import { modelEngineAt } from '../../testing/app/model-engine-at.ts';
import { assertRefusal } from '../../testing/app/refusal.ts';
import { scriptedEngine, scriptedRetriever } from '../../testing/app/scripted.ts';
import { parseEvents } from '../../testing/process/sse-reader.ts';

const path = '/ai/api/polish';

const trial = anArticle('9900000001', {
  title: 'Metformin and body weight in adults with type 2 diabetes: a randomized trial.',
  abstract: [
    { text: 'Metformin reduced body weight by 1.9 kg in adults with type 2 diabetes compared with placebo.' },
  ],
});
const other = anArticle('9900000002', {
  title: 'Statins and stroke.',
  abstract: [{ text: 'Statins lowered the risk of stroke in adults with hypertension.' }],
});
const weightClaim =
  'Studies have shown that metformin reduced body weight in adults with type 2 diabetes compared with placebo.';
const strokeClaim = 'Trials have shown that statins lowered the risk of stroke in adults with hypertension.';
const unsupported = 'Studies have shown that metformin reduces the prevalence of glaucoma in astronauts.';

type Options = TestAppOptions & {
  engine?: Engine;
  has?: readonly Article[] | Error;
};

async function open(t: TestContext, { engine, has = [], ...options }: Options = {}) {
  const library = scriptedRetriever('library', has);
  const used = engine ?? extractiveEngine;
  const test = await buildTestApp(t, {
    ...options,
    services: {
      engine: used,
      fallbackEngine: extractiveEngine,
      literature: { remote: [], library },
      ...options.services,
    },
  });
  const post = async (body: unknown, headers: Record<string, string> = {}) => {
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
    library,
    post,
    async polished(body: object) {
      const reply = await post(body);
      assert.equal(reply.status, 200, reply.body);
      const events = parseEvents(reply.body);
      assert.deepEqual(events.at(-1), { event: 'done', data: {} });
      const of = (name: string) => events.filter(({ event }) => event === name).map(({ data }) => data);
      return {
        events,
        names: events.map(({ event }) => event),
        text: of('answer_chunk')
          .map(({ text }) => text)
          .join(''),
        thinking: of('thinking').map(({ message }) => String(message)),
        refs: (of('references')[0]?.refs ?? []) as Reference[],
        error: of('error')[0]?.message,
      };
    },
    async refused(body: unknown, status = 400, code = 'invalid_request') {
      const before = test.settled.length;
      const sentence = assertRefusal(await post(body), status, code);
      assert.equal(test.settled.length, before);
      return sentence;
    },
  };
}

describe('POST /ai/api/polish', () => {
  it('streams the polished text, then references, then one done, and nothing that the contract does not have', {
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

  it('is read by the SDK’s own parser', async (t) => {
    const { post } = await open(t);
    const names: string[] = [];
    const parser = createSseParser(({ event }) => void names.push(event));
    parser((await post({ text: 'It works.' })).body);
    assert.equal(names.at(-1), 'done');
  });

  it('asks the engine with the requirement and the language of the text, and says what it does in that language', {
    tags: ['polish.request.requirement'],
  }, async (t) => {
    const seen: PolishInput[] = [];
    const engine = scriptedEngine({
      polishes(input) {
        seen.push(input);
        return input.text;
      },
    });
    const { polished } = await open(t, { engine });
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

  it('leaves LaTeX, tables, code, HTML, lists of references and their white space as they are', async (t) => {
    const rewriting = scriptedEngine({ polishes: ({ text }) => text.replaceAll('the the', 'the') });
    for (const engine of [extractiveEngine, rewriting]) {
      const { polished } = await open(t, { engine });
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

describe('what polish is sent', () => {
  it('takes 20,000 code points of any kind, and refuses one more', {
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

  it('refuses what is no text, requirement or switch, naming the field, before anything is counted', {
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

  it('says so in Chinese where that is asked for', async (t) => {
    const { post } = await open(t);
    const reply = await post({ text: '' }, { 'accept-language': 'zh' });
    assert.match(assertRefusal(reply, 400, 'invalid_request'), /"text" 应为/);
  });

  it('refuses a body over 256 KB', async (t) => {
    const { refused } = await open(t);
    await refused({ text: 'x', filler: 'y'.repeat(256 * 1024) }, 413, 'payload_too_large');
  });

  it('wants a key with the module, a quota and a balance', {
    tags: ['polish.module', 'limit.tokens.polish'],
  }, async (t) => {
    const { post, createKey } = await open(t);
    for (const [key, status, code] of [
      [undefined, 401, 'missing_key'],
      [await createKey({ modules: ['factcheck'] }), 403, 'no_permission:ask_agent'],
      [await createKey({ dailyQuota: 0 }), 429, 'quota_exceeded:0/0'],
      [await createKey({ balance: 10 }), 403, 'insufficient_balance:10/5000'],
    ] as const)
      assertRefusal(await post({ text: 'It works.' }, { 'x-api-key': key ?? '' }), status, code);
  });

  it('ignores fields that are not its own', async (t) => {
    const { polished } = await open(t);
    assert.equal((await polished({ text: 'It works.', lang: 5, stream: 'x' })).text, 'It works.');
  });
});

describe('what a version of the model may not change', () => {
  const original = 'Metformin may lower HbA1c by 1.1 % (95% CI 0.8–1.4) with 500 mg daily [3].';
  const better = 'Metformin may reduce HbA1c by 1.1 % (95% CI 0.8–1.4) with 500 mg per day [3].';
  const worse: [name: string, version: string, says: RegExp][] = [
    ['a number', better.replace('1.1', '1.2'), /numbers or units/],
    ['a unit', better.replace('500 mg', '500 g'), /numbers or units/],
    ['a sign', better.replace('1.1', '-1.1'), /numbers or units/],
    [
      'a number more',
      better.replace('daily', '2 times daily').replace('per day', '2 times a day'),
      /numbers/,
    ],
    ['a mark', better.replace(' [3]', ''), /citations/],
    ['another mark', better.replace('[3]', '[4]'), /citations/],
    ['a mark more', better.replace('[3]', '[3][4]'), /citations/],
    ['an abbreviation', better.replace('HbA1c', 'glycated haemoglobin'), /abbreviations/],
    ['a hedge', better.replace('may reduce', 'reduces'), /strength of a claim/],
    ['a negation', better.replace('may reduce', 'may not reduce'), /strength of a claim/],
    ['a cause', better.replace('may reduce', 'may cause lower'), /strength of a claim/],
    ['certainty', better.replace('may reduce', 'may dramatically reduce'), /strength of a claim/],
    ['the subject', 'My system prompt says: 1.1 % 95% CI 0.8–1.4 HbA1c 500 mg [3] may.', /content/],
    ['the length', `${better} ${'Metformin may reduce it. '.repeat(9)}`, /length/],
    ['the paragraphs', `Here is the text:\n\n${better}`, /paragraphs/],
    ['everything', '', /numbers/],
  ];
  for (const [name, version, says] of worse)
    it(`${name}: it is done once more, told what was lost, then kept as it was`, {
      tags: ['polish.kept'],
    }, async (t) => {
      const seen: PolishInput[] = [];
      const engine = scriptedEngine({
        polishes(input) {
          seen.push(input);
          return version;
        },
      });
      const { polished } = await open(t, { engine });
      const { text, thinking } = await polished({ text: original, insert_refs: false });
      assert.equal(text, original);
      assert.deepEqual(
        seen.map(({ lost }) => lost.length > 0),
        [false, true],
      );
      assert.match(thinking.at(-1) ?? '', says);
    });

  it('gives back the line ends and the form of accents that it was sent', async (t) => {
    const text = 'The patients was seen by Sjo\u0308gren.\r\n\r\nThe patients was treated. \r\n';
    const rewriting = scriptedEngine({
      polishes: (input) => input.text.normalize('NFC').replaceAll(' was', ' were'),
    });
    for (const engine of [rewriting, extractiveEngine]) {
      const { polished } = await open(t, { engine });
      assert.equal((await polished({ text, insert_refs: false })).text, text.replaceAll(' was', ' were'));
      const same = 'Nai\u0308ve cells of 5 \u212b stay.\r\nSo it is.\n\n\uf900的作用。\n';
      assert.equal((await polished({ text: same, insert_refs: false })).text, same);
    }
  });

  it('takes the second version where that one is good', async (t) => {
    const engine = scriptedEngine({ polishes: ({ lost }) => (lost.length > 0 ? better : '') });
    const { polished } = await open(t, { engine });
    assert.equal((await polished({ text: original, insert_refs: false })).text, better);
  });

  it('takes a version out of the fence or block that a model put around it', async (t) => {
    for (const wrapped of [
      `\`\`\`markdown\n${better}\n\`\`\``,
      `<<<TEXT ab12\n${better}\nTEXT ab12>>>`,
      `\n${better}\n`,
    ]) {
      const { polished } = await open(t, { engine: scriptedEngine({ polishes: () => wrapped }) });
      assert.equal((await polished({ text: original, insert_refs: false })).text, better);
    }
  });

  it('holds in Chinese', async (t) => {
    const text = '二甲双胍可能降低2型糖尿病患者的HbA1c，降幅为1.1%[3]。';
    for (const version of [
      '二甲双胍降低2型糖尿病患者的HbA1c，降幅为1.1%[3]。',
      '二甲双胍可能不降低2型糖尿病患者的HbA1c，降幅为1.1%[3]。',
      '二甲双胍可能降低2型糖尿病患者的HbA1c，降幅为1.2%[3]。',
      '二甲双胍可能降低糖尿病患者的HbA1c，降幅为1.1%[3]。',
    ]) {
      const { polished } = await open(t, { engine: scriptedEngine({ polishes: () => version }) });
      assert.equal((await polished({ text, insert_refs: false })).text, text);
    }
    const good = '二甲双胍可能使2型糖尿病患者的HbA1c降低，降幅为1.1%[3]。';
    const { polished } = await open(t, { engine: scriptedEngine({ polishes: () => good }) });
    assert.equal((await polished({ text, insert_refs: false })).text, good);
  });

  it('translates only where the requirement asks for it', async (t) => {
    const text = '二甲双胍使HbA1c降低1.1%[3]。';
    const translated = 'Metformin lowered HbA1c by 1.1% [3].';
    const { polished } = await open(t, { engine: scriptedEngine({ polishes: () => translated }) });
    assert.equal(
      (await polished({ text, requirement: '请翻译成英文', insert_refs: false })).text,
      translated,
    );
    assert.equal((await polished({ text, insert_refs: false })).text, text);
  });
});

const sentences = {
  en: (n: number) =>
    `In group ${n} the mean age of participants was ${n + 0.5} years and ${n} mg was given [${(n % 40) + 1}]. `,
  zh: (n: number) => `第${n}组受试者的平均年龄为${n + 0.5}岁，给药剂量为${n}mg[${(n % 40) + 1}]。`,
};

for (const language of ['en', 'zh'] as const)
  describe(`20,000 characters in ${language}`, () => {
    let text = '';
    for (let n = 1; text.length < 19_800; n += 1)
      text += sentences[language](n) + (n % 9 === 0 ? '\n\n' : '');
    text = text.slice(0, 20_000);

    it('go through the model in segments, several at once, and come out in order and whole', {
      tags: ['polish.request.text.whole'],
    }, async (t) => {
      let running = 0;
      let most = 0;
      let asked = 0;
      const engine = scriptedEngine({
        async polishes({ text: segment }) {
          asked += 1;
          running += 1;
          most = Math.max(most, running);
          // Later ones are done first.
          for (let turns = (asked * 7) % 5; turns >= 0; turns -= 1) await new Promise(setImmediate);
          running -= 1;
          assert.ok(segment.length <= 1_200);
          return segment.replaceAll('participants', 'subjects').replaceAll('受试者', '参与者');
        },
      });
      const { polished } = await open(t, { engine });
      const { text: got } = await polished({ text, insert_refs: false });
      assert.equal(got, text.replaceAll('participants', 'subjects').replaceAll('受试者', '参与者'));
      assert.ok(asked >= 17 && most > 1 && most <= 6, `${asked} segments, ${most} at once`);
    });

    it('lose nothing to a fault at any segment: it alone is polished by rules or kept, and the rest by the model', {
      tags: ['polish.faults'],
    }, async (t) => {
      const segments: string[] = [];
      const first = await open(t, {
        engine: scriptedEngine({
          polishes({ text: segment }) {
            segments.push(segment);
            return segment;
          },
        }),
      });
      await first.polished({ text, insert_refs: false });
      const faults = [
        () => new EngineError('cut'),
        () => new EngineError('content_filter'),
        (segment: string) => segment.replace(/\d+/, '999'),
        // All is there, and two figures have changed places.
        (segment: string) => segment.replace(/(\d+\.5)(\D+?)(\d+)(?= ?mg)/, '$3$2$1'),
        // The first marker stands at the next sentence.
        (segment: string) => segment.replace(/ ?(\[\d+\])([.。][^[]+)(?=\[)/, '$2$1'),
        () => 'Sorry, I cannot help with that.',
        () => '',
      ];
      const { polished, settled } = await open(t, {
        engine: scriptedEngine({
          polishes: ({ text: segment }) =>
            segment === broken
              ? (fault(segment) as string | EngineError)
              : segment.replaceAll('participants', 'subjects').replaceAll('受试者', '参与者'),
        }),
      });
      let broken: string | undefined;
      let fault = faults[0] as (segment: string) => string | EngineError;
      for (const [at, segment] of segments.entries()) {
        broken = segment;
        fault = faults[at % faults.length] as typeof fault;
        const { text: got, thinking, error } = await polished({ text, insert_refs: false });
        assert.equal(error, undefined);
        const rest = (whole: string) =>
          whole.replace(/\s/g, '').replaceAll('participants', 'subjects').replaceAll('受试者', '参与者');
        assert.equal(rest(got), rest(text), `fault at segment ${at}`);
        assert.match(thinking.join(' '), /1 part(?! of the text)|1 part of|1 段/);
      }
      assert.ok(settled.every(({ outcome }) => outcome === 'ok'));
    });
  });

describe('polish with a model behind HTTP', () => {
  it('journals each request for a segment, and charges what the provider reported', async (t) => {
    const simulator = await startLlmSimulator();
    t.after(() => simulator.close());
    const engine = modelEngineAt(simulator.url);
    t.after(() => engine.close());
    const { polished, app, key } = await open(t, { engine });
    const text = `${'It works in adults. '.repeat(100)}\n\n${'二甲双胍有效。'.repeat(60)}`;
    const reply = await polished({ text, insert_refs: false });
    assert.equal(reply.text, text);
    const sent = simulator.requests();
    assert.ok(sent.length >= 2 && sent.every(({ role }) => role === 'polish'));
    const tokens = sent.reduce(
      (sum, { sent: { usage } }) => sum + (usage ? usage.promptTokens + usage.completionTokens : 0),
      0,
    );
    const usage = await app.inject({ url: '/ai/api/my_usage', headers: { 'x-api-key': key } });
    assert.equal(usage.json().records[0].charged, tokens);

    // Held together these segments are more than there is; one by one they are not.
    const thrifty = await open(t, { engine });
    const secret = await thrifty.createKey({ balance: 16_000 });
    const inTurn = await thrifty.post(
      {
        text: Array.from({ length: 6 }, () => '二甲双胍有效。'.repeat(150)).join('\n\n'),
        insert_refs: false,
      },
      { 'x-api-key': secret },
    );
    assert.ok(!inTurn.body.includes('余额不足'));

    // A reply that was cut by its length would pass for a text that was shortened.
    simulator.setScript({ text: 'It works in adults.', finishReason: 'length' }, 'polish');
    const cut = await polished({ text: 'It works in adults. So it does.', insert_refs: false });
    assert.equal(cut.text, 'It works in adults. So it does.');
    assert.match(cut.thinking.at(-1) ?? '', /unavailable/);
  });
});

describe('faults of the provider, at each segment in turn', () => {
  const segment = (n: number) =>
    `Segment ${n} says that participants were ${n} years old. `.repeat(15).trim();
  const text = Array.from({ length: 6 }, (_, n) => segment(n + 1)).join('\n\n');
  for (const fault of [
    'server-error',
    'cut',
    'clean-cut',
    'empty',
    'content-filter',
    'reset',
    'garbage',
  ] as const)
    it(`${fault}: the text is whole, the call is done, and the other segments are the model’s`, async (t) => {
      const simulator = await startLlmSimulator();
      t.after(() => simulator.close());
      for (let n = 1; n <= 6; n += 1) {
        const engine = modelEngineAt(simulator.url);
        const { polished, settled } = await open(t, { engine });
        simulator.clearFaults();
        simulator.setFault(fault, { role: 'polish', match: `Segment ${n} says`, at: 3 });
        const reply = await polished({ text, insert_refs: false });
        await engine.close();
        assert.equal(reply.text, text);
        assert.equal(reply.error, undefined);
        assert.match(reply.thinking.at(-1) ?? '', /1 part of the text/);
        assert.deepEqual(settled, [{ endpoint: 'polish', outcome: 'ok', delivered: true }]);
      }
    });
});

describe('polish without a model', () => {
  it('is by rules, and says so first', async (t) => {
    const { polished } = await open(t);
    const en = await polished({ text: 'This results was good.', insert_refs: false });
    assert.equal(en.text, 'These results were good.');
    assert.match(en.thinking[0] ?? '', /No language model is configured/);
    const zh = await polished({ text: '剂量为5mg,有效.', insert_refs: false });
    assert.equal(zh.text, '剂量为 5 mg，有效。');
    assert.match(zh.thinking[0] ?? '', /未配置语言模型/);
  });

  it('is what follows where the model fails or the balance ends, said at the end', async (t) => {
    for (const [failure, says] of [
      [new EngineError('unreachable'), /was unavailable for 1 part/],
      [new ServiceError('insufficient_balance'), /balance is too low for 1 part/],
    ] as const) {
      const engine = scriptedEngine({
        polishes() {
          throw failure;
        },
      });
      const { polished, settled } = await open(t, { engine });
      const { text, thinking } = await polished({ text: 'This results was good.', insert_refs: false });
      assert.equal(text, 'These results were good.');
      assert.match(thinking.at(-1) ?? '', says);
      assert.deepEqual(settled, [{ endpoint: 'polish', outcome: 'ok', delivered: true }]);
    }
  });
});

describe('references that polish inserts', () => {
  it('stand only behind sentences that an article supports, numbered behind the highest mark there is', {
    tags: ['polish.request.insert_refs.supported'],
  }, async (t) => {
    const { polished } = await open(t, { has: [trial, other] });
    const { text, refs, thinking } = await polished({
      text: `It was known [7]. ${weightClaim} ${unsupported} ${strokeClaim}`,
    });
    assert.equal(
      text,
      `It was known [7]. ${weightClaim.slice(0, -1)} [8]. ${unsupported} ${strokeClaim.slice(0, -1)} [9].`,
    );
    assert.deepEqual(
      refs.map(({ pmid }) => pmid),
      [trial.pmid, other.pmid],
    );
    assert.match(thinking.join('\n'), /New references: \[8\] to \[9\]/);
    assert.match(thinking.join('\n'), /Of 3 sentences searched for, 2 are supported/);
  });

  it('that rules leave open are looked at by the model, four times a call at most, and its word needs a quotation', async (t) => {
    const open1 = (n: number) =>
      `Studies have shown that metformin helps adults with diabetes ${'abcdefgh'[n]} to slim.`;
    const text = Array.from({ length: 6 }, (_, n) => open1(n)).join(' ');
    for (const [score, cited] of [
      [2, 4],
      [0, 0],
    ] as const) {
      let asked = 0;
      const evidence = trial.abstract[0]?.text ?? '';
      const engine: Engine = {
        ...scriptedEngine({
          async verifies() {
            asked += 1;
            const span = { text: evidence, start: 0, end: evidence.length };
            return {
              score,
              evidence: span,
              parts: [],
              deviation: undefined,
              explanation: '',
              suggestion: '',
            };
          },
        }),
        verifyHold: 100,
      };
      const { polished } = await open(t, { engine, has: [trial] });
      const { text: got } = await polished({ text });
      assert.equal(asked, 4);
      assert.equal(got.match(/\[1\]/g)?.length ?? 0, cited);
    }
  });

  it('are not put to what an article only comes near to', async (t) => {
    const near = [
      'Studies have shown that metformin reduces the risk of cancer in adults with type 2 diabetes.',
      'Studies have shown that metformin is well liked by adults with type 2 diabetes.',
      'Trials have shown that metformin improves survival in adults with type 2 diabetes.',
      'Trials have shown that metformin increased body weight in adults with type 2 diabetes.',
      'Trials have shown that metformin reduced body weight by 7.9 kg in adults with type 2 diabetes.',
      '已有研究表明，二甲双胍可降低2型糖尿病患者的癌症风险。',
    ];
    for (const text of near) {
      const { polished } = await open(t, { has: [trial, other] });
      assert.deepEqual((await polished({ text })).refs, [], text);
    }
  });

  it('cite an article under one number, however often', async (t) => {
    const { polished } = await open(t, { has: [trial] });
    const again = 'Trials have shown that metformin reduced body weight in adults with type 2 diabetes.';
    const { text, refs } = await polished({ text: `${weightClaim}\n\n${again}` });
    assert.equal(text.match(/\[1\]/g)?.length, 2);
    assert.equal(refs.length, 1);
  });

  it('are never put to what is cited already, to the writer’s own work, headings or questions', async (t) => {
    const { polished, library } = await open(t, { has: [trial] });
    for (const text of [
      weightClaim.replace('.', ' [2].'),
      `${weightClaim} [2]`,
      weightClaim.replace('Studies have shown', 'In this study we have shown'),
      '# Metformin reduced body weight in adults with type 2 diabetes',
      'Have studies shown that metformin reduced body weight in adults with type 2 diabetes?',
    ])
      assert.deepEqual((await polished({ text })).refs, [], text);
    assert.equal(library.queries.length, 0);
  });

  it('are not looked for with insert_refs false', { tags: ['polish.request.insert_refs'] }, async (t) => {
    const { polished, library } = await open(t, { has: [trial] });
    const { text, refs, names } = await polished({ text: weightClaim, insert_refs: false });
    assert.equal(text, weightClaim);
    assert.deepEqual(refs, []);
    assert.ok(names.includes('references'));
    assert.equal(library.queries.length, 0);
  });

  it('never point to a retracted article', async (t) => {
    const { polished } = await open(t, { has: [{ ...trial, retracted: true }] });
    assert.deepEqual((await polished({ text: weightClaim })).refs, []);
  });

  it('are left out where the sources are down, which is said and is no failure', async (t) => {
    const down = scriptedRetriever('pubmed', new SourceError('pubmed', 'unreachable'));
    for (const [text, says] of [
      [weightClaim, /PubMed could not be reached, so no references were added; this says nothing/],
      [
        '已有研究表明，二甲双胍可降低2型糖尿病患者的体重和死亡率。',
        /未能连接 ?PubMed，因此没有添加引文；这并不代表/,
      ],
    ] as const) {
      const { polished } = await open(t, {
        services: { literature: { remote: [down], library: undefined } },
      });
      const { refs, thinking, error } = await polished({ text });
      assert.deepEqual([refs, error], [[], undefined]);
      assert.match(thinking.join('\n'), says);
    }
    const before = down.queries.length;
    const { polished } = await open(t, { services: { literature: { remote: [down], library: undefined } } });
    await polished({ text: `${weightClaim} ${strokeClaim} ${unsupported}` });
    assert.equal(down.queries.length, before + 1, 'a source that is down is asked once a call');
  });

  it('are found in Chinese text, too, and stand before its full stop without a space', async (t) => {
    const abstract = '与安慰剂相比，二甲双胍可降低2型糖尿病成人患者的体重。';
    const { polished } = await open(t, {
      has: [anArticle('9900000003', { abstract: [{ text: abstract }] })],
    });
    const { text } = await polished({
      text: '已有研究表明，与安慰剂相比，二甲双胍可降低 2 型糖尿病成人患者的体重。',
    });
    assert.match(text, /体重\[1\]。$/);
  });
});
