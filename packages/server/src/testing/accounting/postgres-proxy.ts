import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** Proxy to a database that can fail silently, as a network can. */
export type PostgresProxy = AsyncDisposable & {
  /** Address of the server through this proxy. */
  url: string;
  /** Stops all traffic on the currently open connections, in both directions, without closing them. */
  silence(): void;
  /** Resets the currently open connections, as a router can. */
  reset(): void;
  /** Number of open client connections. */
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
      // A close by the client is still noticed, because tests ask whether it has disconnected.
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
