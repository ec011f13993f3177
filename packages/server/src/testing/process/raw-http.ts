import { connect, type Socket } from 'node:net';

export type RawReply = {
  status: number;
  headers: Record<string, string>;
  body: string;
};

/** Generous: a test that waits this long has failed. */
const timeoutMs = 60_000;

/** Sends these bytes unchanged and returns everything received until the server closes the connection. */
export function exchange(port: number, bytes: string | Buffer): Promise<RawReply> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    const chunks: string[] = [];
    socket.setEncoding('utf8');
    const timer = setTimeout(
      () => socket.destroy(new Error('the server kept the connection open')),
      timeoutMs,
    );
    socket.on('data', (chunk: string) => chunks.push(chunk));
    // A kernel that closes with unread bytes sends a reset after the reply; everything before it counts.
    socket.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ECONNRESET' && error.code !== 'EPIPE') reject(error);
    });
    socket.on('close', () => {
      clearTimeout(timer);
      resolve(parseReply(chunks.join('')));
    });
  });
}

/** Parses the first reply in these bytes. */
export function parseReply(text: string): RawReply {
  const [head = '', ...rest] = text.split('\r\n\r\n');
  const [statusLine = '', ...headerLines] = head.split('\r\n');
  const headers = Object.fromEntries(
    headerLines.map((line) => {
      const [name = '', ...value] = line.split(':');
      return [name.toLowerCase(), value.join(':').trim()];
    }),
  );
  return { status: Number(statusLine.split(' ')[1] ?? 0), headers, body: rest.join('\r\n\r\n') };
}

/** Connection under direct control of a test: the text received so far, and a wait for more. */
export type RawConnection = {
  socket: Socket;
  seen(): string;
  until(part: string | RegExp): Promise<string>;
  closed: Promise<void>;
};

export function openConnection(port: number): RawConnection {
  const socket = connect(port, '127.0.0.1');
  let text = '';
  let onText = () => {};
  socket.setEncoding('utf8');
  socket.on('data', (chunk: string) => {
    text += chunk;
    onText();
  });
  socket.on('error', () => {});
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  return {
    socket,
    closed,
    seen: () => text,
    until: (part) =>
      new Promise((resolve, reject) => {
        const timer = setTimeout(() => reject(new Error(`never saw ${part} in: ${text}`)), timeoutMs);
        onText = () => {
          if (typeof part === 'string' ? !text.includes(part) : !part.test(text)) return;
          clearTimeout(timer);
          resolve(text);
        };
        onText();
      }),
  };
}

/** Returns a POST request as text, for sockets. */
export function postBytes(path: string, headers: Record<string, string>, body: string): string {
  const lines = Object.entries({
    Host: 'localhost',
    'Content-Type': 'application/json',
    'Content-Length': String(Buffer.byteLength(body)),
    ...headers,
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  return `POST ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`;
}

/** Polls until the condition holds; the limit only ends a test that has failed. */
export async function eventually(holds: () => boolean, what: string): Promise<void> {
  for (let waitedMs = 0; !holds(); waitedMs += 5) {
    if (waitedMs > timeoutMs) throw new Error(`never happened: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
