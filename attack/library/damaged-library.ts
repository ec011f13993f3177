import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Article, emptyRecord, type Pmid } from '../../packages/core/src/records/article.ts';
import { type Library, LibraryDamaged, type LibraryQuery } from '../../packages/core/src/records/library.ts';
import { StorageError } from '../../packages/core/src/storage-error.ts';
import { openLibrary, openLibraryWriter } from '../../packages/server/src/library/open-library.ts';

/** Generated library, its results, and copies of its file to damage. */

const clock = { now: () => Date.now() };
const options = { signal: new AbortController().signal };

const drugs = ['metformin', 'warfarin', 'statins', 'aspirin', 'insulin', 'heparin', 'ramipril'];
const outcomes = ['stroke', 'bleeding', 'mortality', 'hypoglycaemia', 'fracture'];

/** Creates `library.db` in the folder, with this number of records in several segments, deletions and notices. */
export async function makeLibrary(folder: string, records: number): Promise<void> {
  const writer = await openLibraryWriter({ kind: 'sqlite', path: join(folder, 'library.db') }, clock);
  try {
    const articles = Array.from({ length: records }, (_, at) => recordOf(at + 1));
    const share = Math.ceil(records / 3);
    for (let from = 0; from < records; from += share) {
      const put = articles.slice(from, from + share).map((article) => ({ article, revisedAt: '2026-01-01' }));
      const removed = `${from + 2}` as Pmid;
      const notice = { citation: `J Attack. 2026;${from}:1` };
      const progress = { file: fileOf(from / share), records: put.length, done: true };
      await writer.write({ put, remove: [], notices: [], progress });
      await writer.write({
        ...{ put: [], remove: [removed] },
        notices: [{ kind: 'retraction', of: `${from + 5}` as Pmid, notice }],
      });
    }
  } finally {
    await writer.close();
  }
}

/** Returns the DOI of a record; empty for every seventh, which has none. */
export function doiOf(pmid: number): string {
  return pmid % 7 === 0 ? '' : `10.5555/attack.${pmid}`;
}

/** Returns the name under which the progress of a file is stored, from 0 to 2. */
export function fileOf(place: number): string {
  return `attack${place}.xml.gz#0`;
}

function recordOf(pmid: number): Article {
  const drug = drugs[pmid % drugs.length] ?? '';
  const outcome = outcomes[pmid % outcomes.length] ?? '';
  return {
    ...emptyRecord,
    pmid: `${pmid}` as Pmid,
    title: `Effect of ${drug} on ${outcome} in cohort ${pmid}`,
    abstract: [
      {
        text: `We followed ${pmid % 997} patients. ${drug} changed ${outcome}. Code ${(pmid * 7919) % 104729}.`,
      },
    ],
    authors: [`Author${pmid % 211} A`],
    journal: `Journal of ${outcome}`,
    year: `${1990 + (pmid % 35)}`,
    keywords: [drug, outcome],
    ...(doiOf(pmid) && { doi: doiOf(pmid) }),
  };
}

/** Every query on a library, by name. */
function questions(records: number): [name: string, ask: (library: Library) => Promise<unknown>][] {
  const page = (conditions: LibraryQuery['conditions'], more: Partial<LibraryQuery> = {}): LibraryQuery => ({
    ...{ conditions, years: {}, sort: 'date_desc', limit: 100, offset: 0, ...more },
  });
  const search = (query: LibraryQuery) => (library: Library) => library.search(query, options);
  const pmids = askedPmids(records).map((pmid) => `${pmid}` as Pmid);
  return [
    ['everything, newest first', search(page([]))],
    ['everything, deep', search(page([], { offset: Math.floor(records / 2) }))],
    ...drugs.map((drug): [string, (library: Library) => Promise<unknown>] => [
      `${drug}, best first`,
      search(page([{ field: 'title_abstract', value: drug }], { sort: 'relevance' })),
    ]),
    ...outcomes.map((outcome): [string, (library: Library) => Promise<unknown>] => [
      `a question of ${outcome}`,
      (library) =>
        library.rank(
          { concepts: [outcome, 'aspirin'], required: [], years: { from: 2000 }, limit: 60 },
          options,
        ),
    ]),
    ['a phrase', search(page([{ field: 'title', value: '"warfarin on bleeding"' }]))],
    ['an author', search(page([{ field: 'author', value: 'Author7 A' }]))],
    [
      'a keyword and years',
      search(page([{ field: 'keyword', value: 'heparin' }], { years: { from: 1995, to: 2001 } })),
    ],
    ['PMIDs', (library) => library.get(pmids)],
    ...pmids
      .slice(0, 10)
      .map((pmid): [string, (library: Library) => Promise<unknown>] => [
        `PMID ${pmid}`,
        search(page([{ field: 'pmid', value: pmid }])),
      ]),
    ...pmids
      .filter((pmid) => doiOf(Number(pmid)))
      .flatMap((pmid): [string, (library: Library) => Promise<unknown>][] => [
        [`the DOI of ${pmid}`, async (library) => (await library.findByDoi(doiOf(Number(pmid)))) ?? null],
        [`a search for the DOI of ${pmid}`, search(page([{ field: 'doi', value: doiOf(Number(pmid)) }]))],
      ]),
  ];
}

export type Answers = Map<string, string>;

/** PMIDs that the queries contain. */
export function askedPmids(records: number): number[] {
  return Array.from({ length: 40 }, (_, at) => 1 + Math.floor((at * records) / 40));
}

/**
 * Returns the results of the library in the folder, opened as by a starting service, including the progress of its files.
 * Reported damage is `unavailable`.
 */
export async function ask(folder: string, records: number): Promise<Answers | 'unavailable'> {
  const location = { kind: 'sqlite', path: join(folder, 'library.db') } as const;
  const answers: Answers = new Map();
  let library: Library;
  try {
    const writer = await openLibraryWriter(location, clock);
    try {
      for (const file of [...Array.from({ length: 3 }, (_, place) => fileOf(place)), 'other.xml.gz#0'])
        answers.set(
          `the progress of ${file}`,
          await answerOf(async () => (await writer.progressOf(file)) ?? null),
        );
    } finally {
      await writer.close();
    }
    library = await openLibrary(location, { timeoutMs: 60_000 });
  } catch (error) {
    if (error instanceof StorageError || error instanceof LibraryDamaged) return 'unavailable';
    throw error;
  }
  try {
    for (const [name, question] of questions(records))
      answers.set(name, await answerOf(() => question(library)));
    return answers;
  } finally {
    await library.close();
  }
}

/** Returns the problems that `library verify` reports for the library in the folder: one sentence each. */
export async function verify(folder: string): Promise<string[]> {
  const writer = await openLibraryWriter({ kind: 'sqlite', path: join(folder, 'library.db') }, clock);
  try {
    return await writer.verify(options.signal);
  } finally {
    await writer.close();
  }
}

async function answerOf(question: () => Promise<unknown>): Promise<string> {
  try {
    return JSON.stringify(await question());
  } catch (error) {
    if (error instanceof LibraryDamaged) return 'unavailable';
    throw error;
  }
}

/** Copies the folder for `work`, and removes the copy afterwards. */
export async function onCopy<T>(folder: string, work: (copy: string) => Promise<T>): Promise<T> {
  const copy = mkdtempSync(join(tmpdir(), 'citewell-damage-'));
  try {
    for (const name of readdirSync(folder)) copyFileSync(join(folder, name), join(copy, name));
    return await work(copy);
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

/** Changes bytes of the library's file. */
export function rewrite(folder: string, change: (bytes: Buffer) => Buffer): void {
  const path = join(folder, 'library.db');
  if (existsSync(path)) writeFileSync(path, change(readFileSync(path)));
}
