import type { HttpReply } from '../remote/http.ts';

/** Bytes of a full text that are read: ten times what long articles with all their tables have. */
const bodyMaxBytes = 16 * 1024 * 1024;

/** The bytes of a reply; undefined where there are more than an article has, which are then not read to their end. */
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
