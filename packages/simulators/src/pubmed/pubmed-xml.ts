import { enteredOn, inlineTags, plainText, type RecordAuthor, type RecordFields } from './record-fields.ts';

/** Beginning of an efetch reply, before its records. */
export const pubmedProlog =
  '<?xml version="1.0" ?>\n<!DOCTYPE PubmedArticleSet PUBLIC "-//NLM//DTD PubMedArticle, 1st January 2025//EN" "https://dtd.nlm.nih.gov/ncbi/pubmed/out/pubmed_250101.dtd">\n';

/** Formats a PubmedArticle (or PubmedBookArticle) element, in the DTD's order and on one line, as efetch writes it. */
export function renderPubmedXml(record: RecordFields): string {
  return record.book ? bookArticle(record, record.book) : article(record);
}

/** Escapes `text` as XML character data, with character references beyond ASCII, as efetch writes them. */
export function escapeXml(text: string): string {
  return text
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/[^\x00-\x7f]/gu, (character) => `&#x${character.codePointAt(0)?.toString(16)};`);
}

function article(record: RecordFields): string {
  const { journal, published } = record;
  return element('PubmedArticle', {}, [
    element('MedlineCitation', { Status: record.status ?? 'MEDLINE', Owner: 'NLM' }, [
      element('PMID', { Version: String(record.version ?? 1) }, [record.pmid]),
      date('DateRevised', enteredOn(record)),
      element('Article', { PubModel: 'Print' }, [
        element('Journal', {}, [
          optional('ISSN', journal.issn, { IssnType: 'Print' }),
          element('JournalIssue', { CitedMedium: 'Print' }, [
            optional('Volume', journal.volume),
            optional('Issue', journal.issue),
            element('PubDate', {}, [
              optional('Year', published.year),
              optional('Month', published.month),
              optional('Day', published.day),
              optional('Season', published.season),
              optional('MedlineDate', published.medlineDate),
            ]),
          ]),
          optional('Title', journal.title),
          optional('ISOAbbreviation', journal.abbreviation),
        ]),
        element('ArticleTitle', {}, [markup(record.title)]),
        journal.pages ? element('Pagination', {}, [optional('MedlinePgn', journal.pages)]) : '',
        record.doiIn !== 'article-id' ? optional('ELocationID', record.doi, doiAttributes) : '',
        abstract(record),
        authorList(record.authors),
        ...languages(record).map((language) => optional('Language', language)),
        element('PublicationTypeList', {}, publicationTypes(record)),
        optional('VernacularTitle', record.vernacularTitle),
      ]),
      element('MedlineJournalInfo', {}, [
        optional('MedlineTA', journal.abbreviation),
        optional('NlmUniqueID', journal.nlmId),
        optional('ISSNLinking', journal.issn),
      ]),
      optional('CitationSubset', 'IM'),
      list('CommentsCorrectionsList', record.corrections, (correction) =>
        element('CommentsCorrections', { RefType: correction.refType }, [
          optional('RefSource', correction.source),
          optional('PMID', correction.pmid, { Version: '1' }),
        ]),
      ),
      list('MeshHeadingList', record.mesh, ({ name, major, qualifiers }) =>
        element('MeshHeading', {}, [
          optional('DescriptorName', name, { UI: identifier('D', name), MajorTopicYN: major ? 'Y' : 'N' }),
          ...(qualifiers ?? []).map((qualifier) =>
            optional('QualifierName', qualifier, { UI: identifier('Q', qualifier), MajorTopicYN: 'N' }),
          ),
        ]),
      ),
      ...(record.otherAbstracts ?? []).map(({ language, text }) =>
        element('OtherAbstract', { Type: 'Publisher', Language: language }, [
          element('AbstractText', {}, [markup(text)]),
        ]),
      ),
      list(
        'KeywordList',
        record.keywords,
        (keyword) => element('Keyword', { MajorTopicYN: 'N' }, [markup(keyword)]),
        { Owner: 'NOTNLM' },
      ),
    ]),
    element('PubmedData', {}, [
      history(record),
      optional('PublicationStatus', 'ppublish'),
      articleIds(record),
    ]),
  ]);
}

function bookArticle(record: RecordFields, book: NonNullable<RecordFields['book']>): string {
  return element('PubmedBookArticle', {}, [
    element('BookDocument', {}, [
      element('PMID', { Version: String(record.version ?? 1) }, [record.pmid]),
      element('ArticleIdList', {}, [optional('ArticleId', book.accession, { IdType: 'bookaccession' })]),
      element('Book', {}, [
        element('Publisher', {}, [
          optional('PublisherName', book.publisher),
          optional('PublisherLocation', book.place),
        ]),
        element('BookTitle', { book: book.accession.toLowerCase() }, [markup(book.title)]),
        element('PubDate', {}, [
          optional('Year', record.published.year),
          optional('Month', record.published.month),
        ]),
        optional('Medium', 'Internet'),
      ]),
      element('ArticleTitle', { book: book.accession.toLowerCase(), part: 'chapter' }, [
        markup(record.title),
      ]),
      ...languages(record).map((language) => optional('Language', language)),
      authorList(record.authors, { Type: 'authors' }),
      ...publicationTypes(record),
      abstract(record),
      element('ContributionDate', {}, [optional('Year', record.published.year)]),
    ]),
    element('PubmedBookData', {}, [
      history(record),
      optional('PublicationStatus', 'ppublish'),
      articleIds(record),
    ]),
  ]);
}

const doiAttributes = { EIdType: 'doi', ValidYN: 'Y' };

function abstract(record: RecordFields): string {
  return list('Abstract', record.abstract, ({ label, text }) =>
    element('AbstractText', sectionAttributes(label, record.book !== undefined), [markup(text)]),
  );
}

/** Books label their sections but do not assign them to a category. */
function sectionAttributes(label: string | undefined, inBook: boolean): Attributes {
  if (!label) return {};
  return inBook ? { Label: label } : { Label: label, NlmCategory: nlmCategory(label) };
}

function authorList(authors: RecordAuthor[] | undefined, attributes: Attributes = {}): string {
  return list(
    'AuthorList',
    authors,
    (author) =>
      element(
        'Author',
        { ValidYN: 'Y' },
        'collectiveName' in author
          ? [optional('CollectiveName', author.collectiveName)]
          : [
              optional('LastName', author.lastName),
              optional('ForeName', author.foreName),
              optional('Initials', author.initials),
              optional('Suffix', author.suffix),
            ],
      ),
    { CompleteYN: 'Y', ...attributes },
  );
}

function languages(record: RecordFields): string[] {
  return record.languages ?? ['eng'];
}

function publicationTypes(record: RecordFields): string[] {
  return (record.publicationTypes ?? ['Journal Article']).map((type) =>
    optional('PublicationType', type, { UI: publicationTypeIds[type] ?? identifier('D', type) }),
  );
}

function history(record: RecordFields): string {
  const entered = enteredOn(record).replace(/\/0/g, '/');
  return element('History', {}, [
    date('PubMedPubDate', entered, { PubStatus: 'pubmed' }),
    date('PubMedPubDate', entered, { PubStatus: 'entrez' }),
  ]);
}

function articleIds(record: RecordFields): string {
  return element('ArticleIdList', {}, [
    optional('ArticleId', record.pmid, { IdType: 'pubmed' }),
    optional('ArticleId', record.pmcid, { IdType: 'pmc' }),
    record.doiIn !== 'elocation' ? optional('ArticleId', record.doi, { IdType: 'doi' }) : '',
  ]);
}

function date(name: string, yearMonthDay: string, attributes: Attributes = {}): string {
  const [year, month, day] = yearMonthDay.split('/');
  return element(name, attributes, [optional('Year', year), optional('Month', month), optional('Day', day)]);
}

type Attributes = Record<string, string>;

/** `children` are XML already. */
function element(name: string, attributes: Attributes, children: string[]): string {
  const written = Object.entries(attributes).map(
    ([key, value]) => ` ${key}="${escapeXml(value).replace(/"/g, '&quot;')}"`,
  );
  return `<${name}${written.join('')}>${children.join('')}</${name}>`;
}

function optional(name: string, text: string | undefined, attributes: Attributes = {}): string {
  return text === undefined ? '' : element(name, attributes, [escapeXml(text)]);
}

function list<Item>(
  name: string,
  items: Item[] | undefined,
  write: (item: Item) => string,
  attributes: Attributes = {},
): string {
  return items?.length ? element(name, attributes, items.map(write)) : '';
}

const escapedInlineTag = new RegExp(`&lt;(/?(?:${inlineTags.join('|')}))&gt;`, 'g');

/** Escapes everything except inline tags, which are markup. */
function markup(text: string): string {
  return escapeXml(text).replace(escapedInlineTag, '<$1>');
}

function nlmCategory(label: string): string {
  if (/CONCLUSION|INTERPRETATION/.test(label)) return 'CONCLUSIONS';
  if (/RESULT|FINDING|OUTCOME/.test(label)) return 'RESULTS';
  if (/METHOD|DESIGN|SETTING|PARTICIPANT|PATIENT|INTERVENTION|MEASURE/.test(label)) return 'METHODS';
  if (/OBJECTIVE|AIM|PURPOSE/.test(label)) return 'OBJECTIVE';
  return /BACKGROUND|INTRODUCTION|CONTEXT/.test(label) ? 'BACKGROUND' : 'UNASSIGNED';
}

/** NLM's own identifiers of the publication types the product looks at. */
const publicationTypeIds: Record<string, string> = {
  'Journal Article': 'D016428',
  Review: 'D016454',
  'Randomized Controlled Trial': 'D016449',
  'Meta-Analysis': 'D017418',
  'Systematic Review': 'D000078182',
  'Practice Guideline': 'D017065',
  'Observational Study': 'D064888',
  'Case Reports': 'D002363',
  Letter: 'D016422',
  Comment: 'D016420',
  Editorial: 'D016421',
  'Published Erratum': 'D016425',
  'Retracted Publication': 'D016441',
  'Retraction of Publication': 'D016440',
  'Expression of Concern': 'D000075742',
  Preprint: 'D000076942',
};

/**
 * Returns a placeholder in the form of an NLM identifier, the same for the same name: the real table is not shipped.
 */
function identifier(letter: 'D' | 'Q', name: string): string {
  let hash = 0;
  for (const character of plainText(name)) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) % 1_000_000;
  return `${letter}${String(hash).padStart(6, '0')}`;
}
