import { pubmedRoots } from '../../literature/sources/pubmed/parse-records.ts';
import { createXmlRecordReader } from '../../literature/sources/pubmed/xml-records.ts';
import { FileError } from './file-error.ts';
import { formatOf } from './inspect-file.ts';
import { openFile } from './open-file.ts';
import { named } from './read-xml.ts';

/**
 * Reads a file to its end before anything of it is written, so that a truncated or corrupt one leaves nothing behind.
 *
 * @throws FileError with the line of the text at which it is invalid.
 */
export async function checkFile(path: string, isPacked: boolean): Promise<void> {
  let reader: { feed(bytes: Uint8Array): unknown; end(): void; lines(): number } | undefined;
  try {
    for await (const bytes of openFile(path, isPacked).bytes) {
      reader ??= formatOf(bytes) === 'xml' ? xmlChecker() : lineCounter();
      reader.feed(bytes);
    }
  } catch (error) {
    // Corrupt compression has no line of its own: it is where the readable text ended.
    if (!(error instanceof FileError) || error.line !== undefined) throw error;
    throw new FileError(error.sentence, reader?.lines() ?? 1);
  }
  if (!reader) formatOf(new Uint8Array());
  reader?.end();
}

function xmlChecker() {
  const reader = createXmlRecordReader({ roots: pubmedRoots, records: new Set() });
  return {
    feed: (bytes: Uint8Array) => named(() => reader.feed(bytes)),
    end: () => named(() => reader.end()),
    lines: () => reader.error('ends_early').line,
  };
}

/** Counts the lines of a file, whose items are validated when they are read. */
function lineCounter() {
  let lines = 1;
  return {
    feed(bytes: Uint8Array) {
      for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, at + 1)) lines++;
    },
    end() {},
    lines: () => lines,
  };
}
