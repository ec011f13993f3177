import { basename } from 'node:path';
import type { LocalizedMessage } from '@citewell/core/errors.ts';
import type { Pmid } from '@citewell/core/records/article.ts';
import type { LibraryBatch, LibraryWriter } from '@citewell/core/records/library.ts';
import { FileError } from './file-error.ts';
import type { FileReader } from './file-reader.ts';
import type { InputFile } from './find-files.ts';
import type { Inspection } from './inspect-file.ts';
import type { IngestItem } from './item.ts';
import type { ItemPortion } from './read-portions.ts';
import { rejectSentence } from './reject.ts';
import type { RejectList } from './reject-lists.ts';
import { type Changes, toBatches } from './to-batches.ts';

/** Event of an ingest in progress. */
export type IngestEvent = { file: string } /** `share`: fraction of the file's bytes, 0 to 1. */ & (
  | { event: 'progress'; records: number; share: number }
  | { event: 'done'; counts: Counts; rejectsPath: string | undefined }
  /** Event for a file that was ingested completely before. */
  | { event: 'skipped' }
  /** `taken`: records ingested before the rejection; none, unless the file changed while it was read. */
  | { event: 'refused'; line: number | undefined; reason: LocalizedMessage; taken: number }
);

export type Counts = {
  records: number;
  added: number;
  replaced: number;
  unchanged: number;
  removed: number;
  rejected: number;
};

export type IngestOptions = {
  /** Writer of the library; if undefined, everything is read but nothing written. */
  writer: LibraryWriter | undefined;
  /** Readers of files: as many files are read in parallel as there are readers, and written one after the other. */
  readers: readonly FileReader[];
  /** Records per transaction. */
  batchSize: number;
  /**
   * Continues after what is already ingested; otherwise every file is read from its beginning, which does not duplicate
   * anything.
   */
  resume: boolean;
  rejects: (file: string, md5: string) => RejectList;
  /** Stops after the batch being written. */
  signal: AbortSignal;
  report(event: IngestEvent): void;
};

export type IngestResult = { counts: Counts; refused: number; interrupted: boolean };

/** Key of the progress of these bytes: another file of the same name is different. */
export function progressKey(name: string, md5: string): string {
  return `${basename(name)}#${md5}`;
}

/** Number of items that a reader passes on at once. */
const portionSize = 500;
/** Number of characters of text that fill a batch, whatever the number of its records. */
const batchCharactersMax = 24 * 1024 * 1024;

/**
 * Ingests files in order. Each is read to its end before anything of it is written, so that a corrupt one leaves no
 * trace; then it is written in batches, each in a transaction that also records the progress.
 */
export async function ingest(
  files: readonly Pick<InputFile, 'path' | 'name'>[],
  options: IngestOptions,
): Promise<IngestResult> {
  const { readers, signal, report } = options;
  const total = { counts: noCounts(), refused: 0 };
  const started: Promise<Prepared>[] = [];
  for (const [index, file] of files.entries()) {
    while (started.length < Math.min(index + readers.length, files.length)) {
      const place = started.length;
      const prepared = prepare(
        files[place] as InputFile,
        readers[place % readers.length] as FileReader,
        options,
      );
      // Awaited in its turn; until then it must not count as unhandled.
      prepared.catch(() => {});
      started.push(prepared);
    }
    const counts = noCounts();
    try {
      const prepared = await started[index];
      if (signal.aborted) break;
      if (prepared) await take(file, prepared, options, counts);
    } catch (error) {
      if (!(error instanceof FileError)) throw error;
      total.refused++;
      const { line, sentence: reason } = error;
      const taken = options.writer ? counts.records : 0;
      report({ event: 'refused', file: file.name, line, reason, taken });
    }
    addCounts(total.counts, counts);
    if (signal.aborted) break;
  }
  return { ...total, interrupted: signal.aborted };
}

type Prepared = {
  inspection: Inspection;
  /** Number of items already ingested. */
  known: number;
  /** Remaining items in portions; undefined if all of them are ingested. */
  portions: AsyncIterable<ItemPortion> | undefined;
};

async function prepare(
  { path, name }: Pick<InputFile, 'path' | 'name'>,
  reader: FileReader,
  { writer, resume, batchSize }: IngestOptions,
): Promise<Prepared> {
  const inspection = await reader.inspect(path);
  const progress = resume ? await writer?.progressOf(progressKey(name, inspection.md5)) : undefined;
  if (progress?.done) return { inspection, known: progress.records, portions: undefined };
  await reader.check(path, inspection.isPacked);
  const portions = reader.read(path, inspection.isPacked, Math.min(batchSize, portionSize));
  return { inspection, known: progress?.records ?? 0, portions };
}

/** Counts its work in `counts`, even if it ends with an error. */
async function take(
  { name }: Pick<InputFile, 'name'>,
  { inspection, known, portions }: Prepared,
  { writer, batchSize, rejects, signal, report }: IngestOptions,
  counts: Counts,
): Promise<void> {
  if (!portions) {
    report({ event: 'skipped', file: name });
    return;
  }
  const list = rejects(name, inspection.md5);
  const key = progressKey(name, inspection.md5);
  let rejectsPath: string | undefined;
  let items: IngestItem[] = [];
  let characters = 0;
  try {
    for await (const portion of portions) {
      for (const [place, item] of portion.items.entries()) {
        if (item.kind === 'reject') {
          // Including those of an earlier run: the list covers the whole file.
          await list.add(item.line, item.reason);
          counts.rejected++;
        } else if (portion.end - portion.items.length + place >= known) items.push(item);
      }
      characters += portion.characters;
      if (items.length < batchSize && characters < batchCharactersMax && !portion.isLast) continue;
      counts.records += items.filter(({ kind }) => kind === 'record').length;
      if (writer && (items.length > 0 || portion.isLast)) {
        const progress = { file: key, records: portion.end, done: portion.isLast };
        const { counts: written, refused } = await write(writer, toBatches(items), progress);
        addCounts(counts, written);
        for (const [pmid, line] of linesOf(items)) {
          if (!refused.has(pmid)) continue;
          await list.add(line, rejectSentence('refused'));
          counts.rejected++;
          counts.records--;
        }
      }
      items = [];
      characters = 0;
      const share = portion.position / inspection.size;
      report({ event: 'progress', file: name, records: counts.records, share });
      if (signal.aborted && !portion.isLast) return;
    }
  } finally {
    rejectsPath = await list.close();
  }
  report({ event: 'done', file: name, counts, rejectsPath });
}

async function write(
  writer: LibraryWriter,
  batches: readonly Changes[],
  progress: NonNullable<LibraryBatch['progress']>,
): Promise<{ counts: Counts; refused: ReadonlySet<Pmid> }> {
  const counts = noCounts();
  const refused = new Set<Pmid>();
  for (const [place, changes] of batches.entries()) {
    // Recorded with the last batch: writing twice has the same result.
    const isLast = place === batches.length - 1;
    const { refused: unstored = [], ...result } = await writer.write(
      isLast ? { ...changes, progress } : changes,
    );
    addCounts(counts, { ...noCounts(), ...result });
    for (const pmid of unstored) refused.add(pmid);
  }
  return { counts, refused };
}

/** Returns where each record of a batch begins; of several of one PMID the last. */
function linesOf(items: readonly IngestItem[]): Map<Pmid, number> {
  return new Map(items.flatMap((item) => (item.kind === 'record' ? [[item.article.pmid, item.line]] : [])));
}

export function noCounts(): Counts {
  return { records: 0, added: 0, replaced: 0, unchanged: 0, removed: 0, rejected: 0 };
}

export function addCounts(total: Counts, more: Counts): void {
  for (const name of Object.keys(total) as (keyof Counts)[]) total[name] += more[name];
}
