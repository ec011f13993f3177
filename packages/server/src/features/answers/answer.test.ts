import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ServiceError } from '@citewell/core/errors.ts';
import { abstractText } from '@citewell/core/records/article.ts';
import { anArticle } from '@citewell/core/testing/an-article.ts';
import type { Retriever } from '../../literature/sources/retriever.ts';
import { SourceError } from '../../literature/sources/retriever.ts';
import { answerOver } from '../../testing/app/answer-over.ts';
import { scriptedModel, scriptedRetriever } from '../../testing/app/scripted.ts';
import {
  all,
  ask,
  conflicting,
  europepmcDown,
  metformin,
  pubmedDown,
  question,
  retracted,
} from '../../testing/app/scripted-answer.ts';

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

  it('answers a Chinese question in Chinese and quotes Chinese sentences if the record has them', async () => {
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

  it('uses the requested language, whatever the language of the question', async () => {
    const { answer } = await ask({ library: [metformin], request: { language: 'zh' } });
    assert.match(answer, /^以下回答逐字摘录/);
  });

  it('names what no record is about, and the sources searched, if nothing fits', async () => {
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

  it('cites at most the requested number of papers', { tags: ['ask.request.max_refs.holds'] }, async () => {
    const { references } = await ask({ library: [metformin, conflicting], request: { maxReferences: 1 } });
    assert.equal(references.length, 1);
  });

  it('passes at most twelve papers to the writer, whatever number is requested', async () => {
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

  it('restricts papers by their own year', async () => {
    const old = { ...metformin, pmid: anArticle('1004').pmid, year: '1999' };
    const { references } = await ask({ library: [old, metformin], request: { years: { from: 2010 } } });
    assert.deepEqual(
      references.map(({ pmid }) => pmid),
      ['1001'],
    );
  });

  it('excludes retracted papers with a notice, unless they are asked for', async () => {
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

  it('does not quote a retraction notice as a finding', async () => {
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

  it('keeps a record requested by DOI in any spelling, even a retracted one', async () => {
    const { references } = await ask({
      library: [metformin, { ...retracted, doi: '10.1000/AbC' }],
      request: { question: 'What does 10.1000/aBc report?' },
    });
    assert.deepEqual(
      references.map(({ pmid }) => pmid),
      ['1003'],
    );
  });

  it('quotes an attachment under its own heading, without a citation number', async () => {
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

describe('failing sources', () => {
  it('fall back to the next source and name the one that failed', async () => {
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

  it('are reported even if the fallback finds nothing', async () => {
    const remote = [scriptedRetriever('pubmed', pubmedDown()), scriptedRetriever('europepmc', [])];
    const { answer } = await ask({ remote, request: { question: '二甲双胍对2型糖尿病有效吗？' } });
    assert.match(answer, /未能连接PubMed/);
  });

  it('are answered with upstream_unavailable, naming them in both languages, if no source replied', async () => {
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

  it('leave an answer from the library with a notice that it is incomplete', async () => {
    const remote = [
      scriptedRetriever('pubmed', pubmedDown()),
      scriptedRetriever('europepmc', europepmcDown()),
    ];
    const { answer, references } = await ask({ remote, library: [metformin] });
    assert.equal(references.length, 1);
    assert.match(answer, /PubMed and Europe PMC could not be reached, so this answer is incomplete/);
  });

  it('are distinguished from an internal error, which is thrown', async () => {
    await assert.rejects(ask({ remote: [scriptedRetriever('pubmed', new TypeError('bug'))] }), TypeError);
  });
});

describe('the search deadline', () => {
  const start = Date.UTC(2026, 10, 21);
  /** Sources that fail, and when they should have answered. */
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

  it('is eight seconds for parallel sources, unless configured otherwise', async () => {
    const deadlines: number[] = [];
    await assert.rejects(ask({ remote: failing(deadlines) }), ServiceError);
    await assert.rejects(
      ask({ remote: failing(deadlines), sourceTimeouts: { ...sourceTimeouts, sourceMs: 3_000 } }),
      ServiceError,
    );
    assert.deepEqual(deadlines, [8_000, 8_000, 3_000, 3_000]);
  });

  it('never exceeds the total for all sources', async () => {
    const deadlines: number[] = [];
    await assert.rejects(ask({ remote: failing(deadlines), sourceTimeouts }), ServiceError);
    assert.deepEqual(deadlines, [20_000, 20_000]);
  });

  it('is shared by the planner’s second search, which skips failed sources', async () => {
    const deadlines: number[] = [];
    const model = scriptedModel({
      plans: async () => ({ question, concepts: [{ term: 'metformin', synonyms: [] }] }),
    });
    await assert.rejects(ask({ model, remote: failing(deadlines), sourceTimeouts }), ServiceError);
    assert.deepEqual(deadlines, [20_000, 20_000]);
    const empty = scriptedRetriever('pubmed', []);
    const search: Retriever['search'] = (query, options) => {
      deadlines.push(options.deadline - start);
      return empty.search(query, options);
    };
    await ask({ model, remote: [{ ...empty, search }], sourceTimeouts });
    assert.deepEqual(deadlines.slice(2), [20_000, 20_000]);
  });
});

describe('a question without search terms', () => {
  it('is distinguished from one without results, in both languages', async () => {
    for (const [question, said] of [
      ['What should I do?', /answers medical and biomedical questions only/],
      ['Is it safe?', /Please name the disease, drug or procedure/],
      ['怎么办？', /只回答医学和生物医学问题/],
    ] as const)
      assert.match((await ask({ library: [metformin], request: { question } })).answer, said, question);
  });

  it('is not reported as an empty result of a source that was not asked', async () => {
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

describe('irrelevant evidence', () => {
  const asthma = anArticle('2001', {
    title: 'Asthma in children.',
    abstract: [{ text: 'Inhaled steroids control asthma in children. They are safe.' }],
  });
  const otitis = anArticle('2002', {
    title: 'Otitis in children.',
    abstract: [{ text: 'Antibiotics shorten otitis in children. They are safe.' }],
  });

  it('is not cited for words common to all papers', async () => {
    for (const question of ['Is treatment of asthma safe in children?', '儿童哮喘的治疗安全吗？']) {
      const { references } = await ask({ library: [otitis, asthma], request: { question } });
      assert.deepEqual(
        references.map(({ pmid }) => pmid),
        ['2001'],
        question,
      );
    }
  });

  it('is not cited for one word of a test’s name, even if no other record fits', async () => {
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

describe('a balance', () => {
  it('too low for a generated answer pays for quotations, with a notice', async () => {
    const model = scriptedModel({
      writes() {
        throw new ServiceError('insufficient_balance', { tail: '10/6000' });
      },
    });
    const { answer, references } = await ask({ model, library: [metformin] });
    assert.match(answer, /balance is too low for a generated answer/);
    assert.equal(references.length, 1);
  });
});

const steroids = anArticle('31000031', { title: 'Steroids.', abstract: [{ text: 'Steroids were given.' }] });

const searchedFor: [question: string, searching: string][] = [
  ['What happens to the heart after long term steroid use?', 'Searching for: heart, steroid.'],
  ['Does ibuprofen close a PDA?', 'Searching for: ibuprofen, PDA.'],
  ['Does exercise slow dementia?', 'Searching for: exercise, dementia.'],
  [
    'Does a previous cesarean section show in uterine rupture?',
    'Searching for: cesarean section, uterine rupture.',
  ],
  ['Is a large prostate worse after TURP?', 'Searching for: prostate, TURP.'],
  ['早产儿应用布洛芬有效吗？', '正在检索：preterm infant、ibuprofen。'],
];

describe('a search', () => {
  for (const [question, searching] of searchedFor)
    it(`leaves out words that no record need contain: ${question}`, async () => {
      const { thinking } = await answerOver([steroids], { question });
      assert.ok(thinking.includes(searching), thinking.join('\n'));
    });
});
