import type { LocalizedMessage } from '@citewell/core/errors.ts';

const reasons = {
  not_a_docx: [
    'this is not a .docx file: it is not a ZIP archive that contains word/document.xml',
    '这不是 .docx 文件：不是含有 word/document.xml 的 ZIP 压缩包',
  ],
  encrypted: [
    'the file is an old .doc or password-protected: save it as a .docx without a password',
    '文件为旧版 .doc，或受密码保护：请另存为无密码的 .docx',
  ],
  too_large: ['the file is too large for a manuscript', '文件超过稿件的合理大小'],
  damaged: ['the file is damaged', '文件已损坏'],
  not_text: [
    'the file is not text in UTF-8, UTF-16 or GB18030 (save a PDF or RTF as .docx or text first)',
    '文件不是 UTF-8、UTF-16 或 GB18030 文本（PDF 或 RTF 请先另存为 .docx 或纯文本）',
  ],
} as const satisfies Record<string, readonly [en: string, zh: string]>;

export type ManuscriptReason = keyof typeof reasons;

/** Manuscript that cannot be read. The message contains nothing of it. */
export class ManuscriptError extends Error {
  override readonly name = 'ManuscriptError';
  readonly reason: ManuscriptReason;

  constructor(reason: ManuscriptReason, options?: ErrorOptions) {
    super(reasons[reason][0], options);
    this.reason = reason;
  }

  get sentence(): LocalizedMessage {
    const [en, zh] = reasons[this.reason];
    return { en, zh };
  }
}
