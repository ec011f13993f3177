import type { HttpReply } from '../remote/http.ts';

/** Maximum size of a full text in bytes, ten times that of long articles with all their tables. */
const bodyMaxBytes = 16 * 1024 * 1024;

/** Reads the bytes of a reply; undefined if it is too large, in which case the rest is not read. */
export async function readXmlBody(reply: HttpReply): Promise<Uint8Array | undefined> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of reply.body) {
    bytes += chunk.byteLength;
    if (bytes > bodyMaxBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
