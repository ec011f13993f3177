import { statSync } from 'node:fs';
import { workerData } from 'node:worker_threads';
import { answerCalls, send } from '../../platform/threads/answer-calls.ts';
import type { VectorCall, VectorSource } from './vector-messages.ts';
import { openVectors, type VectorStore } from './vector-store.ts';

/** Program of the vector search thread: comparing a question with every record takes milliseconds. */
const { path, model } = workerData as VectorSource;
let opened: { store: VectorStore | undefined; inode: number | undefined; isAnnounced?: true } | undefined;

answerCalls(answer, async () => opened?.store?.close());

function answer(call: VectorCall): unknown {
  const store = current();
  if (call.method === 'get') return store?.get(call.argument) ?? new Map();
  const { vector, limit } = call.argument;
  if (opened && store?.model && store.model.dimensions !== vector.length && !opened.isAnnounced) {
    // The server now has another model under the same name.
    opened.isAnnounced = true;
    tellOther(`${model} (${store.model.dimensions} numbers, now ${vector.length})`);
  }
  return store?.nearest(vector, limit) ?? [];
}

/** Opens the current file: `citewell library embed` may create or replace it at any time. */
function current(): VectorStore | undefined {
  const inode = statSync(path, { throwIfNoEntry: false })?.ino;
  if (!opened || opened.inode !== inode || opened.store?.model === undefined) {
    opened?.store?.close();
    opened = { store: inode === undefined ? undefined : openVectors(path), inode };
    const found = opened.store?.model;
    if (found && found.name !== model) tellOther(found.name);
  }
  return opened.store?.model?.name === model ? opened.store : undefined;
}

function tellOther(stored: string): void {
  send({ type: 'log', line: ['warn', 'vectors_of_another_model', { failure: stored }] });
}
