import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { anArticle } from '@citewell/core/testing/an-article.ts';
import { startEntailmentSimulator } from '@citewell/simulators/llm/entailment-simulator.ts';
import { SourceError } from '../../literature/sources/retriever.ts';
import { open, other, strokeClaim, trial, unsupported, weightClaim } from '../../testing/app/polish-app.ts';
import { scriptedModel, scriptedRetriever } from '../../testing/app/scripted.ts';
import { createEntailmentVerifier } from '../citation-checks/verifier/entailment-verifier.ts';

describe('references that polish inserts', () => {
  it('follow only sentences that an article supports, numbered after the highest existing marker', {
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
    assert.match(
      thinking.join('\n'),
      /Supporting literature was found for 2 of 3 sentences; no references were added to the others/,
    );
  });

  it('undecided by rules need the model’s quotation, in at most four requests per call', async (t) => {
    const open1 = (n: number) =>
      `Studies have shown that metformin helps adults with diabetes ${'abcdefgh'[n]} to slim.`;
    const text = Array.from({ length: 6 }, (_, n) => open1(n)).join(' ');
    for (const [score, cited] of [
      [2, 4],
      [0, 0],
    ] as const) {
      let asked = 0;
      const evidence = trial.abstract[0]?.text ?? '';
      const model = scriptedModel({
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
      });
      const { polished } = await open(t, { model, has: [trial] });
      const { text: got } = await polished({ text });
      assert.equal(asked, 4);
      assert.equal(got.match(/\[1\]/g)?.length ?? 0, cited);
    }
  });

  for (const [language, sentence, words] of [
    [
      'English',
      'Studies have shown that metformin helps adults with diabetes to slim.',
      'reduced body weight',
    ],
    ['Chinese', '已有研究表明，二甲双胍(metformin)有助于2型糖尿病成人减去赘肉。', 'reduced body weight'],
  ] as const)
    it(`undecided by rules need a classifier’s verdict, if there is one, even beside a model: ${language}`, async (t) => {
      const simulator = await startEntailmentSimulator();
      t.after(() => simulator.close());
      const entailment = createEntailmentVerifier(
        {
          ...{ baseUrl: simulator.url, apiKey: undefined, deadlineMs: 10_000 },
          ...{ supportMin: 0.9, contradictionMin: 0.95 },
        },
        { clock: { now: () => 0 } },
      );
      t.after(() => entailment.close());
      const model = scriptedModel({ verifies: () => assert.fail('the language model was asked') });
      for (const [probability, cited] of [
        [0.97, 1],
        [0.5, 0],
      ] as const) {
        simulator.setScript((premise) => (premise.includes(words) ? { entailment: probability } : {}));
        for (const services of [{ entailment }, { entailment, model }]) {
          const before = simulator.requests.length;
          const { polished } = await open(t, { has: [trial], services });
          const { refs } = await polished({ text: sentence });
          assert.deepEqual([refs.length, simulator.requests.length - before], [cited, 1]);
        }
      }
    });

  it('exclude articles that only come close', async (t) => {
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

  it('number an article once', async (t) => {
    const { polished } = await open(t, { has: [trial] });
    const again = 'Trials have shown that metformin reduced body weight in adults with type 2 diabetes.';
    const { text, refs } = await polished({ text: `${weightClaim}\n\n${again}` });
    assert.equal(text.match(/\[1\]/g)?.length, 2);
    assert.equal(refs.length, 1);
  });

  it('skip cited sentences, the writer’s own work, headings and questions', async (t) => {
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

  it('are skipped with insert_refs: false', { tags: ['polish.request.insert_refs'] }, async (t) => {
    const { polished, library } = await open(t, { has: [trial] });
    const { text, refs, names } = await polished({ text: weightClaim, insert_refs: false });
    assert.equal(text, weightClaim);
    assert.deepEqual(refs, []);
    assert.ok(names.includes('references'));
    assert.equal(library.queries.length, 0);
  });

  it('exclude retracted articles', async (t) => {
    const { polished } = await open(t, { has: [{ ...trial, retracted: true }] });
    assert.deepEqual((await polished({ text: weightClaim })).refs, []);
  });

  it('are omitted with a notice if the sources are down', async (t) => {
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

  it('are inserted in Chinese text before the full stop, without a space', async (t) => {
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
