import type { LocalizedMessage } from '@citewell/core/errors.ts';
import { imageMaxBytes, imageMaxMegabytes } from '@citewell/sdk';
import type { ImageInput } from '../../llm/prompts/message.ts';
import { fieldSizeError, validationError } from './validate.ts';

const megapixelsMax = 25;
const pixelsMax = megapixelsMax * 1_000_000;

/** Maximum number of characters of an image, including its prefix and line ends. */
const encodedMax = Math.ceil((imageMaxBytes / 3) * 4 * 1.1);

const allowed: LocalizedMessage = {
  en: `a PNG, JPEG or WebP image as Base64 text, with or without a "data:" prefix, at most ${imageMaxMegabytes} MB and ${megapixelsMax} megapixels`,
  zh: `PNG、JPEG 或 WebP 图片的 Base64 文本（可带 "data:" 前缀），最大 ${imageMaxMegabytes} MB、${megapixelsMax * 100} 万像素`,
};

const dataPrefix = /^data:image\/(?:png|jpe?g|webp);base64,/i;
/**
 * A character that does not occur in Base64. An expression for the whole text would store a backtracking position for each
 * character and overflow: V8 avoids this only until a process has compiled 16 MB of expressions.
 */
const notBase64 = /[^A-Za-z0-9+/]/;
const padding = /={1,2}$/;

/**
 * Reads an image by its header alone: pixels are never decoded, so that a small file cannot become a large bitmap. A URL instead
 * of an image is rejected like any other text, and nothing is fetched.
 */
export function readImage(text: string, field: string): ImageInput {
  if (text.length > encodedMax) throw fieldSizeError(field, allowed);
  const encoded = text.replace(dataPrefix, '').replace(/[\r\n]/g, '');
  const unpadded = encoded.replace(padding, '');
  if (unpadded === '' || notBase64.test(unpadded))
    throw validationError(field, allowed, {
      en: 'text that is not Base64 (URLs are never fetched)',
      zh: '不是 Base64 的文本（不会访问任何网址）',
    });
  if (Buffer.byteLength(encoded, 'base64') > imageMaxBytes) throw fieldSizeError(field, allowed);
  const bytes = Buffer.from(encoded, 'base64');
  const image = readPng(bytes) ?? readJpeg(bytes) ?? readWebp(bytes);
  if (!image)
    throw validationError(field, allowed, {
      en: 'another kind of file, or a truncated image',
      zh: '其他类型的文件，或不完整的图片',
    });
  if (image.width * image.height > pixelsMax || image.width === 0 || image.height === 0)
    throw validationError(field, allowed, {
      en: `an image of ${image.width} × ${image.height} pixels`,
      zh: `${image.width} × ${image.height} 像素的图片`,
    });
  return { mediaType: image.mediaType, base64: encoded };
}

type Header = { mediaType: ImageInput['mediaType']; width: number; height: number };

const pngSignature = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
const pngEnd = Buffer.from('0000000049454e44ae426082', 'hex');

function readPng(bytes: Buffer): Header | undefined {
  if (!bytes.subarray(0, 16).equals(pngSignature) || bytes.lastIndexOf(pngEnd) < 33) return undefined;
  return { mediaType: 'image/png', width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}

const jpegEnd = Buffer.from('ffd9', 'hex');

/** Skips segments up to the frame header (SOF0 to SOF15 without DHT, JPG and DAC), which contains the size. */
function readJpeg(bytes: Buffer): Header | undefined {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8) return undefined;
  let offset = 2;
  while (offset + 9 <= bytes.length && bytes[offset] === 0xff) {
    const marker = bytes[offset + 1] ?? 0;
    if (marker === 0xff) {
      offset += 1;
      continue;
    }
    if (marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc) {
      if (bytes.lastIndexOf(jpegEnd) < offset) return undefined;
      return {
        mediaType: 'image/jpeg',
        width: bytes.readUInt16BE(offset + 7),
        height: bytes.readUInt16BE(offset + 5),
      };
    }
    offset += 2 + bytes.readUInt16BE(offset + 2);
  }
  return undefined;
}

/** Reads a RIFF container with one of three first chunks: lossy, lossless or extended. */
function readWebp(bytes: Buffer): Header | undefined {
  if (bytes.length < 30 || bytes.toString('latin1', 0, 4) !== 'RIFF') return undefined;
  if (bytes.toString('latin1', 8, 12) !== 'WEBP' || bytes.readUInt32LE(4) + 8 > bytes.length)
    return undefined;
  switch (bytes.toString('latin1', 12, 16)) {
    case 'VP8 ':
      return webp(bytes.readUInt16LE(26) & 0x3fff, bytes.readUInt16LE(28) & 0x3fff);
    case 'VP8L': {
      const bits = bytes.readUInt32LE(21);
      return webp((bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1);
    }
    case 'VP8X':
      return webp(bytes.readUIntLE(24, 3) + 1, bytes.readUIntLE(27, 3) + 1);
    default:
      return undefined;
  }
}

function webp(width: number, height: number): Header {
  return { mediaType: 'image/webp', width, height };
}
