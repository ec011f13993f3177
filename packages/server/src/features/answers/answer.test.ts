import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, it } from 'node:test';
import { ServiceError } from '@citewell/core/errors.ts';
import type { Article } from '@citewell/core/records/article.ts';
import { abstractText } from '@citewell/core/records/article.ts';
import { anArticle } from '@citewell/core/testing/an-article.ts';
import { countingMeter } from '../../accounting/meter.ts';
import { inlineWork } from '../../app/language-tasks/inline-work.ts';
import type { Retriever } from '../../literature/sources/retriever.ts';
import { SourceError } from '../../literature/sources/retriever.ts';
import type { SourceTimeouts } from '../../literature/sources/source-timeouts.ts';
import { EngineError } from '../../llm/engine.ts';
import { extractiveEngine } from '../../llm/extractive/extractive-engine.ts';
import type { AnswerDependencies, AnswerRequest } from '../../pipeline/context.ts';
import type { Emit, PipelineEvent } from '../../pipeline/events.ts';
import { collectEvents } from '../../testing/app/collect-events.ts';
import { scriptedEngine, scriptedRetriever } from '../../testing/app/scripted.ts';
import { answer } from './answer.ts';
import { type Collecting, collectAnswer } from './collect.ts';
import { passagesOfRun } from './trust/replay-run.ts';

const metformin = anArticle('1001', {
  title: 'Metformin in type 2 diabetes: a randomized trial.',
  publicationTypes: ['Randomized Controlled Trial'],
  abstract: [
    { label: 'BACKGROUND', text: 'Metformin is widely used in type 2 diabetes.' },
    { label: 'RESULTS', text: 'Metformin lowered HbA1c by 1.1% in type 2 diabetes (P < 0.001).' },
    { label: '摘要', text: '二甲双胍使2型糖尿病患者糖化血红蛋白降低1.1%。' },
  ],
});
const conflicting = anArticle('1002', {
  title: 'No benefit of metformin in type 2 diabetes.',
  abstract: [
    {
      text: 'We studied metformin in type 2 diabetes. Metformin did not lower mortality in type 2 diabetes.',
    },
  ],
});
const retracted = anArticle('1003', {
  title: 'Metformin cures type 2 diabetes.',
  retracted: true,
  abstract: [{ label: 'CONCLUSION', text: 'Metformin cures type 2 diabetes for good.' }],
});
const question = 'Does metformin work in type 2 diabetes?';
const pubmedDown = () => new SourceError('pubmed', 'timeout');
const europepmcDown = () => new SourceError('europepmc', 'unreachable');

type Setting = {
  engine?: AnswerDependencies['engine'];
  remote?: Retriever[];
  library?: readonly Article[];
  request?: Partial<AnswerRequest>;
  signal?: AbortSignal;
  sourceTimeouts?: SourceTimeouts;
};

function run(
  { engine = extractiveEngine, remote = [], library, request, signal, sourceTimeouts }: Setting,
  to: { emit: Emit } | Collecting,
) {
  return answer(
    {
      question,
      language: undefined,
      years: {},
      maxReferences: 10,
      category: undefined,
      fileContent: undefined,
      history: [],
      images: [],
      include: [],
      ...request,
    },
    {
      engine,
      fallbackEngine: extractiveEngine,
      literature: { remote, library: library && scriptedRetriever('library', library), sourceTimeouts },
      clock: { now: () => Date.UTC(2026, 10, 21) },
      log: () => {},
    },
    {
      requestId: 'r1',
      signal: signal ?? new AbortController().signal,
      meter: countingMeter(),
      work: inlineWork,
      ...to,
    },
  );
}

const ask = (setting: Setting) => collectAnswer((to) => run(setting, to));
const all = (setting: Setting) => collectEvents((emit) => run(setting, { emit }));

describe('an answer without a model', () => {
  it('says that it quotes, and quotes word for word with a reference for every citation', {
    tags: ['ask.response.answer', 'ask.response.references'],
  }, async () => {
    const { answer, references } = await ask({ library: [metformin, conflicting] });
    assert.match(answer.split('\n')[0] ?? '', /quotes.*does not synthesize/);
    const quotes = [...answer.matchAll(/“([^”]+)” \[(\d+)\]/g)];
    assert.equal(quotes.length > 1, true);
    for (const [, quote = '', n] of quotes) {
      const article = [metformin, conflicting].find(({ pmid }) => pmid === references[Number(n) - 1]?.pmid);
      assert.ok(article && abstractText(article).includes(quote), quote);
    }
    assert.deepEqual(new Set(references.map(({ pmid }) => pmid)), new Set(['1001', '1002']));
  });

  it('answers a Chinese question in Chinese, quoting Chinese sentences where the record has them', async () => {
    const { answer, references } = await ask({
      library: [metformin],
      request: { question: '二甲双胍对2型糖尿病有效吗？' },
    });
    assert.match(answer, /^以下回答逐字摘录/);
    assert.match(answer, /“二甲双胍使2型糖尿病患者糖化血红蛋白降低1\.1%。” \[1\]/);
    assert.deepEqual(references, [
      { pmid: '1001', title: metformin.title, authors: 'Doe J', journal: 'Journal of Tests', year: '2020' },
    ]);
  });

  it('writes in the language that was asked for, whatever the question’s', async () => {
    const { answer } = await ask({ library: [metformin], request: { language: 'zh' } });
    assert.match(answer, /^以下回答逐字摘录/);
  });

  it('writes no answer where nothing fits, and says what was searched', async () => {
    const { answer, references } = await ask({
      library: [metformin],
      request: { question: 'Do kidney stones dissolve in cola?' },
    });
    assert.match(answer, /^No record found is about “kidney stones”\./);
    assert.match(answer, /the local library: kidney stones/);
    assert.deepEqual(references, []);
    const chinese = await ask({ library: [metformin], request: { question: '肾结石会自己溶解吗？' } });
    assert.match(chinese.answer, /^没有检索到关于“肾结石”的记录/);
  });

  it('cites no more papers than were asked for', { tags: ['ask.request.max_refs.holds'] }, async () => {
    const { references } = await ask({ library: [metformin, conflicting], request: { maxReferences: 1 } });
    assert.equal(references.length, 1);
  });

  it('shows a writer twelve papers at most, however many were asked for', async () => {
    const places =
      'Oslo Lima Rome Cairo Delhi Tokyo Paris Quito Accra Hanoi Dakar Minsk Sofia Riga Bern Kyiv'.split(' ');
    const library = places.map((place, at) =>
      anArticle(`${2001 + at}`, {
        title: `Metformin in type 2 diabetes: ${place}, ${place} and the ${place} region.`,
        abstract: [{ text: `In ${place}, metformin lowered HbA1c in type 2 diabetes by 1.${at}%.` }],
      }),
    );
    const { references } = await ask({ library, request: { maxReferences: 30 } });
    assert.equal(references.length, 12);
  });

  it('keeps to the caller’s years by the record’s own date', async () => {
    const old = { ...metformin, pmid: anArticle('1004').pmid, year: '1999' };
    const { references } = await ask({ library: [old, metformin], request: { years: { from: 2010 } } });
    assert.deepEqual(
      references.map(({ pmid }) => pmid),
      ['1001'],
    );
  });

  it('leaves retracted papers out and says so, unless they are asked for', async () => {
    const seen = await all({ library: [metformin, retracted] });
    assert.ok(
      seen.some(
        ({ event, data }) => event === 'thinking' && /1 retracted paper was excluded/.test(data.message),
      ),
    );
    const { references } = await ask({ library: [metformin, retracted] });
    assert.deepEqual(
      references.map(({ pmid }) => pmid),
      ['1001'],
    );
    const asked = await ask({
      library: [metformin, retracted],
      request: { question: 'retracted papers on metformin in type 2 diabetes' },
    });
    assert.match(asked.answer, /RETRACTED: \*2020:\* “Metformin cures/);
  });

  it('takes a notice about a paper for no finding', async () => {
    const notice = {
      ...metformin,
      pmid: anArticle('1005').pmid,
      publicationTypes: ['Retraction of Publication'],
    };
    const { references } = await ask({ library: [notice, metformin] });
    assert.deepEqual(
      references.map(({ pmid }) => pmid),
      ['1001'],
    );
  });

  it('keeps a record asked for by its DOI, however spelt, even a retracted one', async () => {
    const { references } = await ask({
      library: [metformin, { ...retracted, doi: '10.1000/AbC' }],
      request: { question: 'What does 10.1000/aBc report?' },
    });
    assert.deepEqual(
      references.map(({ pmid }) => pmid),
      ['1003'],
    );
  });

  it('quotes an attachment as the attachment, never with a number', async () => {
    const fileContent =
      'Our clinic notes. Metformin doses in type 2 diabetes were halved [3]. Unrelated matter follows.';
    const { answer, references } = await ask({ library: [], request: { fileContent } });
    assert.match(
      answer,
      /\*\*From the attachment\*\*\n- “[^”]*Metformin doses in type 2 diabetes were halved \(3\)/,
    );
    assert.deepEqual(references, []);
  });
});

describe('sources that fail', () => {
  it('falls back to the next source and says which could not be reached', async () => {
    const remote = [scriptedRetriever('pubmed', pubmedDown()), scriptedRetriever('europepmc', [metformin])];
    const seen = await all({ remote });
    const tools = seen.flatMap(({ event, data }) =>
      event === 'tool_result' ? [`${data.tool} ${data.unavailable ?? false}`] : [],
    );
    assert.deepEqual(tools, ['pubmed_search true', 'europepmc_search false']);
    const { answer, references } = await ask({ remote });
    assert.equal(references.length, 1);
    assert.match(answer, /Note: PubMed could not be reached/);
  });

  it('never lets a fallback’s zero hits speak for a failed PubMed', async () => {
    const remote = [scriptedRetriever('pubmed', pubmedDown()), scriptedRetriever('europepmc', [])];
    const { answer } = await ask({ remote, request: { question: '二甲双胍对2型糖尿病有效吗？' } });
    assert.match(answer, /未能连接PubMed/);
  });

  it('refuses with upstream_unavailable where nothing could be asked, naming the sources in both languages', async () => {
    const remote = [
      scriptedRetriever('pubmed', pubmedDown()),
      scriptedRetriever('europepmc', europepmcDown()),
    ];
    for (const library of [undefined, []]) {
      await assert.rejects(ask({ remote, ...(library && { library }) }), (error) => {
        assert.ok(error instanceof ServiceError);
        assert.match(error.body('en').error, /PubMed and Europe PMC could not be reached/);
        assert.match(error.body('zh').error, /未能连接PubMed、Europe PMC/);
        return error.code === 'upstream_unavailable';
      });
    }
  });

  it('answers from the library where only the remote sources fail, and says that it is incomplete', async () => {
    const remote = [
      scriptedRetriever('pubmed', pubmedDown()),
      scriptedRetriever('europepmc', europepmcDown()),
    ];
    const { answer, references } = await ask({ remote, library: [metformin] });
    assert.equal(references.length, 1);
    assert.match(answer, /PubMed and Europe PMC could not be reached, so this answer is incomplete/);
  });

  it('does not hide a fault of ours as a source that failed', async () => {
    await assert.rejects(ask({ remote: [scriptedRetriever('pubmed', new TypeError('bug'))] }), TypeError);
  });
});

describe('an answer from a model', () => {
  const writing = (...parts: (string | EngineError)[]) => scriptedEngine({ writes: () => parts });

  it('numbers what the model cited in order of first use and drops what was never given, with what it was to bear', async () => {
    const engine = scriptedEngine({
      writes: ({ passages }) => {
        const of = (pmid: string) => passages.find(({ article }) => article.pmid === pmid)?.id ?? '';
        return ['Mortality did not fall [', `${of('1002')}]. It cures [E99][7]. HbA1c fell [${of('1001')}].`];
      },
    });
    const { answer, references } = await ask({ engine, library: [metformin, conflicting] });
    assert.equal(answer, 'Mortality did not fall [1]. HbA1c fell [2].');
    assert.deepEqual(
      references.map(({ pmid }) => pmid),
      ['1002', '1001'],
    );
  });

  it('gives the sentences of the evidence to the writer, verbatim with their place', async () => {
    const engine = writing('x [E1]');
    await ask({ engine, library: [metformin] });
    for (const { text, start, end } of engine.inputs[0]?.passages ?? [])
      assert.equal(abstractText(metformin).slice(start, end), text);
    assert.equal(
      engine.inputs[0]?.passages[0]?.text,
      'Metformin lowered HbA1c by 1.1% in type 2 diabetes (P < 0.001).',
    );
  });

  it('gives the whole abstracts to a model, and quotes the chosen sentences alone where it fails', async () => {
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
      const engine = writing(new EngineError('unreachable'));
      const request = { question: asked[language], include: ['run'] as const };
      const seen = await all({ engine, library: [trial], request });
      const passages = engine.inputs[0]?.passages ?? [];
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

  it('lets a model cite a sentence that was not among the chosen ones', async () => {
    const engine = scriptedEngine({
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
    const { answer: text, references } = await ask({ engine, library: [trial] });
    assert.match(text, /^Body weight did not change with metformin \[1\]\.$/);
    assert.equal(references.length, 1);
  });

  it('says so where the model ties nothing to evidence', async () => {
    const { answer, references } = await ask({ engine: writing('I just know.'), library: [metformin] });
    assert.match(answer, /^I just know\.\n\nNo sentence above could be linked/);
    assert.deepEqual(references, []);
  });

  it('quotes instead, marked as such, where no sentence of the model is supported', async () => {
    const notice = {
      en: /^The abstracts found support no sentence of the generated answer\. Quotations follow instead\./,
      zh: /^所检索到的摘要不支持生成的回答中的任何一句，以下以原文摘录代替。/,
    };
    const asked = { en: question, zh: '二甲双胍对2型糖尿病有效吗？' };
    for (const language of ['en', 'zh'] as const) {
      const setting = {
        engine: writing('Aspirin halved mortality [E1]. ', 'It cures asthma in children.'),
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
    it(`quotes instead, marked as such, where the model fails with ${failure} before its first word`, async () => {
      const { answer, references } = await ask({
        engine: writing(new EngineError(failure)),
        library: [metformin],
      });
      assert.match(answer, /Quotations follow instead of a generated answer\./);
      assert.match(answer, /\[1\]/);
      assert.equal(references.length, 1);
      const chinese = await ask({
        engine: writing(new EngineError(failure)),
        library: [metformin],
        request: { question: '二甲双胍对2型糖尿病有效吗？' },
      });
      assert.match(chinese.answer, /以下以原文摘录代替综合回答/);
    });
  }

  it('breaks off with upstream_unavailable where the model dies in mid-answer', async () => {
    const seen: PipelineEvent[] = [];
    await assert.rejects(
      run(
        {
          engine: writing('Here is what was found. It lowers', new EngineError('cut')),
          library: [metformin],
        },
        { emit: (event) => void seen.push(event) },
      ),
      (error) => error instanceof ServiceError && error.code === 'upstream_unavailable',
    );
    // Half a sentence was not checked, and does not leave.
    assert.deepEqual(seen.at(-1), { event: 'answer_chunk', data: { text: 'Here is what was found.' } });
  });

  it('quotes instead where a streaming model dies before a sentence has left, or in a collected reply', async () => {
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
          engine: writing(text, new EngineError('stalled')),
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

  it('goes on without a plan where the planner fails', async () => {
    const engine = scriptedEngine({
      writes: () => ['HbA1c fell [E1].'],
      plans: () => Promise.reject(new EngineError('bad_json')),
    });
    assert.equal((await ask({ engine, library: [metformin] })).references.length, 1);
  });

  it('searches again with the planner’s concepts where the first search found too little', async () => {
    const plan = {
      question: 'q',
      concepts: [
        { term: 'biguanide', synonyms: ['metformin'] },
        { term: 'type 2 diabetes', synonyms: [] },
      ],
    };
    const pubmed = scriptedRetriever('pubmed', (query) =>
      query.concepts.includes('biguanide') ? [metformin] : [],
    );
    const engine = scriptedEngine({ writes: () => ['HbA1c fell [E1].'], plans: async () => plan });
    const { references } = await ask({
      engine,
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

  it('does not search again for what the planner reads as the rules do', async () => {
    const pubmed = scriptedRetriever('pubmed', [metformin]);
    const first = scriptedRetriever('pubmed', [metformin]);
    await ask({ remote: [first], request: { question } });
    const concepts = (first.queries[0]?.concepts ?? []).map((term) => ({ term, synonyms: [] }));
    assert.notEqual(concepts.length, 0);
    const engine = scriptedEngine({
      writes: () => ['HbA1c fell [E1].'],
      plans: async () => ({ question, concepts }),
    });
    await ask({ engine, remote: [pubmed], request: { question } });
    assert.equal(pubmed.queries.length, first.queries.length);
  });

  it('searches for what an image shows and hands the description to the writer', async () => {
    const engine = scriptedEngine({
      writes: () => ['As shown [E1]'],
      describes: async () => 'A box of metformin for type 2 diabetes.',
    });
    const images = [{ mediaType: 'image/png' as const, base64: 'aGk=' }];
    const { references } = await ask({
      engine,
      library: [metformin],
      request: { question: 'What is this?', images },
    });
    assert.equal(engine.inputs[0]?.imageDescription, 'A box of metformin for type 2 diabetes.');
    assert.equal(references.length, 1);
  });
});

describe('the time for searching', () => {
  const start = Date.UTC(2026, 10, 21);
  /** Sources that fail, and tell when they were to have answered. */
  const failing = (deadlines: number[]) =>
    (['pubmed', 'europepmc'] as const).map(
      (source): Retriever => ({
        ...scriptedRetriever(source, []),
        search: async (_query, { deadline }) => {
          deadlines.push(deadline - start);
          throw new SourceError(source, 'timeout');
        },
      }),
    );

  const sourceTimeouts = { sourceMs: 60_000, totalMs: 20_000, queueMs: 2_000 };

  it('is eight seconds for all sources beside each other, unless the operator says otherwise', async () => {
    const deadlines: number[] = [];
    await assert.rejects(ask({ remote: failing(deadlines) }), ServiceError);
    await assert.rejects(
      ask({ remote: failing(deadlines), sourceTimeouts: { ...sourceTimeouts, sourceMs: 3_000 } }),
      ServiceError,
    );
    assert.deepEqual(deadlines, [8_000, 8_000, 3_000, 3_000]);
  });

  it('ends with that of all sources together', async () => {
    const deadlines: number[] = [];
    await assert.rejects(ask({ remote: failing(deadlines), sourceTimeouts }), ServiceError);
    assert.deepEqual(deadlines, [20_000, 20_000]);
  });

  it('is one for both searches where a planner brings a second, which failed sources are not asked for', async () => {
    const deadlines: number[] = [];
    const engine = scriptedEngine({
      plans: async () => ({ question, concepts: [{ term: 'metformin', synonyms: [] }] }),
    });
    await assert.rejects(ask({ engine, remote: failing(deadlines), sourceTimeouts }), ServiceError);
    assert.deepEqual(deadlines, [20_000, 20_000]);
    const empty = scriptedRetriever('pubmed', []);
    const search: Retriever['search'] = (query, options) => {
      deadlines.push(options.deadline - start);
      return empty.search(query, options);
    };
    await ask({ engine, remote: [{ ...empty, search }], sourceTimeouts });
    assert.deepEqual(deadlines.slice(2), [20_000, 20_000]);
  });
});

describe('a question that cannot be searched for', () => {
  it('is told apart from one that nothing was found for, in both languages', async () => {
    for (const [question, said] of [
      ['What should I do?', /answers medical and biomedical questions only/],
      ['Is it safe?', /No literature found/],
      ['怎么办？', /只回答医学和生物医学问题/],
    ] as const)
      assert.match((await ask({ library: [metformin], request: { question } })).answer, said, question);
  });

  it('does not report a source as empty that was not asked', async () => {
    const notAsked: Retriever = {
      ...scriptedRetriever('pubmed', []),
      search: async () => ({ source: 'pubmed', articles: [], executed: [], missing: [] }),
    };
    const request = { question: '魑魅魍魉有什么危害？' };
    const { answer } = await ask({ remote: [notAsked], library: [], request });
    assert.match(answer, /未检索：PubMed，因为问题中的词无法译成英文/);
    const seen = await all({ remote: [notAsked], library: [], request });
    assert.ok(
      seen.some(
        ({ event, data }) => event === 'tool_result' && data.tool === 'pubmed_search' && data.not_asked,
      ),
    );
  });
});

describe('evidence that does not fit', () => {
  const asthma = anArticle('2001', {
    title: 'Asthma in children.',
    abstract: [{ text: 'Inhaled steroids control asthma in children. They are safe.' }],
  });
  const otitis = anArticle('2002', {
    title: 'Otitis in children.',
    abstract: [{ text: 'Antibiotics shorten otitis in children. They are safe.' }],
  });

  it('is not cited for words that any paper has', async () => {
    for (const question of ['Is treatment of asthma safe in children?', '儿童哮喘的治疗安全吗？']) {
      const { references } = await ask({ library: [otitis, asthma], request: { question } });
      assert.deepEqual(
        references.map(({ pmid }) => pmid),
        ['2001'],
        question,
      );
    }
  });

  it('is not cited for a word of a test’s name, though no other record fits better', async () => {
    const lung = anArticle('2004', {
      title: 'Pembrolizumab for lung cancer.',
      abstract: [
        { text: 'The antigen was measured. Pembrolizumab prolonged survival; further tests followed.' },
      ],
    });
    for (const question of ['sensitivity of rapid antigen tests', '快速抗原检测的敏感性如何？'])
      assert.deepEqual((await ask({ library: [lung], request: { question } })).references, [], question);
  });

  it('is not cited for a part of a name', async () => {
    const liver = anArticle('2003', {
      abstract: [{ text: 'Carcinoma of the liver is treated by resection.' }],
    });
    assert.deepEqual(
      (await ask({ library: [liver], request: { question: '鼻咽癌如何治疗？' } })).references,
      [],
    );
  });
});

describe('the balance of a call', () => {
  it('that does not reach for a synthesis buys quotations, marked as such', async () => {
    const engine = scriptedEngine({});
    engine.writeAnswer = async () => {
      throw new ServiceError('insufficient_balance', { tail: '10/6000' });
    };
    const { answer, references } = await ask({ engine, library: [metformin] });
    assert.match(answer, /balance is too low for a generated answer/);
    assert.equal(references.length, 1);
  });
});
