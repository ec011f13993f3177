import type { Article } from '@citewell/core/records/article.ts';
import type { BatchResult, LibraryBatch } from '@citewell/core/records/library.ts';
import { LibraryUnavailable } from '@citewell/core/records/library.ts';
import { recordText } from '@citewell/search-index/segments/record-codec.ts';
import { newestOfEach, outcome, type Revision } from '@citewell/search-index/writing/resolve-upserts.ts';
import type { BulkAction, BulkOutcome, Cluster, Versioned } from './cluster.ts';
import { noticeActions, toStoredNotice } from './notices.ts';
import { createDocumentMaker, recordSum, type StoredRecord } from './to-document.ts';

type Head = Pick<StoredRecord, 'version' | 'revised' | 'sample' | 'sum'>;
type Stored = Versioned<Head>;
type Outcome = 'added' | 'replaced' | 'unchanged' | 'older';

const headFields = ['version', 'revised', 'sample', 'sum'];

/** Records a bulk request has at most: about 5 MB. */
const bulkMax = 1_000;

/** Times that records are looked at again which another writer changed between a look and a write. */
const attemptsMax = 10;

export type Written = { result: BatchResult; changed: boolean; hasReal: boolean };

/**
 * Writes records, deletions and notices of a batch. Each record is written only over the state that the decision about it
 * was made on. Writing the same batch again, after it was broken off at any point, ends in the same library: notices come
 * before the records whose newness decides about them.
 */
export class RecordWriter {
  readonly #cluster: Cluster;
  readonly #toDocument = createDocumentMaker();

  constructor(cluster: Cluster) {
    this.#cluster = cluster;
  }

  async write(batch: Pick<LibraryBatch, 'put' | 'remove' | 'notices'>): Promise<Written> {
    const removed = new Set(batch.remove.map(Number));
    const put = new Map([...newestOfEach(batch.put)].filter(([pmid]) => !removed.has(pmid)));
    const heads = await this.#heads([...put.keys(), ...removed]);
    const outcomes = new Map([...put].map(([pmid, revision]) => [pmid, decide(revision, heads.get(pmid))]));
    const noticesWritten = await this.#writeNotices(batch.notices, outcomes, removed);
    const gone = [...removed].filter((pmid) => heads.has(pmid));
    await this.#putAll(put, outcomes, heads);
    await this.#removeAll(gone, heads);
    const count = (wanted: Outcome) =>
      outcomes
        .values()
        .filter((each) => each === wanted)
        .toArray().length;
    const result = {
      added: count('added'),
      replaced: count('replaced'),
      unchanged: count('unchanged') + count('older'),
      removed: gone.length,
    };
    const changed = noticesWritten > 0 || result.added + result.replaced + result.removed > 0;
    return { result, changed, hasReal: put.size > count('older') };
  }

  /** Puts demonstration records in the place of those that are there; records of the operator's own stay. */
  async putSamples(articles: readonly Article[]): Promise<void> {
    const byPmid = new Map(articles.map((article) => [Number(article.pmid), article]));
    await this.removeSamples(new Set(byPmid.keys()));
    const heads = await this.#heads([...byPmid.keys()]);
    const free = [...byPmid].filter(([pmid]) => heads.get(pmid)?._source.sample ?? true);
    const actions = free.map(([pmid, article]) => this.#putAction(pmid, article, '', true, heads.get(pmid)));
    // A conflict: a record of the operator's own came in between, and stays.
    await this.#cluster.bulk(this.#cluster.names.records, actions);
  }

  /** Removes the demonstration records, all but these. */
  async removeSamples(except: ReadonlySet<number> = new Set()): Promise<void> {
    const { records } = this.#cluster.names;
    await this.#cluster.refresh(records);
    const { hits } = await this.#cluster.search(records, {
      size: 10_000,
      query: { term: { sample: true } },
      _source: false,
    });
    const pmids = hits.map(({ _id }) => Number(_id)).filter((pmid) => !except.has(pmid));
    const heads = await this.#heads(pmids);
    const samples = pmids.filter((pmid) => heads.get(pmid)?._source.sample);
    await this.#cluster.bulk(
      records,
      samples.map((pmid) => deleteAction(pmid, heads.get(pmid))),
    );
  }

  async #heads(pmids: readonly number[]): Promise<Map<number, Stored>> {
    const heads = new Map<number, Stored>();
    const index = this.#cluster.names.records;
    for (let from = 0; from < pmids.length; from += bulkMax) {
      const wanted = pmids.slice(from, from + bulkMax);
      const places = wanted.map((pmid) => ({ index, id: String(pmid), fields: headFields }));
      const found = await this.#cluster.get<Head>(places);
      for (const [at, pmid] of wanted.entries()) {
        const head = found[at];
        if (head) heads.set(pmid, head);
      }
    }
    return heads;
  }

  async #writeNotices(
    notices: LibraryBatch['notices'],
    outcomes: ReadonlyMap<number, Outcome>,
    removed: ReadonlySet<number>,
  ): Promise<number> {
    const spoken = new Set(removed);
    for (const [pmid, each] of outcomes) if (each === 'added' || each === 'replaced') spoken.add(pmid);
    // What an older version of a notice says does not count.
    const said = notices
      .map(toStoredNotice)
      .filter(({ from }) => outcomes.get(from) !== 'older' && !removed.has(from));
    const actions = await noticeActions(this.#cluster, said, spoken);
    for (let from = 0; from < actions.length; from += bulkMax)
      await this.#cluster.bulk(this.#cluster.names.state, actions.slice(from, from + bulkMax));
    return actions.length;
  }

  /** Writes what is new; decides again about records that another writer changed meanwhile. */
  async #putAll(
    put: ReadonlyMap<number, Revision>,
    outcomes: Map<number, Outcome>,
    heads: ReadonlyMap<number, Stored>,
  ): Promise<void> {
    const isNew = (pmid: number) => ['added', 'replaced'].includes(outcomes.get(pmid) ?? '');
    let left = [...put.keys()].filter(isNew);
    let known = heads;
    for (let attempt = 1; left.length > 0; attempt++) {
      if (attempt > attemptsMax) throw new LibraryUnavailable(new Error('others write the same records'));
      left = await this.#inBulks(left, (pmid) => {
        const { article, revisedAt = '' } = put.get(pmid) as Revision;
        return this.#putAction(pmid, article, revisedAt, false, known.get(pmid));
      });
      known = await this.#heads(left);
      left = left.filter((pmid) => {
        const revision = put.get(pmid) as Revision;
        const decided = decide(revision, known.get(pmid));
        // Our own write, whose reply was lost: what was decided stands.
        if (decided !== 'unchanged') outcomes.set(pmid, decided);
        return decided === 'added' || decided === 'replaced';
      });
    }
  }

  async #removeAll(gone: readonly number[], heads: ReadonlyMap<number, Stored>): Promise<void> {
    let left = [...gone];
    let known = heads;
    for (let attempt = 1; left.length > 0; attempt++) {
      if (attempt > attemptsMax) throw new LibraryUnavailable(new Error('others write the same records'));
      left = await this.#inBulks(left, (pmid) => deleteAction(pmid, known.get(pmid)));
      known = await this.#heads(left);
      left = left.filter((pmid) => known.has(pmid));
    }
  }

  /** Resolves with the records that were not written because they are not as they were. */
  async #inBulks(pmids: readonly number[], action: (pmid: number) => BulkAction): Promise<number[]> {
    const conflicts: number[] = [];
    for (let from = 0; from < pmids.length; from += bulkMax) {
      const part = pmids.slice(from, from + bulkMax);
      const outcomes: BulkOutcome[] = await this.#cluster.bulk(this.#cluster.names.records, part.map(action));
      conflicts.push(...part.filter((_, at) => outcomes[at] === 'conflict'));
    }
    return conflicts;
  }

  #putAction(
    pmid: number,
    article: Article,
    revised: string,
    sample: boolean,
    head: Stored | undefined,
  ): BulkAction {
    const source = this.#toDocument(article, { revised, sample });
    const place = { _id: String(pmid) };
    return { action: head ? { index: { ...place, ...unchanged(head) } } : { create: place }, source };
  }
}

function decide(revision: Revision, head: Stored | undefined): Outcome {
  const known = head && {
    pmid: Number(revision.article.pmid),
    dateKey: 0,
    version: head._source.version,
    revisedAt: head._source.revised,
    sample: head._source.sample,
  };
  const decided = outcome(revision, known, () => undefined);
  if (decided !== 'replaced' || !known || known.sample) return decided;
  const isSame = known.version === revision.article.version && known.revisedAt === (revision.revisedAt ?? '');
  return isSame && head._source.sum === recordSum(recordText(revision.article)) ? 'unchanged' : 'replaced';
}

function deleteAction(pmid: number, head: Stored | undefined): BulkAction {
  return { action: { delete: { _id: String(pmid), ...(head && unchanged(head)) } } };
}

function unchanged({ _seq_no, _primary_term }: Stored): object {
  return { if_seq_no: _seq_no, if_primary_term: _primary_term };
}
