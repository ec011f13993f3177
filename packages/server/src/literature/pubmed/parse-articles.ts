import { type AbstractSection, type Article, type Notice, type Pmid, parsePmid } from '../article.ts';
import { isReviewType, retractedType } from '../publication-types.ts';
import { flatten } from './flatten.ts';
import { createXmlRecordReader, find, findAll, type XmlElement } from './xml-records.ts';

/** Reads a PubmedArticleSet of any size as it arrives. */
export type ArticleParser = {
  /**
   * The articles this chunk completes. Throws XmlError, with line and column, on anything but a well-formed set; the
   * articles before an error are then only a part, and it is the caller's to say so or to drop them.
   */
  feed(chunk: Uint8Array | string): Article[];
  /** Ends the document. Throws XmlError where it stopped in the middle. */
  end(): void;
  /** PMIDs the document says are deleted, so far. */
  readonly deleted: readonly Pmid[];
};

const roots = new Set([
  'PubmedArticleSet',
  'PubmedBookArticleSet',
  'PubmedArticle',
  'PubmedBookArticle',
  'DeleteCitation',
]);
const records = new Set(['PubmedArticle', 'PubmedBookArticle', 'DeleteCitation', 'DeleteDocument']);

/** Parts of a record that no Article shows: nine tenths of the bytes. */
const skip = new Set([
  'AffiliationInfo',
  'ChemicalList',
  'CopyrightInformation',
  'DataBankList',
  'GeneralNote',
  'GrantList',
  'History',
  'InvestigatorList',
  'OtherAbstract',
  'PersonalNameSubjectList',
  'QualifierName',
  'ReferenceList',
  'Sections',
  'SupplMeshList',
]);

export function createArticleParser(): ArticleParser {
  const reader = createXmlRecordReader({ roots, records, skip });
  const deleted: Pmid[] = [];
  return {
    feed(chunk) {
      const articles: Article[] = [];
      for (const record of reader.feed(chunk)) {
        if (record.name === 'PubmedArticle') articles.push(fromCitation(record));
        else if (record.name === 'PubmedBookArticle') articles.push(fromBook(record));
        else deleted.push(...findAll(record, 'PMID').map(readPmid));
      }
      return articles;
    },
    end: () => reader.end(),
    deleted,
  };

  function fromCitation(record: XmlElement): Article {
    const citation = find(record, 'MedlineCitation');
    const article = find(citation, 'Article');
    const journal = find(article, 'Journal');
    return toArticle({
      id: find(citation, 'PMID'),
      title: flatten(find(article, 'ArticleTitle')),
      vernacularTitle: flatten(find(article, 'VernacularTitle')),
      abstract: find(article, 'Abstract'),
      authors: findAll(article, 'AuthorList'),
      journal: flatten(find(journal, 'Title')) || flatten(find(citation, 'MedlineJournalInfo', 'MedlineTA')),
      year: yearOf(find(journal, 'JournalIssue', 'PubDate')) || yearOf(find(article, 'ArticleDate')),
      languages: findAll(article, 'Language'),
      types: findAll(find(article, 'PublicationTypeList'), 'PublicationType'),
      mesh: findAll(find(citation, 'MeshHeadingList'), 'MeshHeading').map((heading) =>
        flatten(find(heading, 'DescriptorName')),
      ),
      keywords: findAll(citation, 'KeywordList'),
      locations: findAll(article, 'ELocationID'),
      ids: findAll(find(record, 'PubmedData', 'ArticleIdList'), 'ArticleId'),
      notices: findAll(find(citation, 'CommentsCorrectionsList'), 'CommentsCorrections'),
    });
  }

  /** A book or a chapter of one: the book stands where a paper has its journal. */
  function fromBook(record: XmlElement): Article {
    const document = find(record, 'BookDocument');
    const book = find(document, 'Book');
    const chapter = flatten(find(document, 'ArticleTitle'));
    const bookTitle = flatten(find(book, 'BookTitle'));
    const authors = findAll(document, 'AuthorList').filter(isAuthors);
    return toArticle({
      id: find(document, 'PMID'),
      title: chapter || bookTitle,
      vernacularTitle: flatten(find(document, 'VernacularTitle')),
      abstract: find(document, 'Abstract'),
      authors: authors.length > 0 ? authors : findAll(book, 'AuthorList').filter(isAuthors),
      journal: chapter && bookTitle ? bookTitle : flatten(find(book, 'Publisher', 'PublisherName')),
      // A chapter has a date of its own; the book's can be decades older.
      year: yearOf(find(document, 'ContributionDate')) || yearOf(find(book, 'PubDate')),
      languages: findAll(document, 'Language'),
      types: findAll(document, 'PublicationType'),
      mesh: [],
      keywords: findAll(document, 'KeywordList'),
      locations: findAll(book, 'ELocationID'),
      ids: findAll(find(document, 'ArticleIdList'), 'ArticleId'),
      notices: [],
    });
  }

  function toArticle(parts: RecordParts): Article {
    const publicationTypes = distinct(parts.types.map(flatten));
    const notices = (type: string) =>
      parts.notices.filter(({ attributes }) => attributes.RefType === type).map(toNotice);
    const retractions = notices('RetractionIn');
    const doi = doiOf(parts.ids, 'IdType') ?? doiOf(parts.locations, 'EIdType');
    return {
      pmid: readPmid(parts.id),
      version: Number(parts.id?.attributes.Version) || 1,
      title: parts.title,
      ...(parts.vernacularTitle && { vernacularTitle: parts.vernacularTitle }),
      abstract: findAll(parts.abstract, 'AbstractText').flatMap(toSection),
      authors: parts.authors.flatMap((list) => findAll(list, 'Author')).flatMap(toAuthor),
      journal: parts.journal,
      year: parts.year,
      languages: distinct(parts.languages.map(flatten)),
      publicationTypes,
      mesh: distinct(parts.mesh),
      keywords: distinct(parts.keywords.flatMap((list) => findAll(list, 'Keyword')).map(flatten)),
      ...(doi && { doi }),
      isReview: publicationTypes.some(isReviewType),
      retracted: retractions.length > 0 || publicationTypes.includes(retractedType),
      retractions,
      concerns: notices('ExpressionOfConcernIn'),
      errata: notices('ErratumIn'),
    };
  }

  function readPmid(element: XmlElement | undefined): Pmid {
    const pmid = parsePmid(flatten(element).replace(/^0+/, ''));
    if (!pmid) throw reader.error('a record has no PMID');
    return pmid;
  }
}

type RecordParts = {
  id: XmlElement | undefined;
  title: string;
  vernacularTitle: string;
  abstract: XmlElement | undefined;
  authors: XmlElement[];
  journal: string;
  year: string;
  languages: XmlElement[];
  types: XmlElement[];
  mesh: string[];
  keywords: XmlElement[];
  locations: XmlElement[];
  ids: XmlElement[];
  notices: XmlElement[];
};

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
  const pmid = parsePmid(flatten(find(element, 'PMID')).replace(/^0+/, ''));
  return { ...(pmid && { pmid }), citation: flatten(find(element, 'RefSource')) };
}

/** The year of a date; of "2019 Dec-2020 Jan" the first, as PubMed files it. */
function yearOf(date: XmlElement | undefined): string {
  const text = flatten(find(date, 'Year')) || flatten(find(date, 'MedlineDate'));
  return /(?<!\d)\d{4}(?!\d)/.exec(text)?.[0] ?? '';
}

function doiOf(elements: XmlElement[], typeAttribute: 'IdType' | 'EIdType'): string | undefined {
  const element = elements.find(
    ({ attributes }) => attributes[typeAttribute] === 'doi' && attributes.ValidYN !== 'N',
  );
  return flatten(element) || undefined;
}

function distinct(texts: string[]): string[] {
  return [...new Set(texts.filter(Boolean))];
}
