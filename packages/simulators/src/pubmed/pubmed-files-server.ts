import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';
import { md5Of } from './pubmed-files.ts';

/** Faults of a file server, each of which applies once. */
export type FileFault =
  /** The connection ends in the middle of the body. */
  | 'cut'
  /** The connection ends before any reply. */
  | 'reset'
  | 'not-found'
  /** 503, with a Retry-After of zero. */
  | 'busy'
  /** The body stops and never continues. */
  | 'stall'
  /** Other bytes of the same length. */
  | 'other-bytes'
  /** The page of a proxy, with 200. */
  | 'web-page'
  /** The whole file, although only the rest was requested. */
  | 'whole'
  /** 416, as for a file that has become shorter. */
  | 'out-of-range'
  /** Redirected to the same path under /moved. */
  | 'redirect';

export type FilesServer = {
  url: string;
  /** Adds a compressed file, and its .md5. */
  put(folder: 'baseline' | 'updatefiles', name: string, bytes: Uint8Array): void;
  remove(name: string): void;
  /** Sets faults for the next requests whose path ends in `path`, in this order. */
  fail(path: string, ...faults: FileFault[]): void;
  /** Requests so far: path and Range. */
  requests(): string[];
};

/** Simulates NCBI's server of PubMed's files, with its listing pages. */
export async function startFilesServer(t: TestContext): Promise<FilesServer> {
  const files = new Map<string, Uint8Array>();
  const faults = new Map<string, FileFault[]>();
  const seen: string[] = [];

  function answer(request: IncomingMessage, response: ServerResponse): void {
    const path = (request.url ?? '').replace(/^\/moved/, '');
    const range = /^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1];
    seen.push(range === undefined ? path : `${path} from ${range}`);
    const fault = [...faults].find(([end]) => path.endsWith(end))?.[1].shift();
    const body = /^\/pubmed\/(?:baseline|updatefiles)\/$/.test(path) ? listing(path) : files.get(path);
    if (fault === 'reset') request.socket.resetAndDestroy();
    else if (fault === 'busy') response.writeHead(503, { 'retry-after': '0' }).end('busy');
    else if (fault === 'redirect') response.writeHead(302, { location: `/moved${path}` }).end();
    else if (fault === 'web-page') response.end('<html><body>Log in first</body></html>');
    else if (fault === 'out-of-range') response.writeHead(416).end();
    else if (!body || fault === 'not-found') response.writeHead(404).end('<html>not found</html>');
    else send(response, Buffer.from(body), fault === 'whole' ? 0 : Number(range ?? 0), fault);
  }

  function listing(path: string): Uint8Array {
    const rows = [...files.keys()]
      .filter((name) => name.startsWith(path))
      .map((name) => {
        const file = name.slice(path.length);
        return `<a href="${file}">${file}</a>${' '.repeat(24)}2026-01-13 14:35   19M  \n`;
      });
    return Buffer.from(`<!DOCTYPE html>
<html><head><title>Index of ${path}</title></head><body><h1>Index of ${path}</h1>
<pre>Name                    Last modified      Size  <hr><a href="/pubmed/">Parent Directory</a>                             -   
<a href="README.txt">README.txt</a>               2026-01-13 14:35  4.1K  
${rows.join('')}<hr></pre>
</body></html>
`);
  }

  const server = createServer(answer);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/pubmed`,
    put(folder, name, bytes) {
      const path = `/pubmed/${folder}/${name}`;
      files.set(path, bytes);
      files.set(`${path}.md5`, Buffer.from(`MD5(${name})= ${md5Of(bytes)}\n`));
    },
    remove(name) {
      for (const path of files.keys()) if (path.endsWith(`/${name}`)) files.delete(path);
    },
    fail: (path, ...list) => void faults.set(path, list),
    requests: () => seen.slice(),
  };
}

function send(response: ServerResponse, body: Buffer, from: number, fault: FileFault | undefined): void {
  const rest = Buffer.from(body.subarray(from));
  // Everything except the gzip signature.
  if (fault === 'other-bytes') rest.subarray(10).reverse();
  const headers = { 'content-length': rest.length, 'content-type': 'application/x-gzip' };
  if (from === 0) response.writeHead(200, headers);
  else
    response.writeHead(206, {
      ...headers,
      'content-range': `bytes ${from}-${body.length - 1}/${body.length}`,
    });
  if (fault !== 'cut' && fault !== 'stall') {
    response.end(rest);
    return;
  }
  response.write(rest.subarray(0, Math.ceil(rest.length / 2)), () => {
    if (fault === 'cut') response.destroy();
  });
}
