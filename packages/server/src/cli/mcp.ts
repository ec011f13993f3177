import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { inlineWork } from '../app/language-tasks/inline-work.ts';
import { McpClient } from '../features/mcp/mcp-client.ts';
import { createMcpServer } from '../features/mcp/mcp-server.ts';
import type { CliIo } from './io.ts';
import { readOptions, usage } from './options.ts';

/** Address of a service on this machine with its default port. */
const defaultUrl = 'http://127.0.0.1:8787';

/**
 * `citewell mcp`: serves the Model Context Protocol on standard input and output, for programs that start their tools
 * themselves. Calls go to the running service with the key in `CITEWELL_API_KEY`. Ends with its input.
 */
export async function mcpCommand(argv: readonly string[], io: CliIo): Promise<number> {
  const { values } = readOptions(argv, { values: ['url'], flags: [] });
  const { CITEWELL_URL, CITEWELL_API_KEY: apiKey } = io.environment;
  const baseUrl = values.url ?? (CITEWELL_URL || defaultUrl);
  if (!URL.canParse(baseUrl) || !/^https?:$/.test(new URL(baseUrl).protocol))
    throw usage(
      `the address of the service is "${baseUrl}": give --url or CITEWELL_URL as http(s)://…`,
      `服务地址为 "${baseUrl}"：请用 --url 或 CITEWELL_URL 给出 http(s)://…`,
    );
  if (!apiKey)
    throw usage(
      'CITEWELL_API_KEY is not set: it holds the API key for the calls',
      '未设置 CITEWELL_API_KEY：其值为调用所用的 API 密钥',
    );
  const client = new McpClient({ baseUrl, apiKey });
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  const handle = serveStdio(() => createMcpServer({ client, work: inlineWork }), {
    onerror: (error) => io.err(`${error.message}\n`),
  });
  process.stdin.once('close', end).once('end', end);
  const stopListening = io.onInterrupt(end);
  await ended;
  stopListening();
  await handle.close();
  return 0;
}
