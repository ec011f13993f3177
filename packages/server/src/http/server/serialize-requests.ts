import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';

/** Bytes of later requests that are kept of a connection while it is being answered; then no more is read from it. */
const heldMaxBytes = 16 * 1024;

/**
 * Maximum pause of reading. A closed connection is noticed only by reading from it; without this limit a long call
 * would run on for a client that has disconnected.
 */
const pauseMaxMs = 1_000;

/** A chunked body ends nobody knows where: it is parsed in pieces that cannot hold many requests behind its end. */
const chunkedSliceBytes = 1024;

/** No request is shorter than this before its empty line: "GET / HTTP/1.1". */
const requestLineMinBytes = 14;

/**
 * Has the requests of an HTTP/1 connection answered one after another: the next one is not even parsed before the reply to
 * the one before has left. Node parses, and has answered, all requests of a chunk at once: 56 KB of requests that nobody
 * reads the replies of take gigabytes. It also keeps bytes that are no request from overtaking the reply to the request
 * before them. Returns the listener for 'request' in place of `handler`; HTTP/2 bounds its streams itself.
 */
export function serializeRequests(server: Server, handler: RequestListener): RequestListener {
  const connections = new WeakMap<Socket, Http1Connection>();
  const add = (socket: Socket) => {
    const [parse, ...others] = socket.listeners('data') as ((bytes: Buffer) => void)[];
    if (parse && others.length === 0) connections.set(socket, new Http1Connection(socket, parse));
  };
  // Of a TLS server this is the socket below TLS, which has no parser.
  server.on('connection', add);
  server.on('secureConnection', (socket: TLSSocket) => {
    if (socket.alpnProtocol !== 'h2') add(socket);
  });
  server.prependListener('checkExpectation', (request: IncomingMessage, response: ServerResponse) =>
    connections.get(request.socket)?.answer(request, response, () => {}),
  );
  // Node has let go of the connection's parser.
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
  /** The request that was parsed last, and how much of a body of known length it still lacks. */
  #latest: IncomingMessage | undefined;
  #bodyBytesLeft = 0;
  /** The one being answered; one behind the end of a chunked body may wait. */
  #answering: IncomingMessage | undefined;
  #response: ServerResponse | undefined;
  readonly #waiting: (() => void)[] = [];
  #isParsing = false;
  /** True where it was us who stopped reading, and not Node for the sake of a body that is not read yet. */
  #isPaused = false;
  #pauseTimer: NodeJS.Timeout | undefined;
  /** True where what the client sends is no longer kept: the connection ends with the reply under way. */
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
        // In a turn of the event loop of its own: who sends much in advance keeps nobody waiting.
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

  /** Parses what is held as far as it may be, and reads on where not too much is left. */
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
   * Gives up the requests behind the one that is running, so that the end of the connection shows. RFC 9112, 9.3.2: a client
   * repeats what it pipelined and got no reply to. Where the reply is being sent, a client that has left shows by that.
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

  /** False while a request that has arrived waits for the end of its reply. */
  #mayParse(): boolean {
    if (this.#socket.destroyed || this.#socket.writableNeedDrain) return false;
    return this.#waiting.length === 0 && this.#answering?.complete !== true;
  }

  /**
   * Bytes to the end of the next head, so that no two requests are parsed together; to the end of a body if one is
   * under way.
   */
  #sliceBytes(): number {
    if (this.#latest?.complete === false)
      return this.#bodyBytesLeft > 0 ? this.#bodyBytesLeft : chunkedSliceBytes;
    const headEnd = this.#held.indexOf('\r\n\r\n', requestLineMinBytes);
    return headEnd < 0 ? this.#held.length : headEnd + 4;
  }
}
