import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import type { FaultOptions } from '../source-faults.ts';
import { until } from '../until.ts';
import { type EutilsFault, eutilsFaults } from './eutils-faults.ts';
import { type EutilsSimulator, startEutilsSimulator } from './eutils-simulator.ts';

const efetchErrorHead =
  '<?xml version="1.0" encoding="UTF-8" ?>\n<!DOCTYPE eEfetchResult PUBLIC "-//NLM//DTD efetch 20131226//EN" "https://eutils.ncbi.nlm.nih.gov/eutils/dtd/20131226/efetch.dtd">\n';
const efetchHead =
  '<?xml version="1.0" ?>\n<!DOCTYPE PubmedArticleSet PUBLIC "-//NLM//DTD PubMedArticle, 1st January 2025//EN" "https://dtd.nlm.nih.gov/ncbi/pubmed/out/pubmed_250101.dtd">\n';
const esearchHead =
  '<?xml version="1.0" encoding="UTF-8" ?>\n<!DOCTYPE eSearchResult PUBLIC "-//NLM//DTD esearch 20060628//EN" "https://eutils.ncbi.nlm.nih.gov/eutils/dtd/20060628/esearch.dtd">\n';

/** Response as the caller received it: a reply, a connection broken after `body`, or silence until `abort`. */
type Met = { status: number; headers: Headers; body: string; failed: boolean };

async function start(test: TestContext): Promise<EutilsSimulator> {
  const simulator = await startEutilsSimulator({ rateLimit: false, now: () => 0 });
  test.after(() => simulator.close());
  return simulator;
}

async function meet(url: string, { signal }: { signal?: AbortSignal } = {}): Promise<Met> {
  const met: Met = { status: 0, headers: new Headers(), body: '', failed: false };
  try {
    const reply = await fetch(url, { redirect: 'manual', ...(signal && { signal }) });
    met.status = reply.status;
    met.headers = reply.headers;
    const decoder = new TextDecoder();
    for await (const chunk of reply.body ?? []) met.body += decoder.decode(chunk, { stream: true });
  } catch {
    met.failed = true;
  }
  return met;
}

const searchPath = '/esearch.fcgi?db=pubmed&term=zelparin';
const searchJsonPath = `${searchPath}&retmode=json`;
const fetchPath = '/efetch.fcgi?db=pubmed&retmode=xml&id=990000001,990000002';

const ids = (body: string) => [...body.matchAll(/<Id>(\d+)/g)].map((match) => match[1]);
const pmids = (body: string) =>
  [...body.matchAll(/<MedlineCitation [^>]*><PMID Version="1">(\d+)/g)].map((match) => match[1]);

/** Expected responses in each mode; `honest` is the reply without a fault. */
const expectations: Record<
  Exclude<EutilsFault, 'hang' | 'stall' | 'endless' | 'slow'>,
  {
    path: string;
    options?: FaultOptions;
    check(met: Met, honest: Met): void;
  }
> = {
  'rate-limited': {
    path: searchPath,
    check({ status, headers, body }) {
      assert.equal(status, 429);
      assert.equal(headers.get('retry-after'), '2');
      assert.equal(
        body,
        '{"error":"API rate limit exceeded","api-key":"127.0.0.1","count":"5","limit":"3"}\n',
      );
    },
  },
  'rate-limited-documented': {
    path: searchPath,
    check({ status, headers, body }) {
      assert.equal(status, 429);
      assert.equal(headers.get('retry-after'), null);
      assert.equal(body, '{"error":"API rate limit exceeded","count":"11"}\n');
    },
  },
  'rate-limited-200': {
    path: searchPath,
    check({ status, body }) {
      assert.equal(status, 200);
      assert.equal(body, '{"error":"API rate limit exceeded","count":"11"}\n');
    },
  },
  'bad-key': {
    path: `${searchPath}&api_key=secret99`,
    check({ status, body }) {
      assert.equal(status, 400);
      assert.equal(
        body,
        '{"error":"API key invalid","api-key":"secret99","type":"invalid",\n"status":"unknown"}\n',
      );
    },
  },
  'backend-down': {
    path: searchPath,
    check({ status, body }) {
      assert.equal(status, 200);
      assert.equal(
        body,
        `${esearchHead}<eSearchResult>\n\t<ERROR>Search Backend failed: Unable to open connection to #PMQuerySrv?dbaf=pubmed</ERROR>\n</eSearchResult>\n`,
      );
    },
  },
  'backend-unsupported': {
    path: searchJsonPath,
    check({ status, body }) {
      assert.equal(status, 200);
      assert.equal(
        body,
        '{"header":{"type":"esearch","version":"0.3"},"esearchresult":{"ERROR":"Search Backend failed: Database is not supported: pubmed"}}\n',
      );
    },
  },
  'backend-unresolved': {
    path: searchPath,
    check({ body }) {
      assert.ok(
        body.includes(
          "<ERROR>Search Backend failed: Couldn't resolve #PMQuerySrv_2_0?dbaf=pubmed, the address table is empty.</ERROR>",
        ),
      );
    },
  },
  'history-expired': {
    path: fetchPath,
    check({ status, body }) {
      assert.equal(status, 200);
      assert.equal(
        body,
        `${efetchErrorHead}<eFetchResult>\n\t<ERROR>Unable to obtain query #1</ERROR>\n</eFetchResult>\n`,
      );
    },
  },
  'over-cap': {
    path: searchJsonPath,
    check({ status, body }) {
      assert.equal(status, 200);
      assert.throws(() => JSON.parse(body), SyntaxError);
      assert.match(body, /Exception:\n'retstart' cannot be larger than 9998\./);
    },
  },
  'huge-count': {
    path: searchPath,
    check({ body }, honest) {
      assert.match(body, /<Count>5059039<\/Count>/);
      assert.deepEqual(ids(body), ids(honest.body));
    },
  },
  'short-idlist': {
    path: searchPath,
    check({ body }, honest) {
      assert.deepEqual(ids(body), ids(honest.body).slice(1));
      assert.equal(body.match(/<Count>\d+/)?.[0], honest.body.match(/<Count>\d+/)?.[0]);
    },
  },
  'efetch-timeout': {
    path: fetchPath,
    check: efetchError(400, /^Error: External viewer error: Empty Response\. Bytes read: 0 Status: Timeout$/),
  },
  'efetch-timeout-200': {
    path: fetchPath,
    check: efetchError(200, /^Error: External viewer error: Empty Response\. Bytes read: 0 Status: Timeout$/),
  },
  'efetch-empty-list': {
    path: fetchPath,
    check: efetchError(400, /^ID list is empty! Possibly it has no correct IDs\.$/),
  },
  'efetch-proxy': {
    path: fetchPath,
    check: efetchError(
      400,
      /^Error: CEFetchPApplication::proxy_stream\(\): Failed to connect to PubOne service\. Try again later\.$/,
    ),
  },
  'efetch-proxy-html': {
    path: fetchPath,
    check: efetchError(
      400,
      /^Error: CEFetchPApplication::proxy_stream\(\): <html><head>[\s\S]*Please try again in 30 seconds\.<\/h2>/,
    ),
  },
  'efetch-proxy-html-escaped': {
    path: fetchPath,
    check: efetchError(
      400,
      /^Error: CEFetchPApplication::proxy_stream\(\): &lt;html&gt;&lt;head&gt;[\s\S]*Please try again in 30 seconds\.&lt;\/h2&gt;/,
    ),
  },
  'prolog-only': {
    path: fetchPath,
    check({ status, body }) {
      assert.equal(status, 200);
      assert.equal(body, efetchHead);
    },
  },
  'cpp-exception': {
    path: fetchPath,
    check({ status, body }) {
      assert.equal(status, 200);
      assert.match(body, /NCBI C\+\+ Exception[\s\S]*TXCLIENT::readAll EOF/);
    },
  },
  garbled: {
    path: fetchPath,
    check({ status, body }, honest) {
      assert.equal(status, 200);
      assert.notEqual(body, honest.body);
      assert.ok(body.includes('\u0001'));
    },
  },
  'router-502': { path: searchPath, check: router(502) },
  'router-503': { path: searchPath, check: router(503) },
  'server-error': {
    path: searchPath,
    check({ status, body }) {
      assert.equal(status, 500);
      assert.match(body, /^<head> <title>NCBI\/eutils202 - WWW Error 500 Diagnostic<\/title>/);
    },
  },
  blocked: {
    path: searchPath,
    check({ status, headers }) {
      assert.equal(status, 302);
      assert.match(
        headers.get('location') ?? '',
        /^https:\/\/misuse\.ncbi\.nlm\.nih\.gov\/error\/abuse\.shtml\?/,
      );
    },
  },
  'blocked-page': {
    path: searchPath,
    check({ status, headers, body }) {
      assert.equal(status, 200);
      assert.match(headers.get('content-type') ?? '', /^text\/html/);
      assert.match(body, /<title>NCBI - WWW Error Blocked Diagnostic<\/title>/);
    },
  },
  'redirect-internal': {
    path: searchPath,
    check({ status, headers }) {
      assert.equal(status, 301);
      assert.match(
        headers.get('location') ?? '',
        /^https:\/\/ext-http-eutils\.linkerd\.ncbi\.nlm\.nih\.gov\//,
      );
    },
  },
  'uri-too-long': { path: searchPath, check: ({ status }) => assert.equal(status, 414) },
  html: {
    path: searchPath,
    check({ status, body }) {
      assert.equal(status, 200);
      assert.match(body, /^<!DOCTYPE html>/);
    },
  },
  'invalid-json': {
    path: searchJsonPath,
    check({ status, body }) {
      assert.equal(status, 200);
      assert.throws(() => JSON.parse(body), SyntaxError);
    },
  },
  'missing-ids': { path: fetchPath, check: ({ body }) => assert.deepEqual(pmids(body), ['990000002']) },
  'wrong-ids': {
    path: fetchPath,
    check: ({ body }) => assert.deepEqual(pmids(body), ['1990000001', '1990000002']),
  },
  'no-records': {
    path: fetchPath,
    check({ status, body }) {
      assert.equal(status, 200);
      assert.equal(body, `${efetchHead}<PubmedArticleSet></PubmedArticleSet>\n`);
    },
  },
  'reset-on-connect': { path: searchPath, check: noReply },
  reset: { path: searchPath, check: noReply },
  cut: {
    path: fetchPath,
    options: { atByte: 900 },
    check({ status, body, failed }, honest) {
      assert.equal(status, 200);
      assert.equal(body, honest.body.slice(0, 900));
      assert.equal(failed, true);
    },
  },
  truncated: {
    path: fetchPath,
    options: { atByte: 900 },
    check({ status, body, failed }, honest) {
      assert.equal(status, 200);
      assert.equal(body, honest.body.slice(0, 900));
      assert.equal(failed, false);
    },
  },
  empty: {
    path: fetchPath,
    check({ status, body, failed }) {
      assert.deepEqual({ status, body, failed }, { status: 200, body: '', failed: false });
    },
  },
};

function efetchError(status: number, text: RegExp): (met: Met) => void {
  return (met) => {
    assert.equal(met.status, status);
    assert.ok(met.body.startsWith(`${efetchErrorHead}<eFetchResult>\n\t<ERROR>`));
    assert.match(met.body.slice(met.body.indexOf('<ERROR>') + 7, met.body.lastIndexOf('</ERROR>')), text);
  };
}

function router(status: number): (met: Met) => void {
  return (met) => {
    assert.equal(met.status, status);
    assert.equal(
      met.body,
      'Unable to route request!\n\nservice name: /http/service/ratecontrol\ndtab:\n\nbase dtab:\n\noverride dtab:\n',
    );
  };
}

function noReply({ status, body, failed }: Met): void {
  assert.deepEqual({ status, body, failed }, { status: 0, body: '', failed: true });
}

describe('faults of the E-utilities', () => {
  for (const [mode, { path, options, check }] of Object.entries(expectations)) {
    it(`${mode}: ${eutilsFaults[mode as EutilsFault].description}`, async (test) => {
      const simulator = await start(test);
      const honest = await meet(simulator.url + path);
      simulator.setFault(mode as EutilsFault, options);
      check(await meet(simulator.url + path), honest);
      assert.equal(simulator.log().at(-1)?.fault, mode);
      simulator.clearFaults();
      assert.deepEqual((await meet(simulator.url + path)).body, honest.body);
    });
  }

  it('hang: sends nothing until the caller disconnects, and logs the disconnection', async (test) => {
    const simulator = await start(test);
    simulator.setFault('hang');
    const abort = new AbortController();
    const waiting = meet(simulator.url + searchPath, { signal: abort.signal });
    await until(() => simulator.log().length === 1);
    abort.abort();
    noReply(await waiting);
    await until(() => simulator.log()[0]?.abandoned === true);
  });

  it('stall: sends half of the body and then nothing', async (test) => {
    const simulator = await start(test);
    const honest = await meet(simulator.url + fetchPath);
    simulator.setFault('stall');
    const abort = new AbortController();
    const reply = await fetch(simulator.url + fetchPath, { signal: abort.signal });
    const reader = reply.body?.getReader();
    const first = await reader?.read();
    assert.equal(first?.value?.length, Math.ceil(Buffer.byteLength(honest.body) / 2));
    const second = await Promise.race([
      reader?.read(),
      new Promise((resolve) => setTimeout(resolve, 50, 'silence')),
    ]);
    assert.equal(second, 'silence');
    abort.abort();
  });

  it('endless: sends the correct body and then white space until the caller disconnects', async (test) => {
    const simulator = await start(test);
    const honest = await meet(simulator.url + searchPath);
    simulator.setFault('endless');
    const abort = new AbortController();
    const reply = await fetch(simulator.url + searchPath, { signal: abort.signal });
    let body = '';
    await assert.rejects(async () => {
      for await (const chunk of reply.body ?? []) {
        body += Buffer.from(chunk).toString();
        if (body.length > honest.body.length + 3000) abort.abort();
      }
    });
    assert.equal(body.trimEnd(), honest.body.trimEnd());
  });

  it('slow: sends the correct reply, later', async (test) => {
    const simulator = await start(test);
    const honest = await meet(simulator.url + searchPath);
    simulator.setFault('slow', { delayMs: 60 });
    const slow = meet(simulator.url + searchPath);
    const first = await Promise.race([slow, new Promise((resolve) => setTimeout(resolve, 20, 'waiting'))]);
    assert.equal(first, 'waiting');
    assert.equal((await slow).body, honest.body);
  });
});

describe('switching faults', () => {
  it('affects only the given endpoint, and only the given number of times', async (test) => {
    const simulator = await start(test);
    simulator.setFault('empty', { endpoint: 'efetch', times: 2 });
    assert.notEqual((await meet(simulator.url + searchPath)).body, '');
    for (const expected of [true, true, false]) {
      assert.equal((await meet(simulator.url + fetchPath)).body === '', expected);
    }
  });

  it('affects a share of the requests that depends only on the seed', async (test) => {
    const simulator = await start(test);
    const pattern = async (seed: number) => {
      simulator.setFault('empty', { rate: 0.3, seed });
      const hits: boolean[] = [];
      for (let at = 0; at < 60; at += 1) hits.push((await meet(simulator.url + searchPath)).body === '');
      return hits;
    };
    const first = await pattern(7);
    const share = first.filter(Boolean).length;
    assert.ok(share >= 8 && share <= 30, `${share} of 60`);
    assert.deepEqual(await pattern(7), first);
    assert.notDeepEqual(await pattern(8), first);
  });

  it('works over HTTP, and lists every mode with its description', async (test) => {
    const simulator = await start(test);
    const control = async (method: string, path: string, body?: unknown) => {
      const reply = await fetch(simulator.origin + path, {
        method,
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      return { status: reply.status, value: (await reply.json()) as object };
    };
    const modes = (await control('GET', '/__faults')).value;
    assert.deepEqual(Object.keys(modes), Object.keys(eutilsFaults));
    assert.deepEqual(await control('POST', '/__fault', { mode: 'router-502' }), {
      status: 200,
      value: { ok: true },
    });
    assert.equal((await meet(simulator.url + searchPath)).status, 502);
    assert.equal((await control('DELETE', '/__fault')).status, 200);
    assert.equal((await meet(simulator.url + searchPath)).status, 200);
    const log = (await control('GET', '/__log')).value as {
      requests: { status: number; params: unknown }[];
      maxStartsPerSecond: number;
    };
    assert.deepEqual(
      log.requests.map((entry) => [entry.status, entry.params]),
      [
        [502, { db: 'pubmed', term: 'zelparin' }],
        [200, { db: 'pubmed', term: 'zelparin' }],
      ],
    );
    assert.equal(log.maxStartsPerSecond, 2);
  });

  it('resets new connections until told otherwise, but never control requests', async (test) => {
    const simulator = await start(test);
    const control = (path: string, method: string, body?: string) =>
      fetch(`${simulator.origin}${path}`, {
        method,
        headers: { connection: 'close' },
        ...(body !== undefined && { body }),
      });
    assert.equal((await control('/__fault', 'POST', '{"mode":"reset-on-connect"}')).status, 200);
    for (let round = 0; round < 3; round += 1) {
      await assert.rejects(fetch(`${simulator.url}${searchPath}`));
      const { requests } = (await (await control('/__log', 'GET')).json()) as {
        requests: { fault: string }[];
      };
      assert.deepEqual(
        requests.map(({ fault }) => fault),
        Array(round + 1).fill('reset-on-connect'),
      );
    }
    const large = JSON.stringify({ mode: 'x'.repeat(300_000) });
    assert.equal((await control('/__fault', 'POST', large)).status, 400);
    assert.equal((await control('/__fault', 'DELETE')).status, 200);
    assert.equal((await fetch(`${simulator.url}${searchPath}`)).status, 200);
  });

  it('rejects an unknown mode, rate or request', async (test) => {
    const simulator = await start(test);
    for (const body of [
      '{"mode":"nonsense"}',
      '{"mode":"empty","rate":2}',
      '{"mode":"empty","often":1}',
      '{',
      'null',
    ]) {
      const reply = await fetch(`${simulator.origin}/__fault`, { method: 'POST', body });
      assert.equal(reply.status, 400, body);
      assert.equal(typeof ((await reply.json()) as { error: unknown }).error, 'string');
    }
    assert.equal((await fetch(`${simulator.origin}/__nothing`)).status, 404);
  });
});
