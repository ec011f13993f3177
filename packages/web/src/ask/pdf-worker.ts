import { extractText, getDocumentProxy } from 'unpdf';

/** Beside the page: a large PDF takes seconds, in which the page goes on answering. */
self.onmessage = async ({ data }: MessageEvent<ArrayBuffer>) => {
  try {
    const { text } = await extractText(await getDocumentProxy(new Uint8Array(data)), { mergePages: false });
    self.postMessage({ kind: 'read', text: text.join('\n\n') });
  } catch {
    self.postMessage({ kind: 'unreadable' });
  }
};
