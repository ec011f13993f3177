/** A caller's name for a request that is to run once, however often it is sent. Each API key has names of its own. */
export type IdempotencyKey = {
  /** Kept as it comes: callers' own words have to be made a hash of before. */
  name: string;
  /** SHA-256 of the endpoint and the body. */
  requestHash: Uint8Array;
};

/** A reply as it is kept for those who send the request again. */
export type KeptReply = {
  /** Of its IdempotencyKey. */
  name: string;
  status: number;
  /** Undefined where it is too large: the call is then known to be answered, and its reply lost. */
  body: string | undefined;
};

/** The reply to a call that ran before, byte for byte. */
export type Replay = { callId: string; status: number; body: string };

/**
 * What has become of the call that came with this idempotency key before: it runs still; it was answered, and its reply is
 * there, or was too large to be kept; or it was another request. A call that ended without an answer leaves its key free.
 */
export type EarlierCall = 'running' | 'answered' | 'not_kept' | 'other_request';

/** From the admission of the call. */
export const keepRepliesMs = 86_400_000;

const keptBytesMax = 1024 * 1024;

export function replyToKeep(name: string, status: number, body: string): KeptReply {
  return { name, status, body: Buffer.byteLength(body) <= keptBytesMax ? body : undefined };
}
