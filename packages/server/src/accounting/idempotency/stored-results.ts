import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { deserialize, serialize } from 'node:v8';
import { brotliCompress, brotliDecompress, constants } from 'node:zlib';
import { version } from '../../platform/version.ts';
import type { IdempotencyKey } from './idempotency.ts';

/** Milliseconds for which a result is stored. */
export const resultRetentionMs = 3_600_000;

/** Limits in compressed bytes, for one result and for all of an API key, beyond which those of its oldest calls are deleted. */
export const storedResultLimits = { one: 4 * 1024 * 1024, ofKey: 16 * 1024 * 1024 };

/** Address of a result: a step of a call with an API key and an idempotency key. */
export type ResultPlace = {
  keyId: string;
  /** Name of the call's IdempotencyKey. */
  name: string;
  /** SHA-256 of the request: a different request with the same name has its own results. */
  requestHash: Uint8Array;
  /** SHA-256 of the step and its input. */
  step: Uint8Array;
};

/**
 * Stores compressed results; each change is durable when its promise resolves.
 * @throws the database's errors
 * @example
 * const packed = await store.readResult(place);
 * if (!packed) await store.storeResult(place, await compute());
 */
export interface ResultStore {
  /** Returns a compressed result; undefined if there is none, or it is older than `resultRetentionMs`. */
  readResult(place: ResultPlace): Promise<Uint8Array | undefined>;
  /** Returns whether another request of the same name has results that are not older than `resultRetentionMs`. */
  hasResultsOfOther(call: Omit<ResultPlace, 'step'>): Promise<boolean>;
  /** Stores a compressed result, replacing an earlier one; beyond `storedResultLimits.ofKey`, deletes the key's oldest calls. */
  storeResult(place: ResultPlace, packed: Uint8Array): Promise<void>;
  /** Deletes results that are older than `resultRetentionMs`, at most `limit`; returns how many. */
  purgeResults(limit: number): Promise<number>;
}

/** Step results of a call with an `Idempotency-Key`, with which an interrupted call can be continued. */
export type StoredResults = {
  /** Returns the result; undefined if there is none or it has expired. */
  read<Result>(step: string): Promise<Result | undefined>;
  /** Stores a result that can be structured-cloned; one above the limit is not stored. */
  store(step: string, result: unknown): Promise<void>;
};

const compress = promisify(brotliCompress);
const decompress = promisify(brotliDecompress);
/** Compression quality, as for stored replies. */
const packing = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };

/** Returns the stored results of the call with this name and request. */
export function storedResults(
  store: ResultStore,
  keyId: string,
  { name, requestHash }: IdempotencyKey,
): StoredResults {
  // The release is part of the address: results are objects of its code, whose form may change between releases.
  const placeOf = (step: string): ResultPlace => ({
    ...{ keyId, name, requestHash },
    step: hash('sha256', `${version}\n${step}`, 'buffer'),
  });
  return {
    async read<Result>(step: string) {
      const packed = await store.readResult(placeOf(step));
      return packed && (deserialize(await decompress(packed)) as Result);
    },
    async store(step, result) {
      const packed = await compress(serialize(result), packing);
      if (packed.length <= storedResultLimits.one) await store.storeResult(placeOf(step), packed);
    },
  };
}
