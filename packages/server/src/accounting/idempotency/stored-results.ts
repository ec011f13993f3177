import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { deserialize, serialize } from 'node:v8';
import { brotliCompress, brotliDecompress, constants } from 'node:zlib';
import { version } from '../../platform/version.ts';
import type { IdempotencyKey } from './idempotency.ts';

/** Milliseconds for which a result is kept. */
export const resultRetentionMs = 3_600_000;

/** Limits in packed bytes, of one result and of all those of an API key, beyond which its oldest calls lose theirs. */
export const storedResultLimits = { one: 4 * 1024 * 1024, ofKey: 16 * 1024 * 1024 };

/** Place of a result: a step of a call that an API key named. */
export type ResultPlace = {
  keyId: string;
  /** Name of the call's IdempotencyKey. */
  name: string;
  /** SHA-256 of what was asked for: another request of the same name has results of its own. */
  requestHash: Uint8Array;
  /** SHA-256 of the step and its input. */
  step: Uint8Array;
};

/**
 * Stores packed results, each change durable when its promise resolves.
 * @throws what the database throws
 */
export interface ResultStore {
  /** Returns a packed result; undefined if there is none, or it is older than `resultRetentionMs`. */
  readResult(place: ResultPlace): Promise<Uint8Array | undefined>;
  /** Stores a packed result, in place of an earlier one; drops the key's oldest calls beyond `storedResultLimits.ofKey`. */
  storeResult(place: ResultPlace, packed: Uint8Array): Promise<void>;
  /** Deletes results that are older than `resultRetentionMs`, at most `limit`; returns how many. */
  purgeResults(limit: number): Promise<number>;
}

/** Results of the steps of one call with an `Idempotency-Key`, with which it can be continued after it broke off. */
export type StoredResults = {
  /** Returns the result; undefined if there is none, or none any more. */
  read<Result>(step: string): Promise<Result | undefined>;
  /** Stores a result that can be structured-cloned; one above the limit is not stored. */
  store(step: string, result: unknown): Promise<void>;
};

const compress = promisify(brotliCompress);
const decompress = promisify(brotliDecompress);
/** Quality of the compression, as of stored replies. */
const packing = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };

/** The results of the call of this name and request, in the store of the accounts. */
export function storedResults(
  store: ResultStore,
  keyId: string,
  { name, requestHash }: IdempotencyKey,
): StoredResults {
  // The release is part of it: results are objects of its code, which those of another may not have the shape of.
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
