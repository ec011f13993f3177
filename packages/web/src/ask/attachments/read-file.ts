import { decodeText } from '@citewell/sdk/decode-text';
import { textMaxBytes } from './add-attachment.ts';
import { readDocxText } from './docx-text.ts';
import type { PdfText } from './pdf-text.ts';
import workerUrl from './pdf-worker.ts?worker&url';
import { ReadError, type ReadFailure } from './read-failure.ts';

/** The text of an attachment, read in the browser: the file itself goes nowhere. */

const fileMaxBytes = 64 * 1024 * 1024;

/**
 * Reads the text of a text file, PDF or Word document.
 *
 * @throws ReadError with its reason: `too_slow` where the signal timed out, `unreadable` where it was aborted
 */
export async function readAttachment(file: File, signal: AbortSignal): Promise<string> {
  if (file.size > fileMaxBytes) throw new ReadError('too_large');
  const isPdf = file.type === 'application/pdf' || /\.pdf$/i.test(file.name);
  const isDocx = file.type === docxType || /\.docx$/i.test(file.name);
  const read = isPdf ? readPdf(file, signal) : isDocx ? readDocx(file) : readPlainText(file);
  const text = (await read).trim();
  // A scan without text layer yields page numbers at most.
  if (text.replace(/\s/g, '').length < 20) throw new ReadError('no_text');
  if (new Blob([text]).size > textMaxBytes) throw new ReadError('text_too_long');
  return text;
}

/**
 * Reads an image as a data URL.
 *
 * @throws ReadError `unknown_format` for a kind the service does not take, `too_large` above 5 MB
 */
export async function readImage(file: File): Promise<string> {
  if (!imageTypes.has(file.type)) throw new ReadError('unknown_format');
  if (file.size > 5 * 1024 * 1024) throw new ReadError('too_large');
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(new ReadError('unreadable'));
    reader.readAsDataURL(file);
  });
}

const imageTypes = new Set(['image/png', 'image/jpeg', 'image/webp']);
/** RTF, PDF and ZIP archives whose bytes happen to be characters. */
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
      worker.postMessage({ bytes, lengthMax: textMaxBytes }, [bytes]);
    });
  } finally {
    worker.terminate();
  }
}
