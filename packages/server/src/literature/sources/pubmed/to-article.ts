import {
  type AbstractSection,
  type Article,
  type BibliographicDetails,
  type Notice,
  type Pmid,
  parsePmid,
} from '@citewell/core/records/article.ts';
import { isReviewType, retractedType } from '@citewell/core/records/publication-types.ts';
import { detailsOf } from './details.ts';
import { flatten } from './flatten.ts';
import { publishedOf, yearOf } from './publication-date.ts';
import { find, findAll, type XmlElement } from './xml-records.ts';

/** Converts a PubmedArticle or PubmedBookArticle; returns undefined without a PMID. */
export function toArticle(record: XmlElement): Article | undefined {
  return record.name === 'PubmedBookArticle' ? fromBook(record) : fromCitation(record);
}

function fromCitation(record: XmlElement): Article | undefined {
  const citation = find(record, 'MedlineCitation');
  const article = find(citation, 'Article');
  const journal = find(article, 'Journal');
  const title = flatten(find(journal, 'Title'));
  const abbreviation = flatten(find(citation, 'MedlineJournalInfo', 'MedlineTA'));
  const dates = [find(journal, 'JournalIssue', 'PubDate'), find(article, 'ArticleDate')];
  const authors = findAll(article, 'AuthorList');
  const details = detailsOf({
    journal,
    journalInfo: find(citation, 'MedlineJournalInfo'),
    pagination: find(article, 'Pagination'),
    locations: findAll(article, 'ELocationID'),
    ids: findAll(find(record, 'PubmedData', 'ArticleIdList'), 'ArticleId'),
    firstAuthor: find(authors[0], 'Author'),
  });
  return build({
    id: find(citation, 'PMID'),
    title: flatten(find(article, 'ArticleTitle')),
    vernacularTitle: flatten(find(article, 'VernacularTitle')),
    abstract: find(article, 'Abstract'),
    authors,
    journal: title || abbreviation,
    journalAbbreviation: abbreviation || flatten(find(journal, 'ISOAbbreviation')),
    dates,
    languages: findAll(article, 'Language'),
    types: findAll(find(article, 'PublicationTypeList'), 'PublicationType'),
    mesh: findAll(find(citation, 'MeshHeadingList'), 'MeshHeading').map((heading) =>
      flatten(find(heading, 'DescriptorName')),
    ),
    keywords: findAll(citation, 'KeywordList'),
    details,
    notices: findAll(find(citation, 'CommentsCorrectionsList'), 'CommentsCorrections'),
  });
}

/** Converts a book or chapter, with the book in place of the journal. */
function fromBook(record: XmlElement): Article | undefined {
  const document = find(record, 'BookDocument');
  const book = find(document, 'Book');
  const chapter = flatten(find(document, 'ArticleTitle'));
  const bookTitle = flatten(find(book, 'BookTitle'));
  const authors = findAll(document, 'AuthorList').filter(isAuthors);
  return build({
    id: find(document, 'PMID'),
    title: chapter || bookTitle,
    vernacularTitle: flatten(find(document, 'VernacularTitle')),
    abstract: find(document, 'Abstract'),
    authors: authors.length > 0 ? authors : findAll(book, 'AuthorList').filter(isAuthors),
    journal: chapter && bookTitle ? bookTitle : flatten(find(book, 'Publisher', 'PublisherName')),
    journalAbbreviation: '',
    // A chapter has its own date; the book's can be decades older.
    dates: [find(document, 'ContributionDate'), find(book, 'PubDate')],
    languages: findAll(document, 'Language'),
    types: findAll(document, 'PublicationType'),
    mesh: [],
    keywords: findAll(document, 'KeywordList'),
    details: detailsOf({
      journal: undefined,
      journalInfo: undefined,
      pagination: find(document, 'Pagination'),
      locations: findAll(book, 'ELocationID'),
      ids: findAll(find(document, 'ArticleIdList'), 'ArticleId'),
      firstAuthor: find(authors[0], 'Author'),
    }),
    notices: [],
  });
}

type RecordParts = {
  id: XmlElement | undefined;
  title: string;
  vernacularTitle: string;
  abstract: XmlElement | undefined;
  authors: XmlElement[];
  journal: string;
  journalAbbreviation: string;
  /** The first valid one is used. */
  dates: (XmlElement | undefined)[];
  languages: XmlElement[];
  types: XmlElement[];
  mesh: string[];
  keywords: XmlElement[];
  details: BibliographicDetails;
  notices: XmlElement[];
};

function build(parts: RecordParts): Article | undefined {
  const pmid = readPmid(parts.id);
  if (!pmid) return undefined;
  const publicationTypes = distinct(parts.types.map(flatten));
  const notices = (type: string) =>
    parts.notices.filter(({ attributes }) => attributes.RefType === type).map(toNotice);
  const retractions = notices('RetractionIn');
  const { journal, journalAbbreviation } = parts;
  const year = yearOf(parts.dates);
  const published = publishedOf(parts.dates, year);
  return {
    pmid,
    version: Number(parts.id?.attributes.Version) || 1,
    title: parts.title,
    ...(parts.vernacularTitle && { vernacularTitle: parts.vernacularTitle }),
    abstract: findAll(parts.abstract, 'AbstractText').flatMap(toSection),
    authors: parts.authors.flatMap((list) => findAll(list, 'Author')).flatMap(toAuthor),
    journal,
    ...(journalAbbreviation && journalAbbreviation !== journal && { journalAbbreviation }),
    year,
    ...(published !== year && { published }),
    languages: distinct(parts.languages.map(flatten)),
    publicationTypes,
    mesh: distinct(parts.mesh),
    keywords: distinct(parts.keywords.flatMap((list) => findAll(list, 'Keyword')).map(flatten)),
    ...parts.details,
    isReview: publicationTypes.some(isReviewType),
    retracted: retractions.length > 0 || publicationTypes.includes(retractedType),
    retractions,
    concerns: notices('ExpressionOfConcernIn'),
    errata: notices('ErratumIn'),
  };
}

/** Returns the number in an element without leading zeros; undefined if that is not a PMID. */
export function readPmid(element: XmlElement | undefined): Pmid | undefined {
  return parsePmid(flatten(element).replace(/^0+/, ''));
}

function toSection(element: XmlElement): AbstractSection[] {
  const text = flatten(element);
  const label = element.attributes.Label?.trim();
  return text ? [{ ...(label && { label }), text }] : [];
}

function toAuthor(element: XmlElement): string[] {
  const collective = flatten(find(element, 'CollectiveName'));
  const personal = ['LastName', 'Initials', 'Suffix'].map((name) => flatten(find(element, name)));
  const name = collective || personal.filter(Boolean).join(' ');
  return name ? [name] : [];
}

function isAuthors(list: XmlElement): boolean {
  return list.attributes.Type !== 'editors';
}

function toNotice(element: XmlElement): Notice {
  const pmid = readPmid(find(element, 'PMID'));
  return { ...(pmid && { pmid }), citation: flatten(find(element, 'RefSource')) };
}

function distinct(texts: string[]): string[] {
  return [...new Set(texts.filter(Boolean))];
}
