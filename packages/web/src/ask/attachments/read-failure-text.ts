import { fileContentMaxMegabytes, imagesMax } from '@citewell/sdk';
import type { Text } from '../../lib/language.tsx';
import { textsMax } from './add-attachment.ts';
import type { ReadFailure } from './read-failure.ts';

/** Explains why a file could not be attached. */
export function readFailureText(reason: ReadFailure, t: Text): string {
  switch (reason) {
    case 'too_large':
      return t('This file is too large.', '文件过大。');
    case 'too_many_pages':
      return t(
        'This PDF has more than 2,000 pages. Attach only the pages you need.',
        '该 PDF 超过 2,000 页，请只附加需要的页面。',
      );
    case 'too_slow':
      return t('Reading this file took too long.', '读取该文件耗时过长。');
    case 'no_text':
      return t(
        'This file contains no text. If it is a scan, run OCR on it first.',
        '文件中没有文字：扫描件需先识别文字。',
      );
    case 'text_too_long':
      return t(
        `The text of this file exceeds ${fileContentMaxMegabytes} MB.`,
        `文本超过 ${fileContentMaxMegabytes} MB。`,
      );
    case 'unreadable':
      return t('This file could not be read.', '无法读取该文件。');
    case 'unknown_format':
      return t(
        'Files of this kind cannot be attached; use PDF, Word (.docx), plain text, or a PNG, JPEG or WebP image.',
        '不支持此类文件，请使用 PDF、Word（.docx）、纯文本，或 PNG、JPEG、WebP 图片。',
      );
    case 'no_images':
      return t(
        'Images cannot be attached: this service has no model that can read them.',
        '无法附加图片：本服务未配置可识别图片的模型。',
      );
    case 'too_many_files':
      return t(`At most ${textsMax} documents can be attached.`, `最多附加 ${textsMax} 个文件。`);
    case 'too_many_images':
      return t(`At most ${imagesMax} images can be attached.`, `最多附加 ${imagesMax} 张图片。`);
    case 'too_long_together':
      return t(
        `The attachments together exceed ${fileContentMaxMegabytes} MB of text.`,
        `全部附件的文本合计超过 ${fileContentMaxMegabytes} MB。`,
      );
  }
}
