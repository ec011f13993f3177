import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** A way to a database that can die without a word, as a network does. */
export type PostgresProxy = AsyncDisposable & {
  /** The server's address by this way. */
  url: string;
  /** Stops all traffic on the connections that are open now, in both directions, without closing any. */
  silence(): void;
  /** Cuts today's connections as a router does: by a reset. */
  reset(): void;
  /** Connections of clients that are open. */
  open(): number;
};

export async function startPostgresProxy(url: string): Promise<PostgresProxy> {
  const { hostname, port } = new URL(url);
  const clients = new Set<Socket>();
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(Number(port), hostname);
    clients.add(client);
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(from);
      from.on('data', (bytes) => to.write(bytes));
      from.on('error', () => {});
      from.on('close', () => {
        to.destroy();
        clients.delete(from);
        sockets.delete(from);
      });
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const here = new URL(url);
  here.port = String(typeof address === 'object' && address ? address.port : 0);

  return {
    url: here.href,
    silence() {
      // The client's end is still heard: whether it has gone is what a test asks.
      for (const socket of sockets) socket.removeAllListeners('data').on('data', () => {});
    },
    reset() {
      for (const client of clients) client.resetAndDestroy();
    },
    open: () => clients.size,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
