import type { Article, FillableDetails, Pmid } from '@citewell/core/records/article.ts';
import type { BatchResult, LibraryBatch } from '@citewell/core/records/library.ts';
import { LibraryUnavailable } from '@citewell/core/records/library.ts';
import { dateKey } from '@citewell/search-index/analysis/date-key.ts';
import { recordText } from '@citewell/search-index/segments/record-codec.ts';
import { fillDetails } from '@citewell/search-index/writing/fill-details.ts';
import { newestRevisions, outcome, type Revision } from '@citewell/search-index/writing/resolve-upserts.ts';
import { withTasks } from '../../../platform/concurrently.ts';
import type { BulkAction, BulkOutcome, Cluster, Versioned } from './cluster.ts';
import { demonstrationField } from './index-definition.ts';
import { noticeActions, toStoredNotice } from './notices.ts';
import { readStored } from './read-records.ts';
import { createDocumentMaker, recordSum, type StoredRecord } from './to-document.ts';

type Head = Pick<StoredRecord, 'version' | 'revised' | typeof demonstrationField | 'sum'>;
type Stored = Versioned<Head>;
type Whole = Versioned<Head & Pick<StoredRecord, 'pmid' | 'record'>>;
type Outcome = 'added' | 'replaced' | 'unchanged' | 'older';

const headFields = ['version', 'revised', demonstrationField, 'sum'];
const wholeFields = [...headFields, 'pmid', 'record'];

/** Maximum number of records per bulk request: about 5 MB. */
const bulkMax = 1_000;

/** Number of concurrent bulk requests: the next one is prepared while the server writes the previous ones. */
const bulksAtOnce = 2;

/** Number of times that records changed by a concurrent writer are read again. */
const attemptsMax = 10;

export type Written = { result: BatchResult; changed: boolean; hasReal: boolean };

/**
 * Writes records, deletions and notices of a batch. Each record only replaces the state on which its decision was
 * based. Repeating an interrupted batch leads to the same library: notices are written before the records whose age
 * decides about them.
 */
export class RecordWriter {
  readonly #cluster: Cluster;
  readonly #toDocument = createDocumentMaker();

  constructor(cluster: Cluster) {
    this.#cluster = cluster;
  }

  async write(batch: Pick<LibraryBatch, 'put' | 'fill' | 'remove' | 'notices'>): Promise<Written> {
    const removed = new Set(batch.remove.map(Number));
    const put = new Map([...newestRevisions(batch.put)].filter(([pmid]) => !removed.has(pmid)));
    const fill = new Map((batch.fill ?? []).map(({ pmid, details }) => [Number(pmid), details]));
    for (const pmid of [...put.keys(), ...removed]) fill.delete(pmid);
    const heads = await this.#heads([...put.keys(), ...removed]);
    const outcomes = new Map([...put].map(([pmid, revision]) => [pmid, decide(revision, heads.get(pmid))]));
    const noticesWritten = await this.#writeNotices(batch.notices, outcomes, removed);
    const gone = [...removed].filter((pmid) => heads.has(pmid));
    const refused = await this.#putAll(put, outcomes, heads);
    await this.#removeAll(gone, heads);
    const { outcomes: filled, refused: unfilled } = await this.#fillAll(fill);
    refused.push(...unfilled);
    const all = [...outcomes.values(), ...filled.values()];
    const count = (...wanted: Outcome[]) => all.filter((each) => wanted.includes(each)).length;
    const result = {
      added: count('added'),
      replaced: count('replaced'),
      unchanged: count('unchanged', 'older'),
      removed: gone.length,
      ...(refused.length > 0 && { refused: refused.map((pmid) => String(pmid) as Pmid) }),
    };
    const changed = noticesWritten > 0 || result.added + result.replaced + result.removed > 0;
    return { result, changed, hasReal: put.size > count('older') };
  }

  /** Replaces the demonstration records; records of the operator stay. */
  async putDemonstration(articles: readonly Article[]): Promise<void> {
    const byPmid = new Map(articles.map((article) => [Number(article.pmid), article]));
    await this.removeDemonstration(new Set(byPmid.keys()));
    const heads = await this.#heads([...byPmid.keys()]);
    const free = [...byPmid].filter(([pmid]) => heads.get(pmid)?._source[demonstrationField] ?? true);
    const actions = free.map(([pmid, article]) => this.#putAction(pmid, article, '', true, heads.get(pmid)));
    // A conflict: a record of the operator arrived meanwhile, and stays.
    await this.#cluster.bulk(this.#cluster.names.records, actions);
  }

  /** Removes the demonstration records, except these. */
  async removeDemonstration(except: ReadonlySet<number> = new Set()): Promise<void> {
    const { records } = this.#cluster.names;
    await this.#cluster.refresh(records);
    const { hits } = await this.#cluster.search(records, {
      size: 10_000,
      query: { term: { [demonstrationField]: true } },
      _source: false,
    });
    const pmids = hits.map(({ _id }) => Number(_id)).filter((pmid) => !except.has(pmid));
    const heads = await this.#heads(pmids);
    const removed = pmids.filter((pmid) => heads.get(pmid)?._source[demonstrationField]);
    await this.#cluster.bulk(
      records,
      removed.map((pmid) => deleteAction(pmid, heads.get(pmid))),
    );
  }

  async #heads(pmids: readonly number[]): Promise<Map<number, Stored>> {
    return this.#stored<Head>(pmids, headFields);
  }

  async #stored<Source>(pmids: readonly number[], fields: string[]): Promise<Map<number, Versioned<Source>>> {
    const stored = new Map<number, Versioned<Source>>();
    const index = this.#cluster.names.records;
    for (let from = 0; from < pmids.length; from += bulkMax) {
      const wanted = pmids.slice(from, from + bulkMax);
      const places = wanted.map((pmid) => ({ index, id: String(pmid), fields }));
      const found = await this.#cluster.get<Source>(places);
      for (const [at, pmid] of wanted.entries()) {
        const one = found[at];
        if (one) stored.set(pmid, one);
      }
    }
    return stored;
  }

  async #writeNotices(
    notices: LibraryBatch['notices'],
    outcomes: ReadonlyMap<number, Outcome>,
    removed: ReadonlySet<number>,
  ): Promise<number> {
    const spoken = new Set(removed);
    for (const [pmid, each] of outcomes) if (each === 'added' || each === 'replaced') spoken.add(pmid);
    // Notices in an older version do not count.
    const said = notices
      .map(toStoredNotice)
      .filter(({ from }) => outcomes.get(from) !== 'older' && !removed.has(from));
    const actions = await noticeActions(this.#cluster, said, spoken);
    for (let from = 0; from < actions.length; from += bulkMax)
      await this.#cluster.bulk(this.#cluster.names.state, actions.slice(from, from + bulkMax));
    return actions.length;
  }

  /**
   * Writes new records; decides again about those that another writer changed meanwhile. Resolves with those that cannot be
   * stored, and removes their outcomes.
   */
  async #putAll(
    put: ReadonlyMap<number, Revision>,
    outcomes: Map<number, Outcome>,
    heads: ReadonlyMap<number, Stored>,
  ): Promise<number[]> {
    const isNew = (decided: Outcome | undefined) => decided === 'added' || decided === 'replaced';
    let known = heads;
    const refused = await this.#untilWritten(
      asSorted(put).filter((pmid) => isNew(outcomes.get(pmid))),
      (pmid) => {
        const { article, revisedAt = '' } = put.get(pmid) as Revision;
        return this.#putAction(pmid, article, revisedAt, false, known.get(pmid));
      },
      async (conflicts) => {
        known = await this.#heads(conflicts);
        return conflicts.filter((pmid) => {
          const decided = decide(put.get(pmid) as Revision, known.get(pmid));
          // Our own write, whose reply was lost: the decision stands.
          if (decided !== 'unchanged') outcomes.set(pmid, decided);
          return isNew(decided);
        });
      },
    );
    for (const pmid of refused) outcomes.delete(pmid);
    return refused;
  }

  /** Adds missing details to existing records that are not demonstration records. */
  async #fillAll(
    fill: ReadonlyMap<number, FillableDetails>,
  ): Promise<{ outcomes: Map<number, Outcome>; refused: number[] }> {
    const outcomes = new Map<number, Outcome>();
    let wholes = new Map<number, Whole>();
    const filled = new Map<number, Article>();
    const look = async (pmids: readonly number[]): Promise<number[]> => {
      wholes = await this.#stored<Whole['_source']>(pmids, wholeFields);
      return pmids.filter((pmid) => {
        const known = wholes.get(pmid)?._source;
        if (!known || known[demonstrationField]) {
          outcomes.delete(pmid);
          return false;
        }
        const article = readStored(known);
        filled.set(pmid, fillDetails(article, fill.get(pmid) ?? {}));
        const isChanged = recordText(filled.get(pmid) as Article) !== recordText(article);
        // Unchanged on a second read: our own write, whose reply was lost.
        if (isChanged || !outcomes.has(pmid)) outcomes.set(pmid, isChanged ? 'replaced' : 'unchanged');
        return isChanged;
      });
    };
    const refused = await this.#untilWritten(
      await look([...fill.keys()]),
      (pmid) => {
        const whole = wholes.get(pmid) as Whole;
        return this.#putAction(pmid, filled.get(pmid) as Article, whole._source.revised, false, whole);
      },
      look,
    );
    for (const pmid of refused) outcomes.delete(pmid);
    return { outcomes, refused };
  }

  async #removeAll(gone: readonly number[], heads: ReadonlyMap<number, Stored>): Promise<void> {
    let known = heads;
    await this.#untilWritten(
      gone,
      (pmid) => deleteAction(pmid, known.get(pmid)),
      async (conflicts) => {
        known = await this.#heads(conflicts);
        return conflicts.filter((pmid) => known.has(pmid));
      },
    );
  }

  /**
   * Replaces records in their known state; `lookAgain` decides which of those changed by another writer are still to be
   * written. Resolves with those that cannot be stored.
   */
  async #untilWritten(
    pmids: readonly number[],
    action: (pmid: number) => BulkAction,
    lookAgain: (conflicts: readonly number[]) => Promise<number[]>,
  ): Promise<number[]> {
    const refused: number[] = [];
    let left = pmids;
    for (let attempt = 1; left.length > 0; attempt++) {
      if (attempt > attemptsMax) throw new LibraryUnavailable(new Error('others write the same records'));
      left = await lookAgain(await this.#inBulks(left, action, refused));
    }
    return refused;
  }

  /** Resolves with the records that were not written because they had changed; adds those that cannot be stored to `refused`. */
  async #inBulks(
    pmids: readonly number[],
    action: (pmid: number) => BulkAction,
    refused: number[],
  ): Promise<number[]> {
    const write = async (part: readonly number[], actions: BulkAction[]) => {
      const outcomes: BulkOutcome[] = await this.#cluster.bulk(this.#cluster.names.records, actions, true);
      refused.push(...part.filter((_, at) => outcomes[at] === 'refused'));
      return part.filter((_, at) => outcomes[at] === 'conflict');
    };
    return withTasks(new AbortController().signal, async (start) => {
      const conflicts: number[] = [];
      const underWay: Promise<number[]>[] = [];
      for (let from = 0; from < pmids.length; from += bulkMax) {
        const part = pmids.slice(from, from + bulkMax);
        const actions = part.map(action);
        if (underWay.length === bulksAtOnce) conflicts.push(...((await underWay.shift()) ?? []));
        underWay.push(start(() => write(part, actions)));
      }
      for (const each of underWay) conflicts.push(...(await each));
      return conflicts;
    });
  }

  #putAction(
    pmid: number,
    article: Article,
    revised: string,
    demonstration: boolean,
    head: Stored | undefined,
  ): BulkAction {
    const source = this.#toDocument(article, { revised, [demonstrationField]: demonstration });
    const place = { _id: String(pmid) };
    return { action: head ? { index: { ...place, ...unchanged(head) } } : { create: place }, source };
  }
}

/** Sorts records as the index does: the server need not sort a segment of sorted records. */
function asSorted(put: ReadonlyMap<number, Revision>): number[] {
  const keys = new Map([...put].map(([pmid, { article }]) => [pmid, dateKey(article)]));
  const keyOf = (pmid: number) => keys.get(pmid) ?? 0;
  return [...keys.keys()].sort((left, right) => keyOf(right) - keyOf(left) || right - left);
}

function decide(revision: Revision, head: Stored | undefined): Outcome {
  const known = head && {
    pmid: Number(revision.article.pmid),
    dateKey: 0,
    version: head._source.version,
    revisedAt: head._source.revised,
    demonstration: head._source[demonstrationField],
  };
  const decided = outcome(revision, known, () => undefined);
  if (decided !== 'replaced' || !known || known.demonstration) return decided;
  const isSame = known.version === revision.article.version && known.revisedAt === (revision.revisedAt ?? '');
  return isSame && head._source.sum === recordSum(recordText(revision.article)) ? 'unchanged' : 'replaced';
}

function deleteAction(pmid: number, head: Stored | undefined): BulkAction {
  return { action: { delete: { _id: String(pmid), ...(head && unchanged(head)) } } };
}

function unchanged({ _seq_no, _primary_term }: Stored): object {
  return { if_seq_no: _seq_no, if_primary_term: _primary_term };
}
