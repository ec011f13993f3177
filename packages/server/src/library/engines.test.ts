import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { systemClock } from '@citewell/core/clock.ts';
import type { Article } from '@citewell/core/records/article.ts';
import {
  type Condition,
  type Library,
  type LibraryBatch,
  type LibraryPage,
  type LibraryQuery,
  type LibraryQuestion,
  searchFields,
} from '@citewell/core/records/library.ts';
import { renderPage } from '@citewell/core/records/rendered-page.ts';
import { seededRandom } from '@citewell/simulators/random.ts';
import { readOpenSearchAddress } from '../platform/opensearch-address.ts';
import { whyNoOpenSearch } from '../testing/library/opensearch/jars.ts';
import {
  dropLibrary,
  newLibraryUrl,
  sharedOpenSearch,
} from '../testing/library/opensearch/opensearch-server.ts';
import { temporaryFolder } from '../testing/process/temporary-folder.ts';
import { addDemonstration } from './demonstration.ts';
import { type LibraryLocation, openLibrary, openLibraryWriter, openSearchPool } from './open-library.ts';

const log = () => {};
const options = { signal: new AbortController().signal };
/** Options without short deadlines, which are irrelevant to these tests. */
const patiently = { deadlineMs: 600_000, workMs: 600_000 };

const noOpenSearch = whyNoOpenSearch();
if (noOpenSearch) it('every engine: OpenSearch', { skip: noOpenSearch }, () => {});

const engines: Record<string, (t: TestContext) => Promise<LibraryLocation>> = {
  SQLite: async (t) => ({ kind: 'sqlite', path: join(temporaryFolder(t), 'library.db') }),
  ...(!noOpenSearch && { OpenSearch: newOpenSearch }),
};

async function newOpenSearch(t: TestContext): Promise<LibraryLocation> {
  const url = newLibraryUrl((await sharedOpenSearch()).url);
  t.after(() => dropLibrary(url));
  return { kind: 'opensearch', address: readOpenSearchAddress(url) ?? assert.fail(url) };
}

async function records(location: LibraryLocation): Promise<Article[]> {
  const writer = await openLibraryWriter(location, systemClock);
  try {
    return await Array.fromAsync(writer.records());
  } finally {
    await writer.close();
  }
}

/** Demonstration records and later changes: records added, replaced and deleted, and a retraction notice. */
async function fill(location: LibraryLocation): Promise<void> {
  const writer = await openLibraryWriter(location, systemClock);
  try {
    await addDemonstration(writer);
    const shipped = await Array.fromAsync(writer.records());
    const put = (articles: Article[]): LibraryBatch['put'] =>
      articles.map((article) => ({ article, revisedAt: '2026-01-01' }));
    const copies = shipped.map((article, at) => ({ ...article, pmid: `${at + 1}` as Article['pmid'] }));
    await writer.write({ put: put(copies), remove: [], notices: [] });
    const replaced = copies
      .slice(0, 40)
      .map((article) => ({ ...article, version: 2, title: `${article.title} Again.` }));
    const remove = copies.slice(60, 90).map(({ pmid }) => pmid);
    const of = copies[100]?.pmid ?? assert.fail();
    const notices = [{ kind: 'retraction' as const, of, notice: { citation: 'J Tests. 2026;1:1' } }];
    await writer.write({ put: put(replaced), remove, notices });
    // OpenSearch's scores never count replaced or deleted records, those of the others until a merge.
    await writer.compact(options.signal);
  } finally {
    await writer.close();
  }
}

/** Searches and questions from the records' own words, always the same ones. */
function asked(articles: readonly Article[]): { queries: LibraryQuery[]; questions: LibraryQuestion[] } {
  const random = seededRandom(4_711);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] ?? assert.fail();
  const words = () =>
    pick(articles)
      .title.split(/[\s,.:;()]+/)
      .filter((word) => word !== '');
  const condition = (): Condition => {
    const article = pick(articles);
    const field = pick(searchFields);
    const values: Record<Condition['field'], string> = {
      title: pick(words()),
      abstract: pick(words()),
      title_abstract:
        random() < 0.3 ? `"${words().slice(0, 2).join(' ')}"` : words().slice(1, 3).join(' ') || 'a',
      keyword: pick(article.keywords),
      author: article.authors[0] ?? 'Smith',
      journal: article.journal,
      publication_type: pick(article.publicationTypes),
      pmid: article.pmid,
      doi: article.doi ?? '10.1/none',
      language: pick(['eng', 'chi', 'Chinese']),
    };
    return { field, value: values[field] };
  };
  const years = () => pick([{}, {}, { from: 2015 }, { to: 2018 }, { from: 2010, to: 2020 }]);
  const queries = Array.from(
    { length: 150 },
    (): LibraryQuery => ({
      conditions: Array.from({ length: Math.floor(random() * 3) }, condition),
      years: years(),
      sort: pick(['date_desc', 'relevance'] as const),
      limit: pick([1, 7, 100]),
      offset: pick([0, 0, 5, 50]),
    }),
  );
  const questions = Array.from(
    { length: 50 },
    (): LibraryQuestion => ({
      concepts: [...words().slice(0, 5), pick(articles).keywords[0] ?? ''],
      required: random() < 0.3 ? [pick(articles).keywords[0] ?? ''] : [],
      years: years(),
      limit: 30,
    }),
  );
  return { queries, questions };
}

async function answersOf(library: Library, { queries, questions }: ReturnType<typeof asked>) {
  const answers: { pages: LibraryPage[]; rankings: LibraryPage[] } = { pages: [], rankings: [] };
  // Several in parallel, as many as take turns in a thread.
  for (let from = 0; from < queries.length; from += 8) {
    const some = queries.slice(from, from + 8).map((query) => library.search(query, options));
    answers.pages.push(...(await Promise.all(some)));
  }
  for (const question of questions) answers.rankings.push(await library.rank(question, options));
  return answers;
}

/** Few pages: each is followed by a write, after which the next search opens a view. */
const pageRecords = 60;

describe('every engine, in the calling thread and in worker threads', () => {
  it('returns the same records, pages and rankings', async (t) => {
    let expected: { articles: Article[]; answers: Awaited<ReturnType<typeof answersOf>> } | undefined;
    for (const [name, locate] of Object.entries(engines)) {
      const location = await locate(t);
      await fill(location);
      const articles = await records(location);
      const questions = asked(articles);
      const here = await openLibrary(location, { timeoutMs: Number.POSITIVE_INFINITY });
      t.after(() => here.close());
      const threads = await openSearchPool(location, log, patiently);
      t.after(() => threads.close());
      const answers = await answersOf(here, questions);
      expected ??= { articles, answers };
      assert.deepEqual(articles, expected.articles, name);
      assert.deepEqual(answers, expected.answers, name);
      assert.deepEqual(await answersOf(threads, questions), answers, `${name}, in threads`);
      const rendered = questions.queries.map(async (query) => threads.searchRendered?.(query, options));
      assert.deepEqual(
        await Promise.all(rendered),
        // OpenSearch is searched in the calling thread, where rendering would save nothing.
        answers.pages.map((page) => (name === 'SQLite' ? renderPage(page) : undefined)),
      );
      const some = [articles[3], articles[1]].map((article) => article?.pmid ?? assert.fail());
      assert.deepEqual(await threads.get(some), [articles[3], articles[1]]);
      assert.equal(await threads.findByDoi('10.1/none'), undefined);
      assert.equal((await threads.stats()).records, articles.length);
    }
    const found = expected?.answers.pages.filter(({ articles }) => articles.length > 0).length ?? 0;
    assert.ok(found > 75, `${found} of the searches found something`);
  });

  for (const [name, locate] of Object.entries(engines))
    it(`returns pages without repeats or gaps while records are added, on ${name}`, async (t) => {
      const location = await locate(t);
      await fill(location);
      const library = await openSearchPool(location, log, patiently);
      t.after(() => library.close());
      const writer = await openLibraryWriter(location, systemClock);
      t.after(() => writer.close());
      const before = await records(location);
      for (const sort of ['date_desc', 'relevance'] as const) {
        const seen: string[] = [];
        const query = { conditions: [], years: {}, sort, limit: pageRecords };
        for (let offset = 0, total = 1; offset < total; offset += pageRecords) {
          const page = await library.search({ ...query, offset }, options);
          seen.push(...page.articles.map(({ pmid }) => pmid));
          total = page.total;
          const added = before.slice(0, 2).map((article, at) => ({
            article: {
              ...article,
              year: '2030',
              pmid: `${sort === 'relevance' ? 7 : 8}${offset}${at}` as Article['pmid'],
            },
            revisedAt: undefined,
          }));
          await writer.write({ put: added, remove: [], notices: [] });
        }
        assert.equal(new Set(seen).size, seen.length, 'none twice');
        const missing = before.filter(({ pmid }) => !seen.includes(pmid));
        assert.deepEqual(missing, [], 'none left out');
      }
    });
});
