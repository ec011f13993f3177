import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import type { Article } from '@citewell/core/records/article.ts';
import { createArticleParser } from './parse-articles.ts';

const data = new URL('../../../../../../../shared/data/', import.meta.url);
const expectedFile = new URL('pubmed-xml/pubmed-expected.dev.jsonl', data);

type Expected = {
  pmid: string;
  version: string;
  file: string;
  title: string;
  vernacular_title: string | null;
  abstract: { label: string | null; text: string }[];
  authors: string[];
  journal: string;
  year: string;
  languages: string[];
  publication_types: string[];
  is_review: boolean;
  retracted: boolean;
  mesh: string[];
  keywords: string[];
  doi: string | null;
};

/** Minimum share of records that must agree, by field. A DOI only in ArticleIdList is not in the expected values. */
const goals: Record<string, number> = {
  pmid: 1,
  title: 1,
  year: 1,
  abstract: 0.99,
  authors: 0.99,
  journal: 0.99,
  vernacularTitle: 1,
  publicationTypes: 1,
  mesh: 1,
  keywords: 1,
  languages: 1,
  isReview: 1,
  retracted: 1,
  doi: 1,
};

test('real records: every PMID, title and year and nearly every abstract match an independent parser', (t) => {
  if (!existsSync(expectedFile)) {
    t.skip('../shared/data is not here');
    return;
  }
  const expected = readFileSync(expectedFile, 'utf8')
    .trim()
    .split('\n')
    .map((line): Expected => JSON.parse(line));
  const files = new Map<string, Map<string, Article>>();
  const agreed = new Map<string, number>();
  let records = 0;
  for (const row of expected) {
    const url = new URL(row.file, data);
    if (!existsSync(url)) {
      t.diagnostic(`${row.file} is not here`);
      continue;
    }
    const articles = files.get(row.file) ?? parseFile(url);
    files.set(row.file, articles);
    records++;
    for (const [field, same] of Object.entries(compare(articles.get(`${row.pmid}.${row.version}`), row)))
      agreed.set(field, (agreed.get(field) ?? 0) + (same ? 1 : 0));
  }
  t.diagnostic(`${records} records`);
  for (const [field, goal] of Object.entries(goals)) {
    const rate = (agreed.get(field) ?? 0) / records;
    t.diagnostic(`${field}: ${(100 * rate).toFixed(2)} %`);
    assert.ok(rate >= goal, `${field}: ${rate} < ${goal}`);
  }
});

function parseFile(url: URL): Map<string, Article> {
  const raw = readFileSync(url);
  const parser = createArticleParser();
  const articles = parser.feed(url.pathname.endsWith('.gz') ? gunzipSync(raw) : raw);
  parser.end();
  return new Map(articles.map((article) => [`${article.pmid}.${article.version}`, article]));
}

function compare(article: Article | undefined, row: Expected): Record<string, boolean> {
  if (!article) return {};
  return {
    pmid: article.pmid === row.pmid,
    title: article.title === fold(row.title),
    year: article.year === row.year,
    abstract: sameList(
      article.abstract.map(({ label, text }) => `${label ?? ''}|${text}`),
      row.abstract.filter(({ text }) => text).map(({ label, text }) => `${label ?? ''}|${fold(text)}`),
    ),
    authors: sameList(article.authors, row.authors),
    journal: article.journal === row.journal,
    vernacularTitle: (article.vernacularTitle ?? '') === (row.vernacular_title ?? ''),
    publicationTypes: sameSet(article.publicationTypes, row.publication_types),
    mesh: sameSet(article.mesh, row.mesh),
    keywords: sameSet(article.keywords, row.keywords.filter(Boolean)),
    languages: sameList(article.languages, row.languages),
    isReview: article.isReview === row.is_review,
    retracted: article.retracted === row.retracted,
    doi: row.doi === null || article.doi === row.doi,
  };
}

function fold(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

function sameList(left: string[], right: string[]): boolean {
  return left.length === right.length && left.every((text, i) => text === right[i]);
}

function sameSet(left: string[], right: string[]): boolean {
  return sameList([...new Set(left)].sort(), [...new Set(right)].sort());
}
