import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { answerCommands } from '../commands.ts';

/** Handler that reads a JSON body and answers with a small one: the minimum cost of a request. */
const server = createServer((request, response) => {
  const parts: Buffer[] = [];
  request.on('data', (part) => parts.push(part));
  request.on('end', () => {
    const body = JSON.parse(Buffer.concat(parts).toString());
    response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' });
    response.end(JSON.stringify({ consistent: true, length: body.sentence.length }));
  });
});

answerCommands({
  listen() {
    return new Promise<number>((resolve) => {
      server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
    });
  },
});
