import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { abstractText } from '@citewell/core/records/article.ts';
import { anArticle } from '@citewell/core/testing/an-article.ts';
import type { ReviewResponse } from '@citewell/sdk';
import { docxType } from '../../documents/docx.ts';
import { type Retriever, SourceError } from '../../literature/sources/retriever.ts';
import { assertErrorResponse } from '../../testing/app/error-response.ts';
import { assertWhole, buildReviewApp, textUnder } from '../../testing/app/review-app.ts';
import { reviewArticles } from '../../testing/app/review-records.ts';
import { scriptedRetriever } from '../../testing/app/scripted.ts';
import { parseEvents } from '../../testing/process/sse-reader.ts';

const question = 'Metformin in type 2 diabetes';
const chinese = '二甲双胍治疗2型糖尿病';

describe('POST /ai/api/expert without a model', () => {
  for (const [language, topic] of [
    ['en', question],
    ['zh', chinese],
  ] as const)
    it(`quotes a whole review, in ${language}`, { tags: ['expert'] }, async (t) => {
      const { post, settled } = await buildReviewApp(t);
      const reply = await post('expert', { question: topic });
      assert.equal(reply.statusCode, 200, reply.body);
      assert.equal(reply.headers['x-tokens-charged'], '0');
      const review = reply.json() as ReviewResponse;
      assert.deepEqual(Object.keys(review), ['title', 'review', 'sections', 'references']);
      assertWhole(review, language);
      assert.deepEqual(settled, [{ endpoint: 'expert', outcome: 'ok', delivered: true }]);
    });

  it('says that it quotes, and quotes word for word', async (t) => {
    const { post } = await buildReviewApp(t);
    const review = (await post('expert', { question })).json() as ReviewResponse;
    assert.match(review.review, /quotes the abstracts found, word for word/);
    const texts = reviewArticles.flatMap(({ abstract }) => abstract.map(({ text }) => text)).join('\n');
    const quotes = [...textUnder(review, 'Findings').matchAll(/“([^”]+)”/g)].map(([, text = '']) => text);
    assert.ok(quotes.length >= 5);
    for (const quote of quotes) assert.ok(texts.includes(quote), quote);
  });

  for (const [language, topic, part, said] of [
    [
      'en',
      question,
      'Abstract',
      /Europe PMC was searched on [-\d]+\. PubMed could not be reached\. Of \d+ records/,
    ],
    ['zh', chinese, '摘要', /检索 Europe PMC；未能连接 PubMed；按规则筛选/],
  ] as const)
    it(`names a source that could not be searched in its abstract, in ${language}`, async (t) => {
      const remote = [
        scriptedRetriever('pubmed', new SourceError('pubmed', 'unreachable')),
        scriptedRetriever('europepmc', reviewArticles),
      ];
      for (const model of [false, true]) {
        const { post } = await buildReviewApp(t, { remote, model });
        const review = (await post('expert', { question: topic })).json() as ReviewResponse;
        assert.match(textUnder(review, part), said);
      }
    });

  it('reports consistent counts of found and excluded records in its methods', async (t) => {
    const articles = [
      ...reviewArticles,
      anArticle('3001', {
        title: 'Metformin in type 2 diabetes.',
        retracted: true,
        abstract: [{ text: 'Metformin cures type 2 diabetes.' }],
      }),
      anArticle('3002', { title: 'Metformin in type 2 diabetes, a letter.' }),
      anArticle('3003', {
        title: 'Knee pain.',
        abstract: [{ text: 'Knees hurt in winter more than in summer.' }],
      }),
    ];
    const { post } = await buildReviewApp(t, { articles });
    const review = (await post('expert', { question, max_refs: 4 })).json() as ReviewResponse;
    const methods = textUnder(review, 'Search methods');
    const count = (line: string) => Number(new RegExp(`- ${line}: (\\d+)`).exec(methods)?.[1] ?? 0);
    const excluded = [...methods.matchAll(/- (?:Excluded|Ranked out), [^:]+: (\d+)/g)].reduce(
      (sum, [, n]) => sum + Number(n),
      0,
    );
    assert.equal(
      count('Records identified') - count('Duplicates removed'),
      count('Records screened by title and abstract'),
    );
    assert.equal(count('Records screened by title and abstract') - excluded, count('Studies included'));
    assert.equal(count('Records screened by title and abstract'), articles.length);
    assert.equal(count('Excluded, retracted'), 1);
    assert.equal(count('Excluded, without an abstract'), 1);
    assert.equal(count('Studies included'), 4);
    assert.match(methods, /PubMed \(\d{4}-\d\d-\d\d\): `[^`]+`, \d+ records/);
  });

  for (const [topic, heading, line] of [
    [
      question,
      'Search methods',
      /\n- Records identified: \d+ \(the highest ranked of 4,868 that match the searches; no others were retrieved\)\n/,
    ],
    [chinese, '检索方法', /\n- 检出记录：\d+（检索共命中 4,868 条，仅查看其中排序最前者）\n/],
  ] as const)
    it(`reports how many records match and that it screened the best: ${topic}`, {
      tags: ['event.figures'],
    }, async (t) => {
      const few = scriptedRetriever('pubmed', reviewArticles);
      const remote = {
        ...few,
        search: async (...given: Parameters<typeof few.search>) => ({
          ...(await few.search(...given)),
          executed: [{ query: 'metformin', total: 4868 }],
        }),
      };
      const { post } = await buildReviewApp(t, { remote: [remote] });
      const review = (
        await post('expert', { question: topic, include: ['figures'] })
      ).json() as ReviewResponse;
      assert.match(textUnder(review, heading), line);
      assert.equal(review.figures?.flow.matched, 4868);
    });

  it('contrasts contradictory studies', async (t) => {
    const { post } = await buildReviewApp(t);
    const review = (await post('expert', { question })).json() as ReviewResponse;
    const conflicts = textUnder(review, 'Conflicting evidence');
    assert.match(conflicts, /intervals do not overlap/);
    assert.match(conflicts, /- “Mortality was lower with metformin compared with placebo \(HR 0\.66/);
    assert.match(conflicts, /- “Metformin did not change mortality/);
    assert.doesNotMatch(conflicts, /safe/);
  });

  it('tabulates each study in the record’s words, with the effect of one outcome', async (t) => {
    const { post } = await buildReviewApp(t);
    const review = (await post('expert', { question })).json() as ReviewResponse;
    const row = textUnder(review, 'Comparison of the studies')
      .split('\n')
      .find((line) => line.includes('2021'));
    assert.match(
      row ?? '',
      /^\| Doe J et al\. 2021 \[\d+\] \| Randomized trial \| adults with type 2 diabetes \| 480 \| metformin \| placebo \| Mortality \| HR 0\.66, 95% CI 0\.50-0\.87 \|$/,
    );
  });

  it('cites at most max_refs papers, from 1 to 30', { tags: ['expert.request.max_refs'] }, async (t) => {
    const { post } = await buildReviewApp(t);
    for (const max of [1, 3, 30]) {
      const review = (await post('expert', { question, max_refs: max })).json() as ReviewResponse;
      if (max > 2) assertWhole(review, 'en');
      assert.ok(review.references.length <= max);
    }
    for (const max of [0, 31, 2.5, '20'])
      assertErrorResponse(replyOf(await post('expert', { question, max_refs: max })), 400, 'invalid_request');
  });

  it('restricts papers to the requested years', {
    tags: ['expert.request.date_from', 'expert.request.date_to'],
  }, async (t) => {
    const { post } = await buildReviewApp(t);
    const all = (await post('expert', { question })).json() as ReviewResponse;
    const years = [...new Set(all.references.map(({ year }) => year))].sort();
    assert.ok(years.length > 1, `${years}`);
    const [first = '', last = ''] = [years[0], years.at(-1)];
    const early = (await post('expert', { question, date_to: first })).json() as ReviewResponse;
    const late = (await post('expert', { question, date_from: last })).json() as ReviewResponse;
    for (const [review, year] of [
      [early, first],
      [late, last],
    ] as const) {
      assert.ok(review.references.length > 0);
      assert.deepEqual([...new Set(review.references.map((reference) => reference.year))], [year]);
    }
  });

  it('excludes records without the topic’s subject or about other populations, whatever their design', {
    tags: ['expert.request.question'],
  }, async (t) => {
    const synthesis = ['Meta-Analysis', 'Systematic Review'];
    const articles = [
      ...[
        'lowered HbA1c by 0.4%',
        'did not affect walking speed or grip strength',
        'was followed by fewer falls at home',
        'left vitamin B12 lower after five years of use',
      ].map((found, at) =>
        anArticle(`310${at + 1}`, {
          title: `Older adults with type 2 diabetes: metformin ${found}.`,
          abstract: [{ text: `Metformin ${found} in older adults with type 2 diabetes.` }],
        }),
      ),
      anArticle('3201', {
        title: 'Bariatric surgery: a meta-analysis.',
        publicationTypes: synthesis,
        abstract: [{ text: 'Surgery led to remission of type 2 diabetes in older adults.' }],
      }),
      anArticle('3202', {
        title: 'Metformin in type 2 diabetes: a meta-analysis.',
        publicationTypes: synthesis,
        abstract: [{ text: 'Metformin lowered HbA1c in type 2 diabetes. The mean age was 46 years.' }],
      }),
      anArticle('3203', {
        title: 'Metformin and glucose in type 2 diabetes.',
        abstract: [{ text: 'Metformin lowered glucose in type 2 diabetes. Metformin is cheap.' }],
      }),
    ];
    const { post } = await buildReviewApp(t, { articles });
    for (const [topic, methods, reasons] of [
      [
        'Metformin for type 2 diabetes in elderly patients',
        'Search methods',
        [
          /people other than[^:]*: 1\n/,
          /, not stating that they studied the population named in the topic: 1\n/,
          /\. Population: older people\./,
        ],
      ],
      [
        '二甲双胍治疗老年2型糖尿病',
        '检索方法',
        [/研究人群不符）：1\n/, /（未说明研究了主题所指人群）：1\n/, /。人群：老年人。/],
      ],
    ] as const) {
      const review = (
        await post('expert', { question: topic, include: ['screening'] })
      ).json() as ReviewResponse;
      const decided = new Map(review.screening?.map(({ pmid, decision }) => [pmid, decision]));
      assert.deepEqual([decided.get('3202'), decided.get('3203')], ['other_people', 'people_not_stated']);
      assert.deepEqual(review.references.map(({ pmid }) => pmid).sort(), ['3101', '3102', '3103', '3104']);
      for (const reason of reasons) assert.match(textUnder(review, methods), reason);
    }
  });

  for (const [topic, words] of [
    ['Drenotumab in type 2 diabetes', /No record found is about “[Dd]renotumab”/],
    ['泽兰替尼治疗2型糖尿病', /没有检索到关于“泽兰替尼”的记录/],
  ] as const)
    it(`writes no review if no record is about the topic: ${topic}`, async (t) => {
      const { post } = await buildReviewApp(t);
      const review = (await post('expert', { question: topic })).json() as ReviewResponse;
      assert.match(review.review, words);
      assert.deepEqual(review.references, []);
    });

  for (const [topic, words, heading] of [
    [question, /Too little was found for a review\. Listed below: 2 studies/, 'Findings'],
    [chinese, /文献过少，不足以撰写综述：以下列出 2 项研究/, '主要结果'],
  ] as const)
    for (const model of [false, true])
      it(`lists fewer than three papers instead of a review, ${model ? 'with' : 'without'} a model: ${topic}`, async (t) => {
        const { post } = await buildReviewApp(t, { articles: reviewArticles.slice(0, 2), model });
        const review = (await post('expert', { question: topic })).json() as ReviewResponse;
        assert.match(review.review, words);
        assert.equal(review.sections.length, 2);
        assert.equal(textUnder(review, heading).match(/^- /gm)?.length, 2);
        assert.equal(review.references.length, 2);
      });

  it('reports an empty search with its methods', async (t) => {
    const { post } = await buildReviewApp(t, { articles: [] });
    const review = (await post('expert', { question })).json() as ReviewResponse;
    assert.match(review.review, /No record found is about “Metformin” or “type 2 diabetes”\./);
    assert.deepEqual(review.references, []);
    assert.deepEqual(
      review.sections.map(({ heading }) => heading),
      ['Search methods'],
    );
  });

  it('reports that all papers were retracted, without citing any', async (t) => {
    const articles = reviewArticles.map((article) => ({ ...article, retracted: true }));
    const { post } = await buildReviewApp(t, { articles });
    for (const [topic, words] of [
      [question, /have been retracted; none of them is cited/],
      [chinese, /均已撤稿/],
    ] as const) {
      const review = (await post('expert', { question: topic })).json() as ReviewResponse;
      assert.match(review.review, words);
      assert.deepEqual(review.references, []);
    }
  });

  it('answers 502 if no source could be reached', async (t) => {
    const { post } = await buildReviewApp(t, {
      remote: [scriptedRetriever('pubmed', new SourceError('pubmed', 'timeout'))],
    });
    const sentence = assertErrorResponse(
      replyOf(await post('expert', { question })),
      502,
      'upstream_unavailable',
    );
    assert.match(sentence, /says nothing about the evidence/);
  });

  it('limits its own search to the time of an answer, and skips sources that all failed', async (t) => {
    const begun = Date.now();
    const waits: number[] = [];
    let aborted = 0;
    const hanging = (source: 'pubmed' | 'europepmc'): Retriever => ({
      ...scriptedRetriever(source, []),
      async search({ studyTypes }, { deadline, signal }) {
        if (studyTypes.length === 0) {
          waits.push(deadline - begun);
          throw new SourceError(source, 'timeout');
        }
        // Searches for study designs hang until they are abandoned.
        await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
        aborted += 1;
        throw signal.reason;
      },
    });
    const { post, llm } = await buildReviewApp(t, {
      remote: [hanging('pubmed'), hanging('europepmc')],
      model: true,
    });
    llm?.setFault('silent');
    const reply = await post('expert', { question });
    assertErrorResponse(replyOf(reply), 502, 'upstream_unavailable');
    assert.equal(waits.length, 2);
    // Started a moment after the test.
    assert.ok(
      waits.every((wait) => wait < 15_000 + 2_000),
      String(waits),
    );
    assert.ok((waits[0] ?? 0) < 8_000 + 2_000, String(waits));
    assert.equal(aborted, 2);
  });

  it('states how a broad topic was narrowed', { tags: ['expert.request.question'] }, async (t) => {
    const { post } = await buildReviewApp(t);
    const narrowed = async (max_refs: number) => {
      const review = (await post('expert', { question: 'metformin', max_refs })).json() as ReviewResponse;
      return /The topic is broad\..* narrowed to the (\d+)/.exec(textUnder(review, 'Search methods'));
    };
    assert.equal((await narrowed(3))?.[1], '3');
    // Only off-topic records were excluded.
    assert.equal(await narrowed(30), null);
  });

  it('returns Markdown or Word according to Accept', async (t) => {
    const { app, key } = await buildReviewApp(t);
    const ask = (accept: string) =>
      app.inject({
        method: 'POST',
        url: '/ai/api/expert',
        headers: { 'content-type': 'application/json', 'x-api-key': key, accept },
        payload: { question },
      });
    const markdown = await ask('text/markdown');
    assert.equal(markdown.headers['content-type'], 'text/markdown; charset=utf-8');
    assert.match(markdown.body, /^# .*\n[\s\S]*^## References$/m);
    const word = await ask(`${docxType}, application/json;q=0.5`);
    assert.equal(word.headers['content-type'], docxType);
    assert.equal(word.headers['content-disposition'], 'attachment; filename="citewell-review.docx"');
    assert.equal(markdown.headers['content-disposition'], undefined);
    assert.equal(word.rawPayload.subarray(0, 2).toString(), 'PK');
    for (const accept of [
      'application/json',
      '*/*',
      'image/png',
      'text/markdown;q=0',
      'text/markdown;q=0.1, application/json',
    ])
      assert.match(String((await ask(accept)).headers['content-type']), /^application\/json/, accept);
  });

  it('restricts every search to the category asked for', {
    tags: ['expert.request.category_id'],
  }, async (t) => {
    for (const topic of [question, chinese]) {
      const pubmed = scriptedRetriever('pubmed', reviewArticles);
      const { post } = await buildReviewApp(t, { remote: [pubmed] });
      const { statusCode } = await post('expert', { question: topic, category_id: 'endocrinology' });
      assert.equal(statusCode, 200);
      const filters = new Set(pubmed.queries.map(({ pubmedFilter }) => pubmedFilter));
      assert.equal(filters.size, 1, topic);
      assert.match([...filters][0] ?? '', /endocrin/i);
      pubmed.queries.length = 0;
      await post('expert', { question: topic });
      assert.deepEqual(new Set(pubmed.queries.map(({ pubmedFilter }) => pubmedFilter)), new Set([undefined]));
    }
  });

  it('rejects invalid requests by field', async (t) => {
    const { post, settled } = await buildReviewApp(t);
    for (const [field, value] of [
      ['question', ''],
      ['question', 'x'.repeat(4_001)],
      ['lang', 'fr'],
      ['date_from', 2020],
      ['category_id', '1 OR 1=1'],
      ['include', ['usage']],
      ['exclude_pmids', ['x']],
    ] as const)
      for (const path of ['expert', 'expert_stream']) {
        const rejection = replyOf(await post(path, { question, [field]: value }));
        assert.match(assertErrorResponse(rejection, 400, 'invalid_request'), new RegExp(`"${field}`));
      }
    assert.deepEqual(settled, []);
  });

  it('requires the module expert_agent', { tags: ['expert.module'] }, async (t) => {
    const { post, createKey } = await buildReviewApp(t);
    const key = await createKey({ modules: ['ask_agent'] });
    for (const path of ['expert', 'expert_stream'])
      assertErrorResponse(replyOf(await post(path, { question }, key)), 403, 'no_permission:expert_agent');
  });

  it('includes trust cards and the run on request', {
    tags: ['expert.request.include'],
  }, async (t) => {
    const { post } = await buildReviewApp(t);
    const review = (
      await post('expert', { question, include: ['trust', 'run', 'verification'] })
    ).json() as ReviewResponse;
    assert.deepEqual(
      review.trust?.map(({ pmid }) => pmid),
      review.references.map(({ pmid }) => pmid),
    );
    assert.equal(review.run?.counts.cited, review.references.length);
    const cited = review.verification?.sentences ?? [];
    assert.ok(cited.length > 0);
    for (const { sentence, kind, verdict, marks } of cited) {
      // Counts made by code cite nothing and are not uncited claims.
      assert.equal(kind, 'cited', sentence);
      assert.equal(verdict, 'supported', sentence);
      assert.ok(review.review.includes(sentence));
      for (const { n, pmid } of marks) assert.equal(review.references[n - 1]?.pmid, pmid);
    }
  });

  it('gives the offsets of every table cell in the record', {
    tags: ['event.comparison'],
  }, async (t) => {
    const { post } = await buildReviewApp(t);
    const records = new Map(reviewArticles.map((article) => [String(article.pmid), article]));
    for (const [topic, section] of [
      [question, 'Comparison of the studies'],
      [chinese, '研究比较'],
    ] as const) {
      const include = ['comparison', 'figures'];
      const review = (await post('expert', { question: topic, include })).json() as ReviewResponse;
      const rows = review.comparison ?? [];
      const table = textUnder(review, section)
        .split('\n')
        .filter((line) => /^\|.*\[\d+\]/.test(line))
        .slice(0, rows.length)
        .map((line) => line.split(' | '));
      assert.equal(rows.length, review.references.length);
      let cells = 0;
      for (const [at, row] of rows.entries()) {
        const { pmid, population, n, intervention, comparator, outcome, effect } = row;
        for (const [column, span] of [population, n, intervention, comparator, outcome, effect].entries()) {
          const shown = table[at]?.[column + 2]?.replace(/ \|$/, '');
          if (!span) {
            assert.equal(shown, '–');
            continue;
          }
          const record = records.get(pmid);
          assert.ok(record);
          const text = span.field === 'title' ? record.title : abstractText(record);
          assert.equal(text.slice(span.start, span.end), span.text);
          // A sample size is shown in figures, however the record writes it.
          const plain = (text = '') => (span === n ? text.replace(/[, ]/g, '') : text);
          assert.equal(plain(shown), plain(span.text));
          assert.ok(span.sentence.includes(span.text) && text.includes(span.sentence));
          assert.equal(span.pmid, pmid);
          cells += 1;
        }
      }
      assert.ok(cells > rows.length, String(cells));
      for (const { heading, studies } of review.figures?.plots ?? []) {
        assert.ok(textUnder(review, section).includes(`\n**${heading}**\n`));
        for (const { effect, outcome, pmid } of studies)
          for (const span of [effect, outcome]) {
            const record = records.get(pmid);
            assert.equal(record && abstractText(record).slice(span.start, span.end), span.text);
          }
      }
    }
  });

  it('plots effects of at least two studies on one outcome and measure, as reported', {
    tags: ['event.figures'],
  }, async (t) => {
    const trial = (pmid: string, sentence: string, title = 'Metformin in type 2 diabetes: a trial.') =>
      anArticle(pmid, { title, abstract: [{ label: 'RESULTS', text: sentence }] });
    const articles = [
      trial('3301', 'Metformin lowered mortality in type 2 diabetes (HR 0.66, 95% CI 0.50-0.87).'),
      trial('3302', 'Metformin did not change mortality in type 2 diabetes (HR 1.04, 95% CI 0.90-1.20).'),
      // Another measure and another outcome: nothing to compare them with.
      trial('3303', 'Metformin lowered mortality in type 2 diabetes (OR 0.70, 95% CI 0.52-0.94).'),
      trial('3304', 'Metformin lowered stroke in type 2 diabetes (HR 0.80, 95% CI 0.66-0.97).'),
      // An effect of something else.
      trial('3305', 'Age above 75 years predicted mortality (HR 2.40, 95% CI 1.90-3.03).'),
    ];
    const { post } = await buildReviewApp(t, { articles });
    for (const [topic, heading, section, note] of [
      [question, 'Mortality: HR', 'Comparison of the studies', 'nothing was pooled'],
      [chinese, '死亡：HR', '研究比较', '未作合并'],
    ] as const) {
      const review = (
        await post('expert', { question: topic, include: ['figures'] })
      ).json() as ReviewResponse;
      const plots = review.figures?.plots ?? [];
      assert.deepEqual(
        plots.map((plot) => [plot.heading, plot.studies.map(({ pmid }) => pmid).sort()]),
        [[heading, ['3301', '3302']]],
      );
      const [first] = plots[0]?.studies.filter(({ pmid }) => pmid === '3301') ?? [];
      assert.deepEqual([first?.value, first?.low, first?.high], [0.66, 0.5, 0.87]);
      const text = textUnder(review, section);
      assert.match(text, new RegExp(`\\*\\*${heading}\\*\\*\\n\\n\\|[^\\n]*HR \\|`));
      assert.ok(text.includes(note));
      assert.equal(review.figures?.flow.included, review.references.length);
      assert.ok(review.review.includes(`**${review.figures?.flow.heading}**`));
    }
  });

  it('lists every screened record once, with its decision', {
    tags: ['event.screening'],
  }, async (t) => {
    const articles = [
      ...reviewArticles,
      anArticle('3401', {
        title: 'Metformin in type 2 diabetes.',
        retracted: true,
        abstract: [{ text: 'Metformin cures type 2 diabetes.' }],
      }),
      anArticle('3402', { title: 'Metformin in type 2 diabetes, a letter.' }),
      anArticle('3403', { title: 'Knee pain.', abstract: [{ text: 'Knees hurt in winter.' }] }),
      anArticle('3404', {
        title: 'Metformin in type 2 diabetes, long ago.',
        year: '1990',
        abstract: [{ text: 'Metformin lowered glucose in type 2 diabetes.' }],
      }),
    ];
    const { post } = await buildReviewApp(t, { articles });
    const include = ['screening', 'figures'];
    const given = { question, include, max_refs: 3, date_from: '2000', exclude_pmids: ['2001'] };
    const review = (await post('expert', given)).json() as ReviewResponse;
    const screening = review.screening ?? [];
    assert.deepEqual(
      screening.map(({ pmid }) => pmid).sort(),
      articles.map(({ pmid }) => String(pmid)).sort(),
    );
    const decisions = new Map(screening.map(({ pmid, decision }) => [pmid, decision]));
    for (const [pmid, decision] of [
      ['2001', 'asked'],
      ['3401', 'retracted'],
      ['3402', 'no_abstract'],
      ['3403', 'off_topic'],
      ['3404', 'years'],
    ] as const)
      assert.equal(decisions.get(pmid), decision, pmid);
    const count = (decision: string) => screening.filter((each) => each.decision === decision).length;
    const flow = review.figures?.flow;
    assert.equal(flow?.screened, screening.length);
    assert.equal(flow?.included, count('included'));
    assert.equal(flow?.ranked_out, count('ranked_out'));
    assert.ok(count('ranked_out') > 0);
    for (const [reason, n] of Object.entries(flow?.excluded ?? {})) assert.equal(n, count(reason), reason);
    const cited = review.references.map(({ pmid }) => pmid);
    assert.ok(cited.every((pmid) => decisions.get(pmid) === 'included'));
    // Described correctly: a rank, not anybody's decision.
    assert.match(review.review, new RegExp(`\\(not screened by anyone\\): ${flow?.ranked_out}\\n`));
    // As a file: every record with its decision, in either language.
    for (const topic of [question, chinese]) {
      const { screening: seen = [] } = (
        await post('expert', { ...given, question: topic })
      ).json() as ReviewResponse;
      const ris = (await post('expert?format=ris', { ...given, question: topic })).body;
      assert.deepEqual(
        [...ris.matchAll(/^N1 {2}- screening: (\w+)\r$/gm)].map(([, decision]) => decision),
        seen.map(({ decision }) => decision),
      );
      assert.equal(ris.match(/^ER {2}- /gm)?.length, articles.length);
    }
    const zh = (await post('expert', { ...given, question: chinese })).json() as ReviewResponse;
    assert.match(zh.review, /未经任何人筛选）：\d/);
  });

  it('adds supplements only if requested, and none of a review to an answer', async (t) => {
    const { post } = await buildReviewApp(t);
    const refused = replyOf(await post('ask', { question, include: ['screening'] }));
    assert.match(assertErrorResponse(refused, 400, 'invalid_request'), /include\[0\]/);
    const events = parseEvents((await post('expert_stream', { question, include: ['screening'] })).body);
    assert.deepEqual(
      events.map(({ event }) => event).filter((event) => /comparison|figures|screening/.test(event)),
      ['screening'],
    );
  });
});

describe('POST /ai/api/expert_stream', () => {
  for (const model of [false, true])
    it(`streams the review that expert returns, ${model ? 'with' : 'without'} a model`, {
      tags: ['expert_stream'],
    }, async (t) => {
      const { post } = await buildReviewApp(t, { model });
      const events = parseEvents((await post('expert_stream', { question })).body);
      const text = events
        .flatMap(({ event, data }) => (event === 'answer_chunk' ? [data.text] : []))
        .join('');
      const review = (await post('expert', { question })).json() as ReviewResponse;
      assert.equal(text, review.review);
      assert.deepEqual(
        events
          .filter(({ event }) => !['thinking', 'tool_call', 'tool_result', 'answer_chunk'].includes(event))
          .map(({ event }) => event),
        ['references', 'done'],
      );
      assert.ok(events.filter(({ event }) => event === 'tool_result').length >= 3);
      assert.ok(
        events.some(
          ({ event, data }) => event === 'thinking' && /screened, \d+ included/.test(String(data.message)),
        ),
      );
    });
});

function replyOf({ statusCode, headers, body }: { statusCode: number; headers: object; body: string }) {
  return { status: statusCode, headers: headers as Record<string, unknown>, body };
}
