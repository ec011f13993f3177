import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { buildOpenAiApp } from '../../testing/app/open-ai-app.ts';

const pages = ['mcp.md', 'mcp.zh.md'];
const read = (page: string) =>
  readFileSync(fileURLToPath(new URL(`../../../../../docs/clients/${page}`, import.meta.url)), 'utf8');
const snippets = (page: string, kind: string) =>
  [...read(page).matchAll(new RegExp(`^\`\`\`${kind}\\n(.*?)\`\`\``, 'gms'))].map(([, code = '']) => code);

type Server = { url?: string; headers?: Record<string, string>; command?: string; args?: string[] };

describe('docs/clients/mcp.md', () => {
  for (const page of pages)
    it(`${page} shows working addresses, headers and commands`, async (t) => {
      const { port, key } = await buildOpenAiApp(t);
      const servers = snippets(page, 'json').map((code) => {
        const { servers: ofCode, mcpServers = ofCode } = JSON.parse(code) as Record<
          string,
          Record<string, Server>
        >;
        return mcpServers?.citewell;
      });
      assert.equal(servers.length, 3);
      for (const server of servers) {
        if (server?.command !== undefined) {
          assert.deepEqual([server.command, server.args?.slice(0, 2)], ['npx', ['citewell', 'mcp']]);
          continue;
        }
        const url = new URL(server?.url?.replace('8787', String(port)) ?? '');
        const authorization = server?.headers?.Authorization?.replace(/\$\{[^}]+\}/, key) ?? '';
        const client = new Client({ name: 'test', version: '1.0.0' });
        await client.connect(
          new StreamableHTTPClientTransport(url, { requestInit: { headers: { authorization } } }),
        );
        t.after(() => client.close());
        const { tools } = await client.listTools();
        for (const { name } of tools) assert.ok(read(page).includes(`| \`${name}\` |`), name);
      }
    });
});
