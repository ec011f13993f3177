import type { LocalizedMessage } from '@citewell/core/errors.ts';

/** Reasons why an entry of a file is not stored. */
const reasons = {
  encoding: ['the bytes are not UTF-8', '字节不是有效的 UTF-8'],
  length: ['the line is too long', '该行过长'],
  json: ['the line is not one JSON object', '该行不是一个 JSON 对象'],
  control: ['the text holds control characters', '文本含有控制字符'],
  surrogate: ['the text holds half of a character', '文本含有不完整的字符'],
  no_pmid: ['the record has no PMID', '记录没有 PMID'],
  no_tag: ['the line has neither a tag nor what it would continue', '该行没有标签，也不是续行'],
  demonstration: ['the record is an invented demonstration record', '该记录是虚构的演示记录'],
  too_long: ['the record is too long', '记录过长'],
  refused: [
    'the search engine of the library cannot store the record: a field of it is too long or malformed',
    '文献库的检索引擎无法存储该记录：其中某个字段过长或格式有误',
  ],
} as const satisfies Record<string, readonly [en: string, zh: string]>;

export type RejectReason = keyof typeof reasons;

export function rejectSentence(reason: RejectReason): LocalizedMessage {
  const [en, zh] = reasons[reason];
  return { en, zh };
}
