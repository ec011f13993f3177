import { SaxesParser } from 'saxes';

/** An element as read. Text and elements stand in document order. */
export type XmlElement = {
  name: string;
  attributes: Record<string, string>;
  children: (XmlElement | string)[];
};

/** XML that cannot be read as what it should be. `reason` names elements at most, never text. */
export class XmlError extends Error {
  override readonly name = 'XmlError';
  readonly reason: string;
  readonly line: number;
  readonly column: number;

  constructor(reason: string, line: number, column: number) {
    super(`${reason} (line ${line}, column ${column})`);
    this.reason = reason;
    this.line = line;
    this.column = column;
  }
}

export type XmlRecordReader = {
  /** The records this chunk completes. Throws XmlError; what came before an error is not the whole document. */
  feed(chunk: Uint8Array | string): XmlElement[];
  /** Ends the document. Throws XmlError where it stopped in the middle. */
  end(): void;
  /** An error at the place reached, for a reader of records that finds one wrong. */
  error(reason: string): XmlError;
};

export type XmlRecordOptions = {
  /** Names the root may have; any other root is an error. */
  roots: ReadonlySet<string>;
  /** Elements that come out as trees, wherever they stand. A root can be a record. */
  records: ReadonlySet<string>;
  /** Elements inside records that are passed over: most of a PubMed record is its reference list. */
  skip?: ReadonlySet<string>;
};

/** No record of PubMed is deeper than a dozen levels, MathML included; hostile ones are. */
const depthMax = 100;

/**
 * Reads an XML document of any size record by record, strictly: malformed XML, bytes that are not UTF-8, forbidden
 * characters and entity declarations are errors, so that nothing partial passes for whole.
 */
export function createXmlRecordReader({
  roots,
  records,
  skip = new Set(),
}: XmlRecordOptions): XmlRecordReader {
  const parser = new SaxesParser({ xmlns: false, position: true });
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const open: XmlElement[] = [];
  let depth = 0;
  /** The depth of the skipped element we are in, or 0. */
  let skippedAt = 0;
  let complete: XmlElement[] = [];

  const error = (reason: string) => new XmlError(reason, parser.line, parser.column);

  parser.on('error', (cause) => {
    throw error(cause.message.replace(/^(?:[^ ]*:)?\d+:\d+: /, '').replace(/\.$/, ''));
  });
  parser.on('doctype', (text) => {
    if (text.includes('<!ENTITY')) throw error('entity declarations are not accepted');
  });
  parser.on('opentag', ({ name, attributes }) => {
    depth++;
    if (depth === 1 && !roots.has(name)) throw error(`the root element is ${name.slice(0, 40)}`);
    if (depth > depthMax) throw error('elements are nested too deeply');
    if (skippedAt > 0) return;
    const parent = open.at(-1);
    if (!parent && !records.has(name)) return;
    if (parent && skip.has(name)) {
      skippedAt = depth;
      return;
    }
    const element: XmlElement = { name, attributes, children: [] };
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

  return {
    feed(chunk) {
      parser.write(typeof chunk === 'string' ? chunk : decode(chunk));
      const done = complete;
      complete = [];
      return done;
    },
    end() {
      parser.write(decode());
      parser.close();
    },
    error,
  };

  function decode(bytes?: Uint8Array): string {
    try {
      return bytes ? decoder.decode(bytes, { stream: true }) : decoder.decode();
    } catch {
      throw error('the bytes are not UTF-8');
    }
  }
}

/** A whole document as one tree. */
export function readXml(text: string, roots: ReadonlySet<string>): XmlElement {
  const reader = createXmlRecordReader({ roots, records: roots });
  const [root] = reader.feed(text);
  reader.end();
  if (!root) throw reader.error('the document has no root element');
  return root;
}

/** The first element reached by going down these names. */
export function find(element: XmlElement | undefined, ...path: string[]): XmlElement | undefined {
  let at = element;
  for (const name of path)
    at = at?.children.find((child): child is XmlElement => typeof child !== 'string' && child.name === name);
  return at;
}

/** All children of this name, in order. */
export function findAll(element: XmlElement | undefined, name: string): XmlElement[] {
  return (element?.children ?? []).filter(
    (child): child is XmlElement => typeof child !== 'string' && child.name === name,
  );
}
