import { parentPort } from 'node:worker_threads';
import { type LocalizedMessage, ServiceError } from '@citewell/core/errors.ts';
import { parseJsonObject } from './parse-json.ts';

/** Result of parsing: the object, or the reason for its rejection. */
export type Parsed = { value: Record<string, unknown> } | { rejected: LocalizedMessage | undefined };

/** The program of the thread that parses large bodies, one after another. */
parentPort?.on('message', (bytes: Uint8Array) => parentPort?.postMessage(parse(bytes)));

function parse(bytes: Uint8Array): Parsed {
  try {
    return { value: parseJsonObject(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)) };
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return { rejected: error.detail };
  }
}
