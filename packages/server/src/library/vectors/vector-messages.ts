import type { Pmid } from '@citewell/core/records/article.ts';

/** Methods of the thread that searches vectors, each with one argument that can be structured-cloned. */
export type VectorMethods = {
  nearest: { vector: Int8Array<ArrayBuffer>; limit: number };
  get: readonly Pmid[];
};
export type VectorCall = {
  [Method in keyof VectorMethods]: { method: Method; argument: VectorMethods[Method] };
}[keyof VectorMethods];

/** The file and the model that a thread searches. */
export type VectorSource = { path: string; model: string };
