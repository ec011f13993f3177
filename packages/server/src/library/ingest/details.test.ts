import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Pmid } from '@citewell/core/records/article.ts';
import { anArticle } from '@citewell/core/testing/an-article.ts';
import { loadPubmedXmlCorpus, sharedDataMissing } from '@citewell/simulators/corpus.ts';
import { createArticleParser } from '../../literature/sources/pubmed/parse-articles.ts';
import { exportRecord } from './export-record.ts';
import { createJsonlReader } from './read-jsonl.ts';
import { createMedlineReader } from './read-medline.ts';

const author = (name: string, ...affiliations: string[]) =>
  `<Author><LastName>${name}</LastName><Initials>A</Initials>${affiliations
    .map((text) => `<AffiliationInfo><Affiliation>${text}</Affiliation></AffiliationInfo>`)
    .join('')}</Author>`;

type Parts = { issue?: string; pagination?: string; article?: string; issn?: string };

function read({ issue = '', pagination = '', article = '', issn = '' }: Parts) {
  const xml = `<PubmedArticleSet><PubmedArticle><MedlineCitation><PMID>7</PMID><Article><Journal>${issn}<JournalIssue>${issue}<PubDate><Year>2020</Year></PubDate></JournalIssue><Title>The Lancet</Title></Journal><ArticleTitle>A title.</ArticleTitle>${pagination && `<Pagination>${pagination}</Pagination>`}${article}</Article><MedlineJournalInfo><MedlineTA>Lancet</MedlineTA><ISSNLinking>0140-6736</ISSNLinking></MedlineJournalInfo></MedlineCitation></PubmedArticle></PubmedArticleSet>`;
  const parser = createArticleParser();
  const [found] = parser.feed(xml);
  parser.end();
  assert.ok(found);
  return found;
}

const volume = '<Volume>395</Volume><Issue>10223</Issue>';
const location = (id: string) => `<ELocationID EIdType="pii" ValidYN="Y">${id}</ELocationID>`;

describe('the source details of an article', () => {
  it('are its volume, issue, pages and ISSN as PubMed writes them', () => {
    const {
      volume: number,
      issue,
      pages,
      issn,
    } = read({
      ...{
        issue: volume,
        pagination: '<StartPage>107</StartPage><EndPage>114</EndPage><MedlinePgn>107-14</MedlinePgn>',
      },
      issn: '<ISSN IssnType="Electronic">1474-547X</ISSN>',
    });
    assert.deepEqual([number, issue, pages, issn], ['395', '10223', '107-14', '1474-547X']);
    assert.equal(read({}).issn, '0140-6736');
    assert.equal(read({ pagination: '<StartPage>107</StartPage><EndPage>114</EndPage>' }).pages, '107-114');
    assert.equal(read({ pagination: '<StartPage>e14</StartPage>' }).pages, 'e14');
  });

  it('include the number of an article without pages, and no other kind of identifier', () => {
    assert.equal(read({ issue: volume, article: location('e1002512') }).pages, 'e1002512');
    assert.equal(read({ issue: volume, article: location('4010') }).pages, '4010');
    for (const id of ['S0140-6736(12)61152-5', 'NEJMoa1203421', 'S2213858720300123'])
      assert.equal(read({ issue: volume, article: location(id) }).pages, undefined, id);
    assert.equal(read({ article: location('2784810') }).pages, undefined, 'ahead of print');
  });

  it('include only the affiliations of the first author, each once, with a length limit', () => {
    const list = `<AuthorList>${author('Doe', 'One &amp; all', 'Two. Electronic address: a.doe@x.example.', 'One &amp; all')}${author('Roe', 'Three')}</AuthorList>`;
    assert.deepEqual(read({ article: list }).affiliations, ['One & all', 'Two.']);
    assert.equal(
      read({ article: `<AuthorList>${author('Doe')}${author('Roe', 'Three')}</AuthorList>` }).affiliations,
      undefined,
    );
    const [long = ''] =
      read({ article: `<AuthorList>${author('Doe', 'x'.repeat(9_000))}</AuthorList>` }).affiliations ?? [];
    assert.equal(long.length, 401);
  });
});

it('are the same from MEDLINE text', () => {
  const fields = [
    ...['PMID- 7', 'IS  - 0140-6736 (Linking)', 'IS  - 1474-547X (Electronic)', 'VI  - 395', 'IP  - 10223'],
    ...[
      'PG  - 107-14',
      'LID - 10.1/x [doi]',
      'TI  - A title.',
      'FAU - Doe, Ann',
      'AU  - Doe A',
      'AD  - One & all',
      'AD  - Two',
    ],
    ...['FAU - Roe, Bo', 'AU  - Roe B', 'AD  - Three', 'PMC - PMC77', 'DP  - 2020'],
  ];
  const reader = createMedlineReader();
  const [item] = [...reader.feed(Buffer.from(`${fields.join('\n')}\n`)), ...reader.end()];
  assert.ok(item?.kind === 'record');
  assert.partialDeepStrictEqual(item.article, {
    ...{ volume: '395', issue: '10223', pages: '107-14', issn: '1474-547X', doi: '10.1/x', pmcid: 'PMC77' },
    affiliations: ['One & all', 'Two'],
  });
});

it('survive an export and import as JSON lines', () => {
  const article = anArticle('7', {
    ...{ volume: '395', issue: '10223', pages: 'e14', issn: '1474-547X', doi: '10.1/x' },
    ...{ affiliations: ['One & all'], journalAbbreviation: 'J Tests', published: '2020-03-05' },
  });
  const reader = createJsonlReader();
  const line = `${JSON.stringify(exportRecord(article))}\n`;
  const [item] = [...reader.feed(Buffer.from(line)), ...reader.end()];
  assert.ok(item?.kind === 'record');
  assert.deepEqual(item.article, article);
});

it('match an independent parser on real records', { skip: sharedDataMissing() }, (t) => {
  const counts = { records: 0, volume: 0, pages: 0, issn: 0, affiliations: 0 };
  for (const { pmid, journal, xml } of loadPubmedXmlCorpus() ?? []) {
    if (!/^<PubmedArticle>/.test(xml)) continue;
    const parser = createArticleParser();
    const article = parser
      .feed(`<PubmedArticleSet>${xml}</PubmedArticleSet>`)
      .find((each) => each.pmid === (pmid as Pmid));
    if (!article) continue;
    counts.records++;
    const { volume, issue, pages, issn } = journal;
    assert.deepEqual([article.volume, article.issue], [volume, issue], pmid);
    if (pages) assert.equal(article.pages, pages, pmid);
    if (issn) assert.equal(article.issn, issn, pmid);
    for (const name of ['volume', 'pages', 'issn', 'affiliations'] as const)
      if (article[name]) counts[name]++;
  }
  t.diagnostic(JSON.stringify(counts));
  assert.ok(counts.pages > 0.7 * counts.records && counts.issn > 0.9 * counts.records);
});
