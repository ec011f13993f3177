import { type Format, formatOf } from './inspect-file.ts';
import type { IngestItem, ItemReader } from './item.ts';
import { openFile } from './open-file.ts';
import { createMedlineReader } from './read-medline.ts';
import { createXmlReader } from './read-xml.ts';

const readers: Record<Format, () => ItemReader | Promise<ItemReader>> = {
  xml: createXmlReader,
  medline: createMedlineReader,
  // Loaded only for such a file: validation takes as long to load as all else that the thread of a reader needs.
  jsonl: async () => (await import('./read-jsonl.ts')).createJsonlReader(),
};

/** Portion of a file's items. */
export type ItemPortion = {
  items: IngestItem[];
  /** Approximate number of characters of their texts. */
  characters: number;
  /** Number of items of the file read so far, including these. */
  end: number;
  /** Marks the last portion. */
  isLast: boolean;
  /** Bytes of the file itself that have been read. */
  position: number;
};

/** Characters after which a portion is full, whatever the number of its records. */
const charactersMax = 1024 * 1024;

/**
 * Yields the items of a file in portions of `size`, always with a last one, which may be empty. The boundaries are the
 * same whenever the file is read.
 *
 * @throws FileError if the file is invalid.
 */
export async function* readPortions(
  path: string,
  isPacked: boolean,
  size: number,
): AsyncGenerator<ItemPortion> {
  const file = openFile(path, isPacked);
  let reader: ItemReader | undefined;
  let items: IngestItem[] = [];
  let characters = 0;
  let end = 0;
  const add = (item: IngestItem) => {
    items.push(item);
    characters += charactersOf(item);
    end++;
  };
  const portion = (isLast: boolean): ItemPortion => {
    const full = { items, characters, end, isLast, position: file.position() };
    items = [];
    characters = 0;
    return full;
  };
  for await (const bytes of file.bytes) {
    reader ??= await readers[formatOf(bytes)]();
    for (const item of reader.feed(bytes)) {
      add(item);
      if (items.length >= size || characters >= charactersMax) yield portion(false);
    }
  }
  reader ??= await readers[formatOf(new Uint8Array())]();
  for (const item of reader.end()) add(item);
  yield portion(true);
}

function charactersOf(item: IngestItem): number {
  if (item.kind !== 'record') return 100;
  const { abstract, authors } = item.article;
  return abstract.reduce((sum, { text }) => sum + text.length, 1_000 + 20 * authors.length);
}
