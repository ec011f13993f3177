import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { syntheticPmids } from '../pubmed/synthetic-records.ts';
import type { FaultOptions } from '../source-faults.ts';
import { wireFaults } from '../source-faults.ts';
import { type EuropepmcFault, europepmcFaults } from './europepmc-faults.ts';
import { type EuropepmcSimulator, startEuropepmcSimulator } from './europepmc-simulator.ts';

async function start(test: TestContext): Promise<EuropepmcSimulator> {
  const simulator = await startEuropepmcSimulator();
  test.after(() => simulator.close());
  return simulator;
}

async function raw(simulator: EuropepmcSimulator, params: Record<string, string>): Promise<Response> {
  return fetch(`${simulator.url}/search?${new URLSearchParams({ format: 'json', ...params })}`);
}

type Found = {
  version: string;
  hitCount: number;
  nextCursorMark?: string;
  request: Record<string, unknown>;
  resultList: { result: Record<string, unknown>[] };
};

async function search(simulator: EuropepmcSimulator, params: Record<string, string>): Promise<Found> {
  return (await (await raw(simulator, params)).json()) as Found;
}

async function find(
  simulator: EuropepmcSimulator,
  query: string,
  more: Record<string, string> = {},
): Promise<unknown[]> {
  const { resultList } = await search(simulator, { query, resultType: 'idlist', pageSize: '1000', ...more });
  return resultList.result.map(({ id }) => id);
}

describe('Europe PMC search', () => {
  it('returns a core result with the fields the product reads', async (test) => {
    const simulator = await start(test);
    const { version, hitCount, nextCursorMark, request, resultList } = await search(simulator, {
      query: `EXT_ID:${syntheticPmids.corrected} AND SRC:MED`,
      resultType: 'core',
    });
    assert.equal(version, '6.9');
    assert.equal(hitCount, 1);
    assert.equal(nextCursorMark, undefined);
    assert.deepEqual(request, {
      queryString: `EXT_ID:${syntheticPmids.corrected} AND SRC:MED`,
      resultType: 'core',
      cursorMark: '*',
      pageSize: 25,
      sort: '',
      synonym: false,
    });
    const [result] = resultList.result;
    assert.ok(result);
    assert.equal(result.pmid, syntheticPmids.corrected);
    assert.equal(result.title, 'Inhaled brontol in moderate asthma of adolescents.');
    assert.equal(result.authorString, 'Lindqvist Å, Doe J.');
    assert.match(
      String(result.abstractText),
      /^<h4>Rationale<\/h4>Brontol is used .*<h4>Measurements and main results<\/h4>Exacerb/,
    );
    assert.deepEqual(result.pubTypeList, { pubType: ['Journal Article', 'Randomized Controlled Trial'] });
    assert.deepEqual(result.commentCorrectionList, {
      commentCorrection: [
        {
          id: syntheticPmids.erratumNotice,
          source: 'MED',
          reference: 'Simul Paediatr. 2020 Jan;7(1):12.',
          type: 'Erratum in',
          orderIn: 1,
        },
      ],
    });
  });

  it('keeps inline tags and raw angle brackets in texts, like the real service', async (test) => {
    const simulator = await start(test);
    const { resultList } = await search(simulator, {
      query: `EXT_ID:${syntheticPmids.inlineMarkup}`,
      resultType: 'core',
    });
    assert.match(String(resultList.result[0]?.title), /1\.73 m<sup>2<\/sup>, CO<sub>2<\/sub>/);
    assert.match(String(resultList.result[0]?.abstractText), /<i>P<\/i> < 0\.05/);
  });

  it('handles a POST to searchPOST like a GET to search', async (test) => {
    const simulator = await start(test);
    const reply = await fetch(`${simulator.url}/searchPOST`, {
      method: 'POST',
      body: new URLSearchParams({ query: 'brontol', format: 'json', resultType: 'idlist' }),
    });
    assert.deepEqual(((await reply.json()) as Found).resultList.result.map(({ id }) => id).toSorted(), [
      syntheticPmids.corrected,
      syntheticPmids.erratumNotice,
    ]);
  });

  const cases: [query: string, ids: string[]][] = [
    ['cardovalin AND hypertension', ['990000006']],
    ['cardovalin hypertension', ['990000006']],
    ['cardovalin NOT hypertension', ['990000007']],
    ['cardovalin AND NOT hypertension', ['990000007']],
    // AND binds tighter than OR.
    ['probiotics OR cardovalin AND kidney', ['990000007', '990000030']],
    ['(probiotics OR cardovalin) AND kidney', ['990000007']],
    ['TITLE:"blood pressure" AND PUB_YEAR:[1998 TO 2000]', ['990000005']],
    ['TITLE:(mammography OR probiotics)', ['990000027', '990000030']],
    ['ABSTRACT:macrosomia', ['990000023']],
    ['DOI:"10.5555/SIMUL.2021.0001"', ['990000001']],
    ['PUB_TYPE:"retracted publication"', ['990000009', '990000037']],
    ['AUTH:"Zhang M"', ['990000019']],
    ['LANG:chi', ['990000019']],
    ['SRC:PPR', ['PPR990001']],
    ['EXT_ID:(7 OR 990000001)', ['7', '990000001']],
    ['PUB_YEAR:1975', ['7']],
    ['the of', []],
    ['乳腺癌', []],
  ];
  for (const [query, ids] of cases) {
    it(`${query} finds ${ids.length > 0 ? ids.join(', ') : 'nothing'}`, async (test) => {
      const simulator = await start(test);
      assert.deepEqual((await find(simulator, query)).toSorted(), ids);
    });
  }

  it('finds the heading of an entry term only with synonym=true', async (test) => {
    const simulator = await start(test);
    assert.deepEqual(
      await find(simulator, '"breast cancer" AND acupressure AND TITLE:acupressure', { synonym: 'true' }),
      ['990000019'],
    );
    assert.deepEqual(await find(simulator, 'cancer AND mammography AND MESH_HEADING:"breast cancer"'), []);
    assert.deepEqual(
      await find(simulator, 'mammography AND MESH_HEADING:"breast cancer"', { synonym: 'true' }),
      ['990000027'],
    );
  });

  it('returns hits from outside PubMed without a PMID', async (test) => {
    const simulator = await start(test);
    const { resultList } = await search(simulator, { query: 'zelparin AND unreviewed' });
    assert.deepEqual(
      resultList.result.map(({ id, source, pmid }) => ({ id, source, pmid })),
      [{ id: 'PPR990001', source: 'PPR', pmid: undefined }],
    );
  });

  it('pages by cursors that must be percent-encoded, and repeats the cursor after the last page', async (test) => {
    const simulator = await start(test);
    const query = 'patients';
    const all = await find(simulator, query);
    const paged: unknown[] = [];
    let cursorMark = '*';
    for (let pages = 0; ; pages += 1) {
      assert.ok(pages < 50);
      const page = await search(simulator, { query, resultType: 'idlist', pageSize: '5', cursorMark });
      paged.push(...page.resultList.result.map(({ id }) => id));
      assert.equal(page.hitCount, all.length);
      if (page.nextCursorMark === cursorMark) {
        assert.deepEqual(page.resultList.result, []);
        break;
      }
      cursorMark = page.nextCursorMark ?? '';
    }
    assert.deepEqual(paged, all);
    const bare = await fetch(`${simulator.url}/search?format=json&query=${query}&cursorMark=${cursorMark}`);
    assert.equal(await bare.text(), '{"version":"6.9"}');
  });

  it('answers an unknown request with only its version, and an empty query with errCode, both with 200', async (test) => {
    const simulator = await start(test);
    for (const params of [
      { query: 'x', sort: 'nonsense' },
      { query: 'x', cursorMark: 'nonsense' },
      { query: '((x' },
    ]) {
      const reply = await raw(simulator, params);
      assert.equal(reply.status, 200);
      assert.equal(await reply.text(), '{"version":"6.9"}');
    }
    for (const query of ['', ' ', 'x'.repeat(1500)]) {
      const reply = await raw(simulator, { query });
      assert.equal(reply.status, 200);
      assert.equal(
        await reply.text(),
        '{"errCode":400,"errMsg":"No search criteria provided. Please provide a search criteria which is less than 1500 characters."}',
      );
    }
  });

  it('answers in XML unless JSON is requested', async (test) => {
    const simulator = await start(test);
    const reply = await fetch(`${simulator.url}/search?query=brontol`);
    assert.match(
      await reply.text(),
      /^<\?xml .*<responseWrapper><version>6\.9<\/version><hitCount>2<\/hitCount>/,
    );
  });
});

describe('faults of Europe PMC', () => {
  type Check = (met: { status: number; headers: Headers; body: string }, honest: Found) => void;
  const results = (body: string) => (JSON.parse(body) as Found).resultList.result;
  const expectations: Record<Exclude<EuropepmcFault, keyof typeof wireFaults>, Check> = {
    'version-only': ({ status, body }) => assert.deepEqual([status, body], [200, '{"version":"6.9"}']),
    'error-code': ({ status, body }) => {
      assert.equal(status, 200);
      assert.equal(JSON.parse(body).errCode, 400);
    },
    'single-object': ({ body }, honest) => assert.deepEqual(results(body), honest.resultList.result[0]),
    'no-results-key': ({ body }, honest) => {
      assert.equal(JSON.parse(body).hitCount, honest.hitCount);
      assert.equal(results(body), undefined);
    },
    'cursor-echo': ({ body }) => assert.equal(JSON.parse(body).nextCursorMark, '*'),
    'missing-records': ({ body }, honest) =>
      assert.deepEqual(
        results(body),
        honest.resultList.result.filter((_, at) => at % 2 === 1),
      ),
    'rate-limited': ({ status, headers }) =>
      assert.deepEqual([status, headers.get('retry-after')], [429, '3']),
    'server-error': ({ status, body }) => {
      assert.equal(status, 500);
      assert.match(body, /<html>/);
    },
    unavailable: ({ status }) => assert.equal(status, 503),
    html: ({ status, body }) => {
      assert.equal(status, 200);
      assert.match(body, /^<!DOCTYPE html>/);
    },
    'invalid-json': ({ status, body }) => {
      assert.equal(status, 200);
      assert.throws(() => JSON.parse(body), SyntaxError);
    },
  };
  for (const [mode, check] of Object.entries(expectations) as [EuropepmcFault, Check][]) {
    it(`${mode}: ${europepmcFaults[mode].description}`, async (test) => {
      const simulator = await start(test);
      const params = { query: 'zelparin', pageSize: '2' };
      const honest = await search(simulator, params);
      simulator.setFault(mode);
      const reply = await raw(simulator, params);
      check({ status: reply.status, headers: reply.headers, body: await reply.text() }, honest);
    });
  }

  it('covers every fault of the protocol', async (test) => {
    for (const mode of Object.keys(wireFaults)) assert.ok(Object.hasOwn(europepmcFaults, mode));
    const simulator = await start(test);
    const options: FaultOptions = { atByte: 100 };
    simulator.setFault('truncated', options);
    assert.equal((await (await raw(simulator, { query: 'zelparin' })).text()).length, 100);
    simulator.clearFaults();
    simulator.setFault('reset');
    await assert.rejects(raw(simulator, { query: 'zelparin' }));
  });
});
