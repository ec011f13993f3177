import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { startLlmSimulator } from '@citewell/simulators/llm/llm-simulator.ts';
import { ModelError } from '../../llm/model-error.ts';
import { modelAt } from '../../testing/app/model-at.ts';
import { open } from '../../testing/app/polish-app.ts';
import { scriptedModel } from '../../testing/app/scripted.ts';
import type { PolishInput } from './model/polish-prompt.ts';

describe('a model’s version', () => {
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
    ['a lost marker', better.replace(' [3]', ''), /citations/],
    ['a changed marker', better.replace('[3]', '[4]'), /citations/],
    ['an added marker', better.replace('[3]', '[3][4]'), /citations/],
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
    it(`is requested again with the change named, then discarded: ${name}`, {
      tags: ['polish.kept'],
    }, async (t) => {
      const seen: PolishInput[] = [];
      const model = scriptedModel({
        polishes(input) {
          seen.push(input);
          return version;
        },
      });
      const { polished } = await open(t, { model });
      const { text, thinking } = await polished({ text: original, insert_refs: false });
      assert.equal(text, original);
      assert.deepEqual(
        seen.map(({ lost }) => lost.length > 0),
        [false, true],
      );
      assert.match(thinking.at(-1) ?? '', says);
    });

  it('keeps the line ends and Unicode form of the text', async (t) => {
    const text = 'The patients was seen by Sjo\u0308gren.\r\n\r\nThe patients was treated. \r\n';
    const rewriting = scriptedModel({
      polishes: (input) => input.text.normalize('NFC').replaceAll(' was', ' were'),
    });
    for (const model of [rewriting, undefined]) {
      const { polished } = await open(t, { model });
      assert.equal((await polished({ text, insert_refs: false })).text, text.replaceAll(' was', ' were'));
      const same = 'Nai\u0308ve cells of 5 \u212b stay.\r\nSo it is.\n\n\uf900的作用。\n';
      assert.equal((await polished({ text: same, insert_refs: false })).text, same);
    }
  });

  it('is accepted on the second attempt', async (t) => {
    const model = scriptedModel({ polishes: ({ lost }) => (lost.length > 0 ? better : '') });
    const { polished } = await open(t, { model });
    assert.equal((await polished({ text: original, insert_refs: false })).text, better);
  });

  it('is unwrapped from a code fence or text block', async (t) => {
    for (const wrapped of [
      `\`\`\`markdown\n${better}\n\`\`\``,
      `<<<TEXT ab12\n${better}\nTEXT ab12>>>`,
      `\n${better}\n`,
    ]) {
      const { polished } = await open(t, { model: scriptedModel({ polishes: () => wrapped }) });
      assert.equal((await polished({ text: original, insert_refs: false })).text, better);
    }
  });

  it('is checked in Chinese', async (t) => {
    const text = '二甲双胍可能降低2型糖尿病患者的HbA1c，降幅为1.1%[3]。';
    for (const version of [
      '二甲双胍降低2型糖尿病患者的HbA1c，降幅为1.1%[3]。',
      '二甲双胍可能不降低2型糖尿病患者的HbA1c，降幅为1.1%[3]。',
      '二甲双胍可能降低2型糖尿病患者的HbA1c，降幅为1.2%[3]。',
      '二甲双胍可能降低糖尿病患者的HbA1c，降幅为1.1%[3]。',
    ]) {
      const { polished } = await open(t, { model: scriptedModel({ polishes: () => version }) });
      assert.equal((await polished({ text, insert_refs: false })).text, text);
    }
    const good = '二甲双胍可能使2型糖尿病患者的HbA1c降低，降幅为1.1%[3]。';
    const { polished } = await open(t, { model: scriptedModel({ polishes: () => good }) });
    assert.equal((await polished({ text, insert_refs: false })).text, good);
  });

  it('may translate only on request', async (t) => {
    const text = '二甲双胍使HbA1c降低1.1%[3]。';
    const translated = 'Metformin lowered HbA1c by 1.1% [3].';
    const { polished } = await open(t, { model: scriptedModel({ polishes: () => translated }) });
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

    it('are sent in concurrent segments and reassembled in order', {
      tags: ['polish.request.text.whole'],
    }, async (t) => {
      let running = 0;
      let most = 0;
      let asked = 0;
      const model = scriptedModel({
        async polishes({ text: segment }) {
          asked += 1;
          running += 1;
          most = Math.max(most, running);
          // Later ones finish first.
          for (let turns = (asked * 7) % 5; turns >= 0; turns -= 1) await new Promise(setImmediate);
          running -= 1;
          assert.ok(segment.length <= 1_200);
          return segment.replaceAll('participants', 'subjects').replaceAll('受试者', '参与者');
        },
      });
      const { polished } = await open(t, { model });
      const { text: got } = await polished({ text, insert_refs: false });
      assert.equal(got, text.replaceAll('participants', 'subjects').replaceAll('受试者', '参与者'));
      assert.ok(asked >= 17 && most > 1 && most <= 6, `${asked} segments, ${most} at once`);
    });

    it('fall back to rules or the original for a failed segment only', {
      tags: ['polish.faults'],
    }, async (t) => {
      // A segment for each fault and one more: with each of them the whole is compared again.
      const part = text.slice(0, 8_500);
      const segments: string[] = [];
      const first = await open(t, {
        model: scriptedModel({
          polishes({ text: segment }) {
            segments.push(segment);
            return segment;
          },
        }),
      });
      await first.polished({ text: part, insert_refs: false });
      const faults = [
        () => new ModelError('cut'),
        () => new ModelError('content_filter'),
        (segment: string) => segment.replace(/\d+/, '999'),
        // Complete, but two figures have changed places.
        (segment: string) => segment.replace(/(\d+\.5)(\D+?)(\d+)(?= ?mg)/, '$3$2$1'),
        // The first marker moved to the next sentence.
        (segment: string) => segment.replace(/ ?(\[\d+\])([.。][^[]+)(?=\[)/, '$2$1'),
        () => 'Sorry, I cannot help with that.',
        () => '',
      ];
      const { polished, settled } = await open(t, {
        model: scriptedModel({
          polishes: ({ text: segment }) =>
            segment === broken
              ? (fault(segment) as string | ModelError)
              : segment.replaceAll('participants', 'subjects').replaceAll('受试者', '参与者'),
        }),
      });
      assert.ok(segments.length >= faults.length, `${segments.length} segments`);
      let broken: string | undefined;
      let fault = faults[0] as (segment: string) => string | ModelError;
      for (const [at, segment] of segments.entries()) {
        broken = segment;
        fault = faults[at % faults.length] as typeof fault;
        const { text: got, thinking, error } = await polished({ text: part, insert_refs: false });
        assert.equal(error, undefined);
        const rest = (whole: string) =>
          whole.replace(/\s/g, '').replaceAll('participants', 'subjects').replaceAll('受试者', '参与者');
        assert.equal(rest(got), rest(part), `fault at segment ${at}`);
        assert.match(thinking.join(' '), /1 part(?! of the text)|1 part of|1 段/);
      }
      assert.ok(settled.every(({ outcome }) => outcome === 'ok'));
    });
  });

describe('polish with a model behind HTTP', () => {
  it('records each segment’s request and charges the reported tokens', async (t) => {
    const simulator = await startLlmSimulator();
    t.after(() => simulator.close());
    const model = modelAt(simulator.url);
    t.after(() => model.close());
    const { polished, app, key } = await open(t, { model });
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

    // Their holds together exceed the balance; one by one they do not.
    const thrifty = await open(t, { model });
    const secret = await thrifty.createKey({ balance: 16_000 });
    const inTurn = await thrifty.post(
      {
        text: Array.from({ length: 6 }, () => '二甲双胍有效。'.repeat(150)).join('\n\n'),
        insert_refs: false,
      },
      { 'x-api-key': secret },
    );
    assert.ok(!inTurn.body.includes('余额不足'));

    // A reply cut off at its length limit would look like a shortened text.
    simulator.setScript({ text: 'It works in adults.', finishReason: 'length' }, 'polish');
    const cut = await polished({ text: 'It works in adults. So it does.', insert_refs: false });
    assert.equal(cut.text, 'It works in adults. So it does.');
    assert.match(cut.thinking.at(-1) ?? '', /unavailable/);
  });
});

describe('a provider fault in each segment in turn', () => {
  const segment = (n: number) =>
    `Segment ${n} says that participants were ${n} years old. `.repeat(15).trim();
  const text = Array.from({ length: 4 }, (_, n) => segment(n + 1)).join('\n\n');
  for (const fault of [
    'server-error',
    'cut',
    'clean-cut',
    'empty',
    'content-filter',
    'reset',
    'garbage',
  ] as const)
    it(`${fault}: keeps the text whole, completes the call and uses the model’s other segments`, async (t) => {
      const simulator = await startLlmSimulator();
      t.after(() => simulator.close());
      for (let n = 1; n <= 4; n += 1) {
        const model = modelAt(simulator.url);
        const { polished, settled } = await open(t, { model });
        simulator.clearFaults();
        simulator.setFault(fault, { role: 'polish', match: `Segment ${n} says`, at: 3 });
        const reply = await polished({ text, insert_refs: false });
        await model.close();
        assert.equal(reply.text, text);
        assert.equal(reply.error, undefined);
        assert.match(reply.thinking.at(-1) ?? '', /1 part of the text/);
        assert.deepEqual(settled, [{ endpoint: 'polish', outcome: 'ok', delivered: true }]);
      }
    });
});
