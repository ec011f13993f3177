import type { Article, Notice, Pmid } from '@citewell/core/records/article.ts';
import type { XmlReason } from '../../../platform/xml/xml-error.ts';
import { flatten } from './flatten.ts';
import { isoDate } from './publication-date.ts';
import { readPmid, toArticle } from './to-article.ts';
import { createXmlRecordReader, find, findAll, type XmlElement } from './xml-records.ts';

/** Link from a record to the record that it retracts, corrects or questions. */
export type NoticeLink = { kind: 'retraction' | 'concern' | 'erratum'; of: Pmid; notice: Notice };

/** Item of PubMed's XML, with the line it begins on. */
export type PubmedItem = { line: number } & (
  | {
      kind: 'record';
      article: Article;
      /** Date of its last revision, ISO. */
      revisedAt: string | undefined;
      links: NoticeLink[];
    }
  | { kind: 'deletion'; pmid: Pmid }
  | { kind: 'reject'; reason: XmlReason }
);

export type RecordParser = {
  /**
   * Returns the items that this chunk completes.
   * @throws XmlError if the document is not a well-formed set.
   */
  feed(chunk: Uint8Array | string): PubmedItem[];
  /**
   * Ends the document.
   *
   * @throws XmlError if it is truncated.
   */
  end(): void;
};

/** Root elements that a PubMed document can have. */
export const pubmedRoots: ReadonlySet<string> = new Set([
  'PubmedArticleSet',
  'PubmedBookArticleSet',
  'PubmedArticle',
  'PubmedBookArticle',
  'DeleteCitation',
]);
const records = new Set(['PubmedArticle', 'PubmedBookArticle', 'DeleteCitation', 'DeleteDocument']);

/** Parts of a record that no Article uses: nine tenths of the bytes. */
const skip = new Set([
  'ChemicalList',
  'CitationSubset',
  'CoiStatement',
  'CopyrightInformation',
  'Country',
  'DataBankList',
  'DateCompleted',
  'ForeName',
  'GeneralNote',
  'GrantList',
  'History',
  'Identifier',
  'InvestigatorList',
  'NlmUniqueID',
  'OtherAbstract',
  'PersonalNameSubjectList',
  'PublicationStatus',
  'QualifierName',
  'ReferenceList',
  'Sections',
  'SupplMeshList',
]);

/** Affiliations are stored for the first author only: those of all would be most of the record. */
function skips(name: string, open: readonly XmlElement[]): boolean {
  if (name !== 'AffiliationInfo') return skip.has(name);
  const [list, author] = [open.at(-2), open.at(-1)];
  return list?.children.find((child) => typeof child !== 'string' && child.name === 'Author') !== author;
}

/** Reads PubMed's XML of any size as it arrives. */
export function createRecordParser(): RecordParser {
  const reader = createXmlRecordReader({ roots: pubmedRoots, records, skips });
  return { feed: (chunk) => reader.feed(chunk).flatMap(toItems), end: () => reader.end() };
}

function toItems(record: XmlElement): PubmedItem[] {
  const { line = 0 } = record;
  const reject = (reason: XmlReason): PubmedItem => ({ kind: 'reject', line, reason });
  if (record.isTooLong) return [reject('too_long')];
  if (record.name === 'DeleteCitation' || record.name === 'DeleteDocument')
    return findAll(record, 'PMID').map((element) => {
      const pmid = readPmid(element);
      return pmid ? { kind: 'deletion', line, pmid } : reject('no_pmid');
    });
  const article = toArticle(record);
  if (!article) return [reject('no_pmid')];
  const citation = find(record, 'MedlineCitation');
  const revised = find(citation ?? find(record, 'BookDocument'), 'DateRevised');
  const [year, month, day] = ['Year', 'Month', 'Day'].map((name) => flatten(find(revised, name)));
  const revisedAt = isoDate(year ?? '', month ?? '', day ?? '') || undefined;
  return [{ kind: 'record', line, article, revisedAt, links: linksOf(citation, article) }];
}

const linkKinds = new Map<string | undefined, NoticeLink['kind']>([
  ['RetractionOf', 'retraction'],
  ['ExpressionOfConcernFor', 'concern'],
  ['ErratumFor', 'erratum'],
]);

function linksOf(citation: XmlElement | undefined, { pmid }: Article): NoticeLink[] {
  return findAll(find(citation, 'CommentsCorrectionsList'), 'CommentsCorrections').flatMap((link) => {
    const kind = linkKinds.get(link.attributes.RefType);
    const of = readPmid(find(link, 'PMID'));
    return kind && of ? [{ kind, of, notice: { pmid, citation: citationOf(citation) } }] : [];
  });
}

/** Returns the place where a notice was published, in the form of RefSource: "Lancet. 2025 May;405(10):12-3". */
function citationOf(citation: XmlElement | undefined): string {
  const article = find(citation, 'Article');
  const issue = find(article, 'Journal', 'JournalIssue');
  const date = find(issue, 'PubDate');
  const text = (element: XmlElement | undefined, ...path: string[]) => flatten(find(element, ...path));
  const journal =
    text(citation, 'MedlineJournalInfo', 'MedlineTA') || text(article, 'Journal', 'ISOAbbreviation');
  const day =
    text(date, 'MedlineDate') ||
    ['Year', 'Month', 'Season', 'Day']
      .map((part) => text(date, part))
      .filter(Boolean)
      .join(' ');
  const number = text(issue, 'Issue');
  const pages = text(article, 'Pagination', 'MedlinePgn') || text(article, 'Pagination', 'StartPage');
  const place = `${text(issue, 'Volume')}${number && `(${number})`}${pages && `:${pages}`}`;
  return [journal, [day, place].filter(Boolean).join(';')].filter(Boolean).join('. ');
}
