import { getDocumentProxy } from 'unpdf';
import { readPages } from './pdf-text.ts';

/** Reads a PDF beside the page: a large one takes seconds, in which the page goes on answering. */
self.onmessage = async ({ data }: MessageEvent<{ bytes: ArrayBuffer; lengthMax: number }>) => {
  try {
    const read = await readPages(await getDocumentProxy(new Uint8Array(data.bytes)), data.lengthMax);
    self.postMessage({ kind: 'read', ...read });
  } catch {
    self.postMessage({ kind: 'read', failure: 'unreadable' });
  }
};
