import type { Pmid } from '@citewell/core/records/article.ts';

/** Methods of the vector search thread, each with one structured-cloneable argument. */
export type VectorMethods = {
  nearest: { vector: Int8Array<ArrayBuffer>; limit: number };
  get: readonly Pmid[];
};
export type VectorCall = {
  [Method in keyof VectorMethods]: { method: Method; argument: VectorMethods[Method] };
}[keyof VectorMethods];

/** The file and the model that a thread searches. */
export type VectorSource = { path: string; model: string };
