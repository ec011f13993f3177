import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Article } from '@citewell/core/records/article.ts';
import type { SearchQuery } from '@citewell/core/records/query.ts';
import { aSearchQuery } from '@citewell/core/testing/a-search-query.ts';
import { anArticle } from '@citewell/core/testing/an-article.ts';
import {
  type RelaxationStep,
  type Retriever,
  relaxationSteps,
  SourceError,
} from '../literature/sources/retriever.ts';
import type { PipelineEvent } from '../pipeline/events.ts';
import { broadenSearch } from './broaden-search.ts';
import { messages } from './progress-messages.ts';
import { retrieve, type SourceSearchOptions } from './retrieve.ts';

const query = aSearchQuery({ concepts: ['metformin'], years: { from: 2015 }, categoryTerms: ['diabetes'] });
const papers = (from: number, count: number) =>
  Array.from({ length: count }, (_, index) => anArticle(String(from + index)));

type Has = Partial<Record<RelaxationStep | 'first', readonly Article[] | Error>>;

/** A source with relaxations: its records by step, and the queries it received. */
function source(has: Has, notFound?: string[]): Retriever & { asked: [string, SearchQuery][] } {
  const asked: [string, SearchQuery][] = [];
  return {
    source: 'pubmed',
    relaxations: relaxationSteps,
    asked,
    render: (_, step) => [`query of ${step ?? 'first'}`],
    async search(query, { step = 'first' }: { step?: RelaxationStep | 'first' }) {
      asked.push([step, query]);
      const articles = has[step] ?? [];
      if (articles instanceof Error) throw articles;
      const executed = [{ query: `query of ${step}`, total: articles.length, ...(notFound && { notFound }) }];
      return { source: 'pubmed', articles: [...articles], executed, missing: [] };
    },
    fetch: async () => [],
  };
}

async function climb(
  pubmed: Retriever,
  {
    library,
    msLeft = 15_000,
    enough = 3,
    ...more
  }: { library?: Retriever; msLeft?: number; enough?: number } & Partial<
    Pick<SearchQuery, 'text' | 'suggestions'>
  > = {},
) {
  const asked = { ...query, ...more };
  const events: PipelineEvent[] = [];
  const options: SourceSearchOptions = {
    limit: 40,
    signal: new AbortController().signal,
    clock: { now: () => 0 },
    end: msLeft,
    log: () => {},
    requestId: 'r',
    emit: (event) => void events.push(event),
  };
  const found = await retrieve(asked, { remote: [pubmed], library }, options);
  await broadenSearch(found, asked, enough, { remote: [pubmed], texts: messages.en }, options);
  return { found, events };
}

const stepsOf = ({ asked }: { asked: [string, SearchQuery][] }) => asked.map(([step]) => step);

describe('broadening a search', () => {
  it('is skipped if the first search finds enough', async () => {
    const pubmed = source({ first: papers(1, 3) });
    await climb(pubmed);
    assert.deepEqual(stepsOf(pubmed), ['first']);
  });

  it('goes step by step and stops as soon as there are enough records', async () => {
    const pubmed = source({ first: papers(1, 1), synonyms: papers(1, 2), words: papers(1, 4) });
    const { found } = await climb(pubmed);
    assert.deepEqual(stepsOf(pubmed), ['first', 'synonyms', 'words']);
    assert.equal(new Set(found.rankings.flat().map(({ pmid }) => pmid)).size, 4);
  });

  it('keeps the caller’s years and category in every step', async () => {
    const pubmed = source({});
    await climb(pubmed);
    assert.deepEqual(stepsOf(pubmed), ['first', 'synonyms', 'words', 'spelling']);
    for (const [step, asked] of pubmed.asked) {
      assert.deepEqual(asked.years, { from: 2015 }, step);
      assert.deepEqual(asked.categoryTerms, ['diabetes'], step);
    }
  });

  it('reports each step with its query and number of matches', async () => {
    const { events } = await climb(source({ first: papers(1, 1), synonyms: papers(2, 5) }));
    const searches = events.flatMap(({ event, data }) => {
      if (event === 'tool_call') return [[event, data.input.step, data.input.queries]];
      return event === 'tool_result' ? [[event, data.step, data.searches]] : [];
    });
    assert.deepEqual(searches, [
      ['tool_call', undefined, ['query of first']],
      ['tool_result', undefined, [{ query: 'query of first', total: 1 }]],
      ['tool_call', 'synonyms', ['query of synonyms']],
      ['tool_result', 'synonyms', [{ query: 'query of synonyms', total: 5 }]],
    ]);
    const said = events.flatMap(({ event, data }) => (event === 'thinking' ? [data.message] : []));
    assert.deepEqual(said, [messages.en.broadening.synonyms]);
  });

  it('looks up the spelling of a word without matches, even if enough was found', async () => {
    const pubmed = source({ first: papers(1, 9) }, ['metfromin*[tiab]']);
    await climb(pubmed, { text: 'metfromin' });
    assert.deepEqual(stepsOf(pubmed), ['first', 'spelling']);
  });

  it('skips the spelling lookup if a library suggestion was searched, and reports the suggestion', async () => {
    const pubmed = source({ first: papers(1, 9) }, ['metfromin*[tiab]']);
    const suggestions = [{ typed: 'metfromin', meant: 'metformin' }];
    const search = async (asked: SearchQuery) => ({
      ...(await pubmed.search(asked, {} as never)),
      spelling: { typed: 'metfromin', meant: 'metformin' },
    });
    const { events } = await climb({ ...pubmed, search }, { text: 'metfromin', suggestions });
    assert.deepEqual(stepsOf(pubmed), ['first']);
    const said = events.flatMap(({ event, data }) => (event === 'thinking' ? [data.message] : []));
    assert.deepEqual(said, ['Searched for “metformin” (typed: metfromin).']);
  });

  it('skips the spelling lookup if the term without matches is a heading or an added synonym', async () => {
    const pubmed = source({ first: papers(1, 9) }, ['Metformin[Mesh]', '"glucophage"']);
    await climb(pubmed, { text: 'metformin' });
    assert.deepEqual(stepsOf(pubmed), ['first']);
  });

  it('does not count records of the library as results of PubMed', async () => {
    const pubmed = source({ first: [], synonyms: papers(1, 3) });
    const library: Retriever = { ...source({ first: papers(100, 50) }), source: 'library' };
    await climb(pubmed, { library });
    assert.deepEqual(stepsOf(pubmed), ['first', 'synonyms']);
  });

  it('skips a step whose query is identical to the previous one', async () => {
    const pubmed = { ...source({ first: papers(1, 1) }), render: () => ['query of first'] };
    await climb(pubmed);
    assert.deepEqual(stepsOf(pubmed), ['first']);
  });

  it('starts no step shortly before the deadline', async () => {
    const pubmed = source({});
    await climb(pubmed, { msLeft: 2_000 });
    assert.deepEqual(stepsOf(pubmed), ['first']);
  });

  it('stops at a failing step and keeps earlier results', async () => {
    const pubmed = source({ first: papers(1, 1), synonyms: new SourceError('pubmed', 'timeout') });
    const { found } = await climb(pubmed);
    assert.deepEqual(stepsOf(pubmed), ['first', 'synonyms']);
    assert.deepEqual(found.unavailable, []);
    assert.equal(found.rankings.flat().length, 1);
  });
});
