import type { LocalizedMessage } from '@citewell/core/errors.ts';

/** Messages for malformed documents. None contains text of the document. */
const reasons = {
  root: ['the root element is not one of PubMed’s', '根元素不是 PubMed 的元素'],
  no_root: ['the document has no root element', '文档没有根元素'],
  second_root: ['there is a second root element', '存在第二个根元素'],
  ends_early: ['the document ends in the middle', '文档在中途结束'],
  not_utf8: ['the bytes are not UTF-8', '字节不是有效的 UTF-8'],
  character: ['there is a character that XML does not allow', '含有 XML 不允许的字符'],
  text_outside: ['there is text outside of the root element', '根元素之外存在文本'],
  section_end: ['"]]>" stands in a text', '文本中出现 "]]>"'],
  reference: [
    'a reference is malformed, or to an entity that XML itself does not have',
    '引用有误，或引用了 XML 自身没有的实体',
  ],
  name: ['a tag has no proper name', '标签名称有误'],
  tag: ['a tag is malformed', '标签格式有误'],
  attribute: ['a tag has a malformed attribute', '标签的属性有误'],
  attributes_many: ['a tag has too many attributes', '标签的属性过多'],
  attribute_twice: ['a tag has an attribute twice', '标签的属性重复'],
  close_tag: ['a closing tag does not belong to the tag that is open', '结束标签与开始标签不匹配'],
  too_deep: ['elements are nested too deeply', '元素嵌套过深'],
  endless: ['a tag, comment or section does not end or is too long', '标签、注释或区段没有结束，或过长'],
  comment: ['a comment holds "--"', '注释中含有 "--"'],
  declaration: ['there is a declaration where none may be', '声明出现在不允许的位置'],
  doctype: ['the document type is malformed or misplaced', '文档类型声明有误或位置不当'],
  entities: ['entity declarations are not accepted, nor any others', '不接受实体声明及其他声明'],
  xml_declaration: ['the XML declaration is malformed', 'XML 声明有误'],
  instruction: ['a processing instruction is malformed', '处理指令有误'],
  no_pmid: ['a record has no PMID', '记录没有 PMID'],
  too_long: ['a record is too long', '记录过长'],
} as const satisfies Record<string, readonly [en: string, zh: string]>;

export type XmlReason = keyof typeof reasons;

export function xmlSentence(reason: XmlReason): LocalizedMessage {
  const [en, zh] = reasons[reason];
  return { en, zh };
}

/** XML that cannot be read, with the position: the line from 1, the column in bytes. */
export class XmlError extends Error {
  override readonly name = 'XmlError';
  readonly reason: XmlReason;
  readonly line: number;
  readonly column: number;

  constructor(reason: XmlReason, line: number, column: number) {
    super(`${xmlSentence(reason).en} (line ${line}, column ${column})`);
    this.reason = reason;
    this.line = line;
    this.column = column;
  }
}
