import { readDocxText } from './docx-text.ts';
import type { PdfText } from './pdf-text.ts';
import workerUrl from './pdf-worker.ts?worker&url';

/** The text of an attachment, read in the browser: the file itself goes nowhere. */

/** Maximum size the service accepts, in bytes. */
const attachmentMaxBytes = 2 * 1024 * 1024;
const fileMaxBytes = 64 * 1024 * 1024;

export type ReadFailure =
  | 'too_large'
  | 'too_many_pages'
  | 'too_slow'
  | 'no_text'
  | 'unreadable'
  | 'text_too_long';

export class ReadError extends Error {
  override readonly name = 'ReadError';
  readonly reason: ReadFailure;

  constructor(reason: ReadFailure) {
    super(reason);
    this.reason = reason;
  }
}

/** The text of a text file or PDF. Throws ReadError: `too_slow` where the signal timed out, `unreadable` where it was aborted. */
export async function readAttachment(file: File, signal: AbortSignal): Promise<string> {
  if (file.size > fileMaxBytes) throw new ReadError('too_large');
  const isPdf = file.type === 'application/pdf' || /\.pdf$/i.test(file.name);
  const isDocx = file.type === docxType || /\.docx$/i.test(file.name);
  const read = isPdf ? readPdf(file, signal) : isDocx ? readDocx(file) : file.arrayBuffer().then(decode);
  const text = (await read).trim();
  // A scan without text layer yields page numbers at most.
  if (text.replace(/\s/g, '').length < 20) throw new ReadError('no_text');
  if (new Blob([text]).size > attachmentMaxBytes) throw new ReadError('text_too_long');
  return text;
}

export async function readImage(file: File): Promise<string> {
  if (file.size > 5 * 1024 * 1024) throw new ReadError('too_large');
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(new ReadError('unreadable'));
    reader.readAsDataURL(file);
  });
}

const docxType = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

async function readDocx(file: File): Promise<string> {
  const read = await readDocxText(await file.arrayBuffer());
  if ('failure' in read) throw new ReadError(read.failure);
  return read.text;
}

/** UTF-8, or GB 18030 as Chinese Windows still writes it. */
function decode(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('gb18030').decode(bytes);
  }
}

async function readPdf(file: File, signal: AbortSignal): Promise<string> {
  const bytes = await file.arrayBuffer();
  const worker = new Worker(workerUrl, { type: 'module' });
  try {
    return await new Promise<string>((resolve, reject) => {
      const fail = (reason: ReadFailure) => reject(new ReadError(reason));
      const stop = () => fail(signal.reason?.name === 'TimeoutError' ? 'too_slow' : 'unreadable');
      // The library speaks on this channel too; what it says is not for us.
      worker.onmessage = ({ data }: MessageEvent<{ kind?: string } & PdfText>) => {
        if (data.kind !== 'read') return;
        if ('failure' in data) fail(data.failure);
        else resolve(data.text);
      };
      worker.onerror = () => fail('unreadable');
      if (signal.aborted) return stop();
      signal.addEventListener('abort', stop, { once: true });
      // No character has fewer than one byte, so that a longer text is too long in bytes as well.
      worker.postMessage({ bytes, lengthMax: attachmentMaxBytes }, [bytes]);
    });
  } finally {
    worker.terminate();
  }
}
