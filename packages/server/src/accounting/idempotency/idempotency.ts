import { promisify } from 'node:util';
import { brotliCompress, brotliDecompress, constants } from 'node:zlib';

/** A caller's key for a request that must run only once, however often it is sent. Each API key has its own names. */
export type IdempotencyKey = {
  /** Name, stored unchanged: text from callers must be hashed first. */
  name: string;
  /** SHA-256 of the endpoint and the body. */
  requestHash: Uint8Array;
};

/** A reply stored for repeated requests. */
export type StoredReply = {
  /** Name of its IdempotencyKey. */
  name: string;
  status: number;
  /** Stored reply; undefined if it was not stored: the call is then known to be answered, but its reply is lost. */
  body: string | undefined;
};

/** The reply to a call that ran before, byte for byte. */
export type Replay = { callId: string; status: number; body: string };

/**
 * State of an earlier call with the same idempotency key: still running; answered, with the reply stored or not; or a
 * different request. A call that ended without an answer releases its key.
 */
export type EarlierCall = 'running' | 'answered' | 'not_kept' | 'other_request';

/** Milliseconds for which a reply is stored after the admission of its call. */
export const replyRetentionMs = 86_400_000;

const storedBytesMax = 1024 * 1024;

/** Limits per key, beyond which the oldest replies are deleted first. Their calls still count as answered. */
export const storedReplyLimits = { atMost: 1_000, bytes: 16 * 1024 * 1024 };

/** Prefix of a compressed body; no JSON begins with it. */
const packedMark = 'br:';
/** Compression quality: more than half of the savings of the best one, in a tenth of its time. */
const packing = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };
const compress = promisify(brotliCompress);
const decompress = promisify(brotliDecompress);

export function toStoredReply(name: string, status: number, body: string): StoredReply {
  return { name, status, body: Buffer.byteLength(body) <= storedBytesMax ? body : undefined };
}

/** Compresses the body of a reply, off the event loop. */
export async function packReply({ name, status, body }: StoredReply): Promise<StoredReply> {
  if (body === undefined) return { name, status, body };
  const packed = await compress(body, packing);
  return { name, status, body: packedMark + packed.toString('base64') };
}

/** Returns the body of a stored reply, byte for byte. Earlier releases stored bodies uncompressed. */
export async function unpackReply(body: string): Promise<string> {
  if (!body.startsWith(packedMark)) return body;
  return (await decompress(Buffer.from(body.slice(packedMark.length), 'base64'))).toString('utf8');
}
