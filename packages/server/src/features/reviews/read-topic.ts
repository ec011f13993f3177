import type { LocalizedMessage } from '@citewell/core/errors.ts';
import { cleanText } from '@citewell/core/text/clean-text.ts';
import { describe, validationError } from '../../http/body/validate.ts';

/** Elements of HTML, which a title would be without; of scripts and styles what they hold as well. */
const elements =
  /<(script|style)\b[^<>]{0,2000}>(?:(?!<\/\1)[\s\S]){0,4000}<\/\1\s{0,9}>|<\/?[a-z!][^<>]{0,2000}>/gi;
/** A link or a picture of Markdown, of which the words that are shown stay. */
const link = /!?\[([^[\]]{0,300})\]\([^()\s]{0,500}(?:\([^()\s]{0,200}\))?[^()\s]{0,200}\)/g;
/** An address, which names no topic. */
const address = /\b(?:https?|ftp):\/\/[^\s<>]{1,2000}/gi;
/** Marks of Markdown: emphasis, code, headings, quotations and items of lists. */
const marks =
  /\*\*|__|~~|`|(?<![\p{L}\p{N}])\*(?=\p{L})|(?<=[\p{L}\p{N}])\*(?![\p{L}\p{N}])|^[ \t]{0,3}(?:#{1,6}|>|[-+*])[ \t]+/gmu;

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
    .replace(link, '$1')
    .replace(address, ' ')
    .replace(marks, '')
    .replace(/[^\S\n]{2,}/g, ' ')
    .trim();
  if (!/[\p{L}\p{N}]/u.test(topic)) throw validationError(field, allowed, describe(question));
  return topic;
}
