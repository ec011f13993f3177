import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Article } from '@citewell/core/records/article.ts';
import fc from 'fast-check';
import { createArticleParser } from './parse-articles.ts';
import { XmlError } from './xml-records.ts';

const prolog = `<?xml version="1.0" ?>
<!DOCTYPE PubmedArticleSet PUBLIC "-//NLM//DTD PubMedArticle, 1st January 2025//EN" "https://dtd.nlm.nih.gov/ncbi/pubmed/out/pubmed_250101.dtd">
`;

type Parts = {
  pmid?: string;
  citation?: string;
  article?: string;
  pubDate?: string;
  types?: string[];
  data?: string;
};

function record({
  pmid = '<PMID Version="1">1</PMID>',
  citation = '',
  article = '',
  pubDate,
  types = [],
  data = '',
}: Parts) {
  return `<PubmedArticle><MedlineCitation Status="MEDLINE">${pmid}<Article><Journal><JournalIssue><PubDate>${
    pubDate ?? '<Year>2024</Year><Month>May</Month>'
  }</PubDate></JournalIssue><Title>The Lancet</Title></Journal><ArticleTitle>A title.</ArticleTitle>${article}<PublicationTypeList>${types
    .map((type) => `<PublicationType UI="D0">${type}</PublicationType>`)
    .join(
      '',
    )}</PublicationTypeList></Article>${citation}</MedlineCitation><PubmedData>${data}</PubmedData></PubmedArticle>`;
}

function set(...records: string[]): string {
  return `${prolog}<PubmedArticleSet>\n${records.join('\n')}\n</PubmedArticleSet>`;
}

function parse(xml: string | Uint8Array): Article[] {
  const parser = createArticleParser();
  const articles = parser.feed(xml);
  parser.end();
  return articles;
}

function parseOne(parts: Parts): Article {
  const [article] = parse(set(record(parts)));
  assert.ok(article);
  return article;
}

test('a structured abstract keeps its labels, without empty sections and other languages', () => {
  const { abstract } = parseOne({
    article: `<Abstract><AbstractText Label="METHODS" NlmCategory="METHODS">We did.</AbstractText><AbstractText Label="RESULTS"/><AbstractText>It <i>worked</i>.</AbstractText><CopyrightInformation>© X</CopyrightInformation></Abstract>`,
    citation: '<OtherAbstract Language="chi"><AbstractText>摘要</AbstractText></OtherAbstract>',
  });
  assert.deepEqual(abstract, [{ label: 'METHODS', text: 'We did.' }, { text: 'It worked.' }]);
});

test('authors are “Last Initials Suffix”; groups and people with a single name are unchanged', () => {
  const { authors } = parseOne({
    article: `<AuthorList><Author><LastName>Jacobs</LastName><ForeName>William R</ForeName><Initials>WR</Initials><Suffix>Jr</Suffix><AffiliationInfo><Affiliation>X</Affiliation></AffiliationInfo></Author><Author><LastName>Abhimanyu</LastName></Author><Author><CollectiveName>METRIC Study Group</CollectiveName></Author></AuthorList>`,
  });
  assert.deepEqual(authors, ['Jacobs WR Jr', 'Abhimanyu', 'METRIC Study Group']);
});

test('the year is read from Year, the first year of MedlineDate, or the electronic date', () => {
  const year = (pubDate: string, article = '') => parseOne({ pubDate, article }).year;
  assert.equal(year('<Year>2021</Year>'), '2021');
  assert.equal(year('<MedlineDate>1998 Dec-1999 Jan</MedlineDate>'), '1998');
  assert.equal(year('<MedlineDate>Winter 2003</MedlineDate>'), '2003');
  assert.equal(year('<Season>Fall</Season>', '<ArticleDate><Year>2019</Year></ArticleDate>'), '2019');
  assert.equal(year(''), '');
});

test('a valid DOI is read from either element, and never from a reference', () => {
  const doi = (article: string, data: string) => parseOne({ article, data }).doi;
  const references =
    '<ReferenceList><Reference><ArticleIdList><ArticleId IdType="doi">10.1/other</ArticleId></ArticleIdList></Reference></ReferenceList>';
  assert.equal(doi('<ELocationID EIdType="doi" ValidYN="Y">10.1/a</ELocationID>', references), '10.1/a');
  assert.equal(
    doi(
      '',
      `<ArticleIdList><ArticleId IdType="pubmed">1</ArticleId><ArticleId IdType="doi">10.1/b</ArticleId></ArticleIdList>${references}`,
    ),
    '10.1/b',
  );
  assert.equal(doi('<ELocationID EIdType="doi" ValidYN="N">10.1/a</ELocationID>', references), undefined);
});

test('a paper is retracted by its type or a linked notice; the notice is not', () => {
  const link = (type: string) =>
    `<CommentsCorrectionsList><CommentsCorrections RefType="${type}"><RefSource>Lancet. 2025;1:2</RefSource><PMID Version="1">99</PMID></CommentsCorrections><CommentsCorrections RefType="CommentIn"><RefSource>X</RefSource></CommentsCorrections></CommentsCorrectionsList>`;
  const notice = { pmid: '99', citation: 'Lancet. 2025;1:2' };
  assert.equal(parseOne({ types: ['Journal Article', 'Retracted Publication'] }).retracted, true);
  const byNotice = parseOne({ citation: link('RetractionIn') });
  assert.deepEqual([byNotice.retracted, byNotice.retractions], [true, [notice]]);
  const retraction = parseOne({ types: ['Retraction of Publication'], citation: link('RetractionOf') });
  assert.deepEqual([retraction.retracted, retraction.retractions], [false, []]);
  const concern = parseOne({ citation: link('ExpressionOfConcernIn') });
  assert.deepEqual([concern.retracted, concern.concerns], [false, [notice]]);
  assert.deepEqual(parseOne({ citation: link('ErratumIn') }).errata, [notice]);
});

test('reviews are recognized by publication type', () => {
  const isReview = (...types: string[]) => parseOne({ types }).isReview;
  assert.equal(isReview('Journal Article'), false);
  assert.equal(isReview('Journal Article', 'Review'), true);
  assert.equal(isReview('Systematic Review'), true);
  assert.equal(isReview('Meta-Analysis'), true);
  assert.equal(isReview('Practice Guideline'), false);
});

test('a PMID loses leading zeros and keeps its version', () => {
  const { pmid, version } = parseOne({ pmid: '<PMID Version="3">00012345</PMID>' });
  assert.equal(pmid, '12345');
  assert.equal(version, 3);
});

test('MeSH headings, keywords, languages and the vernacular title are each read once', () => {
  const article = parseOne({
    article:
      '<Language>chi</Language><Language>eng</Language><VernacularTitle>二甲双胍的研究</VernacularTitle>',
    citation:
      '<MeshHeadingList><MeshHeading><DescriptorName MajorTopicYN="N">Humans</DescriptorName><QualifierName>x</QualifierName></MeshHeading></MeshHeadingList><KeywordList Owner="NOTNLM"><Keyword><i>E. coli</i></Keyword></KeywordList><KeywordList Owner="KIE"><Keyword>E. coli</Keyword><Keyword>Bioethics</Keyword></KeywordList>',
  });
  assert.deepEqual(article.languages, ['chi', 'eng']);
  assert.equal(article.vernacularTitle, '二甲双胍的研究');
  assert.deepEqual(article.mesh, ['Humans']);
  assert.deepEqual(article.keywords, ['E. coli', 'Bioethics']);
});

test('a chapter takes its book as journal and has its own date; a book takes its publisher', () => {
  const book = (inner: string, after: string) =>
    `<PubmedBookArticle><BookDocument><PMID Version="1">20301577</PMID><ArticleIdList><ArticleId IdType="bookaccession">NBK1</ArticleId></ArticleIdList><Book><Publisher><PublisherName>University of Washington</PublisherName></Publisher><BookTitle>GeneReviews<sup>®</sup></BookTitle><PubDate><Year>1993</Year></PubDate><AuthorList Type="editors"><Author><LastName>Adam</LastName><Initials>MP</Initials></Author></AuthorList>${inner}</Book>${after}</BookDocument></PubmedBookArticle>`;
  const [chapter, whole] = parse(
    set(
      book(
        '',
        '<ArticleTitle>Cystic Fibrosis</ArticleTitle><Language>eng</Language><AuthorList Type="authors"><Author><LastName>Savant</LastName><Initials>A</Initials></Author></AuthorList><PublicationType>Review</PublicationType><Abstract><AbstractText>About.</AbstractText></Abstract><ContributionDate><Year>2001</Year></ContributionDate>',
      ),
      book(
        '<AuthorList Type="authors"><Author><CollectiveName>A Centre</CollectiveName></Author></AuthorList>',
        '',
      ),
    ),
  );
  assert.partialDeepStrictEqual(chapter, {
    title: 'Cystic Fibrosis',
    journal: 'GeneReviews®',
    year: '2001',
    authors: ['Savant A'],
    isReview: true,
    abstract: [{ text: 'About.' }],
  });
  assert.partialDeepStrictEqual(whole, {
    title: 'GeneReviews®',
    journal: 'University of Washington',
    year: '1993',
    authors: ['A Centre'],
  });
});

test('deleted PMIDs are reported separately from records', () => {
  const parser = createArticleParser();
  const articles = parser.feed(
    set(record({}), '<DeleteCitation><PMID Version="1">7</PMID><PMID Version="1">8</PMID></DeleteCitation>'),
  );
  parser.end();
  assert.equal(articles.length, 1);
  assert.deepEqual(parser.deleted, ['7', '8']);
});

test('an empty set parses to no articles', () => {
  assert.deepEqual(parse(set()), []);
});

test('a malformed or incomplete set throws an XmlError with line and column', () => {
  const whole = set(record({}), record({ pmid: '<PMID Version="1">2</PMID>' }));
  const wrong: Record<string, string | Uint8Array> = {
    'an HTML page': '<!DOCTYPE html><html><head><title>Blocked</title></head></html>',
    'another reply': '<eFetchResult><ERROR>Supplied id parameter is empty.</ERROR></eFetchResult>',
    'the prolog alone': prolog,
    nothing: '',
    'an exception behind the prolog': `${prolog}NCBI C++ Exception: TXCLIENT::readAll EOF`,
    'a cut inside a text': whole.slice(0, whole.indexOf('A title') + 3),
    'a cut between two records': whole.slice(0, whole.lastIndexOf('<PubmedArticle>')),
    'an entity bomb': `<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "lol"><!ENTITY b "&a;&a;">]><PubmedArticleSet>&b;</PubmedArticleSet>`,
    'an unknown entity': whole.replace('A title', 'A &alpha; title'),
    'a control character': whole.replace('A title', 'A \u0001 title'),
    'a second root': `${whole}<PubmedArticleSet></PubmedArticleSet>`,
    'crossing tags': whole.replace('A title.', '<i>A <b>title</i></b>'),
    'bytes that are not UTF-8': Buffer.concat([
      Buffer.from(`${prolog}<PubmedArticleSet>`),
      Buffer.from([0xff, 0xfe]),
    ]),
    'a bottomless nest': `${prolog}<PubmedArticleSet>${'<PubmedArticle>'.repeat(10_000)}`,
    'a record without a PMID': set(record({ pmid: '' })),
    'a record with a PMID that is none': set(record({ pmid: '<PMID>12a</PMID>' })),
  };
  for (const [what, xml] of Object.entries(wrong))
    assert.throws(
      () => parse(xml),
      (error) =>
        error instanceof XmlError &&
        error.line > 0 &&
        error.column >= 0 &&
        !error.message.includes('A title'),
      what,
    );
});

test('every truncation throws, and every way of chunking gives the same articles', () => {
  const xml = Buffer.from(
    set(
      record({
        article: '<Abstract><AbstractText>β 糖尿病 𝛼 m<sup>2</sup> &amp; &#x3B2;</AbstractText></Abstract>',
      }),
      record({ pmid: '<PMID Version="1">2</PMID>' }),
    ),
  );
  const whole = parse(xml);
  assert.equal(whole.length, 2);
  for (let length = 0; length < xml.length; length++)
    assert.throws(() => parse(xml.subarray(0, length)), XmlError, `cut at ${length}`);
  fc.assert(
    fc.property(fc.array(fc.nat(xml.length), { maxLength: 20 }), (places) => {
      const parser = createArticleParser();
      const cuts = [0, ...places.sort((a, b) => a - b), xml.length];
      const articles = cuts.slice(1).flatMap((end, i) => parser.feed(xml.subarray(cuts[i], end)));
      parser.end();
      assert.deepEqual(articles, whole);
    }),
  );
});

test('the PMCID is read from the record itself, not from its references', () => {
  const ids = (id: string) => `<ArticleIdList><ArticleId IdType="pmc">${id}</ArticleId></ArticleIdList>`;
  const cited = `<ReferenceList><Reference>${ids('PMC7')}</Reference></ReferenceList>`;
  assert.equal(parseOne({ data: `${ids('PMC123456')}${cited}` }).pmcid, 'PMC123456');
  assert.equal(parseOne({ data: ids('pmc0042.2') }).pmcid, 'PMC42');
  assert.equal(parseOne({ data: cited }).pmcid, undefined);
  assert.equal(parseOne({ data: ids('NIHMS99') }).pmcid, undefined);
});
