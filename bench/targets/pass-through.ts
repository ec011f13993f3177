import { Agent, createServer, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';
import { answerCommands } from '../commands.ts';

/** Minimal gateway, with which the others are compared: passes bytes through node:http, and the client's disconnection on. */
const agent = new Agent({ keepAlive: true });
let upstream = '';

const server = createServer((request, response) => {
  const forward = send(
    upstream + request.url,
    { method: request.method, agent, headers: { 'content-type': 'application/json' } },
    (reply) => {
      response.writeHead(reply.statusCode ?? 502, { 'content-type': reply.headers['content-type'] ?? '' });
      reply.pipe(response);
    },
  );
  forward.on('error', () => response.destroy());
  response.once('close', () => {
    if (!response.writableEnded) forward.destroy();
  });
  request.pipe(forward);
});

answerCommands({
  listen(to: string) {
    upstream = to;
    return new Promise<number>((resolve) => {
      server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
    });
  },
});
