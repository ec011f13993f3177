import { XmlError, type XmlReason } from '../../../platform/xml/xml-error.ts';
import { createXmlScanner } from '../../../platform/xml/xml-scanner.ts';

export { XmlError };

/** Element as read, with text and elements in document order. */
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
  /**
   * Returns the records that this chunk completes.
   *
   * @throws XmlError if the document is malformed; what came before is incomplete.
   */
  feed(chunk: Uint8Array | string): XmlElement[];
  /**
   * Ends the document.
   *
   * @throws XmlError if it is truncated.
   */
  end(): void;
  /** Creates an error at the current position, for readers that find a record invalid. */
  error(reason: XmlReason): XmlError;
};

export type XmlRecordOptions = {
  /** Permitted names of the root; any other is an error. */
  roots: ReadonlySet<string>;
  /** Elements returned as trees, at any depth. A root can be a record. */
  records: ReadonlySet<string>;
  /**
   * Decides, by an element's name and ancestors, whether to skip it inside a record: most of a PubMed record is its
   * reference list.
   */
  skips?(name: string, open: readonly XmlElement[]): boolean;
};

/** Maximum characters of a record: more than twice the names of 15,000 authors, the most of any paper. */
const recordMax = 8 * 1024 * 1024;
/**
 * Maximum bytes of a tag: PubMed's longest, those of formulas, have a few hundred. Word's, which contain pictures, are
 * longer.
 */
const tagMax = 64 * 1024;
/** Size counted for an element besides its text. */
const elementSize = 50;

/**
 * Reads an XML document of any size record by record, strictly: malformed XML, invalid UTF-8, forbidden characters and
 * entity declarations are errors, so that a partial document never looks complete.
 */
export function createXmlRecordReader({
  roots,
  records,
  skips = () => false,
}: XmlRecordOptions): XmlRecordReader {
  const open: XmlElement[] = [];
  let depth = 0;
  let recordDepth = 0;
  /** Depth of the element being skipped, or 0. */
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

  /** Returns false if the record is too long: what was read of it is dropped, and the rest is skipped. */
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

/** Most elements have one child, for which a growing array would reserve room for seventeen. */
function addChild(parent: XmlElement, child: XmlElement | string): void {
  if (parent.children.length === 0) parent.children = [child];
  else parent.children.push(child);
}

/** Reads a whole document as one tree. */
export function readXml(text: string, roots: ReadonlySet<string>): XmlElement {
  const reader = createXmlRecordReader({ roots, records: roots });
  const [root] = reader.feed(text);
  reader.end();
  if (!root) throw reader.error('no_root');
  return root;
}

/** Returns the first element on the path of these names. */
export function find(element: XmlElement | undefined, ...path: string[]): XmlElement | undefined {
  let at = element;
  for (const name of path) at = at && findChild(at, name);
  return at;
}

function findChild({ children }: XmlElement, name: string): XmlElement | undefined {
  for (const child of children) if (typeof child !== 'string' && child.name === name) return child;
  return undefined;
}

/** Returns all children of this name, in order. */
export function findAll(element: XmlElement | undefined, name: string): XmlElement[] {
  const found: XmlElement[] = [];
  for (const child of element?.children ?? [])
    if (typeof child !== 'string' && child.name === name) found.push(child);
  return found;
}
