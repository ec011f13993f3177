import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { z } from 'zod';
import { answerCommands } from '../commands.ts';

/**
 * Rejects a request without a framework, a database or a log: node:http, a key looked up by its SHA-256, the JSON parsed,
 * the body validated by the same library, a small JSON reply.
 */
const keys = new Set<string>();
const bodySchema = z.object({
  question: z.string().min(1).max(4_000),
  max_refs: z.number().int().min(1).max(30).default(10),
});

const server = createServer((request, response) => {
  const parts: Buffer[] = [];
  request.on('data', (part) => parts.push(part));
  request.on('end', () => {
    const reply = (status: number, body: object) => {
      response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' });
      response.end(JSON.stringify(body));
    };
    const secret = String(request.headers['x-api-key'] ?? '');
    if (!keys.has(createHash('sha256').update(secret).digest('hex')))
      return reply(401, { error: 'This API key is not valid.', code: 'invalid_key' });
    const body = bodySchema.safeParse(JSON.parse(Buffer.concat(parts).toString()));
    if (!body.success) return reply(400, { error: body.error.message, code: 'invalid_request' });
    return reply(200, {});
  });
});

answerCommands({
  listen(key: string) {
    keys.add(createHash('sha256').update(key).digest('hex'));
    return new Promise<number>((resolve) => {
      server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
    });
  },
});
