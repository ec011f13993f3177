import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { until } from '@citewell/simulators/until.ts';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { buildOpenAiApp } from '../testing/app/open-ai-app.ts';
import { programEnvironment } from '../testing/process/program-environment.ts';
import { terminal } from '../testing/process/terminal.ts';

const program = fileURLToPath(new URL('../../bin/citewell.js', import.meta.url));
const question = 'Does metformin lower mortality in type 2 diabetes?';

/** Program that a client of the protocol starts, connected to the real service. */
async function start(t: TestContext, setting: Parameters<typeof buildOpenAiApp>[1] = {}) {
  const test = await buildOpenAiApp(t, setting);
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [program, 'mcp', '--url', `http://127.0.0.1:${test.port}`],
    env: { ...programEnvironment(), CITEWELL_API_KEY: test.key },
    stderr: 'pipe',
  });
  const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode: 'auto' } });
  await client.connect(transport);
  t.after(() => client.close());
  return { ...test, client, transport };
}

describe('citewell mcp', () => {
  it('serves tools on standard input and output, twenty calls at once, and exits when its input ends', {
    tags: ['mcp.stdio'],
  }, async (t) => {
    const { client, transport, settled } = await start(t);
    const { tools } = await client.listTools();
    assert.equal(tools.length, 6);
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => client.callTool({ name: 'ask', arguments: { question } })),
    );
    for (const { content, isError } of replies) {
      assert.ok(!isError);
      assert.match(JSON.stringify(content), /\[1\]/);
    }
    await until(async () => settled.length === 20);
    const { pid } = transport;
    assert.ok(pid);
    await client.close();
    await until(async () => !isRunning(pid));
  });

  it('closes the request to the model when a call is cancelled', { tags: ['mcp.stdio'] }, async (t) => {
    const { client, llm, settled } = await start(t, { model: true });
    llm?.setScript({ text: 'Metformin reduced mortality [E1]. '.repeat(200), delayMs: 20 });
    const leaving = new AbortController();
    const asked = client.callTool({ name: 'ask', arguments: { question } }, { signal: leaving.signal });
    const left = assert.rejects(asked);
    await until(async () => llm?.openCalls() === 1 && llm.requests().some(({ role }) => role === 'write'));
    leaving.abort();
    await left;
    await until(async () => settled.length === 1 && llm?.openCalls() === 0);
    assert.equal(settled[0]?.outcome, 'client_disconnected');
  });

  it('names missing settings before it starts, in both languages', async (t) => {
    const { run } = terminal(t, {});
    const noKey = await run('mcp');
    assert.deepEqual([noKey.code, noKey.out], [2, '']);
    assert.match(noKey.err, /CITEWELL_API_KEY is not set/);
    const badUrl = await run('mcp', '--url', 'ftp://x');
    assert.match(badUrl.err, /"ftp:\/\/x": give --url or CITEWELL_URL/);
    const chinese = terminal(t, { LANG: 'zh_CN.UTF-8' });
    assert.match((await chinese.run('mcp')).err, /未设置 CITEWELL_API_KEY/);
  });
});

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
