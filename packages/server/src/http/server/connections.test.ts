import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import type { Server, ServerResponse } from 'node:http';
import { connect as connectHttp2, constants } from 'node:http2';
import { connect, type Socket } from 'node:net';
import { platform } from 'node:os';
import { describe, it, type TestContext } from 'node:test';
import { connect as connectTls } from 'node:tls';
import { fileURLToPath } from 'node:url';
import { readConfig } from '../../platform/config.ts';
import { createLog } from '../../platform/log.ts';
import { buildTestApp, type TestAppOptions } from '../../testing/app/build-test-app.ts';
import { eventually, openConnection, postBytes } from '../../testing/process/raw-http.ts';
import { Connections } from './connections.ts';
import { unsentBytes } from './reply-slices.ts';
import { defaultServerLimits } from './server.ts';

const body = '{"question":"Does it work?"}';
const quickDrain = { stopCallsAfterMs: 50, cutAfterMs: 100, lingerMs: 10 };
const livez = 'GET /livez HTTP/1.1\r\nHost: h\r\n\r\n';

/** Loopback has only one address on systems other than Linux. */
const otherAddress = { skip: platform() !== 'linux' };

/** An answer that sends its first word and then waits until its client disconnects. */
const waitingAnswer: TestAppOptions['answer'] = async (_request, _dependencies, { emit, signal }) => {
  await emit({ event: 'thinking', data: { message: 'long' } });
  await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
};

/** A connection from this loopback address: the text received, and whether it was closed. */
function connectFrom(t: TestContext, port: number, localAddress: string, bytes: string) {
  const socket = connect({ port, host: '127.0.0.1', localAddress });
  t.after(() => socket.destroy());
  const state = { text: '', isClosed: false, socket };
  socket.setEncoding('utf8').on('data', (part: string) => {
    state.text += part;
  });
  socket.on('error', () => {});
  socket.on('close', () => {
    state.isClosed = true;
  });
  socket.write(bytes);
  return state;
}

const served = ({ text }: { text: string }) => text.includes('{"status":"ok"}');

describe('connections from one address', () => {
  it('make room for a new one by closing the longest idle one', async (t) => {
    const test = await buildTestApp(t, { serverLimits: { connectionsPerNetwork: 3, maxConnections: 6 } });
    const port = await test.listen();
    const held: ReturnType<typeof connectFrom>[] = [];
    for (let count = 0; count < 3; count += 1) {
      const connection = connectFrom(t, port, '127.0.0.1', livez);
      await eventually(() => served(connection), 'a reply');
      held.push(connection);
    }
    const newcomer = connectFrom(t, port, '127.0.0.1', livez);
    await eventually(() => served(newcomer), 'the newcomer has its reply');
    await eventually(() => held[0]?.isClosed === true, 'the oldest is closed');
    assert.deepEqual(
      held.map(({ isClosed }) => isClosed),
      [true, false, false],
    );
  });

  it('are rejected and logged if all are busy, while other addresses are served', otherAddress, async (t) => {
    const test = await buildTestApp(t, {
      serverLimits: { connectionsPerNetwork: 3, maxConnections: 6, checkIntervalMs: 20 },
      drainLimits: quickDrain,
      answer: waitingAnswer,
    });
    const port = await test.listen();
    const ask = postBytes('/ai/api/ask_stream', { 'X-API-Key': test.key }, body);
    const busy = Array.from({ length: 3 }, () => connectFrom(t, port, '127.0.0.1', ask));
    await eventually(() => busy.every(({ text }) => text.includes('thinking')), 'three streams run');
    const refused = connectFrom(t, port, '127.0.0.1', livez);
    const other = connectFrom(t, port, '127.0.0.2', livez);
    await eventually(() => served(other) && refused.isClosed, 'the one is served, the other is not');
    assert.equal(refused.text, '');
    assert.ok(busy.every(({ isClosed }) => !isClosed));
    await eventually(
      () =>
        test.logLines.some((line) => line.includes('"connections_refused"') && line.includes('"count":1')),
      'the log says so',
    );
  });

  it('may exceed their limit while at least half of all connections are free', async (t) => {
    const test = await buildTestApp(t, {
      serverLimits: { connectionsPerNetwork: 3, maxConnections: 20 },
      drainLimits: quickDrain,
      answer: waitingAnswer,
    });
    const port = await test.listen();
    const ask = postBytes('/ai/api/ask_stream', { 'X-API-Key': test.key }, body);
    const busy = Array.from({ length: 10 }, () => connectFrom(t, port, '127.0.0.1', ask));
    await eventually(() => busy.every(({ text }) => text.includes('thinking')), 'ten streams run');
    const refused = connectFrom(t, port, '127.0.0.1', livez);
    await eventually(() => refused.isClosed, 'the eleventh is refused');
    assert.equal(refused.text, '');
    assert.ok(busy.every(({ isClosed }) => !isClosed));
  });

  it('above their limit make room by closing a long idle one', async (t) => {
    const busyKeepAliveTimeoutMs = 1_000;
    const test = await buildTestApp(t, {
      serverLimits: { connectionsPerNetwork: 1, maxConnections: 20, busyKeepAliveTimeoutMs },
    });
    const port = await test.listen();
    const held = ['first', 'second', 'third'].map(() => connectFrom(t, port, '127.0.0.1', livez));
    await eventually(() => held.every(served), 'all are served');
    assert.ok(held.every(({ isClosed }) => !isClosed));
    await new Promise((resolve) => setTimeout(resolve, 1.25 * busyKeepAliveTimeoutMs));
    const newcomer = connectFrom(t, port, '127.0.0.1', livez);
    await eventually(() => served(newcomer), 'the newcomer has its reply');
    await eventually(() => held.filter(({ isClosed }) => isClosed).length === 1, 'an idle one is closed');
  });

  it('are unlimited for a trusted proxy', async (t) => {
    const config = readConfig({
      CITEWELL_DATA_DIR: '/nowhere',
      CITEWELL_CONNECTIONS_PER_ADDRESS: '2',
      CITEWELL_TRUSTED_PROXIES: '10.0.0.0/8,127.0.0.1',
    });
    assert.equal(config.connectionsPerAddress, 2);
    const test = await buildTestApp(t, { services: { config } });
    const port = await test.listen();
    const held = Array.from({ length: 20 }, () => connectFrom(t, port, '127.0.0.1', livez));
    await eventually(() => held.every(served), 'all are served');
    assert.ok(held.every(({ isClosed }) => !isClosed));
  });

  it('make room if a trusted proxy holds all connections and all are idle', otherAddress, async (t) => {
    const config = readConfig({ CITEWELL_DATA_DIR: '/nowhere', CITEWELL_TRUSTED_PROXIES: '127.0.0.1' });
    const test = await buildTestApp(t, { services: { config }, serverLimits: { maxConnections: 4 } });
    const port = await test.listen();
    const held = Array.from({ length: 4 }, () => connectFrom(t, port, '127.0.0.1', livez));
    await eventually(() => held.every(served), 'all are served');
    for (const address of ['127.0.0.2', '127.0.0.1']) {
      const newcomer = connectFrom(t, port, address, livez);
      await eventually(() => served(newcomer), `a reply to ${address}`);
    }
    assert.ok(held.some(({ isClosed }) => !isClosed));
  });

  it('are counted per /64 of IPv6 and per address of IPv4', () => {
    const limits = { ...defaultServerLimits, connectionsPerNetwork: 2, maxConnections: 20 };
    const connections = new Connections(
      limits,
      () => false,
      createLog(
        () => {},
        () => 0,
      ),
    );
    const server = new EventEmitter();
    connections.watch(server as Server);
    let port = 0;
    const open = (remoteAddress: string) => {
      port += 1;
      const socket = Object.assign(new EventEmitter(), {
        ...{ remoteAddress, remotePort: port, destroyed: false },
        destroy() {
          socket.destroyed = true;
          socket.emit('close');
        },
      });
      server.emit('connection', socket);
      return !socket.destroyed;
    };
    // Other addresses have half of all connections.
    for (let index = 1; index <= 10; index += 1) assert.ok(open(`198.51.100.${index}`));
    assert.deepEqual(['2001:db8::1', '2001:db8::2', '2001:db8::3'].map(open), [true, true, false]);
    assert.ok(open('2001:db8:0:1::1'));
    assert.deepEqual(['192.0.2.1', '192.0.2.2', '192.0.2.3'].map(open), [true, true, true]);
    assert.deepEqual(['::ffff:192.0.2.1', '192.0.2.1'].map(open), [true, false]);
  });
});

describe('all connections together', () => {
  it('have a shorter keep-alive while few are free', async (t) => {
    // All four are open well before the first check.
    const [busyKeepAliveTimeoutMs, checkIntervalMs] = [300, 1_500];
    const test = await buildTestApp(t, {
      serverLimits: { maxConnections: 4, busyKeepAliveTimeoutMs, checkIntervalMs },
    });
    const port = await test.listen();
    const held = Array.from({ length: 4 }, () => connectFrom(t, port, '127.0.0.1', livez));
    await eventually(() => held.every(({ isClosed }) => isClosed), 'idle ones are closed');
    assert.ok(held.every(served));
    const few = connectFrom(t, port, '127.0.0.1', livez);
    await eventually(() => served(few), 'a reply');
    await new Promise((resolve) => setTimeout(resolve, busyKeepAliveTimeoutMs + checkIntervalMs + 200));
    assert.equal(few.isClosed, false);
  });

  it('make room for others if one address holds most of them', otherAddress, async (t) => {
    const test = await buildTestApp(t, { serverLimits: { maxConnections: 6, connectionsPerNetwork: 6 } });
    const port = await test.listen();
    const first = connectFrom(t, port, '127.0.0.3', livez);
    await eventually(() => served(first), 'a reply');
    const greedy = Array.from({ length: 5 }, () => connectFrom(t, port, '127.0.0.1', livez));
    await eventually(() => greedy.every(served), 'one address takes the rest');
    const newcomer = connectFrom(t, port, '127.0.0.2', livez);
    await eventually(() => served(newcomer), 'another gets in');
    await eventually(() => greedy.some(({ isClosed }) => isClosed), 'in the place of the greedy one');
    assert.equal(first.isClosed, false);
  });
});

describe('replies that nobody reads', () => {
  const longAnswer: TestAppOptions['answer'] = async (_request, _dependencies, { emit }) => {
    await emit({ event: 'answer_chunk', data: { text: 'x'.repeat(20_000_000) } });
  };

  it('are cut off when no bytes are read for too long', async (t) => {
    const test = await buildTestApp(t, {
      serverLimits: { unreadTimeoutMs: 100, checkIntervalMs: 20 },
      answer: longAnswer,
    });
    const connection = openConnection(await test.listen());
    connection.socket.pause();
    connection.socket.write(postBytes('/ai/api/ask', { 'X-API-Key': test.key }, body));
    await eventually(() => test.logLines.some((line) => line.includes('/ai/api/ask')), 'the request is over');
    connection.socket.resume();
    await connection.closed;
    assert.ok(connection.seen().length < 20_000_000);
  });

  it('continue while they are read, however slowly', async (t) => {
    const unreadTimeoutMs = 2_000;
    const test = await buildTestApp(t, {
      serverLimits: { unreadTimeoutMs, checkIntervalMs: 20 },
      answer: longAnswer,
    });
    const port = await test.listen();
    const ask = postBytes('/ai/api/ask', { 'X-API-Key': test.key, Connection: 'close' }, body);
    const socket: Socket = connect(port, '127.0.0.1', () => socket.write(ask));
    let length = 0;
    let slowUntil: number | undefined;
    socket.on('data', (bytes: Buffer) => {
      length += bytes.length;
      slowUntil ??= performance.now() + 1.5 * unreadTimeoutMs;
      socket.pause();
      // Each pause is a fiftieth of the limit, and together they exceed it.
      setTimeout(() => socket.resume(), performance.now() < slowUntil ? unreadTimeoutMs / 50 : 0);
    });
    await new Promise((resolve) => socket.once('close', resolve));
    assert.ok(length > 20_000_000, `${length} bytes arrived`);
  });

  it('are cut off, longest first, when those of one address exceed the limit', async (t) => {
    const test = await buildTestApp(t, {
      serverLimits: { unsentBytesPerNetwork: 30_000_000, checkIntervalMs: 20 },
      answer: longAnswer,
    });
    const port = await test.listen();
    const connections = Array.from({ length: 4 }, () => openConnection(port));
    for (const { socket } of connections) {
      socket.pause();
      socket.write(postBytes('/ai/api/ask', { 'X-API-Key': test.key, Connection: 'close' }, body));
    }
    const over = () => test.logLines.filter((line) => line.includes('/ai/api/ask')).length;
    await eventually(() => over() >= 3, 'three are cut');
    for (const { socket } of connections) socket.resume();
    await Promise.all(connections.map(({ closed }) => closed));
    assert.equal(connections.filter(({ seen }) => seen().length > 20_000_000).length, 1);
  });
});

describe('the unread replies of one address', () => {
  const limit = 8_000_000;
  /** Cuts only when bytes are queued: no periodic check happens within the time of the test. */
  const serverLimits = { unsentBytesPerNetwork: limit, checkIntervalMs: 60_000 };

  /** The maximum of the bytes that all replies of this server had queued, measured in every turn of the event loop. */
  function watchQueue(t: TestContext, server: Server): () => number {
    const replies = new Set<ServerResponse>();
    server.on('request', (_request, response: ServerResponse) => replies.add(response));
    let most = 0;
    let isDone = false;
    const look = () => {
      const open = [...replies].filter(({ destroyed }) => !destroyed);
      most = Math.max(
        most,
        open.reduce((sum, reply) => sum + unsentBytes(reply), 0),
      );
      if (!isDone) setImmediate(look);
    };
    look();
    t.after(() => {
      isDone = true;
    });
    return () => most;
  }

  const answers: Record<string, NonNullable<TestAppOptions['answer']>> = {
    async 'long replies'(_request, _dependencies, { emit }) {
      await emit({ event: 'answer_chunk', data: { text: '药'.repeat(1_000_000) } });
    },
    // Node counts the length of a string in characters.
    async 'streams of long events'(_request, _dependencies, { emit, signal }) {
      for (let count = 0; count < 6 && !signal.aborted; count += 1)
        await emit({ event: 'answer_chunk', data: { text: '药'.repeat(500_000) } });
    },
  };
  for (const [what, answer] of Object.entries(answers))
    it(`never exceed their limit, as ${what}`, async (t) => {
      const test = await buildTestApp(t, { serverLimits, answer });
      const most = watchQueue(t, test.app.server);
      const port = await test.listen();
      const path = what.startsWith('streams') ? '/ai/api/ask_stream' : '/ai/api/ask';
      const connections = Array.from({ length: 24 }, () => openConnection(port));
      for (const { socket } of connections) {
        socket.pause();
        socket.write(postBytes(path, { 'X-API-Key': test.key, Connection: 'close' }, body));
      }
      const over = () => test.logLines.filter((line) => line.includes(path)).length;
      await eventually(() => over() >= 12, 'half of them are cut');
      assert.ok(most() <= limit, `${most()} bytes were queued`);
      assert.ok(most() > limit / 2, `${most()} bytes were queued`);
      for (const { socket } of connections) socket.destroy();
      await eventually(() => over() === 24, 'the others end');
    });
});

describe('HTTP/2', () => {
  const file = (name: string) =>
    fileURLToPath(new URL(`../../../../simulators/src/tls/${name}`, import.meta.url));
  const tls = { certPath: file('test-only-cert.pem'), keyPath: file('test-only-key.pem') };
  const session = (t: TestContext, port: number, settings = {}) => {
    const opened = connectHttp2(`https://127.0.0.1:${port}`, { rejectUnauthorized: false, settings });
    opened.on('error', () => {});
    t.after(() => opened.destroy());
    return opened;
  };

  it('runs 100 requests of a session concurrently, and as many of all sessions of an address', async (t) => {
    const test = await buildTestApp(t, {
      ...{ tls, answer: waitingAnswer, drainLimits: quickDrain },
      serverLimits: { requestsPerNetwork: 5 },
    });
    const port = await test.listen();
    const sessions = [session(t, port), session(t, port)];
    const codes: (number | undefined)[] = [];
    let begun = 0;
    const ask = (index: number) => {
      const stream = sessions[index % 2]?.request({
        ':method': 'POST',
        ':path': '/ai/api/ask_stream',
        'content-type': 'application/json',
        'x-api-key': test.key,
      });
      stream?.on('error', () => {});
      stream?.on('response', () => {
        begun += 1;
      });
      stream?.on('close', () => codes.push(stream.rstCode));
      stream?.end(body);
      return stream;
    };
    const streams = Array.from({ length: 8 }, (_, index) => ask(index));
    await eventually(() => codes.length === 3 && begun === 5, 'five run, three are refused');
    assert.deepEqual(codes, Array(3).fill(constants.NGHTTP2_REFUSED_STREAM));
    assert.equal(sessions[0]?.remoteSettings?.maxConcurrentStreams, 100);
    for (const stream of streams) stream?.close();
    await eventually(() => test.settled.length === 5, 'the five are settled');
    ask(0);
    await eventually(() => begun === 6, 'there is room again');
  });

  it('resets a stream whose window stays closed, and keeps its session open', async (t) => {
    const test = await buildTestApp(t, {
      tls,
      serverLimits: { unreadTimeoutMs: 100, checkIntervalMs: 20 },
    });
    const port = await test.listen();
    const opened = session(t, port, { initialWindowSize: 0 });
    const stream = opened.request({ ':path': '/openapi.json' });
    stream.on('error', () => {});
    const code = await new Promise((resolve) => stream.on('close', () => resolve(stream.rstCode)));
    assert.equal(code, constants.NGHTTP2_CANCEL);
    const status = await new Promise((resolve) =>
      opened.request({ ':path': '/livez', ':method': 'HEAD' }).on('response', (headers) => {
        resolve(headers[':status']);
      }),
    );
    assert.equal(status, 200);
  });

  it('closes idle sessions, and connections that send nothing after the handshake', async (t) => {
    const test = await buildTestApp(t, {
      tls,
      serverLimits: { requestTimeoutMs: 100, checkIntervalMs: 20, keepAliveTimeoutMs: 200 },
    });
    const port = await test.listen();
    const closed = (socket: { once(event: 'close', listener: () => void): unknown }) =>
      new Promise<void>((resolve) => socket.once('close', resolve));
    const silent = (ALPNProtocols: string[]) => {
      const socket = connectTls({ port, host: '127.0.0.1', rejectUnauthorized: false, ALPNProtocols });
      socket.on('error', () => {}).resume();
      return closed(socket);
    };
    const noHandshake = connect(port, '127.0.0.1');
    noHandshake.on('error', () => {}).resume();
    await Promise.all([silent(['h2']), silent(['http/1.1']), closed(noHandshake)]);
    const used = session(t, port);
    used.request({ ':path': '/livez' }).resume();
    await closed(used);
  });
});
