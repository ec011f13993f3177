import type { LocalizedMessage } from '@citewell/core/errors.ts';
import { controlCharacterRatio } from './normalize-text.ts';

/**
 * File formats sent by mistake instead of extracted text, recognized by their first characters and by bytes that no
 * text contains.
 */
export const rejectedFileFormats: readonly { is: (value: string) => boolean; got: LocalizedMessage }[] = [
  {
    is: isPdf,
    got: { en: 'a PDF file: send its extracted text', zh: 'PDF 文件本身：请发送提取出的文本' },
  },
  {
    // ZIP, as its bytes or as Base64; Word before 2007; RTF; a document's XML.
    is: (value) =>
      /^[\s\uFEFF]*(?:(?:data:application\/[\w.+-]{1,80};base64,)?(?:PK(?:\x03\x04|\x05\x06)|UEsDB[A-Za-z0-9+/]|0M8R4KGx)|(?:ÐÏ\x11à|\{\\rtf1))/.test(
        value,
      ) || /^[\s\uFEFF]*<\?xml[\s\S]{0,2000}<w:document/.test(value),
    got: {
      en: 'a Word, Excel, PowerPoint, RTF or ZIP file: send its extracted text',
      zh: 'Word、Excel、PowerPoint、RTF 或 ZIP 文件本身：请发送提取出的文本',
    },
  },
  {
    is: (value) =>
      controlCharacterRatio(value) >= binaryShare ||
      /^[\s\uFEFF]*(?:data:[\w.+-]{1,40}\/[\w.+-]{1,80};base64,|iVBORw0KGgo|\/9j\/4|R0lGOD|H4sI)/.test(
        value,
      ) ||
      isEncoded(value),
    got: { en: 'a binary file: send its extracted text', zh: '二进制文件：请发送提取出的文本' },
  },
  {
    is: isGarbled,
    got: {
      en: 'text decoded with the wrong character encoding: decode the file in its own encoding (UTF-8 or GB18030) and send it again',
      zh: '以错误的字符编码读取的文本（乱码）：请按文件保存时的编码（UTF-8 或 GB18030）解码后再发送',
    },
  },
];

/** Minimum share of control characters in a text that is a decoded binary file. */
const binaryShare = 0.2;

/** Bytes of a PDF, also after a byte order mark, or as Base64, with or without a data: prefix. */
const pdfFile = /^[\s\uFEFF]*(?:%PDF-|(?:data:application\/pdf;base64,)?JVBERi0)/;
/** Object of a PDF, found anywhere in its bytes but never in text extracted from one. */
const pdfObject = /(?:^|[\r\n])\d+ \d+ obj\b[\s\S]{0,2000}?\bendobj\b/;

function isPdf(value: string): boolean {
  return pdfFile.test(value) || pdfObject.test(value.slice(0, 10_000));
}

const sampleLength = 20_000;

/** Returns true for Base64 of any kind: no text has a thousand letters and digits of both cases without a space. */
function isEncoded(value: string): boolean {
  const sample = value.slice(0, sampleLength).replace(/[\r\n]/g, '');
  return (
    /^[A-Za-z0-9+/]{1000,}={0,2}$/.test(sample) &&
    /\d/.test(sample) &&
    /[a-z]/.test(sample) &&
    /[A-Z]/.test(sample)
  );
}

/** Maximum shares in a text of replacement characters, accented and special Latin characters, and garbled Chinese. */
const lostMax = 0.05;
const latinMax = 0.25;
const guessedMax = 0.12;

/** Characters that result most often from decoding Chinese UTF-8 as GBK, and hardly occur in real Chinese. */
const garbledHan =
  /[銆锛鐨鏄鍦鍜鐥鑰琛鍒娌荤枟鍚鍏瑙鍙鎴鍖鏂鎬鑳璇璁杩浠栨寰鍋鐢鍥鍑鍔鎵閲闂浣缁鐜绛瀹濂瀛骞鎯鎰呮偅殑紝绯]/g;

/**
 * Returns true for text decoded with the wrong encoding: lost characters; Chinese decoded as Latin (ç³–å°¿ç—…, ÌÇÄò²¡); UTF-8
 * decoded as Chinese (绯栧翱鐥咃紝), which turns 的, 是, 在 and every comma into the same few rare characters.
 */
function isGarbled(value: string): boolean {
  const sample = value.slice(0, sampleLength).replace(/\s+/g, '');
  if (sample.length < 20) return false;
  const share = (pattern: RegExp, of = sample.length) =>
    (sample.match(pattern)?.length ?? 0) / Math.max(1, of);
  const han = sample.match(/\p{Script=Han}/gu)?.length ?? 0;
  return (
    share(/\ufffd/g) > lostMax ||
    (share(/[\u0080-\u00ff\u0152-\u0178\u02c6\u02dc\u2018-\u203a\u20ac\u2122]/g) > latinMax &&
      share(/[\u00a1-\u00ff]/g) > lostMax * 2) ||
    (han >= 20 && share(garbledHan, han) > guessedMax)
  );
}
