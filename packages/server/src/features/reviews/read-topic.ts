import type { LocalizedMessage } from '@citewell/core/errors.ts';
import { cleanText } from '@citewell/core/text/clean-text.ts';
import { describe, validationError } from '../../http/body/validate.ts';

/** HTML elements, which are removed from a title. */
const elements = /<\/?[a-z!][^<>]{0,2000}>/gi;

const allowed: LocalizedMessage = {
  en: 'a topic in words, not only markup',
  zh: '用文字表述的主题，不能只有标记',
};

/**
 * Reads a review's topic as a reader sees it: without HTML elements and bidirectional control characters.
 * @throws {ServiceError} 400 `invalid_request` if nothing is left
 */
export function readTopic(question: string, field = 'question'): string {
  const topic = cleanText(question)
    .replace(elements, ' ')
    .replace(/[^\S\n]{2,}/g, ' ')
    .trim();
  if (!/[\p{L}\p{N}]/u.test(topic)) throw validationError(field, allowed, describe(question));
  return topic;
}
