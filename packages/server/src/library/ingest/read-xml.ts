import { createRecordParser, type PubmedItem } from '../../literature/sources/pubmed/parse-records.ts';
import { XmlError, xmlSentence } from '../../platform/xml/xml-error.ts';
import { FileError } from './file-error.ts';
import type { IngestItem, ItemReader } from './item.ts';

/** Reads PubMed's XML: baseline and update files, and replies of efetch. */
export function createXmlReader(): ItemReader {
  const parser = createRecordParser();
  return {
    feed: (bytes) => named(() => parser.feed(bytes).map(toItem)),
    end: () =>
      named(() => {
        parser.end();
        return [];
      }),
  };
}

function toItem(item: PubmedItem): IngestItem {
  return item.kind === 'reject' ? { ...item, reason: xmlSentence(item.reason) } : item;
}

/** Runs `read`, converting XML errors into ingest errors. */
export function named<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw error instanceof XmlError ? new FileError(xmlSentence(error.reason), error.line) : error;
  }
}
