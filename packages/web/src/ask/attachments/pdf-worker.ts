import { getDocumentProxy } from 'unpdf';
import { readPages } from './pdf-text.ts';

/** Reads PDFs off the main thread: a large one takes seconds, during which the page must stay responsive. */
self.onmessage = async ({ data }: MessageEvent<{ bytes: ArrayBuffer; lengthMax: number }>) => {
  try {
    const read = await readPages(await getDocumentProxy(new Uint8Array(data.bytes)), data.lengthMax);
    self.postMessage({ kind: 'read', ...read });
  } catch {
    self.postMessage({ kind: 'read', failure: 'unreadable' });
  }
};
