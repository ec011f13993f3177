import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Article, Pmid } from '@citewell/core/records/article.ts';
import {
  type Condition,
  type Library,
  type LibraryBatch,
  type LibraryQuery,
  type LibraryWriter,
  searchFields,
} from '@citewell/core/records/library.ts';
import { anArticle } from '@citewell/core/testing/an-article.ts';
import fc from 'fast-check';
import { createLibraryOracle, type LibraryOracle } from './library-oracle.ts';

export type OpenedLibrary = {
  library: Library;
  writer: LibraryWriter;
  close(): Promise<void>;
};

const signal = new AbortController().signal;
const nothing: LibraryBatch = { put: [], remove: [], notices: [] };
const put = (...articles: Article[]): LibraryBatch => ({
  ...nothing,
  put: articles.map((article) => ({ article, revisedAt: undefined })),
});
const newest: LibraryQuery = { conditions: [], years: {}, sort: 'date_desc', limit: 100, offset: 0 };
const pmid = (text: string) => text as Pmid;

/** Few words, so that records and queries share them, with spellings that confuse readers of query syntax. */
const words = fc.constantFrom(
  ...[
    'cancer',
    'Cancers',
    'the',
    'treated',
    'treatment',
    'IL-6',
    'IL 6',
    'il6',
    'p<0.05',
    'P = 0.05',
    'C++',
    'c',
  ],
  ...['β-catenin', 'beta', 'catenin', 'naïve', 'Sjögren’s', '10⁹/L', '½', 'x', 'ﬁbrosis', 'Type-2'],
  ...['糖尿病', '糖', '尿病', '2型糖尿病', '二甲双胍', '糖尿。病', '治疗', '𠮷野', '𠮷'],
  ...['"', '*', 'OR', '\0', '\ud800', '(', '', '_', "'", '%', 'NEAR/2'],
);
const text = (most: number) =>
  fc
    .array(fc.tuple(words, fc.constantFrom(' ', ' ', ' ', '', ', ', '-', '。')), { maxLength: most })
    .map((parts) => parts.flat().join(''));
const names = fc.constantFrom(
  'Smith JA',
  'Smith K',
  'van der Berg J',
  'Müller-Lee HP Jr',
  'WHO Group',
  '张三丰',
  'J',
);
const pmids = fc.constantFrom(
  ...Array.from({ length: 12 }, (_, at) => pmid(String(at + 1))),
  pmid('9900000001'),
);
const dates = fc.constantFrom(
  { year: '' },
  { year: '2019' },
  { year: '2020', published: '2020' },
  { year: '2020', published: '2020-03' },
  { year: '2020', published: '2020-03-05' },
  { year: '2020', published: '2020-12-31' },
  { year: '2021', published: '2021-01-01' },
);
const articles: fc.Arbitrary<Article> = fc
  .record({
    pmid: pmids,
    title: text(6),
    vernacularTitle: text(3),
    abstract: fc.array(
      fc.record({ label: fc.constantFrom('METHODS', '结果'), text: text(12) }, { noNullPrototype: true }),
      {
        maxLength: 2,
      },
    ),
    authors: fc.array(names, { maxLength: 3 }),
    journal: text(3),
    mesh: fc.array(text(2), { maxLength: 3 }),
    keywords: fc.array(text(2), { maxLength: 2 }),
    languages: fc.subarray(['eng', 'chi']),
    publicationTypes: fc.subarray(['Review', 'Journal Article', 'Systematic Review']),
    doi: fc.constantFrom('10.1/A', '10.1/b', '10.1/c(2)'),
    date: dates,
  })
  .map(({ pmid: id, date, ...rest }) => anArticle(id, { ...rest, ...date }));
const batches: fc.Arbitrary<LibraryBatch> = fc.record({
  put: fc.array(
    articles.map((article) => ({ article, revisedAt: undefined })),
    { maxLength: 12 },
  ),
  remove: fc.array(pmids, { maxLength: 2 }),
  notices: fc.constant([]),
});
const values = fc.oneof(
  text(3),
  text(2).map((part) => `"${part}"`),
  fc.tuple(text(1), text(2)).map(([before, quoted]) => `${before}"${quoted}"`),
  names,
  pmids,
  fc.constantFrom('smith', 'eng', '10.1/a', 'review', '糖', 'Berg J, Smith'),
);
const conditions: fc.Arbitrary<Condition> = fc.record({
  field: fc.constantFrom(...searchFields),
  value: values,
});
const queries: fc.Arbitrary<LibraryQuery[]> = fc.array(
  fc.record({
    conditions: fc.array(conditions, { maxLength: 3 }),
    years: fc.constantFrom({}, {}, { from: 2020 }, { to: 2020 }, { from: 2020, to: 2020 }, { from: 2022 }),
    sort: fc.constantFrom('date_desc' as const, 'relevance' as const),
    limit: fc.constant(100),
    offset: fc.constant(0),
  }),
  { minLength: 5, maxLength: 30 },
);

/** The newest version wins, the last of equal ones; what a batch deletes is not added by it. */
function follow(oracle: LibraryOracle, { put: revisions, remove }: LibraryBatch): void {
  for (const { article } of revisions) oracle.put(article);
  for (const removed of remove) oracle.remove(removed);
}

/**
 * Describes the contract of every library engine. `open` returns an empty one, created anew for each of the `histories`
 * that are compared with the oracle.
 */
export function describeLibrary(engine: string, open: () => Promise<OpenedLibrary>, histories = 40): void {
  const using = async (work: (opened: OpenedLibrary) => Promise<void>) => {
    const opened = await open();
    try {
      await work(opened);
    } finally {
      await opened.close();
    }
  };
  const find = async (
    library: Library,
    field: Condition['field'],
    value: string,
    more: Partial<LibraryQuery> = {},
  ) => {
    const { articles } = await library.search(
      { ...newest, conditions: [{ field, value }], ...more },
      { signal },
    );
    return articles.map((article) => String(article.pmid));
  };

  describe(`a library on ${engine}`, () => {
    it('finds a text in any spelling', () =>
      using(async ({ library, writer }) => {
        await writer.write(
          put(
            anArticle('11', { title: 'β-catenin in Ménière’s disease; p<0.05.', doi: '10.1000/ABC.1' }),
            anArticle('12', {
              vernacularTitle: '二甲双胍治疗2型糖尿病的疗效',
              mesh: ['Diabetes Mellitus, Type 2'],
            }),
            anArticle('13', {
              abstract: [{ label: 'RESULTS', text: 'IL-6 fell, in mice treated with C++.' }],
            }),
          ),
        );
        for (const [field, value, found] of [
          ['title', 'beta-catenin', ['11']],
          ['title', 'meniere', ['11']],
          ['title_abstract', 'P < 0.05', ['11']],
          ['title_abstract', 'p<0.05', ['11']],
          ['abstract', 'IL-6', ['13']],
          ['abstract', 'il 6', ['13']],
          ['abstract', 'treatments', []],
          ['abstract', 'treating', ['13']],
          ['abstract', 'c++', ['13']],
          ['title', '二甲双胍', ['12']],
          ['title', '糖尿', ['12']],
          ['title', '糖', ['12']],
          ['title', '效', ['12']],
          ['title', '2型糖尿病', ['12']],
          ['title', '尿糖', []],
          ['keyword', 'diabetes', ['12']],
          ['keyword', '"diabetes mellitus"', ['12']],
          ['keyword', '"mellitus diabetes"', []],
          ['keyword', 'mellitus diabetes', ['12']],
          ['doi', 'https://doi.org/10.1000/abc.1', ['11']],
          ['pmid', ' 0012 ', ['12']],
          ['title', '*', []],
          ['title', '\0', []],
          ['title', '""', []],
        ] as const)
          assert.deepEqual(await find(library, field, value), found, `${field}: ${value}`);
      }));

    it('finds every word with a given prefix by prefix and star', () =>
      using(async ({ library, writer }) => {
        const titles = ['Metformin works', 'Studies of metformin', 'A metforminoid', 'Formin', 'One study'];
        await writer.write(
          put(
            ...titles.map((title, at) => anArticle(`${at + 1}`, { title, year: `${2010 + at}` })),
            ...Array.from({ length: 300 }, (_, at) =>
              anArticle(`${at + 100}`, { title: `Metabolite${at % 40} of mice`, authors: [`Smith${at} JA`] }),
            ),
          ),
        );
        await writer.write({ put: [], remove: ['110', '111'] as Pmid[], notices: [] });
        for (const [value, found] of [
          ['metform*', ['3', '2', '1']],
          ['METFORMIN* works', ['1']],
          ['metformino*', ['3']],
          ['studies*', ['5', '2']],
          ['metforms*', []],
          ['"metform*"', ['3', '2', '1']],
          ['"studies of metf*"', ['2']],
          ['"of metf* studies"', []],
          ['metforz*', []],
          ['me*', []],
        ] as const)
          assert.deepEqual(await find(library, 'title', value), found, value);
        assert.deepEqual(await find(library, 'abstract', 'metform*'), []);
        const smiths = [112, ...Array.from({ length: 10 }, (_, at) => 220 + at)].map(String);
        assert.deepEqual((await find(library, 'author', 'smith12*')).toSorted(), smiths);
        const conditions: Condition[] = [{ field: 'title', value: 'metabol*' }];
        const { total } = await library.search({ ...newest, conditions }, { signal });
        assert.equal(total, 298);
        const years = { from: 2011, to: 2012 };
        const best = { years, sort: 'relevance' } as const;
        assert.deepEqual(await find(library, 'title', 'metform*', best), ['3', '2']);
        assert.deepEqual(await find(library, 'title', 'metform* metformin', { sort: 'relevance' }), [
          '1',
          '2',
        ]);
      }));

    it('finds a prefix in any spelling, and after the words that stand before it', () =>
      using(async ({ library, writer }) => {
        await writer.write(
          put(
            anArticle('1', { title: 'Sjögren syndrome', authors: ['Müller-Lee KA', 'O’Brien J'] }),
            anArticle('2', { title: 'Beta-blockers with or without β-catenin', authors: ['Lee Müller'] }),
            anArticle('3', { title: 'IL-17A in psoriasis', keywords: ['IL-17A and the patients'] }),
            anArticle('4', {
              title: 'IL-6 in 17 patients, a block of beta',
              authors: ['Bri O', 'van der Berg J'],
            }),
            anArticle('5', { title: 'Treating α-synuclein, ＣＯＶＩＤ and 抗IL-17抗体' }),
            // Terms that would each be one too many for an engine that reads only some of a prefix.
            ...Array.from({ length: 200 }, (_, at) =>
              anArticle(`${at + 100}`, { title: `Of 18${String(at).padStart(4, '0')}x`, journal: 'IL 189' }),
            ),
            anArticle('6', { title: 'IL-18z' }),
          ),
        );
        await writer.write({ put: [], remove: ['100'] as Pmid[], notices: [] });
        for (const [field, value, found] of [
          ['title', 'sjögr*', ['1']],
          ['title', 'SJOGR*', ['1']],
          ['title', 'Sjo\u0308gr*', ['1']],
          ['title', 'ｓｊｏｇｒ＊', ['1']],
          ['title', 'beta-block*', ['2']],
          ['title', 'β-block*', ['2']],
          ['title', 'beta-blockers*', ['2']],
          ['title', '"with or with*"', ['2']],
          ['title', 'β-cat*', ['2']],
          ['title', 'IL-17*', ['5', '3']],
          ['title', '抗IL-17*', ['5']],
          ['title', 'IL-17A*', ['3']],
          ['title', 'IL-18*', ['6']],
          ['abstract', 'IL-17*', []],
          ['title_abstract', 'IL-17* psor*', ['3']],
          ['keyword', '"and the pat*"', ['3']],
          ['title', 'α-syn*', ['5']],
          ['title', 'α*', ['5']],
          ['title', 'covi*', ['5']],
          ['title', '抗体*', ['5']],
          ['title', 'xi-syn*', []],
          ['author', 'müll*', ['2', '1']],
          ['author', 'Müller-Le*', ['1']],
          ['author', 'Lee Mull*', ['2']],
          ['author', 'O’Bri*', ['1']],
          ['author', 'van der Be*, Bri*', ['4']],
          ['journal', 'IL-189*', Array.from({ length: 99 }, (_, at) => `${299 - at}`)],
        ] as const) {
          const records = await find(library, field, value);
          assert.deepEqual(records.slice(0, 99), found, `${field}: ${value}`);
        }
        const { total } = await library.search(
          { ...newest, conditions: [{ field: 'title', value: 'of-18*' }] },
          { signal },
        );
        assert.equal(total, 199);
      }));

    it('finds words with a given prefix that their stems lack', () =>
      using(async ({ library, writer }) => {
        const titles = [
          'Vaccinations of the population',
          'Prevalence and drug resistance',
          'Mortality, randomized',
          'The states aspire to overlap',
          'Statins',
        ];
        await writer.write(
          put(
            ...titles.map((title, at) =>
              anArticle(`${at + 1}`, { title, authors: [`Vaccin${at === 0 ? 'atov' : ''} J`] }),
            ),
          ),
        );
        for (const [field, value, found] of [
          ['title', 'vaccinat*', ['1']],
          ['title', 'vaccinat* populatio*', ['1']],
          ['title', 'prevalen*', ['2']],
          ['title', '"drug resistan*"', ['2']],
          ['title', '"and resistan*"', []],
          ['title', 'mortali* randomi*', ['3']],
          ['title', 'statin*', ['5']],
          ['title', 'aspirin*', []],
          ['title', 'overall*', []],
          ['author', 'vaccinat*', ['1']],
        ] as const)
          assert.deepEqual(await find(library, field, value), found, `${field}: ${value}`);
      }));

    it('finds a name by its parts in order, with or without shortened initials, and not by parts of two names', () =>
      using(async ({ library, writer }) => {
        await writer.write(
          put(
            anArticle('1', { authors: ['Smith JA', 'Lee K'] }),
            anArticle('2', { authors: ['van der Berg JP Jr', 'Williams R'] }),
            anArticle('3', { authors: ['WHO Expert Group', '张三丰'] }),
          ),
        );
        for (const [value, found] of [
          ['smith', ['1']],
          ['Smith J', ['1']],
          ['Smith JA', ['1']],
          ['Smith K', []],
          ['Lee K, Smith J', ['1']],
          ['van der Berg J', ['2']],
          ['Berg JP Jr', ['2']],
          ['William', []],
          ['expert group', ['3']],
          ['张三', ['3']],
          ['张', ['3']],
        ] as const)
          assert.deepEqual(await find(library, 'author', value), found, value);
      }));

    it('fills missing details of a record, and changes nothing else', () =>
      using(async ({ library, writer }) => {
        const bare = anArticle('21', { doi: '10.1/own', abstract: [{ text: 'What it says.' }] });
        const notice = { pmid: pmid('30'), citation: 'Notice. 2024' };
        await writer.write({
          ...put(bare, anArticle('22', { volume: '9' })),
          notices: [{ kind: 'erratum', of: pmid('21'), notice }],
        });
        const before = (await library.get([pmid('21')]))[0];
        const details = {
          ...{ volume: '12', issue: '3', pages: '201-10', issn: '0000-0019', doi: '10.1/other' },
          ...{ affiliations: ['Somewhere'], journalAbbreviation: 'J Filled' },
        };
        const result = await writer.write({
          ...nothing,
          fill: ['21', '22', '23'].map((id) => ({ pmid: pmid(id), details })),
        });
        assert.deepEqual(result, { added: 0, replaced: 2, unchanged: 0, removed: 0 });
        const [first, second, none] = await library.get(['21', '22', '23'].map(pmid));
        assert.deepEqual(first, { ...before, ...details, doi: '10.1/own' });
        assert.deepEqual([second?.volume, second?.issue, none], ['9', '3', undefined]);
        assert.deepEqual(await find(library, 'journal', '"J Filled"'), ['22', '21']);
        assert.equal((await library.stats()).records, 2);
        const again = await writer.write({ ...nothing, fill: [{ pmid: pmid('21'), details }] });
        assert.deepEqual(again, { added: 0, replaced: 0, unchanged: 1, removed: 0 });
        assert.deepEqual(await writer.verify(signal), []);
      }));

    it('stores the other records of a batch if it cannot store one', () =>
      using(async ({ library, writer }) => {
        const long = `10.1/${'a'.repeat(40_000)}`;
        const { added, refused = [] } = await writer.write({
          ...put(anArticle('31'), anArticle('32', { doi: long }), anArticle('33')),
          progress: { file: 'a', records: 3, done: true },
        });
        assert.ok(refused.every((each) => each === '32'));
        const stored = ['33', '32', '31'].filter((each) => !refused.includes(pmid(each)));
        const { articles, total } = await library.search(newest, { signal });
        assert.deepEqual(
          [articles.map((each) => String(each.pmid)), total, added],
          [stored, stored.length, stored.length],
        );
        assert.deepEqual(await writer.progressOf('a'), { records: 3, done: true });
        const again = await writer.write({
          ...nothing,
          fill: [{ pmid: pmid('31'), details: { doi: long } }],
        });
        assert.deepEqual(again.refused ?? [], refused.length > 0 ? ['31'] : []);
        assert.equal(again.replaced, refused.length > 0 ? 0 : 1);
        assert.deepEqual(await writer.verify(signal), []);
      }));

    it('continues a search for its caller, whatever changes and others search meanwhile', () =>
      using(async ({ library, writer }) => {
        const aged = (from: number, count: number, more: Partial<Article> = {}) =>
          Array.from({ length: count }, (_, at) =>
            anArticle(`${from + at}`, { title: `Cohort ${at % 7}`, year: String(1990 + (at % 30)), ...more }),
          );
        const cohort: Condition[] = [{ field: 'title', value: 'cohort' }];
        for (const [sort, limit] of [
          ['date_desc', 7],
          ['relevance', 5],
        ] as const) {
          const page = (caller: string, offset: number) =>
            library.search({ ...newest, conditions: cohort, sort, limit, offset }, { signal, caller });
          const pmidsOf = (found: readonly Article[]) => found.map((each) => String(each.pmid));
          await writer.write(put(...aged(1_000, 60)));
          const { articles: first, total } = await page('one', 0);
          const seen = pmidsOf(first);
          await writer.write(put(...aged(2_000, 9, { year: '2026' })));
          assert.notDeepEqual(pmidsOf((await page('another', 0)).articles), seen, sort);
          let removed: string[] = [];
          for (let offset = limit, at = 0; offset < total; at++) {
            const { articles: found, places = found.length } = await page('one', offset);
            seen.push(...pmidsOf(found));
            offset += places;
            assert.ok(places > 0, `${sort}: a page without places at ${offset} of ${total}`);
            if (at !== 1) continue;
            // A whole page, part of the next one, and some that were returned.
            const next = pmidsOf((await page('one', offset)).articles);
            const later = pmidsOf((await page('one', offset + limit)).articles);
            removed = [...next, ...later.slice(1, 3), ...seen.slice(-3)];
            await writer.write({ ...nothing, remove: removed.map(pmid) });
          }
          assert.equal(new Set(seen).size, seen.length, `${sort}: no record is repeated`);
          const stayed = aged(1_000, 60).map((each) => String(each.pmid));
          const missed = stayed.filter((each) => !seen.includes(each) && !removed.includes(each));
          assert.deepEqual(missed, [], sort);
          await writer.write({
            ...nothing,
            remove: [...aged(1_000, 60), ...aged(2_000, 9)].map((each) => each.pmid),
          });
        }
      }));

    it('continues a search beyond what it looked up for the first page, and leaves out no record that moves', () =>
      using(async ({ library, writer }) => {
        const records = Array.from({ length: 1_300 }, (_, at) =>
          anArticle(String(10_000 - at), { title: 'Heart', year: '2000' }),
        );
        const conditions: Condition[] = [{ field: 'title', value: 'heart' }];
        for (const [sort, moved] of [
          ['date_desc', '8800'],
          ['relevance', '9750'],
        ] as const) {
          await writer.write(put(...records));
          const seen: string[] = [];
          for (let offset = 0; offset < 1_300; offset += 100) {
            const query: LibraryQuery = { ...newest, conditions, sort, offset };
            const { articles: found } = await library.search(query, { signal, caller: sort });
            seen.push(...found.map((each) => String(each.pmid)));
            if (offset > 0) continue;
            await writer.write(put(anArticle(moved, { title: 'Heart', year: '2001', version: 2 })));
          }
          assert.equal(new Set(seen).size, seen.length, `${sort}: no record is repeated`);
          assert.deepEqual(seen.toSorted(), records.map((each) => String(each.pmid)).toSorted(), sort);
          await writer.write({ ...nothing, remove: records.map((each) => each.pmid) });
        }
      }));

    it('answers like a scan of every record, after any sequence of additions, replacements and deletions', () =>
      fc.assert(
        fc.asyncProperty(
          fc.array(batches, { minLength: 1, maxLength: 6 }),
          queries,
          async (written, asked) => {
            await using(async ({ library, writer }) => {
              const oracle = createLibraryOracle();
              for (const batch of written) {
                await writer.write(batch);
                follow(oracle, batch);
              }
              const exported: Article[] = [];
              for await (const article of writer.records()) exported.push(article);
              assert.deepEqual(exported, oracle.articles);
              assert.equal((await library.stats()).records, exported.length);
              for (const query of asked) {
                const wanted = oracle.search(query);
                const { total, articles } = await library.search(query, { signal });
                const found = articles.map((article) => String(article.pmid));
                assert.equal(total, wanted.length);
                // The remains of a replaced record count in the statistics of scores until they are merged away.
                if (query.sort === 'relevance') assert.deepEqual(found.toSorted(), wanted.toSorted());
                else assert.deepEqual(found, wanted);
              }
              await writer.compact(signal);
              for (const query of asked) {
                const { articles } = await library.search({ ...query, sort: 'relevance' }, { signal });
                assert.deepEqual(
                  articles.map((article) => String(article.pmid)),
                  oracle.search({ ...query, sort: 'relevance' }),
                );
                const concepts = query.conditions.map(({ value }) => value);
                const required = concepts.slice(1, 2);
                const ranked = await library.rank(
                  { concepts, required, years: query.years, limit: 100 },
                  { signal },
                );
                const best = oracle.rank({ concepts, required, years: query.years });
                assert.deepEqual(
                  ranked.articles.map((article) => String(article.pmid)),
                  best,
                );
                assert.equal(ranked.total, best.length);
              }
              assert.deepEqual(await writer.verify(signal), []);
            });
          },
        ),
        { numRuns: histories },
      ));
  });
}
