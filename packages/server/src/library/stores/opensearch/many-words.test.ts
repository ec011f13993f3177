import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { systemClock } from '@citewell/core/clock.ts';
import type { Library, LibraryQuery, LibraryQuestion } from '@citewell/core/records/library.ts';
import { anArticle } from '@citewell/core/testing/an-article.ts';
import { readOpenSearchAddress } from '../../../platform/opensearch-address.ts';
import { whyNoOpenSearch } from '../../../testing/library/opensearch/jars.ts';
import {
  dropLibrary,
  newLibraryUrl,
  sharedOpenSearch,
} from '../../../testing/library/opensearch/opensearch-server.ts';
import { temporaryFolder } from '../../../testing/process/temporary-folder.ts';
import { type LibraryLocation, openLibrary, openLibraryWriter } from '../../open-library.ts';

const { signal } = new AbortController();
const query = { conditions: [], years: {}, sort: 'date_desc', limit: 10, offset: 0 } as const;

/** Returns words of four digits, or Han characters. */
const words = (count: number, from = 0) => Array.from({ length: count }, (_, at) => `${1_000 + from + at}`);
const han = (count: number, from = 0) =>
  Array.from({ length: count }, (_, at) => String.fromCodePoint(0x4e00 + 3 * (from + at)));

/** Papers with very many words. That of PMID 2 lacks the last of each kind, PMID 3 has only those. */
const all = [...words(4_000), ...han(2_000)];
const papers = [
  anArticle('1', { title: `Cancer ${all.slice(0, 2_000).join(' ')}`, abstract: [text(all.slice(2_000))] }),
  anArticle('2', {
    title: `Cancer ${all.slice(0, 2_000).join(' ')}`,
    abstract: [text(all.slice(2_000, -1))],
  }),
  anArticle('3', { title: 'Cancer heart failure399 disease', abstract: [text(all.slice(-1))] }),
  anArticle('4', { title: 'Cancer' }),
];

function text(parts: readonly string[]) {
  return { label: '', text: parts.join(' ') };
}

/** Conditions that fill the limits of a request: 20 values of 500 characters. */
function conditions(parts: readonly string[], count = 20): LibraryQuery['conditions'] {
  const size = Math.ceil(parts.length / count);
  const values = Array.from({ length: count }, (_, at) => parts.slice(at * size, (at + 1) * size).join(' '));
  for (const value of values) assert.ok(value.length <= 500, `${value.length}`);
  return values.map((value) => ({ field: 'title_abstract', value }));
}

const searches: Record<string, LibraryQuery> = {
  'five conditions of 80 words': { ...query, conditions: conditions(words(400, 3_600), 5) },
  'all conditions full of words': { ...query, conditions: conditions(words(2_000, 2_000)) },
  'all conditions full of Han characters': { ...query, conditions: conditions(han(2_000)) },
  'all conditions full of beginnings': {
    ...query,
    conditions: conditions(words(1_600, 2_400).map((word) => `${word}*`)),
    years: { from: 2000 },
  },
  'all conditions full of phrases that end in a beginning': {
    ...query,
    conditions: conditions(words(1_600, 2_400)).map((each) => ({ ...each, value: `"${each.value}*"` })),
  },
  'a second page': { ...query, conditions: conditions(words(1_200)), limit: 1, offset: 1 },
  'a last word that one paper lacks': {
    ...query,
    conditions: [...conditions(words(1_200), 19), { field: 'abstract', value: all.at(-1) ?? '' }],
  },
};

const question = { concepts: ['cancer'], required: [], years: {}, limit: 5 };
const questions: Record<string, LibraryQuestion> = {
  'four hundred phrases of which one is required': {
    ...question,
    required: Array.from({ length: 400 }, (_, at) => `heart failure${at} disease`),
  },
  'a thousand required phrases that no paper has': {
    ...question,
    required: Array.from({ length: 1_000 }, (_, at) => `lung failure${at} disease`),
  },
};

/** Opens a library with the papers in a file, and one in OpenSearch. */
async function openBoth(t: TestContext): Promise<Library[]> {
  const url = newLibraryUrl((await sharedOpenSearch()).url);
  t.after(() => dropLibrary(url));
  const locations: LibraryLocation[] = [
    { kind: 'sqlite', path: join(temporaryFolder(t), 'library.db') },
    { kind: 'opensearch', address: readOpenSearchAddress(url) ?? assert.fail(url) },
  ];
  const put = papers.map((article) => ({ article, revisedAt: undefined }));
  return Promise.all(
    locations.map(async (location) => {
      const writer = await openLibraryWriter(location, systemClock);
      await writer.write({ put, remove: [], notices: [] });
      await writer.close();
      const library = await openLibrary(location, { timeoutMs: 600_000 });
      t.after(() => library.close());
      return library;
    }),
  );
}

describe('a search of very many words', { skip: whyNoOpenSearch() }, () => {
  it('finds the same in OpenSearch as in a file', async (t) => {
    const engines = await openBoth(t);
    for (const [what, asked] of Object.entries(searches))
      for (const sort of ['date_desc', 'relevance'] as const) {
        const found = await Promise.all(
          engines.map((engine) => engine.search({ ...asked, sort }, { signal })),
        );
        assert.ok((found[0]?.total ?? 0) > 0, what);
        assert.deepEqual(found[1], found[0], `${what}, ${sort}`);
      }
  });

  it('is ranked the same in OpenSearch as in a file', async (t) => {
    const engines = await openBoth(t);
    for (const [what, asked] of Object.entries(questions)) {
      const found = await Promise.all(engines.map((engine) => engine.rank(asked, { signal })));
      assert.deepEqual(found[1], found[0], what);
    }
  });
});
