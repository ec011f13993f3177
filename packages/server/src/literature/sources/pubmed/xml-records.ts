import { XmlError, type XmlReason } from '../../../platform/xml/xml-error.ts';
import { createXmlScanner } from '../../../platform/xml/xml-scanner.ts';

export { XmlError };

/** An element as read. Text and elements stand in document order. */
export type XmlElement = {
  name: string;
  attributes: Readonly<Record<string, string>>;
  children: (XmlElement | string)[];
  /** Line on which a record begins. */
  line?: number;
  /** Marks a record that exceeds the size limit and was not stored. */
  isTooLong?: true;
};

export type XmlRecordReader = {
  /** The records this chunk completes. Throws XmlError; what came before an error is not the whole document. */
  feed(chunk: Uint8Array | string): XmlElement[];
  /** Ends the document. Throws XmlError where it stopped in the middle. */
  end(): void;
  /** An error at the place reached, for a reader of records that finds one wrong. */
  error(reason: XmlReason): XmlError;
};

export type XmlRecordOptions = {
  /** Names the root may have; any other root is an error. */
  roots: ReadonlySet<string>;
  /** Elements that come out as trees, wherever they stand. A root can be a record. */
  records: ReadonlySet<string>;
  /**
   * Tells of an element inside a record, by its name and the elements that it stands in, whether it is passed over: most of a
   * PubMed record is its reference list.
   */
  skips?(name: string, open: readonly XmlElement[]): boolean;
};

/**
 * Characters in a record at most: more than twice what the names of 15,000 authors take, the most that a paper has had.
 */
const recordMax = 8 * 1024 * 1024;
/** Bytes in a tag at most: PubMed's longest, those of formulas, have a few hundred. Word's, which hold pictures, are longer. */
const tagMax = 64 * 1024;
/** Size attributed to an element besides its text. */
const elementSize = 50;

/**
 * Reads an XML document of any size record by record, strictly: malformed XML, bytes that are not UTF-8, forbidden
 * characters and entity declarations are errors, so that nothing partial passes for whole.
 */
export function createXmlRecordReader({
  roots,
  records,
  skips = () => false,
}: XmlRecordOptions): XmlRecordReader {
  const open: XmlElement[] = [];
  let depth = 0;
  let recordDepth = 0;
  /** The depth of the skipped element we are in, or 0. */
  let skippedAt = 0;
  let size = 0;
  let complete: XmlElement[] = [];

  const scanner = createXmlScanner(
    {
      open(name, attributes) {
        depth++;
        if (depth === 1 && !roots.has(name)) throw scanner.error('root');
        if (skippedAt > 0) return;
        const parent = open.at(-1);
        if (!parent && !records.has(name)) return;
        if (parent && skips(name, open)) {
          skippedAt = depth;
          return;
        }
        const element: XmlElement = { name, attributes, children: [] };
        if (!parent) {
          element.line = scanner.line();
          recordDepth = depth;
          size = 0;
        } else if (grow(elementSize)) addChild(parent, element);
        else return;
        open.push(element);
      },
      close() {
        depth--;
        if (skippedAt > 0) {
          if (depth < skippedAt) skippedAt = 0;
          return;
        }
        const element = open.pop();
        if (element && open.length === 0) complete.push(element);
      },
      takesAttributes: () => skippedAt === 0,
      takesText: () => skippedAt === 0 && open.length > 0,
      text(text) {
        const parent = open.at(-1);
        if (grow(text.length) && parent) addChild(parent, text);
      },
    },
    tagMax,
  );

  return {
    feed(chunk) {
      scanner.write(typeof chunk === 'string' ? Buffer.from(chunk) : chunk);
      const done = complete;
      complete = [];
      return done;
    },
    end: () => scanner.end(),
    error: (reason) => scanner.error(reason),
  };

  /** False where the record is too long: what there is of it is dropped, and what comes of it is passed over. */
  function grow(by: number): boolean {
    size += by;
    const [record] = open;
    if (size <= recordMax || !record) return true;
    record.isTooLong = true;
    record.children.length = 0;
    open.length = 1;
    if (depth > recordDepth) skippedAt = recordDepth + 1;
    return false;
  }
}

/** Most elements have one child, for which an array that grows would take the room of seventeen. */
function addChild(parent: XmlElement, child: XmlElement | string): void {
  if (parent.children.length === 0) parent.children = [child];
  else parent.children.push(child);
}

/** A whole document as one tree. */
export function readXml(text: string, roots: ReadonlySet<string>): XmlElement {
  const reader = createXmlRecordReader({ roots, records: roots });
  const [root] = reader.feed(text);
  reader.end();
  if (!root) throw reader.error('no_root');
  return root;
}

/** The first element reached by going down these names. */
export function find(element: XmlElement | undefined, ...path: string[]): XmlElement | undefined {
  let at = element;
  for (const name of path) at = at && findChild(at, name);
  return at;
}

function findChild({ children }: XmlElement, name: string): XmlElement | undefined {
  for (const child of children) if (typeof child !== 'string' && child.name === name) return child;
  return undefined;
}

/** All children of this name, in order. */
export function findAll(element: XmlElement | undefined, name: string): XmlElement[] {
  const found: XmlElement[] = [];
  for (const child of element?.children ?? [])
    if (typeof child !== 'string' && child.name === name) found.push(child);
  return found;
}
