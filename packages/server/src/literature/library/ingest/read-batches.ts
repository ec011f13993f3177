import { type Format, formatOf } from './inspect-file.ts';
import type { IngestItem, ItemReader } from './item.ts';
import { openFile } from './open-file.ts';
import { createJsonlReader } from './read-jsonl.ts';
import { createMedlineReader } from './read-medline.ts';
import { createXmlReader } from './read-xml.ts';

const readers: Record<Format, () => ItemReader> = {
  xml: createXmlReader,
  jsonl: createJsonlReader,
  medline: createMedlineReader,
};

/** What is written in one transaction. */
export type ItemBatch = {
  items: IngestItem[];
  /** How many items of the file have been read, this batch included. */
  end: number;
  /** Nothing follows. */
  isLast: boolean;
  /** Bytes of the file itself that have been read. */
  position: number;
};

/** Text in characters after which a batch is full, whatever the number of its records. */
const batchTextMax = 8 * 1024 * 1024;

/**
 * The items of a file, in batches of `size`; always with a last one, which may be empty. Batches are cut at the same
 * places whenever the file is read. Throws FileError.
 */
export async function* readBatches(path: string, isPacked: boolean, size: number): AsyncGenerator<ItemBatch> {
  const file = openFile(path, isPacked);
  let reader: ItemReader | undefined;
  let items: IngestItem[] = [];
  let text = 0;
  let end = 0;
  const batch = (isLast: boolean): ItemBatch => {
    const full = { items, end, isLast, position: file.position() };
    items = [];
    text = 0;
    return full;
  };
  for await (const bytes of file.bytes) {
    reader ??= readers[formatOf(bytes)]();
    for (const item of reader.feed(bytes)) {
      items.push(item);
      end++;
      text += textOf(item);
      if (items.length >= size || text >= batchTextMax) yield batch(false);
    }
  }
  reader ??= readers[formatOf(new Uint8Array())]();
  for (const item of reader.end()) {
    items.push(item);
    end++;
  }
  yield batch(true);
}

function textOf(item: IngestItem): number {
  if (item.kind !== 'record') return 100;
  const { abstract, authors } = item.article;
  return abstract.reduce((sum, { text }) => sum + text.length, 1_000 + 20 * authors.length);
}
