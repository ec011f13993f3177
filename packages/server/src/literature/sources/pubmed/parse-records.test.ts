import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRecordParser, type PubmedItem } from './parse-records.ts';

function parse(...records: string[]): PubmedItem[] {
  const parser = createRecordParser();
  const items = parser.feed(`<PubmedArticleSet>\n${records.join('\n')}\n</PubmedArticleSet>`);
  parser.end();
  return items;
}

type Parts = {
  pmid?: string;
  revised?: string;
  pubDate?: string;
  articleDate?: string;
  links?: string;
  journal?: string;
};

function record({
  pmid = '1',
  revised = '',
  pubDate = '',
  articleDate = '',
  links = '',
  journal = '',
}: Parts): string {
  return `<PubmedArticle><MedlineCitation><PMID Version="1">${pmid}</PMID>${revised}<Article><Journal><JournalIssue><Volume>12</Volume><Issue>3</Issue><PubDate>${pubDate}</PubDate></JournalIssue><Title>The Journal</Title></Journal><ArticleTitle>T.</ArticleTitle><Pagination><MedlinePgn>45-6</MedlinePgn></Pagination>${articleDate}</Article><MedlineJournalInfo><MedlineTA>${journal}</MedlineTA></MedlineJournalInfo><CommentsCorrectionsList>${links}</CommentsCorrectionsList></MedlineCitation></PubmedArticle>`;
}

function one(parts: Parts) {
  const [item] = parse(record(parts));
  assert.ok(item?.kind === 'record');
  return item;
}

test('the publication date keeps the record’s precision and agrees with its year', () => {
  const published = (pubDate: string, articleDate = '') => {
    const { article } = one({ pubDate, articleDate });
    return [article.year, article.published];
  };
  const online = (year: number) =>
    `<ArticleDate><Year>${year}</Year><Month>03</Month><Day>09</Day></ArticleDate>`;
  assert.deepEqual(published('<Year>2021</Year><Month>Dec</Month><Day>5</Day>'), ['2021', '2021-12-05']);
  assert.deepEqual(published('<Year>2021</Year><Month>7</Month>'), ['2021', '2021-07']);
  assert.deepEqual(published('<Year>2021</Year><Season>Winter</Season>'), ['2021', undefined]);
  assert.deepEqual(published('<MedlineDate>1998 Dec-1999 Jan</MedlineDate>'), ['1998', '1998-12']);
  assert.deepEqual(published('<MedlineDate>Summer 2003</MedlineDate>'), ['2003', undefined]);
  assert.deepEqual(published('<Year>2021</Year>', online(2021)), ['2021', '2021-03-09']);
  assert.deepEqual(published('<Year>2021</Year>', online(2020)), ['2021', undefined]);
  assert.deepEqual(published('', online(2020)), ['2020', '2020-03-09']);
  assert.deepEqual(published(''), ['', undefined]);
});

test('the revision date and the journal abbreviation are read', () => {
  const { revisedAt, article } = one({
    revised: '<DateRevised><Year>2024</Year><Month>02</Month><Day>29</Day></DateRevised>',
    journal: 'J',
  });
  assert.equal(revisedAt, '2024-02-29');
  assert.equal(article.journalAbbreviation, 'J');
  assert.equal(one({}).revisedAt, undefined);
});

test('a notice lists the papers it concerns with its own citation', () => {
  const link = (type: string, pmid: string) =>
    `<CommentsCorrections RefType="${type}"><RefSource>X</RefSource>${pmid}</CommentsCorrections>`;
  const { links } = one({
    pmid: '99',
    journal: 'Lancet',
    pubDate: '<Year>2025</Year><Month>May</Month>',
    links: [
      link('RetractionOf', '<PMID Version="1">7</PMID>'),
      link('ExpressionOfConcernFor', '<PMID Version="1">8</PMID>'),
      link('ErratumFor', '<PMID Version="1">9</PMID>'),
      link('RetractionOf', ''),
      link('RetractionIn', '<PMID Version="1">5</PMID>'),
      link('CommentOn', '<PMID Version="1">6</PMID>'),
    ].join(''),
  });
  const notice = { pmid: '99', citation: 'Lancet. 2025 May;12(3):45-6' };
  assert.deepEqual(links, [
    { kind: 'retraction', of: '7', notice },
    { kind: 'concern', of: '8', notice },
    { kind: 'erratum', of: '9', notice },
  ]);
});

test('records without a PMID are rejected with their line, and the others are read', () => {
  const items = parse(
    record({}),
    record({ pmid: 'x' }),
    '<DeleteCitation>\n<PMID>7</PMID><PMID>no</PMID></DeleteCitation>',
    record({ pmid: '2' }),
  );
  assert.deepEqual(
    items.map((item) => [item.line, item.kind, item.kind === 'reject' ? item.reason : undefined]),
    [
      [2, 'record', undefined],
      [3, 'reject', 'no_pmid'],
      [4, 'deletion', undefined],
      [4, 'reject', 'no_pmid'],
      [6, 'record', undefined],
    ],
  );
});
