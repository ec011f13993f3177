import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { arch, platform } from 'node:os';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Condition, SearchField } from '../../../packages/core/src/records/library.ts';
import type { BenchQuery } from '../search-query.ts';
import { dayRange, type Peer } from './peer.ts';

const version = '0.39.0';
const installed = new URL(`../../../node_modules/.cache/citewell-bench/lancedb-${version}/`, import.meta.url);

/**
 * LanceDB, installed into a cache folder on first use; the project does not depend on it. Its optional dependencies are
 * clients of embedding services, hundreds of megabytes, so the one with the engine itself is named here. Throws if the
 * registry cannot be reached.
 */
export async function installLancedb(): Promise<void> {
  if (existsSync(new URL('node_modules/@lancedb/lancedb/package.json', installed))) return;
  const variant: Partial<Record<NodeJS.Platform, string>> = { linux: '-gnu', win32: '-msvc' };
  const native = `@lancedb/lancedb-${platform()}-${arch()}${variant[platform()] ?? ''}`;
  await mkdir(installed, { recursive: true });
  const dependencies = { '@lancedb/lancedb': version, [native]: version, 'apache-arrow': '18.1.0' };
  await writeFile(new URL('package.json', installed), JSON.stringify({ private: true, dependencies }));
  const npm = ['install', '--omit=optional', '--ignore-scripts', '--no-audit', '--no-fund'];
  await promisify(execFile)('npm', npm, { cwd: fileURLToPath(installed), timeout: 300_000 });
}

/** Parts of the package in use, which are not type-checked. */
type FullTextQuery = object;
type Query = {
  fullTextSearch(query: FullTextQuery): Query;
  where(filter: string): Query;
  select(columns: string[]): Query;
  limit(count: number): Query;
  offset(count: number): Query;
  toArray(): Promise<Record<string, unknown>[]>;
};
type Table = {
  add(rows: object[]): Promise<unknown>;
  createIndex(column: string, options: object): Promise<void>;
  optimize(): Promise<unknown>;
  query(): Query;
  close(): void;
};
type Connection = { createTable(name: string, rows: object[]): Promise<Table>; close(): void };
type Package = {
  connect(folder: string): Promise<Connection>;
  Index: { fts(options: object): object; btree(): object };
  MatchQuery: new (text: string, column: string, options?: object) => FullTextQuery;
  PhraseQuery: new (text: string, column: string) => FullTextQuery;
  BooleanQuery: new (queries: [occur: string, query: FullTextQuery][]) => FullTextQuery;
};

/** One index over all text, one per field; "title or abstract" searches all text. */
const columns: Partial<Record<SearchField, string>> = {
  title: 'title',
  abstract: 'text',
  title_abstract: 'text',
  keyword: 'keyword',
  author: 'author',
  journal: 'journal',
};

export async function openLancedb(folder: string): Promise<Peer> {
  const lancedb: Package = createRequire(installed)('@lancedb/lancedb');
  const connection = await lancedb.connect(folder);
  let table: Table | undefined;

  const match = ({ field, value }: Condition): [string, FullTextQuery] => {
    const column = columns[field] ?? 'text';
    return [
      'MUST',
      value.startsWith('"')
        ? new lancedb.PhraseQuery(value.replaceAll('"', ''), column)
        : new lancedb.MatchQuery(value, column, { operator: 'AND' }),
    ];
  };
  const ask = ({ conditions, years }: Pick<BenchQuery, 'conditions' | 'years'>): Query => {
    const queries = conditions.map(match);
    const [[, only] = [], ...others] = queries;
    const query = opened()
      .query()
      .fullTextSearch(only && others.length === 0 ? only : new lancedb.BooleanQuery(queries));
    const days = dayRange(years);
    return days ? query.where(`day >= ${days.from} AND day < ${days.before}`) : query;
  };

  return {
    async add(rows) {
      const written = rows.map(({ pmid, day, title, abstract, mesh, keywords, author, journal, json }) => ({
        ...{ pmid, day, title, author, journal, json },
        keyword: `${mesh}; ${keywords}`,
        text: `${title}\n${abstract}\n${mesh}; ${keywords}`,
      }));
      if (table) await table.add(written);
      else table = await connection.createTable('record', written);
    },
    async finish() {
      await opened().optimize();
      const options = { withPosition: true, stem: true, asciiFolding: true, removeStopWords: false };
      for (const column of new Set(Object.values(columns)))
        await opened().createIndex(column, {
          config: lancedb.Index.fts({ ...options, language: 'English', lowercase: true }),
        });
      for (const column of ['day', 'pmid'])
        await opened().createIndex(column, { config: lancedb.Index.btree() });
    },
    async search(query) {
      const { sort, limit, offset } = query;
      if (sort === 'relevance') return read(ask(query).select(scored).limit(limit).offset(offset));
      const dated = await matches(query);
      dated.sort((left, right) => right.day - left.day || right.pmid - left.pmid);
      const page = dated.slice(offset, offset + limit).map(({ pmid }) => pmid);
      if (page.length === 0) return [];
      const found = await read(
        opened()
          .query()
          .where(`pmid IN (${page.join(', ')})`)
          .select(['json']),
      );
      return found.sort((left, right) => page.indexOf(Number(left.pmid)) - page.indexOf(Number(right.pmid)));
    },
    async count(query) {
      return (await matches(query)).length;
    },
    async rank(words, limit) {
      const any = new lancedb.MatchQuery(words.join(' '), 'text', { operator: 'OR' });
      return read(opened().query().fullTextSearch(any).select(scored).limit(limit));
    },
    async close() {
      table?.close();
      connection.close();
    },
  };

  /**
   * Takes all matches: its `orderBy` sorts only the best-scored rows up to `limit`, so an exact order by date requires
   * every match, like a count.
   */
  async function matches(query: BenchQuery): Promise<{ pmid: number; day: number }[]> {
    const rows = await ask(query).select(['pmid', 'day', '_score']).limit(everything).toArray();
    return rows.map(({ pmid, day }) => ({ pmid: Number(pmid), day: Number(day) }));
  }

  function opened(): Table {
    if (!table) throw new Error('nothing was added');
    return table;
  }
}

async function read(query: Query): Promise<{ pmid: string }[]> {
  return (await query.toArray()).map(({ json }) => JSON.parse(String(json)));
}

/** Columns of a result. LanceDB prints a warning for every query that omits the score. */
const scored = ['json', '_score'];
/** Limit above any number of records: without one, a full-text query returns ten. */
const everything = 2 ** 31 - 1;
