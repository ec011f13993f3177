import { isUtf8 } from 'node:buffer';
import { XmlError, type XmlReason } from './xml-error.ts';
import { isName, matchesAt, type XmlName } from './xml-names.ts';
import { resolveReferences } from './xml-references.ts';
import { createTagReader, type XmlAttributes } from './xml-tags.ts';
import { firstNotUtf8, readTextRun, type TextRun, wholeCharacters } from './xml-text.ts';

export type XmlHandler = {
  open(name: string, attributes: XmlAttributes): void;
  close(): void;
  /** Returns true while attributes, or text, are needed: creating strings is the main cost. */
  takesAttributes(): boolean;
  takesText(): boolean;
  /** A text may come in several pieces; white space alone comes as one space. */
  text(text: string): void;
};

export type XmlScanner = {
  /** Takes the next bytes of the document, split anywhere. */
  write(bytes: Uint8Array): void;
  /** Ends the document. Throws XmlError if it is incomplete. */
  end(): void;
  /** Creates an error at the current position. */
  error(reason: XmlReason): XmlError;
  /** Line of the current position, from 1. */
  line(): number;
};

/** Maximum length of a tag, comment, CDATA section or instruction, each of which is read as a whole. */
const markupMax = 1 << 20;
/** Maximum depth: no record of PubMed is deeper than a dozen levels, including MathML, but malicious ones are. */
const depthMax = 100;

const [less, greater, slash, exclamation, question, openBracket] = [60, 62, 47, 33, 63, 91];
const byteOrderMark = Buffer.from('\ufeff');
/** Characters that UTF-8 can encode and XML does not permit. */
const noCharacters = ['\ufffe', '\uffff'].map((text) => Buffer.from(text));
const declaration = new RegExp(
  String.raw`^ +version *= *(["'])1\.\d+\1(?: +encoding *= *(["'])[A-Za-z][\w.-]*\2)?(?: +standalone *= *(["'])(?:yes|no)\3)? *$`.replaceAll(
    ' ',
    String.raw`[\t\n\r ]`,
  ),
);

/**
 * Reads XML 1.0 strictly: anything that is not well-formed UTF-8 and XML is an error, nothing external is ever loaded, and
 * a document type with declarations, above all of entities, is rejected. It works on bytes and creates strings only for
 * texts that are needed, which makes it fast. A tag may have `tagMax` bytes; an incomplete one is read again with each
 * write.
 */
export function createXmlScanner(handler: XmlHandler, tagMax = markupMax): XmlScanner {
  const readTag = createTagReader();
  const stack: XmlName[] = [];
  let memory: Buffer = Buffer.alloc(0);
  /** Buffered bytes up to the last complete character; unread ones begin at `at`. */
  let bytes = memory;
  let at = 0;
  /** Number of bytes at the end that belong to an incomplete character. */
  let cut = 0;
  let state: 'start' | 'prolog' | 'root' | 'epilog' = 'start';
  let sawDoctype = false;
  let lineNumber = 1;
  /** Offset at which the current line begins, possibly before the buffer, and at which it ends once known. */
  let lineStart = 0;
  let lineEnd = -1;
  const run: TextRun = { end: 0, isSpace: true, isAscii: true, hasReference: false, problem: undefined };

  return { write, end, error, line };

  function write(chunk: Uint8Array): void {
    line();
    const rest = bytes.length - at;
    const arrived = append(chunk);
    bytes = arrived.subarray(0, wholeCharacters(arrived));
    cut = arrived.length - bytes.length;
    lineStart -= at;
    lineEnd = lineStart - 1;
    at = 0;
    checkCharacters(bytes.subarray(rest), rest);
    if (state === 'start' && bytes.subarray(0, byteOrderMark.length).equals(byteOrderMark))
      at = byteOrderMark.length;
    while (at < bytes.length && (bytes[at] === less ? takeMarkup() : takeText()));
    if (bytes.length - at > markupMax) throw error('endless');
  }

  /** Joins the unread bytes and a new chunk in a reused buffer. */
  function append(chunk: Uint8Array): Buffer {
    const rest = bytes.length + cut - at;
    const length = rest + chunk.length;
    const target = length <= memory.length ? memory : Buffer.allocUnsafe(2 * length);
    memory.copy(target, 0, at, at + rest);
    target.set(chunk, rest);
    memory = target;
    return target.subarray(0, length);
  }

  function end(): void {
    if (stack.length > 0 || at < bytes.length) throw error('ends_early');
    if (cut > 0) throw error('not_utf8');
    if (state !== 'epilog') throw error('no_root');
  }

  function checkCharacters(added: Buffer, offset: number): void {
    if (!isUtf8(added)) {
      at = offset + firstNotUtf8(added);
      throw error('not_utf8');
    }
    for (const character of noCharacters) {
      const place = added.indexOf(character);
      if (place < 0) continue;
      at = offset + place;
      throw error('character');
    }
  }

  /** Returns false if no more of it is available yet. */
  function takeText(): boolean {
    readTextRun(bytes, at, run);
    const { end: runEnd, isSpace, isAscii, hasReference, problem } = run;
    if (problem) {
      at = runEnd;
      throw error(problem);
    }
    if (runEnd === at) return false;
    if (stack.length === 0) {
      if (!isSpace) throw error('text_outside');
      if (state === 'start') state = 'prolog';
    } else if (hasReference || handler.takesText()) {
      let text: string | undefined = isSpace ? ' ' : bytes.toString(isAscii ? 'latin1' : 'utf8', at, runEnd);
      if (hasReference) text = resolveReferences(text);
      if (text === undefined) throw error('reference');
      if (handler.takesText()) handler.text(text);
    }
    at = runEnd;
    return true;
  }

  /** Returns false if the markup is still incomplete. */
  function takeMarkup(): boolean {
    if (at + 1 === bytes.length) return false;
    switch (bytes[at + 1]) {
      case slash:
        return takeCloseTag();
      case exclamation:
        return takeDeclaration();
      case question:
        return takeInstruction();
      default:
        return takeOpenTag();
    }
  }

  function takeOpenTag(): boolean {
    if (state === 'epilog') throw error('second_root');
    const tag = readTag(bytes, at, handler.takesAttributes());
    const tagBytes = tag === undefined ? bytes.length - at : typeof tag === 'string' ? 0 : tag.length;
    if (tagBytes > tagMax) throw error('endless');
    if (tag === undefined) return false;
    if (typeof tag === 'string') throw error(tag);
    state = 'root';
    stack.push(tag.name);
    if (stack.length > depthMax) throw error('too_deep');
    handler.open(tag.name.text, tag.attributes);
    if (tag.isEmpty) close();
    at += tag.length;
    return true;
  }

  function takeCloseTag(): boolean {
    const name = stack.at(-1);
    const nameEnd = at + 2 + (name?.bytes.length ?? 0);
    if (name && bytes[nameEnd] === greater && matchesAt(name.bytes, bytes, at + 2)) {
      close();
      at = nameEnd + 1;
      return true;
    }
    const tagEnd = bytes.indexOf(greater, at);
    if (tagEnd < 0) return false;
    const written = bytes.toString('utf8', at + 2, tagEnd);
    if (!name || written.replace(/(?<![\t\n\r ])[\t\n\r ]+$/, '') !== name.text) throw error('close_tag');
    close();
    at = tagEnd + 1;
    return true;
  }

  function close(): void {
    handler.close();
    stack.pop();
    if (stack.length === 0) state = 'epilog';
  }

  function takeDeclaration(): boolean {
    if (standsHere('<!--')) {
      const dashes = bytes.indexOf('--', at + 4);
      if (dashes < 0 || dashes + 2 >= bytes.length) return false;
      if (bytes[dashes + 2] !== greater) throw error('comment');
      return takeUnread(dashes + 3);
    }
    if (standsHere('<![CDATA[') && stack.length > 0) {
      const end = bytes.indexOf(']]>', at + 9);
      if (end < 0) return false;
      const text = bytes.toString('utf8', at + 9, end);
      if (hasControlCharacter(text)) throw error('character');
      if (handler.takesText()) handler.text(text);
      at = end + 3;
      return true;
    }
    if (standsHere('<!DOCTYPE')) return takeDoctype();
    if (bytes.length - at < '<!DOCTYPE'.length) return false;
    throw error('declaration');
  }

  function standsHere(text: string): boolean {
    return bytes.toString('latin1', at, at + text.length) === text;
  }

  function takeDoctype(): boolean {
    if (sawDoctype || state === 'root' || state === 'epilog') throw error('doctype');
    const text = bytes.toString('latin1', at, at + markupMax);
    const match = /^<!DOCTYPE[\t\n\r ](?:[^"'<>[\]]+|"[^"]*"|'[^']*')*/.exec(text);
    if (!match) {
      if (text.length > '<!DOCTYPE'.length) throw error('doctype');
      return false;
    }
    const after = at + match[0].length;
    if (bytes[after] === openBracket) throw error('entities');
    if (bytes[after] === less) throw error('doctype');
    if (bytes[after] !== greater) return false;
    sawDoctype = true;
    return takeUnread(after + 1);
  }

  function takeInstruction(): boolean {
    const end = bytes.indexOf('?>', at + 2);
    if (end < 0) return false;
    const content = bytes.toString('utf8', at + 2, end);
    const target = content.split(/[\t\n\r ]/, 1)[0] ?? '';
    if (target === 'xml' && state === 'start') {
      if (!declaration.test(content.slice(3))) throw error('xml_declaration');
    } else if (target.toLowerCase() === 'xml' || !isName(target)) throw error('instruction');
    return takeUnread(end + 2);
  }

  /** Validates content that nobody needs, which must still be well-formed. */
  function takeUnread(after: number): true {
    if (hasControlCharacter(bytes.toString('latin1', at, after))) throw error('character');
    if (state === 'start') state = 'prolog';
    at = after;
    return true;
  }

  function line(): number {
    for (;;) {
      if (lineEnd < lineStart) {
        const found = bytes.indexOf(10, Math.max(lineStart, 0));
        lineEnd = found < 0 ? bytes.length : found;
      }
      if (lineEnd >= at) return lineNumber;
      lineNumber++;
      lineStart = lineEnd + 1;
    }
  }

  function error(reason: XmlReason): XmlError {
    return new XmlError(reason, line(), at - lineStart);
  }
}

function hasControlCharacter(text: string): boolean {
  return /[\0-\x08\x0b\x0c\x0e-\x1f]/.test(text);
}
