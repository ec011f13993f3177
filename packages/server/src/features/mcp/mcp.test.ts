import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { until } from '@citewell/simulators/until.ts';
import { Client, ResourceNotFoundError, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { buildOpenAiApp } from '../../testing/app/open-ai-app.ts';
import { reviewArticles } from '../../testing/app/review-records.ts';
import { memoryLibrary } from '../../testing/library/memory-library.ts';

const question = 'Does metformin lower mortality in type 2 diabetes?';

type Setting = Parameters<typeof buildOpenAiApp>[1];

/** Starts the real service on a port, and the official client of the protocol. */
async function buildMcpApp(t: TestContext, setting: Setting = {}) {
  const test = await buildOpenAiApp(t, setting);
  const url = new URL(`http://127.0.0.1:${test.port}/mcp`);
  const connect = async (key = test.key, mode: 'legacy' | 'auto' = 'legacy') => {
    const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode } });
    await client.connect(
      new StreamableHTTPClientTransport(url, {
        requestInit: { headers: { authorization: `Bearer ${key}` } },
      }),
    );
    t.after(() => client.close());
    return client;
  };
  return { ...test, url, connect };
}

describe('POST /mcp', () => {
  it('returns an answer with references as text and data, charged and recorded as its endpoint', {
    tags: ['mcp'],
  }, async (t) => {
    const { connect, lastRecord } = await buildMcpApp(t);
    const client = await connect();
    const reply = await client.callTool({ name: 'ask', arguments: { question, max_refs: 3 } });
    const { answer, references } = reply.structuredContent as {
      answer: string;
      references: { pmid: string }[];
    };
    assert.match(answer, /\[1\]/);
    assert.ok(references.length > 0 && references.length <= 3);
    assert.match(textOf(reply), new RegExp(`PMID ${references[0]?.pmid}`));
    const { endpoint, outcome } = await lastRecord();
    assert.deepEqual([endpoint, outcome], ['ask_stream', 'ok']);
    const chinese = await client.callTool({
      name: 'ask',
      arguments: { question: '二甲双胍能降低2型糖尿病患者的死亡率吗？' },
    });
    assert.match(textOf(chinese), /以下回答逐字摘录/);
  });

  it('reports the progress of a call on request', { tags: ['mcp.progress'] }, async (t) => {
    const { connect } = await buildMcpApp(t);
    const client = await connect();
    const seen: { progress: number; message?: string | undefined }[] = [];
    await client.callTool(
      { name: 'ask', arguments: { question } },
      { onprogress: (progress) => seen.push(progress) },
    );
    assert.ok(seen.length > 1, `${seen.length} notifications`);
    assert.ok(seen.every(({ message }) => message));
    assert.deepEqual(
      seen.map(({ progress }) => progress),
      seen.map((_, index) => index + 1),
    );
  });

  it('checks a sentence and a manuscript, and serves articles as tool and resource', {
    tags: ['mcp'],
  }, async (t) => {
    const { connect } = await buildMcpApp(t);
    const client = await connect();
    const [{ pmid = '' } = {}] = (
      (await client.callTool({ name: 'ask', arguments: { question } })).structuredContent as {
        references: { pmid?: string }[];
      }
    ).references;
    const article = (await client.callTool({ name: 'get_article', arguments: { pmid } }))
      .structuredContent as {
      title: string;
      abstract: string;
    };
    assert.ok(article.title && article.abstract);
    const resource = await client.readResource({ uri: `pubmed://${pmid}` });
    assert.ok(JSON.stringify(resource.contents).includes(article.title));
    const sentence =
      article.abstract
        .split('. ')
        .at(-1)
        ?.replace(/^[A-Z]+: /, '') ?? '';
    const checked = await client.callTool({ name: 'check_citation', arguments: { sentence, pmid } });
    assert.equal((checked.structuredContent as { verdict: string }).verdict, 'supported');
    const text = `${sentence.replace(/\.$/, '')} (PMID ${pmid}).\n\nThe moon is made of green cheese and honey (doi:10.1000/182).`;
    const manuscript = await client.callTool({ name: 'check_manuscript', arguments: { text } });
    const { citations } = manuscript.structuredContent as {
      citations: { verdict: string; reason: string }[];
    };
    assert.deepEqual(
      citations.map(({ verdict }) => verdict),
      ['not_checked', 'supported'],
    );
    assert.match(citations[0]?.reason ?? '', /names no PMID/);
  });

  it('searches the local library', { tags: ['mcp'] }, async (t) => {
    const library = memoryLibrary(reviewArticles);
    const { connect } = await buildMcpApp(t, { options: { services: { library } } });
    const client = await connect();
    const found = await client.callTool({ name: 'search_literature', arguments: { query: 'metformin' } });
    const total = (found.structuredContent as { total: number }).total;
    assert.ok(total > 1 && textOf(found).startsWith(`${total} records\n[1] `));
    const first = await client.callTool({
      name: 'search_literature',
      arguments: { query: 'metformin', limit: 1 },
    });
    assert.match(textOf(first), /^\d+ records\n\[1\] .+\nMore with offset 1\.$/);
    assert.doesNotMatch(textOf(first), /\.\. /, 'the full stop of a title');
  });

  it('repeats the data as text: a review’s references, and the absence of citations', {
    tags: ['mcp'],
  }, async (t) => {
    const { connect } = await buildMcpApp(t);
    const client = await connect();
    const review = await client.callTool({
      name: 'review',
      arguments: { topic: 'Metformin and mortality in type 2 diabetes' },
    });
    const { references } = review.structuredContent as { references: { pmid: string }[] };
    assert.ok(references.length > 0);
    for (const [index, { pmid }] of references.entries())
      assert.match(textOf(review), new RegExp(`^\\[${index + 1}\\] .+ PMID ${pmid}\\.`, 'm'));
    const uncited = await client.callTool({
      name: 'check_manuscript',
      arguments: { text: 'Metformin lowers HbA1c.' },
    });
    assert.match(textOf(uncited), /^No citation was found: /);
    assert.deepEqual(uncited.structuredContent, { checked: 0, citations: [] });
  });

  it('checks a sentence against an abstract in the call', { tags: ['mcp'] }, async (t) => {
    const { connect } = await buildMcpApp(t);
    const sentence = 'Drenotumab reduced the number of migraine days.';
    const checked = await (await connect()).callTool({
      name: 'check_citation',
      arguments: { sentence, pmid: '9999999999', abstract: `RESULTS: ${sentence}` },
    });
    assert.equal((checked.structuredContent as { verdict: string }).verdict, 'supported');
  });

  it('treats null and empty text as absent optional fields', {
    tags: ['mcp'],
  }, async (t) => {
    const { connect } = await buildMcpApp(t);
    const client = await connect();
    const blank = { date_from: null, date_to: '', max_refs: null, lang: null };
    const reply = await client.callTool({ name: 'ask', arguments: { question, ...blank } });
    assert.match(textOf(reply), /\[1\]/);
    const found = await client.callTool({
      name: 'search_literature',
      arguments: { query: 'metformin', author: '', journal: null, year_from: '', limit: null },
    });
    assert.match(textOf(found), /^\d+ records/);
    const required = await client.callTool({ name: 'ask', arguments: { question: null } });
    assert.match(textOf(required), /question/);
    const { tools } = await client.listTools();
    assert.ok(tools.every(({ inputSchema }) => inputSchema.properties && inputSchema.required));
  });

  it('reports a nonexistent resource as not found', { tags: ['mcp.errors'] }, async (t) => {
    const { connect, key } = await buildMcpApp(t);
    for (const mode of ['auto', 'legacy'] as const) {
      const client = await connect(key, mode);
      for (const uri of ['pubmed://9999999999', 'pubmed://abc', 'pubmed://..%2Fsession'])
        await assert.rejects(client.readResource({ uri }), (error) => {
          assert.ok(error instanceof ResourceNotFoundError, String(error));
          assert.equal(error.uri, uri);
          return true;
        });
    }
  });

  it('returns service errors as tool results with code and field', {
    tags: ['mcp.errors'],
  }, async (t) => {
    const { connect, createKey } = await buildMcpApp(t, { model: true });
    const poor = await connect(await createKey({ balance: 0 }));
    const refused = await poor.callTool({ name: 'ask', arguments: { question } });
    assert.equal(refused.isError, true);
    assert.match(textOf(refused), /^insufficient_balance/);
    const client = await connect();
    const none = await client.callTool({ name: 'get_article', arguments: { pmid: '9999999999' } });
    assert.match(textOf(none), /^article_not_found/);
    const bad = await client.callTool({
      name: 'check_citation',
      arguments: { sentence: 'Aspirin works.', pmid: 'x' },
    });
    assert.equal(bad.isError, true);
    assert.match(textOf(bad), /pmid/);
  });

  it('lists the tools of the key’s modules in under 2,000 tokens', {
    tags: ['mcp.modules'],
  }, async (t) => {
    const { connect, createKey } = await buildMcpApp(t);
    const { tools } = await (await connect()).listTools();
    assert.deepEqual(
      tools.map(({ name }) => name),
      ['ask', 'review', 'check_citation', 'check_manuscript', 'search_literature', 'get_article'],
    );
    const described = tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema }));
    assert.ok(
      countTokens(JSON.stringify(described)) < 2_000,
      `${countTokens(JSON.stringify(described))} tokens`,
    );
    const checker = await connect(await createKey({ modules: ['factcheck'] }));
    assert.deepEqual(
      (await checker.listTools()).tools.map(({ name }) => name),
      ['check_citation', 'check_manuscript', 'get_article'],
    );
  });

  it('requires a key and rejects foreign origins and rebound host names', {
    tags: ['mcp.origin'],
  }, async (t) => {
    const { url, key } = await buildMcpApp(t);
    const post = (headers: Record<string, string>) =>
      fetch(url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
          authorization: `Bearer ${key}`,
          ...headers,
        },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }),
      });
    assert.equal((await post({})).status, 200);
    assert.equal((await post({ origin: url.origin })).status, 200);
    assert.equal((await post({ accept: '*/*' })).status, 200, 'curl and the like');
    assert.equal((await post({ accept: 'application/json' })).status, 406);
    assert.equal((await post({ origin: 'https://evil.example' })).status, 403);
    assert.equal((await post({ origin: 'null' })).status, 403);
    const unknown = await post({ authorization: 'Bearer nobody' });
    assert.equal(unknown.status, 401);
    assert.equal(((await unknown.json()) as { code: string }).code, 'invalid_key');
    assert.equal((await fetch(url, { headers: { authorization: `Bearer ${key}` } })).status, 405);
  });

  const written = {
    text: 'Metformin reduced mortality in adults with type 2 diabetes [E1]. '.repeat(200),
    delayMs: 20,
  };
  // Before the revision of 2026-07-28 a stateless server cannot tell which call a cancellation names: the client
  // disconnects.
  for (const mode of ['auto', 'legacy'] as const)
    it(`closes the model request and charges the written tokens when a call is ${mode === 'auto' ? 'cancelled' : 'left'}`, {
      tags: ['mcp.left'],
    }, async (t) => {
      const { connect, key, llm, settled, services } = await buildMcpApp(t, { model: true });
      const client = await connect(key, mode);
      llm?.setScript(written);
      const leaving = new AbortController();
      const asked = client.callTool({ name: 'ask', arguments: { question } }, { signal: leaving.signal });
      const left = assert.rejects(asked);
      await until(async () => llm?.openCalls() === 1 && llm.requests().some(({ role }) => role === 'write'));
      if (mode === 'auto') leaving.abort();
      else await client.close();
      await left;
      await until(async () => settled.length === 1 && llm?.openCalls() === 0);
      assert.equal(settled[0]?.outcome, 'client_disconnected');
      assert.deepEqual((await services.administration.verify()).drifts, []);
    });

  it('supports the newest protocol revision, with progress, and earlier ones', {
    tags: ['mcp.versions'],
  }, async (t) => {
    const { connect, key, url } = await buildMcpApp(t);
    const client = await connect(key, 'auto');
    const seen: string[] = [];
    const reply = await client.callTool(
      { name: 'ask', arguments: { question } },
      { onprogress: ({ message }) => seen.push(message ?? '') },
    );
    assert.match(textOf(reply), /\[1\]/);
    assert.ok(seen.length > 1);
    for (const version of ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'])
      assert.equal(await versionAfter(url, key, version), version);
  });

  it('serves twenty concurrent calls', async (t) => {
    const { connect, settled } = await buildMcpApp(t);
    const client = await connect();
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => client.callTool({ name: 'ask', arguments: { question } })),
    );
    assert.ok(replies.every(({ isError }) => !isError));
    await until(async () => settled.length === 20);
  });
});

function textOf({ content }: { content: unknown }): string {
  const [first] = content as { text?: string }[];
  return first?.text ?? '';
}

/** Returns the version with which the server answers an `initialize` of another one. */
async function versionAfter(url: URL, key: string, protocolVersion: string): Promise<string> {
  const reply = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      authorization: `Bearer ${key}`,
    },
    body: JSON.stringify({
      ...{ jsonrpc: '2.0', id: 1, method: 'initialize' },
      params: { protocolVersion, capabilities: {}, clientInfo: { name: 'test', version: '1' } },
    }),
  });
  return /"protocolVersion":"([\d-]+)"/.exec(await reply.text())?.[1] ?? '';
}
