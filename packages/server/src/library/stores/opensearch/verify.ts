import { LibraryDamaged } from '@citewell/core/records/library.ts';
import { compileQuery } from '@citewell/search-index/query/compile-query.ts';
import { progressChecksum } from '@citewell/search-index/writing/progress.ts';
import type { Cluster, Hit, SearchBody } from './cluster.ts';
import { readStored } from './read-records.ts';
import { recordsLeft } from './rebuild/records-indices.ts';
import { blocksShape, healthShape } from './reply-shapes.ts';
import { scanRecords } from './scan-records.ts';
import { createDocumentMaker, type StoredRecord } from './to-document.ts';
import { filtersOf, type Query } from './to-query.ts';

/** Number of searches per call. */
const searchesAtOnce = 100;

/** Maximum number of problems listed; more add nothing. */
const problemsMax = 100;

/**
 * Compares every record with its checksum and its stored values with recomputed ones, searches for it by its own title
 * and names, and asks the cluster for missing copies and superfluous indices. Each problem is a sentence.
 */
export async function verifyOpenSearch(cluster: Cluster, signal: AbortSignal): Promise<string[]> {
  const problems = [
    ...(await healthProblems(cluster, signal)),
    ...(await progressProblems(cluster, signal)),
    ...(await recordsLeft(cluster)).map(
      (index) =>
        `Index ${index} is not in use: a rebuild is writing it, or an interrupted one left it. The next "citewell library rebuild" removes it.`,
    ),
  ];
  const make = createDocumentMaker();
  try {
    for await (const hits of scanRecords(cluster, signal)) {
      const sound: Hit<StoredRecord>[] = [];
      for (const hit of hits) {
        const problem = recordProblem(hit, make);
        if (problem === undefined) sound.push(hit);
        else problems.push(problem);
      }
      problems.push(...(await searchProblems(cluster, sound, signal)));
      if (problems.length > problemsMax) return problems.slice(0, problemsMax);
    }
  } catch (error) {
    if (!(error instanceof LibraryDamaged)) throw error;
    problems.push('The index counts more records than it gives.');
  }
  return problems;
}

function recordProblem(
  { _id, _source: stored }: Hit<StoredRecord>,
  make: ReturnType<typeof createDocumentMaker>,
): string | undefined {
  try {
    const again = make(readStored(stored), stored);
    const names = ['pmid', 'version', 'date', 'length', 'doi', 'language', 'record'] as const;
    const other = names.find((name) => JSON.stringify(again[name]) !== JSON.stringify(stored[name]));
    if (_id !== String(stored.pmid)) return `Record ${stored.pmid} is stored under ${_id}.`;
    return other && `Record ${stored.pmid}: its ${other} is not what its text says.`;
  } catch (error) {
    if (!(error instanceof LibraryDamaged)) throw error;
    return `Record ${stored.pmid} is not what was written.`;
  }
}

async function searchProblems(
  cluster: Cluster,
  hits: readonly Hit<StoredRecord>[],
  signal: AbortSignal,
): Promise<string[]> {
  const problems: string[] = [];
  for (let from = 0; from < hits.length; from += searchesAtOnce) {
    const part = hits.slice(from, from + searchesAtOnce);
    const bodies = part.map(
      ({ _source }): SearchBody => ({ size: 0, query: ownQuery(_source), track_total_hits: true }),
    );
    const replies = await cluster.searches(cluster.names.records, bodies, signal);
    for (const [at, { total }] of replies.entries())
      if (total !== 1) problems.push(`Record ${part[at]?._source.pmid} is not found by its own words.`);
  }
  return problems;
}

/** Returns a record by its PMID, with its search by title, journal, types and first author. */
function ownQuery(stored: StoredRecord): Query {
  const { pmid, title, journal, publicationTypes, authors, abstract } = readStored(stored);
  const texts = [
    ['title', title],
    ['journal', journal],
    ['author', authors[0] ?? ''],
    ...publicationTypes.map((type) => ['publication_type', type]),
    ...abstract.slice(0, 1).map(({ text }) => ['abstract', beginningOf(text)]),
  ] as const;
  const clauses = compileQuery(
    texts.map(([field, value = '']) => ({
      field: field as 'title',
      // As words: quotation marks in a text would form phrases.
      value: value.replaceAll(/["“”„«»「」『』＂]/g, ' '),
    })),
  ).filter(({ kind }) => kind !== 'nothing');
  return { bool: { filter: [{ term: { pmid: Number(pmid) } }, ...filtersOf(clauses, {})] } };
}

/** Returns the first words of a text; none if it has no spaces. */
function beginningOf(text: string): string {
  return text.length <= beginningMax ? text : text.slice(0, Math.max(text.lastIndexOf(' ', beginningMax), 0));
}

const beginningMax = 200;

async function healthProblems(cluster: Cluster, signal: AbortSignal): Promise<string[]> {
  const { records, state, searches } = cluster.names;
  const hasSearches = await cluster.has(searches);
  const present = [records, state, ...(hasSearches ? [searches] : [])].join();
  const path = `/_cluster/health/${present}`;
  const { indices } = await cluster.call(
    { method: 'GET', path, query: { level: 'indices' }, signal },
    healthShape,
  );
  const incomplete = Object.entries(indices)
    .filter(([, { status }]) => status !== 'green')
    .map(([name, { status, unassigned_shards: missing }]) =>
      status === 'red'
        ? `Index ${name} is red: ${missing} shards have no copy.`
        : `Index ${name} is yellow: ${missing} copies of its shards are missing.`,
    );
  const noSearches = `Index ${searches} is missing: further pages of a search come from the library as it is then.`;
  return [
    ...incomplete,
    ...(hasSearches ? [] : [noSearches]),
    ...(await blockProblems(cluster, present, signal)),
  ];
}

/** Names the indices that accept no changes, such as those on a disk that is almost full. */
async function blockProblems(cluster: Cluster, indices: string, signal: AbortSignal): Promise<string[]> {
  const path = `/${indices}/_settings/index.blocks.*`;
  const found = await cluster.call({ method: 'GET', path, signal }, blocksShape);
  return Object.entries(found).flatMap(([name, { settings }]) =>
    Object.entries(settings.index?.blocks ?? {})
      .filter(([, value]) => value === 'true')
      .map(([block]) => `Index ${name} is blocked by index.blocks.${block}.`),
  );
}

async function progressProblems(cluster: Cluster, signal: AbortSignal): Promise<string[]> {
  const { state } = cluster.names;
  type Progress = { kind: string; file: string; records: number; done: boolean; checksum: number };
  await cluster.refresh(state);
  const { hits, total } = await cluster.search<Progress>(
    state,
    { size: 10_000, query: { term: { kind: 'progress' } }, track_total_hits: true },
    signal,
  );
  const wrong = hits.filter(({ _source: each }) => each.checksum !== progressChecksum(each));
  const uncounted = total > hits.length ? ['The progress of more than 10,000 files was not compared.'] : [];
  return [...wrong.map(() => 'The progress of a file is not what was written.'), ...uncounted];
}
