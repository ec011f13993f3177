import { fileContentMaxBytes, imageMaxBytes } from '@citewell/sdk';
import { decodeText } from '@citewell/sdk/decode-text';
import { readDocxText } from './docx-text.ts';
import type { PdfText } from './pdf-text.ts';
import workerUrl from './pdf-worker.ts?worker&url';
import { ReadError, type ReadFailure } from './read-failure.ts';

/** Text of an attachment, read in the browser: the file itself is not uploaded. */

const fileMaxBytes = 64 * 1024 * 1024;

/**
 * Reads the text of a text file, PDF or Word document.
 *
 * @throws ReadError with its reason: `too_slow` if the signal timed out, `unreadable` if it was aborted
 */
export async function readAttachment(file: File, signal: AbortSignal): Promise<string> {
  if (file.size > fileMaxBytes) throw new ReadError('too_large');
  const isPdf = file.type === 'application/pdf' || /\.pdf$/i.test(file.name);
  const isDocx = file.type === docxType || /\.docx$/i.test(file.name);
  const read = isPdf ? readPdf(file, signal) : isDocx ? readDocx(file) : readPlainText(file);
  const text = (await read).trim();
  // A scan without a text layer yields page numbers at most.
  if (text.replace(/\s/g, '').length < 20) throw new ReadError('no_text');
  if (new Blob([text]).size > fileContentMaxBytes) throw new ReadError('text_too_long');
  return text;
}

/**
 * Reads an image as a data URL.
 *
 * @throws ReadError `unknown_format` for a type the service does not accept, `too_large` above `imageMaxBytes`
 */
export async function readImage(file: File): Promise<string> {
  if (!imageTypes.has(file.type)) throw new ReadError('unknown_format');
  if (file.size > imageMaxBytes) throw new ReadError('too_large');
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(new ReadError('unreadable'));
    reader.readAsDataURL(file);
  });
}

const imageTypes = new Set(['image/png', 'image/jpeg', 'image/webp']);
/** Matches RTF, PDF and ZIP archives that happen to be valid text. */
const otherFormat = /^(?:\{\\rtf|%PDF-|PK\u0003)/;
const docxType = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

async function readDocx(file: File): Promise<string> {
  const read = await readDocxText(await file.arrayBuffer());
  if ('failure' in read) throw new ReadError(read.failure);
  return read.text;
}

async function readPlainText(file: File): Promise<string> {
  const text = decodeText(new Uint8Array(await file.arrayBuffer()));
  if (text === undefined || otherFormat.test(text)) throw new ReadError('unknown_format');
  return text;
}

async function readPdf(file: File, signal: AbortSignal): Promise<string> {
  const bytes = await file.arrayBuffer();
  const worker = new Worker(workerUrl, { type: 'module' });
  try {
    return await new Promise<string>((resolve, reject) => {
      const fail = (reason: ReadFailure) => reject(new ReadError(reason));
      const stop = () => fail(signal.reason?.name === 'TimeoutError' ? 'too_slow' : 'unreadable');
      // Ignores the library's own messages on this channel.
      worker.onmessage = ({ data }: MessageEvent<{ kind?: string } & PdfText>) => {
        if (data.kind !== 'read') return;
        if ('failure' in data) fail(data.failure);
        else resolve(data.text);
      };
      worker.onerror = () => fail('unreadable');
      if (signal.aborted) return stop();
      signal.addEventListener('abort', stop, { once: true });
      // Every character has at least one byte, so a longer text also has too many bytes.
      worker.postMessage({ bytes, lengthMax: fileContentMaxBytes }, [bytes]);
    });
  } finally {
    worker.terminate();
  }
}
