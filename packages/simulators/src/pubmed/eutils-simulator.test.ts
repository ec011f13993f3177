import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { type EutilsOptions, type EutilsSimulator, startEutilsSimulator } from './eutils-simulator.ts';
import { simulatedRecord } from './record.ts';
import { syntheticPmids, syntheticRecords } from './synthetic-records.ts';

const esearchHead =
  '<?xml version="1.0" encoding="UTF-8" ?>\n<!DOCTYPE eSearchResult PUBLIC "-//NLM//DTD esearch 20060628//EN" "https://eutils.ncbi.nlm.nih.gov/eutils/dtd/20060628/esearch.dtd">\n';
const efetchErrorHead =
  '<?xml version="1.0" encoding="UTF-8" ?>\n<!DOCTYPE eEfetchResult PUBLIC "-//NLM//DTD efetch 20131226//EN" "https://eutils.ncbi.nlm.nih.gov/eutils/dtd/20131226/efetch.dtd">\n';
const efetchHead =
  '<?xml version="1.0" ?>\n<!DOCTYPE PubmedArticleSet PUBLIC "-//NLM//DTD PubMedArticle, 1st January 2025//EN" "https://dtd.nlm.nih.gov/ncbi/pubmed/out/pubmed_250101.dtd">\n<PubmedArticleSet>';

async function start(test: TestContext, options: EutilsOptions = {}): Promise<EutilsSimulator> {
  const simulator = await startEutilsSimulator({ rateLimit: false, ...options });
  test.after(() => simulator.close());
  return simulator;
}

type Answer = { status: number; headers: Headers; body: string };

async function get(
  simulator: EutilsSimulator,
  path: string,
  params: Record<string, string>,
): Promise<Answer> {
  const reply = await fetch(
    `${simulator.url}/${path}.fcgi?${new URLSearchParams({ db: 'pubmed', ...params })}`,
  );
  return { status: reply.status, headers: reply.headers, body: await reply.text() };
}

async function post(
  simulator: EutilsSimulator,
  path: string,
  params: Record<string, string>,
): Promise<Answer> {
  const reply = await fetch(`${simulator.url}/${path}.fcgi`, {
    method: 'POST',
    body: new URLSearchParams({ db: 'pubmed', ...params }),
  });
  return { status: reply.status, headers: reply.headers, body: await reply.text() };
}

describe('esearch', () => {
  it('answers in XML with the exact shape of a recorded reply', async (test) => {
    const simulator = await start(test);
    const { status, headers, body } = await get(simulator, 'esearch', { term: 'cardovalin[tiab]' });
    assert.equal(status, 200);
    assert.equal(headers.get('content-type'), 'text/xml; charset=UTF-8');
    assert.equal(
      body,
      `${esearchHead}<eSearchResult><Count>2</Count><RetMax>2</RetMax><RetStart>0</RetStart><IdList>\n<Id>990000006</Id>\n<Id>990000007</Id>\n</IdList><TranslationSet/><QueryTranslation>"cardovalin"[Title/Abstract]</QueryTranslation></eSearchResult>\n`,
    );
  });

  it('answers in JSON with every number as a string', async (test) => {
    const simulator = await start(test);
    const { headers, body } = await get(simulator, 'esearch', {
      term: 'cardovalin[tiab]',
      retmode: 'json',
      retmax: '1',
    });
    assert.equal(headers.get('content-type'), 'application/json; charset=UTF-8');
    assert.equal(
      body,
      `{"header":{"type":"esearch","version":"0.3"},"esearchresult":{"count":"2","retmax":"1","retstart":"0","idlist":["990000006"],"translationset":[],"querytranslation":"\\"cardovalin\\"[Title/Abstract]"}}\n`,
    );
  });

  it('reports an empty result with PhraseNotFound and an OutputMessage', async (test) => {
    const simulator = await start(test);
    const xml = await get(simulator, 'esearch', { term: 'abcXYZ' });
    assert.equal(
      xml.body,
      `${esearchHead}<eSearchResult><Count>0</Count><RetMax>0</RetMax><RetStart>0</RetStart><IdList/><TranslationSet/><QueryTranslation>(abcXYZ[All Fields])</QueryTranslation><ErrorList><PhraseNotFound>abcXYZ</PhraseNotFound></ErrorList><WarningList><OutputMessage>No items found.</OutputMessage></WarningList></eSearchResult>\n`,
    );
    const json = await get(simulator, 'esearch', { term: 'zzqqxxwv', retmode: 'json' });
    assert.deepEqual(JSON.parse(json.body).esearchresult, {
      count: '0',
      retmax: '0',
      retstart: '0',
      idlist: [],
      translationset: [],
      querytranslation: '(zzqqxxwv[All Fields])',
      errorlist: { phrasesnotfound: ['zzqqxxwv'], fieldsnotfound: [] },
      warninglist: { phrasesignored: [], quotedphrasesnotfound: [], outputmessages: ['No items found.'] },
    });
  });

  it('omits a term with an unknown field and reports FieldNotFound', async (test) => {
    const simulator = await start(test);
    const { body } = await get(simulator, 'esearch', { term: 'cardovalin AND asthma[zzz]' });
    assert.match(body, /<Count>2<\/Count>/);
    assert.match(body, /<ErrorList><FieldNotFound>zzz<\/FieldNotFound><\/ErrorList>/);
  });

  it('returns its errors with HTTP 200', async (test) => {
    const simulator = await start(test);
    const cases: [params: Record<string, string>, error: RegExp][] = [
      [{ term: '' }, /^Empty term and query_key - nothing todo$/],
      [{ term: '((' }, /^Search Backend failed: /],
      [{ term: 'asthma)' }, /^Search Backend failed: /],
      [{ db: 'nonsense', term: 'x' }, /^Invalid db name specified: nonsense$/],
    ];
    for (const [params, error] of cases) {
      const json = await get(simulator, 'esearch', { ...params, retmode: 'json' });
      assert.equal(json.status, 200);
      assert.match(JSON.parse(json.body).esearchresult.ERROR, error);
      const xml = await get(simulator, 'esearch', params);
      assert.match(xml.body.match(/<ERROR>(.*)<\/ERROR>/)?.[1] ?? '', error);
    }
    const database = await get(simulator, 'esearch', { db: 'nonsense', term: 'x' });
    assert.equal(
      database.body,
      `${esearchHead}<eSearchResult><ERROR>Invalid db name specified: nonsense</ERROR></eSearchResult>\n`,
    );
  });

  it('answers a start beyond 9998 with invalid JSON', async (test) => {
    const simulator = await start(test);
    const { status, body } = await get(simulator, 'esearch', {
      term: 'asthma',
      retstart: '9999',
      retmode: 'json',
    });
    assert.equal(status, 200);
    assert.throws(() => JSON.parse(body), SyntaxError);
    assert.ok(
      body.includes(`"ERROR":"Search Backend failed: Exception:\n'retstart' cannot be larger than 9998.`),
    );
  });

  it('clamps a request beyond 9,999 and reports it', async (test) => {
    const many = Array.from({ length: 10_005 }, (_, at) =>
      simulatedRecord({
        pmid: String(at + 1),
        title: 'Widespread condition',
        journal: { title: 'J', abbreviation: 'J' },
        published: { year: '2000' },
      }),
    );
    const simulator = await start(test, { records: many });
    const whole = await post(simulator, 'esearch', { term: 'widespread', retmax: '100000', retmode: 'json' });
    const first = JSON.parse(whole.body).esearchresult;
    assert.deepEqual([first.count, first.retmax, first.idlist.length], ['10005', '9999', 9999]);
    assert.deepEqual(first.warninglist.outputmessages, [
      'Restrictions achieved. start and count adjusted to 0, 9999',
    ]);
    const end = await post(simulator, 'esearch', {
      term: 'widespread',
      retstart: '9998',
      retmax: '10',
      retmode: 'json',
    });
    const last = JSON.parse(end.body).esearchresult;
    assert.equal(last.idlist.length, 1);
    assert.deepEqual(last.warninglist.outputmessages, [
      'Restrictions achieved. start and count adjusted to 9998, 1',
    ]);
  });

  it('accepts dates only as a pair', async (test) => {
    const simulator = await start(test);
    const count = async (params: Record<string, string>) =>
      Number(
        (await get(simulator, 'esearch', { term: 'zelparin', ...params })).body.match(/<Count>(\d+)/)?.[1],
      );
    const all = await count({});
    assert.equal(await count({ mindate: '2024', datetype: 'pdat' }), all);
    assert.equal(await count({ maxdate: '2021', datetype: 'pdat' }), all);
    assert.equal(await count({ mindate: '2021', maxdate: '2021', datetype: 'pdat' }), 2);
    const { body } = await get(simulator, 'esearch', { term: 'zelparin', mindate: '2021', maxdate: '2021' });
    assert.match(body, /"zelparin"\[All Fields\] AND 2021\/01\/01:2021\/12\/31\[Date - Publication\]/);
  });

  it('ranks by relevance if asked, and by date otherwise', async (test) => {
    const simulator = await start(test);
    const ids = async (params: Record<string, string>) =>
      [...(await get(simulator, 'esearch', params)).body.matchAll(/<Id>(\d+)/g)].map((match) => match[1]);
    const byDate = await ids({ term: 'hazard OR embolism OR zelparin' });
    const best = await ids({ term: 'hazard OR embolism OR zelparin', sort: 'relevance' });
    assert.equal(byDate[0], syntheticPmids.collectiveAuthor);
    assert.equal(best[0], syntheticPmids.trial);
    assert.deepEqual(byDate.toSorted(), best.toSorted());
  });

  it('stores a search for efetch under a WebEnv', async (test) => {
    const simulator = await start(test);
    const { body } = await get(simulator, 'esearch', { term: 'cardovalin', usehistory: 'y' });
    const webEnv = body.match(/<QueryKey>1<\/QueryKey><WebEnv>(\w+)<\/WebEnv>/)?.[1] ?? '';
    const kept = await get(simulator, 'efetch', { WebEnv: webEnv, query_key: '1', retmode: 'xml' });
    assert.equal(kept.body.match(/<PubmedArticle>/g)?.length, 2);
    const lost = await get(simulator, 'efetch', { WebEnv: 'MCID_0', query_key: '1', retmode: 'xml' });
    assert.equal(lost.status, 200);
    assert.equal(
      lost.body,
      `${efetchErrorHead}<eFetchResult>\n\t<ERROR>Unable to obtain query #1</ERROR>\n</eFetchResult>`,
    );
  });
});

describe('efetch', () => {
  it('returns the XML of each record byte for byte, in the requested order', async (test) => {
    const simulator = await start(test);
    const records = new Map(syntheticRecords().map((record) => [record.pmid, record]));
    const ids = [syntheticPmids.chinese, syntheticPmids.book, syntheticPmids.shortPmid];
    const { body } = await post(simulator, 'efetch', {
      id: ids.join(','),
      retmode: 'xml',
      rettype: 'abstract',
    });
    const articles = ids.map((id) => records.get(id)?.xml).join('');
    assert.equal(body, `${efetchHead}\n${articles}</PubmedArticleSet>`);
  });

  it('omits unknown PMIDs silently, returns duplicates once and accepts leading zeros', async (test) => {
    const simulator = await start(test);
    const { status, body } = await get(simulator, 'efetch', {
      id: '0000007,999999999,7,990000001,abc',
      retmode: 'xml',
    });
    assert.equal(status, 200);
    assert.deepEqual(
      [...body.matchAll(/<MedlineCitation [^>]*><PMID Version="1">(\d+)/g)].map((match) => match[1]),
      ['7', '990000001'],
    );
    const none = await get(simulator, 'efetch', { id: '999999999', retmode: 'xml' });
    assert.equal(none.status, 200);
    assert.equal(none.body, `${efetchHead}</PubmedArticleSet>\n`);
  });

  it('answers 400 to impossible ids', async (test) => {
    const simulator = await start(test);
    for (const id of ['0', '00000000', 'text']) {
      const { status, body } = await get(simulator, 'efetch', { id, retmode: 'xml' });
      assert.equal(status, 400);
      assert.equal(
        body,
        `${efetchErrorHead}<eFetchResult>\n\t<ERROR>ID list is empty! Possibly it has no correct IDs.</ERROR>\n</eFetchResult>\n`,
      );
    }
    const text = await get(simulator, 'efetch', { id: '0', retmode: 'text' });
    assert.equal(text.status, 400);
    assert.equal(text.headers.get('content-type'), 'text/plain');
    assert.equal(text.body, 'ID+list+is+empty!+Possibly+it+has+no+correct+IDs.\n');
  });

  it('answers 200 with an ERROR to an empty id parameter', async (test) => {
    const simulator = await start(test);
    const { status, body } = await get(simulator, 'efetch', { id: '', retmode: 'xml' });
    assert.equal(status, 200);
    assert.equal(
      body,
      `${efetchErrorHead}<eFetchResult>\n\t<ERROR>Supplied id parameter is empty.</ERROR>\n</eFetchResult>`,
    );
  });

  it('rejects a GET with more than 200 ids with 414 and accepts them by POST', async (test) => {
    const simulator = await start(test);
    const id = Array.from({ length: 201 }, (_, at) => 990000001 + at).join(',');
    assert.equal((await get(simulator, 'efetch', { id })).status, 414);
    const { status, body } = await post(simulator, 'efetch', { id });
    assert.equal(status, 200);
    assert.equal(body.match(/<PubmedArticle>/g)?.length, syntheticRecords().length - 2);
  });
});

describe('esummary, espell and elink', () => {
  it('name an unknown record inside the result', async (test) => {
    const simulator = await start(test);
    const json = await get(simulator, 'esummary', { id: '7,999999999', retmode: 'json' });
    const { header, result } = JSON.parse(json.body);
    assert.deepEqual(header, { type: 'esummary', version: '0.3' });
    assert.deepEqual(result.uids, ['7', '999999999']);
    assert.equal(result[7].title, 'On the heat of fevers.');
    assert.deepEqual(result[999999999], { uid: '999999999', error: 'cannot get document summary' });
    const xml = await get(simulator, 'esummary', { id: '999999999' });
    assert.ok(
      xml.body.includes(
        '<DocumentSummary uid="999999999"><error>cannot get document summary</error></DocumentSummary>',
      ),
    );
  });

  it('answer esummary for bad, missing and too many ids as recorded', async (test) => {
    const simulator = await start(test);
    const answer = async (id: string) =>
      JSON.parse((await post(simulator, 'esummary', { id, retmode: 'json' })).body);
    assert.deepEqual(await answer('NC_999999999'), {
      header: { type: 'esummary', version: '0.3' },
      error: 'Invalid uid NC_999999999 at position= 0',
      result: { uids: [] },
    });
    assert.deepEqual((await answer('')).esummaryresult, ['Empty id list - nothing todo']);
    assert.equal(
      (await answer(Array.from({ length: 501 }, (_, at) => at + 1).join(','))).error,
      'Too many UIDs in request. Maximum number of UIDs is 500 for JSON format output.',
    );
    const xml = await get(simulator, 'esummary', { id: '' });
    assert.ok(
      xml.body.endsWith(
        '<eSummaryResult>\n\t<ERROR>Neither query_key nor id specified</ERROR>\n</eSummaryResult>\n',
      ),
    );
  });

  it('correct a misspelt word and link similar records', async (test) => {
    const simulator = await start(test);
    const spelled = await get(simulator, 'espell', { term: 'hypertenson' });
    assert.match(
      spelled.body,
      /\t<Query>hypertenson<\/Query>\n\t<CorrectedQuery>hypertension<\/CorrectedQuery>\n/,
    );
    const linked = await get(simulator, 'elink', {
      dbfrom: 'pubmed',
      id: syntheticPmids.trial,
      retmode: 'json',
    });
    const links = JSON.parse(linked.body).linksets[0].linksetdbs[0].links;
    assert.equal(links[0], syntheticPmids.trial);
    assert.ok(links.includes(syntheticPmids.collectiveAuthor));
  });
});

describe('limits and keys', () => {
  it('accepts three requests in any second and answers the fourth with 429 like the real service', async (test) => {
    let now = 0;
    const simulator = await startEutilsSimulator({ now: () => now });
    test.after(() => simulator.close());
    for (const remaining of ['2', '1', '0']) {
      const { status, headers } = await get(simulator, 'esearch', { term: 'asthma' });
      assert.equal(status, 200);
      assert.equal(headers.get('x-ratelimit-limit'), '3');
      assert.equal(headers.get('x-ratelimit-remaining'), remaining);
    }
    const over = await get(simulator, 'esearch', { term: 'asthma' });
    assert.equal(over.status, 429);
    assert.equal(over.headers.get('retry-after'), '2');
    assert.equal(
      over.body,
      '{"error":"API rate limit exceeded","api-key":"127.0.0.1","count":"4","limit":"3"}\n',
    );
    assert.equal(simulator.maxStartsPerSecond(), 4);
    now = 1001;
    assert.equal((await get(simulator, 'esearch', { term: 'asthma' })).status, 200);
  });

  it('accepts ten requests a second with a key', async (test) => {
    const simulator = await startEutilsSimulator({ now: () => 0 });
    test.after(() => simulator.close());
    const statuses: number[] = [];
    for (let at = 0; at < 11; at += 1) {
      statuses.push((await get(simulator, 'esearch', { term: 'asthma', api_key: 'good1234' })).status);
    }
    assert.deepEqual(statuses, [...Array(10).fill(200), 429]);
  });

  it('answers 400 to an unknown key and repeats the key', async (test) => {
    const simulator = await start(test);
    const { status, body } = await get(simulator, 'esearch', { term: 'asthma', api_key: 'badk1' });
    assert.equal(status, 400);
    assert.equal(
      body,
      '{"error":"API key invalid","api-key":"badk1","type":"invalid",\n"status":"unknown"}\n',
    );
  });
});
