import { hash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { answerCommands } from '../commands.ts';
import { randomOf } from './files/generate-random.ts';

/**
 * Process that answers POST /v1/embeddings with invented vectors of 384 numbers: comparing them takes as long as comparing
 * real ones, and no time of a model is measured.
 */
const dimensions = 384;

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { input } = (await json(request)) as { input: string[] };
  const data = input.map((text, index) => ({ index, embedding: vectorOf(text) }));
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ data }));
}

const server = createServer((request, response) => void answer(request, response));

/** Returns a vector that depends only on the text. */
function vectorOf(text: string): number[] {
  const random = randomOf(Number.parseInt(hash('sha256', text).slice(0, 8), 16), 0);
  return Array.from({ length: dimensions }, () => Math.round(random() * 254) - 127);
}

answerCommands({
  listen: () =>
    new Promise<string>((resolve) => {
      server.listen(0, '127.0.0.1', () =>
        resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`),
      );
    }),
});
