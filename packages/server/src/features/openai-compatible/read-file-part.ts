import type { LocalizedMessage } from '@citewell/core/errors.ts';
import { fileContentMaxBytes, fileContentMaxMegabytes } from '@citewell/sdk';
import { z } from 'zod';
import { fieldSizeError, validate, validationError } from '../../http/body/validate.ts';
import { fileContent } from '../../http/schemas/fields.ts';
import type { Attached } from './read-conversation.ts';

const allowed: LocalizedMessage = {
  en: `a data: URL in Base64 with a text file in UTF-8, at most ${fileContentMaxMegabytes} MB in all`,
  zh: `Base64 形式的 data: URL，内容为 UTF-8 文本文件，总计最多 ${fileContentMaxMegabytes} MB`,
};

const prefix = /^data:[\w.+-]{0,60}\/?[\w.+-]{0,100}(?:;[\w-]{1,40}=[^;,]{1,200}){0,4};base64,/i;
const notBase64 = /[^A-Za-z0-9+/\r\n=_-]/;

/** Base64 characters of the largest files together, with room for prefixes and line ends. */
const encodedMax = Math.ceil((fileContentMaxBytes / 3) * 4 * 1.1);

/**
 * Returns the texts of attached files.
 * @throws {ServiceError} 400 `invalid_request` naming the field, if one is not text (a PDF, a Word document, an image);
 * or 413.
 */
export function readFileParts(files: readonly Attached[]): string[] {
  let length = 0;
  for (const { value, field } of files) {
    length += value.length;
    if (length > encodedMax) throw fieldSizeError(field, allowed);
  }
  return files.map(readFilePart);
}

function readFilePart({ value, field, filename }: Attached): string {
  const [start] = prefix.exec(value.slice(0, 1_000)) ?? [];
  const encoded = value.slice(start?.length ?? 0);
  if (start === undefined || notBase64.test(encoded)) throw validationError(field, allowed, noDataUrl);
  const text = readText(decode(Buffer.from(encoded, 'base64')), field);
  return filename ? `${filename}\n${text}` : text;
}

/** Returns text as an attachment, or throws an error that names the field. */
export function readText(text: string, field: string): string {
  const given = validate(z.object({ [field]: fileContent }), { [field]: text });
  return given[field] ?? '';
}

/** Decodes UTF-8; otherwise each byte becomes a character, which suffices to recognize the kind of file. */
function decode(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return bytes.toString('latin1');
  }
}

const noDataUrl: LocalizedMessage = {
  en: 'text that is not such a URL (other addresses are never fetched)',
  zh: '不是此类 URL 的文本（不会访问其他网址）',
};
