import type { Text } from '../../lib/language.tsx';
import type { ReadFailure } from './read-file.ts';

/** Says why a file could not be attached. */
export function readFailureText(reason: ReadFailure, t: Text): string {
  switch (reason) {
    case 'too_large':
      return t('This file is too large.', '文件过大。');
    case 'too_many_pages':
      return t(
        'This PDF has more than 2,000 pages. Attach the pages that matter.',
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
      return t('The text of this file exceeds 2 MB.', '文本超过 2 MB。');
    case 'unreadable':
      return t('This file could not be read.', '无法读取该文件。');
  }
}
