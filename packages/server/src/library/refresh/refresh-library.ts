import { type Article, lacksDetails, type Pmid } from '@citewell/core/records/article.ts';
import type { LibraryWriter } from '@citewell/core/records/library.ts';

/** Records per request: as many as PubMed returns in one reply. */
const batchRecords = 200;
/** Key of the progress; its number of records is the last PMID handled. */
const progressName = 'library refresh';

export type RefreshCounts = {
  /** Records that lacked details. */
  asked: number;
  /** Number of records that have more of them now. */
  filled: number;
  /** Number of records that no source has. */
  missing: number;
};

/**
 * Fills the missing details of records (volume, issue, pages, ISSN, DOI, affiliations) from a source: everything else
 * of a record stays as it is. Each batch is written together with the progress, so that an interrupted run continues
 * there; a completed run starts again, for records that still lack details.
 * @param fetch returns records of these PMIDs; those that no source has are omitted
 * @param signal stops after the current batch
 * @throws errors of `fetch`; the reason of `signal` once it is aborted
 */
export async function refreshLibrary(
  writer: LibraryWriter,
  {
    fetch,
    signal,
    report = () => undefined,
  }: {
    fetch(pmids: readonly Pmid[], signal: AbortSignal): Promise<readonly Article[]>;
    signal: AbortSignal;
    /** `seen`: records examined, including those of an earlier run. */
    report?(seen: number, counts: RefreshCounts): void;
  },
): Promise<RefreshCounts> {
  const counts: RefreshCounts = { asked: 0, filled: 0, missing: 0 };
  const earlier = await writer.progressOf(progressName);
  const begun = earlier && !earlier.done ? earlier.records : 0;
  let seen = 0;
  let last = begun;
  let batch: Pmid[] = [];
  for await (const article of writer.records()) {
    seen++;
    const number = Number(article.pmid);
    if (number <= begun || article.demonstration || !lacksDetails(article)) continue;
    last = number;
    batch.push(article.pmid);
    if (batch.length === batchRecords) await fill();
  }
  await fill(true);
  return counts;

  async function fill(done = false): Promise<void> {
    signal.throwIfAborted();
    const found = batch.length > 0 ? await fetch(batch, signal) : [];
    const { replaced } = await writer.write({
      put: [],
      fill: found.map((article) => ({ pmid: article.pmid, details: article })),
      remove: [],
      notices: [],
      progress: { file: progressName, records: last, done },
    });
    counts.asked += batch.length;
    counts.filled += replaced;
    counts.missing += batch.length - found.length;
    batch = [];
    report(seen, counts);
  }
}
