import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { QuerySyntaxError } from './pubmed-query.ts';
import { searchPubmed } from './pubmed-search.ts';
import { simulatedRecord } from './record.ts';
import type { RecordFields } from './record-fields.ts';
import { SearchIndex } from './search-index.ts';

const now = Date.UTC(2026, 0, 1);
const index = new SearchIndex(
  [
    record('1', 'Asthma in children', { mesh: [{ name: 'Asthma', major: true }, { name: 'Child' }] }),
    record('2', 'Heart failure and asthma', {
      mesh: [{ name: 'Heart Failure' }, { name: 'Asthma' }],
      year: '2012',
    }),
    record('3', 'Failure of the heart pump', {
      year: '2014',
      publicationTypes: ['Review', 'Journal Article'],
    }),
    record('4', 'IL-6 and β-catenin in rats', {
      languages: ['chi'],
      abstract: [{ text: 'Interleukin signals.' }],
    }),
    record('5', 'Diabetes care', {
      mesh: [{ name: 'Diabetes Mellitus, Type 2' }],
      doi: '10.5555/five',
      keywords: ['self-management'],
      authors: [{ lastName: 'Doe', initials: 'J' }],
    }),
  ].map(simulatedRecord),
);

function record(
  pmid: string,
  title: string,
  { year = '2010', ...more }: Partial<RecordFields> & { year?: string } = {},
): RecordFields {
  return {
    pmid,
    title,
    journal: { title: 'Simulated journal', abbreviation: 'Simul J' },
    published: { year },
    ...more,
  };
}

function find(term: string): string[] {
  const search = searchPubmed(index, term, now);
  return [...index.records.keys()]
    .filter((number) => search?.found[number])
    .map((number) => index.records[number]?.pmid ?? '');
}

function read(term: string) {
  const search = searchPubmed(index, term, now);
  assert.ok(search);
  return search;
}

describe('PubMed query syntax', () => {
  const cases: [term: string, pmids: string[]][] = [
    ['asthma', ['1', '2']],
    ['asthma AND heart', ['2']],
    ['asthma OR heart', ['1', '2', '3']],
    ['heart NOT asthma', ['3']],
    ['asthma heart', ['2']],
    ['(asthma OR diabetes) AND (children OR care)', ['1', '5']],
    // From left to right: (children OR diabetes) AND heart finds nothing.
    ['children OR diabetes AND heart', []],
    ['children OR (asthma AND heart)', ['1', '2']],
    ['"heart failure"', ['2']],
    ['"failure of the heart"', ['3']],
    ['heart failure[tiab]', ['2']],
    ['"heart failure"[ti] OR "care"[ti]', ['2', '5']],
    ['asthma[mh]', ['1', '2']],
    ['asthma[majr]', ['1']],
    ['"Diabetes Mellitus"[MeSH Terms]', ['5']],
    ['"Diabetes Mellitus"[mh:noexp]', []],
    ['review[pt]', ['3']],
    ['chinese[la]', ['4']],
    ['chi[lang]', ['4']],
    ['doe j[au]', ['5']],
    ['"10.5555/FIVE"[doi]', ['5']],
    ['10.5555/five', ['5']],
    ['0002[pmid]', ['2']],
    ['1,3[uid]', ['1', '3']],
    ['simul j[ta] AND 2012:2014[dp]', ['2', '3']],
    ['("2012"[Date - Publication] : "3000"[Date - Publication])', ['2', '3']],
    ['2014/01[dp]', ['3']],
    ['"last 5 years"[dp]', []],
    ['hasabstract', ['4']],
    ['hasabstract[sb] AND rats', ['4']],
    ['asthm*', ['1', '2']],
    ['as*', []],
    ['IL-6', ['4']],
    ['il 6', ['4']],
    ['beta catenin', ['4']],
    ['"heart asthma"[tiab:~3]', ['2']],
    ['self-management[ot]', ['5']],
    ['heart[all fields] asthma[tiab]', ['2']],
    ['and the of', []],
    ['does asthma affect the heart', ['2']],
    ['哮喘', []],
  ];
  for (const [term, pmids] of cases) {
    it(`${term} finds ${pmids.length > 0 ? pmids.join(', ') : 'nothing'}`, () => {
      assert.deepEqual(find(term), pmids);
    });
  }

  it('is undefined for an empty search', () => {
    for (const term of ['', '   ', '()', '""', '[tiab]'])
      assert.equal(searchPubmed(index, term, now), undefined);
  });

  it('throws on unbalanced parentheses', () => {
    for (const term of ['((', 'asthma)', '(asthma OR (heart)']) {
      assert.throws(() => searchPubmed(index, term, now), QuerySyntaxError);
    }
  });

  it('survives any text', () => {
    const piece = fc.constantFrom(
      '(',
      ')',
      '"',
      '[',
      ']',
      '[tiab]',
      '[dp]',
      ':',
      '*',
      'AND',
      'NOT',
      'asthma',
      '5',
      '哮喘',
      ' ',
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(piece).map((pieces) => pieces.join(' ')),
        ),
        (term) => {
          try {
            const search = searchPubmed(index, term, now);
            assert.equal(search?.found.length ?? index.records.length, index.records.length);
          } catch (error) {
            assert.ok(error instanceof QuerySyntaxError);
          }
        },
      ),
    );
  });
});

describe("PubMed's query translation", () => {
  it('maps an untagged word to its MeSH heading and its plural', () => {
    const { translation, translations } = read('asthma');
    assert.equal(translation, '"asthma"[MeSH Terms] OR "asthma"[All Fields]');
    assert.deepEqual(translations, [{ from: 'asthma', to: translation }]);
  });

  it('maps an entry term of several words to its heading', () => {
    assert.equal(
      read('type 2 diabetes care').translation,
      '("diabetes mellitus, type 2"[MeSH Terms] OR ("diabetes"[All Fields] AND "mellitus"[All Fields] AND "type"[All Fields] AND "2"[All Fields]) OR "diabetes mellitus type 2"[All Fields] OR ("type"[All Fields] AND "2"[All Fields] AND "diabetes"[All Fields]) OR "type 2 diabetes"[All Fields]) AND "care"[All Fields]',
    );
  });

  it('leaves a tagged word as typed', () => {
    const { translation, translations } = read('Asthma[tiab] AND "Heart Failure"[mh]');
    assert.equal(translation, '"Asthma"[Title/Abstract] AND "Heart Failure"[MeSH Terms]');
    assert.deepEqual(translations, []);
  });

  it('omits an unknown word, reports it, and searches for the rest', () => {
    const { phrasesNotFound, translation } = read('asthma AND p.E1317Q[tiab] AND xqzw');
    assert.deepEqual(phrasesNotFound, ['p.E1317Q[tiab]', 'xqzw']);
    assert.equal(translation, read('asthma').translation);
  });

  it('reports an unknown field tag', () => {
    const { fieldsNotFound, translation } = read('heart AND asthma[nonsense]');
    assert.deepEqual(fieldsNotFound, ['nonsense']);
    assert.equal(translation, '"heart"[All Fields]');
  });

  it('splits a quoted phrase that is not in the index, and reports it', () => {
    const { quotedPhrasesNotFound, translation } = read('"asthma heart"');
    assert.deepEqual(quotedPhrasesNotFound, ['"asthma heart"']);
    assert.equal(translation, '"asthma"[All Fields] AND "heart"[All Fields]');
  });

  it("ranks by the query's words, never by those after NOT", () => {
    assert.deepEqual(read('asthma NOT heart').rankingWords, ['asthma']);
  });
});
