import { readFileSync } from 'node:fs';
import { fileContentMaxBytes, fileContentMaxMegabytes } from '@citewell/sdk/protocol';
import { ManuscriptError } from '../features/citation-checks/manuscript/manuscript-error.ts';
import { manuscriptText } from '../features/citation-checks/manuscript/read-file.ts';
import { hasContent, normalizeText } from '../http/body/normalize-text.ts';
import { usage } from './options.ts';

/**
 * Reads the text of a file attached to a question: a Word document or plain text, within the limit of `file_content`.
 *
 * @throws UsageError that names the file and says why it cannot be used
 */
export function readAttachment(path: string): string {
  const text = normalizeText(textOf(path));
  if (!hasContent(text)) throw usage(`"${path}" contains no text`, `"${path}" 中没有文字`);
  if (Buffer.byteLength(text) > fileContentMaxBytes)
    throw usage(
      `the text of "${path}" exceeds ${fileContentMaxMegabytes} MB`,
      `"${path}" 的文本超过 ${fileContentMaxMegabytes} MB`,
    );
  return text;
}

function textOf(path: string): string {
  try {
    return manuscriptText(readFileSync(path)).text;
  } catch (error) {
    if (error instanceof ManuscriptError)
      throw usage(`"${path}": ${error.sentence.en}`, `"${path}"：${error.sentence.zh}`);
    const { code } = error as NodeJS.ErrnoException;
    throw usage(`"${path}" cannot be read (${code})`, `无法读取 "${path}"（${code}）`);
  }
}
