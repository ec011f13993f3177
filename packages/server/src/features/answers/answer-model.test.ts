import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { ServiceError } from '@citewell/core/errors.ts';
import { abstractText } from '@citewell/core/records/article.ts';
import { anArticle } from '@citewell/core/testing/an-article.ts';
import type { Retriever } from '../../literature/sources/retriever.ts';
import type { Model } from '../../llm/model.ts';
import { ModelError } from '../../llm/model-error.ts';
import type { AnswerRequest } from '../../pipeline/context.ts';
import type { PipelineEvent } from '../../pipeline/events.ts';
import { collectStartGarbage } from '../../platform/process/start-garbage.ts';
import { scriptedModel, scriptedRetriever } from '../../testing/app/scripted.ts';
import { all, ask, conflicting, metformin, question, run } from '../../testing/app/scripted-answer.ts';
import { collectAnswer } from './collect-answer.ts';
import { passagesOfRun } from './trust/replay-run.ts';

describe('an answer from a model', () => {
  const writing = (...parts: (string | ModelError)[]) => scriptedModel({ writes: () => parts });

  it('numbers citations in order of first use and drops unknown ones with the text they should support', async () => {
    const model = scriptedModel({
      writes: ({ passages }) => {
        const of = (pmid: string) => passages.find(({ article }) => article.pmid === pmid)?.id ?? '';
        return ['Mortality did not fall [', `${of('1002')}]. It cures [E99][7]. HbA1c fell [${of('1001')}].`];
      },
    });
    const { answer, references } = await ask({ model, library: [metformin, conflicting] });
    assert.equal(answer, 'Mortality did not fall [1]. HbA1c fell [2].');
    assert.deepEqual(
      references.map(({ pmid }) => pmid),
      ['1002', '1001'],
    );
  });

  it('passes the sentences of the evidence to the writer verbatim, with their offsets', async () => {
    const model = writing('x [E1]');
    await ask({ model, library: [metformin] });
    for (const { text, start, end } of model.inputs[0]?.passages ?? [])
      assert.equal(abstractText(metformin).slice(start, end), text);
    assert.equal(
      model.inputs[0]?.passages[0]?.text,
      'Metformin lowered HbA1c by 1.1% in type 2 diabetes (P < 0.001).',
    );
  });

  it('passes whole abstracts to the model, and quotes only the chosen sentences if it fails', async () => {
    const abstract = [
      { label: 'BACKGROUND', text: 'Guidelines differ. Few trials compare doses.' },
      { label: 'METHODS', text: 'We randomised 240 adults with type 2 diabetes.' },
      { label: 'RESULTS', text: 'Metformin lowered HbA1c by 1.1 % (P < 0.001). Weight did not change.' },
      {
        label: '摘要',
        text: '二甲双胍使2型糖尿病患者糖化血红蛋白降低1.1%。体重没有变化。随访一年。共纳入240例患者。',
      },
    ];
    const trial = anArticle('1006', { title: 'Metformin in type 2 diabetes.', abstract });
    const asked = { en: question, zh: '二甲双胍对2型糖尿病有效吗？' };
    const whole = { en: 5, zh: 4 };
    for (const language of ['en', 'zh'] as const) {
      const model = writing(new ModelError('unreachable'));
      const request = { question: asked[language], include: ['run'] as const };
      const seen = await all({ model, library: [trial], request });
      const passages = model.inputs[0]?.passages ?? [];
      assert.equal(passages.length, whole[language]);
      for (const { text, start, end } of passages) assert.equal(abstractText(trial).slice(start, end), text);
      const text = seen.flatMap(({ event, data }) => (event === 'answer_chunk' ? [data.text] : [])).join('');
      for (const { text: sentence, isContext } of passages)
        assert.equal(text.includes(sentence), !isContext, sentence);
      const run = seen.flatMap(({ event, data }) => (event === 'run' ? [data] : []))[0];
      assert.deepEqual(
        run?.evidence.map((each) => [each.id, each.text, each.context ?? false]),
        passages.map((each) => [each.id, each.text, each.isContext ?? false]),
      );
      assert.ok(run && passagesOfRun(run).some(({ isContext }) => isContext));
    }
  });

  it('may cite a sentence of the abstract that was not chosen', async () => {
    const model = scriptedModel({
      writes: ({ passages }) => {
        const mark = passages.find(({ text }) => /Weight/.test(text))?.id ?? '';
        return [`Body weight did not change with metformin [${mark}].`];
      },
    });
    const trial = anArticle('1006', {
      title: 'Metformin in type 2 diabetes.',
      abstract: [
        {
          text: 'Metformin lowered HbA1c by 1.1 % in type 2 diabetes. Follow-up was one year. Nausea occurred.',
        },
        { text: 'Six patients left. Adherence was high. Weight did not change with metformin.' },
      ],
    });
    const { answer: text, references } = await ask({ model, library: [trial] });
    assert.match(text, /^Body weight did not change with metformin \[1\]\.$/);
    assert.equal(references.length, 1);
  });

  it('notes that no sentence could be linked to evidence', async () => {
    const { answer, references } = await ask({ model: writing('I just know.'), library: [metformin] });
    assert.match(answer, /^I just know\.\n\nNo sentence above could be linked/);
    assert.deepEqual(references, []);
  });

  it('is replaced by quotations, with a notice, if no sentence of the model is supported', async () => {
    const notice = {
      en: /^The abstracts found do not support any sentence of the generated answer\. Quotations follow instead\./,
      zh: /^所检索到的摘要不支持生成的回答中的任何一句，以下以原文摘录代替。/,
    };
    const asked = { en: question, zh: '二甲双胍对2型糖尿病有效吗？' };
    for (const language of ['en', 'zh'] as const) {
      const setting = {
        model: writing('Aspirin halved mortality [E1]. ', 'It cures asthma in children.'),
        library: [metformin],
        request: { question: asked[language] },
      };
      for (const reply of [await ask(setting), await collectAnswer(({ emit }) => run(setting, { emit }))]) {
        assert.match(reply.answer, notice[language]);
        assert.doesNotMatch(reply.answer, /Aspirin|asthma|No sentence above/);
        assert.match(reply.answer, /\[1\]/);
        assert.deepEqual(
          reply.references.map(({ pmid }) => pmid),
          ['1001'],
        );
      }
    }
  });

  for (const failure of [
    'unreachable',
    'rate_limited',
    'empty',
    'content_filter',
    'context_length',
    'circuit_open',
  ] as const) {
    it(`is replaced by quotations, with a notice, if the model fails with ${failure} before its first word`, async () => {
      const { answer, references } = await ask({
        model: writing(new ModelError(failure)),
        library: [metformin],
      });
      assert.match(answer, /Quotations follow instead of a generated answer\./);
      assert.match(answer, /\[1\]/);
      assert.equal(references.length, 1);
      const chinese = await ask({
        model: writing(new ModelError(failure)),
        library: [metformin],
        request: { question: '二甲双胍对2型糖尿病有效吗？' },
      });
      assert.match(chinese.answer, /以下以原文摘录代替综合回答/);
    });
  }

  it('ends with upstream_unavailable if the model fails mid-answer', async () => {
    const seen: PipelineEvent[] = [];
    await assert.rejects(
      run(
        {
          model: writing('Here is what was found. It lowers', new ModelError('cut')),
          library: [metformin],
        },
        { emit: (event) => void seen.push(event) },
      ),
      (error) => error instanceof ServiceError && error.code === 'upstream_unavailable',
    );
    // Half a sentence has not been checked and is not sent.
    assert.deepEqual(seen.at(-1), { event: 'answer_chunk', data: { text: 'Here is what was found.' } });
  });

  it('is replaced by quotations if the model fails before the first sentence was sent, or in a JSON reply', async () => {
    const asked = { en: question, zh: '二甲双胍对2型糖尿病有效吗？' };
    const notice = {
      en: /^The language model is not available.*Quotations follow/,
      zh: /^语言模型暂时不可用，以下以原文摘录代替综合回答/,
    };
    for (const language of ['en', 'zh'] as const) {
      const texts = {
        stream: ['It lowers'],
        collected: ['HbA1c fell by 1.1% [E1]. It then lo', 'It lowers [E'],
      };
      for (const [form, text] of Object.entries(texts).flatMap(([form, all]) =>
        all.map((text) => [form, text] as const),
      )) {
        const setting = {
          model: writing(text, new ModelError('stalled')),
          library: [metformin],
          request: { question: asked[language], include: ['run', 'verification'] as const },
        };
        const reply =
          form === 'collected'
            ? await ask(setting)
            : await collectAnswer(({ emit }) => run(setting, { emit }));
        assert.match(reply.answer, notice[language], form);
        assert.doesNotMatch(reply.answer, /It (?:then )?lo/);
        assert.match(reply.answer, /\[1\]/);
        assert.equal(reply.references.length, 1);
        assert.equal(reply.run?.answer_sha256, createHash('sha256').update(reply.answer).digest('hex'));
        const marks = reply.verification?.sentences.flatMap(({ marks }) => marks.map(({ n }) => n)) ?? [];
        assert.deepEqual(new Set(marks), new Set([1]));
      }
    }
  });

  it('continues without a plan if the planner fails', async () => {
    const model = scriptedModel({
      writes: () => ['HbA1c fell [E1].'],
      plans: () => Promise.reject(new ModelError('bad_json')),
    });
    assert.equal((await ask({ model, library: [metformin] })).references.length, 1);
  });

  it('searches again with the planner’s concepts if the first search found too little', async () => {
    const plan = {
      question: 'q',
      concepts: [
        { term: 'antidiabetic tablets', synonyms: ['metformin'] },
        { term: 'type 2 diabetes', synonyms: [] },
      ],
    };
    const pubmed = scriptedRetriever('pubmed', (query) =>
      query.concepts.includes('antidiabetic tablets') ? [metformin] : [],
    );
    const model = scriptedModel({ writes: () => ['HbA1c fell [E1].'], plans: async () => plan });
    const { references } = await ask({
      model,
      remote: [pubmed],
      request: { question: '双胍类药有用吗？', years: { from: 2010 } },
    });
    assert.equal(pubmed.queries.length, 2);
    assert.deepEqual(
      pubmed.queries.map(({ years }) => years),
      [{ from: 2010 }, { from: 2010 }],
    );
    assert.equal(references.length, 1);
  });

  it('does not search again if the planner reads the question as the rules do', async () => {
    const pubmed = scriptedRetriever('pubmed', [metformin]);
    const first = scriptedRetriever('pubmed', [metformin]);
    await ask({ remote: [first], request: { question } });
    const concepts = (first.queries[0]?.concepts ?? []).map((term) => ({ term, synonyms: [] }));
    assert.notEqual(concepts.length, 0);
    const model = scriptedModel({
      writes: () => ['HbA1c fell [E1].'],
      plans: async () => ({ question, concepts }),
    });
    await ask({ model, remote: [pubmed], request: { question } });
    assert.equal(pubmed.queries.length, first.queries.length);
  });

  it('searches for what an image shows and passes its description to the writer', async () => {
    const model = scriptedModel({
      writes: () => ['As shown [E1]'],
      describes: async () => 'A box of metformin for type 2 diabetes.',
    });
    const images = [{ mediaType: 'image/png' as const, base64: 'aGk=' }];
    const { references } = await ask({
      model,
      library: [metformin],
      request: { question: 'What is this?', images },
    });
    assert.equal(model.inputs[0]?.imageDescription, 'A box of metformin for type 2 diabetes.');
    assert.equal(references.length, 1);
  });
});

describe('an answer that is being written', () => {
  /** Counts the searches that are still in memory while the text is written. */
  async function searchesHeld(include: AnswerRequest['include']): Promise<number> {
    const searches: WeakRef<object>[] = [];
    const source = scriptedRetriever('pubmed', [metformin]);
    const remote: Retriever = {
      ...source,
      async search(query, options) {
        searches.push(new WeakRef(query));
        const found = await source.search(query, options);
        source.queries.length = 0;
        return found;
      },
    };
    let held = 0;
    const model: Model = {
      ...scriptedModel({}),
      async write() {
        await delay(1);
        collectStartGarbage();
        held = searches.filter((search) => search.deref() !== undefined).length;
      },
    };
    await all({ model, remote: [remote], request: { include } });
    assert.ok(searches.length > 0);
    return held;
  }

  it('keeps what was searched only for the record of its run', async () => {
    assert.equal(await searchesHeld([]), 0);
    assert.ok((await searchesHeld(['run'])) > 0);
  });
});
