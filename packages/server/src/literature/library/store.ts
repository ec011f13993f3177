import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { createDataFile, damagedFile, isDamaged } from '../../data-file.ts';
import { indexTerms } from '../../text/words.ts';
import { type Article, abstractText, type Pmid } from '../article.ts';
import type { YearRange } from '../query.ts';

/** Raised with every change of the tables or of `indexTerms`: an older file is built anew from what it holds. */
const schemaVersion = 1;

const schema = `
  CREATE TABLE IF NOT EXISTS document (
    pmid INTEGER PRIMARY KEY, year INTEGER, doi TEXT, sample INTEGER NOT NULL, json TEXT NOT NULL
  ) STRICT;
  CREATE INDEX IF NOT EXISTS document_doi ON document (doi) WHERE doi IS NOT NULL;
  CREATE VIRTUAL TABLE IF NOT EXISTS document_terms USING fts5(
    title, subjects, abstract, content='', contentless_delete=1, tokenize="unicode61 remove_diacritics 0"
  );
  CREATE TABLE IF NOT EXISTS meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
`;

export type LibrarySearch = {
  /** Index terms (see indexTerms), any of which may match. */
  terms: readonly string[];
  /** Each a sequence of index terms; where given, at least one must be in the record's title or subjects. */
  required: readonly (readonly string[])[];
  years: YearRange;
  limit: number;
};

/**
 * The local literature library in one SQLite file: records as JSON, and an FTS5 index over the terms that
 * `indexTerms` makes of them, so that a query and a document are folded, stemmed and cut the same way.
 */
export class LibraryStore {
  readonly #path: string;
  readonly #database: DatabaseSync;

  /** Throws StorageError where the file is damaged. */
  constructor(path: string) {
    this.#path = path;
    createDataFile(path);
    this.#database = new DatabaseSync(path, { timeout: 10_000 });
    this.#orSayDamaged(() => {
      this.#database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;');
      this.#database.exec(schema);
      this.#rebuildIfOlder();
    });
  }

  /** Best first by BM25, the title weighing three times and the subjects twice the abstract; ties by PMID, newest first. */
  search({ terms, required, years, limit }: LibrarySearch): { articles: Article[]; total: number } {
    if (terms.length === 0) return { articles: [], total: 0 };
    const any = terms.map(quote).join(' OR ');
    const must = required.map((phrase) => quote(phrase.join(' '))).join(' OR ');
    const match = must ? `(${any}) AND {title subjects} : (${must})` : any;
    const from = years.from ?? 0;
    const to = years.to ?? 9999;
    const where = `document_terms MATCH ? AND coalesce(year, 0) BETWEEN ? AND ?`;
    const join = `FROM document_terms JOIN document ON document.pmid = document_terms.rowid WHERE ${where}`;
    const rows = this.#database
      .prepare(`SELECT json ${join} ORDER BY bm25(document_terms, 3.0, 2.0, 1.0), document.pmid DESC LIMIT ?`)
      .all(match, from, to, limit);
    const total = this.#database.prepare(`SELECT count(*) AS n ${join}`).get(match, from, to)?.n;
    return { articles: rows.map(readArticle), total: Number(total) };
  }

  get(pmid: Pmid): Article | undefined {
    const row = this.#database.prepare('SELECT json FROM document WHERE pmid = ?').get(Number(pmid));
    return row && readArticle(row);
  }

  findByDoi(doi: string): Article | undefined {
    const row = this.#database.prepare('SELECT json FROM document WHERE doi = ?').get(doi.toLowerCase());
    return row && readArticle(row);
  }

  count(): number {
    return Number(this.#database.prepare('SELECT count(*) AS n FROM document').get()?.n);
  }

  /** Replaces the shipped sample by this one, unless it is there already; `version` tells the samples apart. */
  putSample(version: string, read: () => Article[]): void {
    this.#orSayDamaged(() => {
      const seen = this.#database.prepare("SELECT value FROM meta WHERE name = 'sample'").get()?.value;
      if (seen === version) return;
      this.#transaction(() => {
        for (const { pmid } of this.#database.prepare('SELECT pmid FROM document WHERE sample = 1').all())
          this.#delete(Number(pmid));
        for (const article of read()) this.#put(article, true);
        this.#run("INSERT OR REPLACE INTO meta VALUES ('sample', ?)", version);
      });
    });
  }

  /** Adds records, each replacing the one of the same PMID. All or none. */
  put(articles: Iterable<Article>): void {
    this.#transaction(() => {
      for (const article of articles) this.#put(article, false);
    });
  }

  close(): void {
    this.#database.close();
  }

  #put(article: Article, sample: boolean): void {
    const pmid = Number(article.pmid);
    this.#delete(pmid);
    const year = Number(article.year) || null;
    const doi = article.doi?.toLowerCase() ?? null;
    this.#run(
      'INSERT INTO document VALUES (?, ?, ?, ?, ?)',
      pmid,
      year,
      doi,
      sample ? 1 : 0,
      JSON.stringify(article),
    );
    this.#index(pmid, article);
  }

  #index(pmid: number, article: Article): void {
    const sql = 'INSERT INTO document_terms (rowid, title, subjects, abstract) VALUES (?, ?, ?, ?)';
    this.#run(sql, pmid, ...indexedColumns(article));
  }

  #delete(pmid: number): void {
    this.#run('DELETE FROM document WHERE pmid = ?', pmid);
    this.#run('DELETE FROM document_terms WHERE rowid = ?', pmid);
  }

  #rebuildIfOlder(): void {
    const version = Number(this.#database.prepare('PRAGMA user_version').get()?.user_version);
    if (version === schemaVersion) return;
    this.#transaction(() => {
      this.#database.exec("INSERT INTO document_terms(document_terms) VALUES ('delete-all')");
      for (const row of this.#database.prepare('SELECT pmid, json FROM document').all())
        this.#index(Number(row.pmid), readArticle(row));
      this.#database.exec(`PRAGMA user_version = ${schemaVersion}`);
    });
  }

  /** What happens at the start, in words for who starts it where the file is to blame. */
  #orSayDamaged(work: () => void): void {
    try {
      work();
    } catch (error) {
      this.#database.close();
      throw isDamaged(error) ? damagedFile(this.#path, loss, error) : error;
    }
  }

  #run(sql: string, ...values: SQLInputValue[]): void {
    const statement = this.#database.prepare(sql);
    // FTS5 writes to tables of its own with row ids beyond 2^53, and node:sqlite would refuse to report the last one.
    statement.setReadBigInts(true);
    statement.run(...values);
  }

  #transaction(work: () => void): void {
    this.#database.exec('BEGIN IMMEDIATE');
    try {
      work();
      this.#database.exec('COMMIT');
    } catch (error) {
      if (this.#database.isTransaction) this.#database.exec('ROLLBACK');
      throw error;
    }
  }
}

/** The sample comes back by itself; whether there was more in a damaged file, only its operator knows. */
const loss = {
  en: 'it then holds the shipped sample only, and records of your own have to be put in again.',
  zh: '新库只含随附的样例，您自己导入的记录需重新导入。',
};

function indexedColumns(article: Article): [title: string, subjects: string, abstract: string] {
  return [
    indexTerms(`${article.title} ${article.vernacularTitle ?? ''}`).join(' '),
    indexTerms(
      [...article.mesh, ...article.keywords, ...article.publicationTypes, article.journal].join(' , '),
    ).join(' '),
    indexTerms(abstractText(article)).join(' '),
  ];
}

function readArticle(row: Record<string, unknown>): Article {
  return JSON.parse(String(row.json)) as Article;
}

/** An FTS5 string: whatever it holds is words, never syntax. Index terms hold neither quotes nor NUL. */
function quote(words: string): string {
  return `"${words}"`;
}
