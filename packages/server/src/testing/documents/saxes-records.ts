import { SaxesParser } from 'saxes';
import type { XmlElement, XmlRecordOptions } from '../../literature/sources/pubmed/xml-records.ts';

/**
 * Reads a document with saxes, an independent parser, into what our own reader must return: the records, or undefined if it
 * is invalid.
 */
export function readBySaxes(bytes: Uint8Array, options: XmlRecordOptions): XmlElement[] | undefined {
  const { roots, records, skips = () => false } = options;
  const parser = new SaxesParser({ xmlns: false });
  const complete: XmlElement[] = [];
  const open: XmlElement[] = [];
  let depth = 0;
  let skippedAt = 0;
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('doctype', (text) => {
    if (text.replace(/"[^"]*"|'[^']*'/g, '').includes('[')) throw new Error('declarations');
  });
  parser.on('opentag', ({ name, attributes }) => {
    depth++;
    if ((depth === 1 && !roots.has(name)) || depth > 100) throw new Error(name);
    const parent = open.at(-1);
    if (skippedAt > 0 || (!parent && !records.has(name))) return;
    if (parent && skips(name, open)) {
      skippedAt = depth;
      return;
    }
    const element: XmlElement = { name, attributes: { ...attributes }, children: [] };
    parent?.children.push(element);
    open.push(element);
  });
  parser.on('closetag', () => {
    depth--;
    if (skippedAt > 0) {
      if (depth < skippedAt) skippedAt = 0;
      return;
    }
    const element = open.pop();
    if (element && open.length === 0) complete.push(element);
  });
  const onText = (text: string) => {
    if (skippedAt === 0) open.at(-1)?.children.push(text);
  };
  parser.on('text', onText);
  parser.on('cdata', onText);
  try {
    parser.write(new TextDecoder('utf-8', { fatal: true }).decode(bytes)).close();
  } catch {
    return undefined;
  }
  return complete;
}

/** Builds a tree in which adjacent texts are joined and white space is collapsed, as for any reader of a record. */
export function plainTree({ name, attributes, children }: XmlElement): unknown[] {
  const parts: unknown[] = [];
  for (const child of children) {
    const last = parts.at(-1);
    if (typeof child !== 'string') parts.push(plainTree(child));
    else if (typeof last === 'string') parts[parts.length - 1] = last + child;
    else parts.push(child);
  }
  const folded = parts.map((part) => (typeof part === 'string' ? part.replace(/[\t\n\r ]+/g, ' ') : part));
  return [name, { ...attributes }, folded];
}
