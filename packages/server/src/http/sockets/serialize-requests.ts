import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';

/** Maximum number of bytes of later requests buffered for a connection during a reply; beyond it, reading stops. */
const heldMaxBytes = 16 * 1024;

/**
 * Maximum pause of reading in milliseconds. A closed connection is detected only by reading from it; without this limit, a long
 * call would continue for a client that has disconnected.
 */
const pauseMaxMs = 1_000;

/** Size of the pieces in which a chunked body, whose end is unknown, is parsed: too small to contain many requests after it. */
const chunkedSliceBytes = 1024;

/** Minimum length of a request before its empty line: "GET / HTTP/1.1". */
const requestLineMinBytes = 14;

/**
 * Handles the requests of an HTTP/1 connection one after another: a request is not even parsed before the previous reply has been
 * sent. Node parses and dispatches all requests of a chunk at once: 56 KB of requests whose replies are not read can take
 * gigabytes (ADR 0027). It also prevents the error for invalid bytes from preceding the reply to the request before them.
 * Returns the listener for 'request' in place of `handler`; HTTP/2 limits its streams itself.
 */
export function serializeRequests(server: Server, handler: RequestListener): RequestListener {
  const connections = new WeakMap<Socket, Http1Connection>();
  const add = (socket: Socket) => {
    const [parse, ...others] = socket.listeners('data') as ((bytes: Buffer) => void)[];
    if (parse && others.length === 0) connections.set(socket, new Http1Connection(socket, parse));
  };
  // In a TLS server, this is the socket below TLS, which has no parser.
  server.on('connection', add);
  server.on('secureConnection', (socket: TLSSocket) => {
    if (socket.alpnProtocol !== 'h2') add(socket);
  });
  server.prependListener('checkExpectation', (request: IncomingMessage, response: ServerResponse) =>
    connections.get(request.socket)?.answer(request, response, () => {}),
  );
  // Node has released the connection's parser.
  server.prependListener('connect', ({ socket }: IncomingMessage) => connections.get(socket)?.release());
  return (request, response) => {
    const connection = connections.get(request.socket);
    if (connection) connection.answer(request, response, handler);
    else handler(request, response);
  };
}

class Http1Connection {
  readonly #socket: Socket;
  readonly #parse: (bytes: Buffer) => void;
  #held: Buffer = Buffer.alloc(0);
  /** The request parsed last, and the missing bytes of its body if the length is known. */
  #latest: IncomingMessage | undefined;
  #bodyBytesLeft = 0;
  /** The request being handled; another after the end of a chunked body may be waiting. */
  #answering: IncomingMessage | undefined;
  #response: ServerResponse | undefined;
  readonly #waiting: (() => void)[] = [];
  #isParsing = false;
  /** Indicates that reading was paused here, rather than by Node because of an unread body. */
  #isPaused = false;
  #pauseTimer: NodeJS.Timeout | undefined;
  /** Indicates that further input is discarded: the connection ends with the current reply. */
  #isDiscarding = false;

  constructor(socket: Socket, parse: (bytes: Buffer) => void) {
    this.#socket = socket;
    this.#parse = parse;
    socket.on('data', this.#receive);
    socket.off('data', parse);
    socket.on('drain', this.#parseHeld);
    socket.once('close', () => clearTimeout(this.#pauseTimer));
  }

  answer(request: IncomingMessage, response: ServerResponse, handler: RequestListener): void {
    this.#latest = request;
    this.#bodyBytesLeft = Number(request.headers['content-length'] ?? 0);
    const begin = () => {
      this.#answering = request;
      this.#response = response;
      response.once('close', () => {
        this.#answering = undefined;
        this.#response = undefined;
        // In a separate turn of the event loop, so that a client that sends much in advance does not delay others.
        if (this.#waiting.length > 0 || this.#held.length > 0) setImmediate(this.#answerNext);
      });
      handler(request, response);
    };
    if (this.#answering) this.#waiting.push(begin);
    else begin();
  }

  release(): void {
    this.#socket.off('data', this.#receive).off('drain', this.#parseHeld);
    this.#held = Buffer.alloc(0);
  }

  readonly #answerNext = (): void => {
    if (!this.#answering) this.#waiting.shift()?.();
    this.#parseHeld();
  };

  readonly #receive = (bytes: Buffer): void => {
    if (this.#isDiscarding) return;
    this.#held = this.#held.length === 0 ? bytes : Buffer.concat([this.#held, bytes]);
    this.#parseHeld();
  };

  /** Parses buffered bytes as far as permitted, and resumes reading if few remain. */
  readonly #parseHeld = (): void => {
    if (this.#isParsing) return;
    this.#isParsing = true;
    while (this.#held.length > 0 && this.#mayParse()) {
      const slice = this.#held.subarray(0, this.#sliceBytes());
      this.#held = this.#held.subarray(slice.length);
      if (this.#latest?.complete === false) this.#bodyBytesLeft -= slice.length;
      this.#parse(slice);
    }
    this.#isParsing = false;
    if (this.#held.length > heldMaxBytes) {
      this.#isPaused = true;
      this.#socket.pause();
      this.#pauseTimer ??= setTimeout(this.#discardRequests, pauseMaxMs).unref();
    } else if (this.#isPaused) this.#readOn();
  };

  #readOn(): void {
    clearTimeout(this.#pauseTimer);
    this.#pauseTimer = undefined;
    this.#isPaused = false;
    this.#socket.resume();
  }

  /**
   * Discards the requests after the running one, so that the end of the connection is detected. RFC 9112, 9.3.2: a client repeats
   * pipelined requests without a reply. While a reply is being sent, writing it detects a disconnected client.
   */
  readonly #discardRequests = (): void => {
    this.#pauseTimer = undefined;
    const response = this.#response;
    if (!this.#isPaused || !response) return;
    if (this.#socket.writableNeedDrain) {
      this.#pauseTimer = setTimeout(this.#discardRequests, pauseMaxMs).unref();
      return;
    }
    this.#isDiscarding = true;
    this.#held = Buffer.alloc(0);
    this.#waiting.length = 0;
    if (!response.headersSent) response.setHeader('Connection', 'close');
    response.once('close', () => this.#socket.destroySoon());
    this.#readOn();
  };

  /** Returns false while a request waits for the end of the previous reply. */
  #mayParse(): boolean {
    if (this.#socket.destroyed || this.#socket.writableNeedDrain) return false;
    return this.#waiting.length === 0 && this.#answering?.complete !== true;
  }

  /**
   * Returns the number of bytes to the end of the next head, so that no two requests are parsed together, or to the end of the
   * current body.
   */
  #sliceBytes(): number {
    if (this.#latest?.complete === false)
      return this.#bodyBytesLeft > 0 ? this.#bodyBytesLeft : chunkedSliceBytes;
    const headEnd = this.#held.indexOf('\r\n\r\n', requestLineMinBytes);
    return headEnd < 0 ? this.#held.length : headEnd + 4;
  }
}
