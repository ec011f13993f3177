import { type BibliographicDetails, parsePmcid } from '@citewell/core/records/article.ts';
import { flatten } from './flatten.ts';
import { find, findAll, type XmlElement } from './xml-records.ts';

/** Elements of a record that say where it was published. Any may be absent. */
export type PlaceParts = {
  journal: XmlElement | undefined;
  /** MedlineJournalInfo, with the ISSN that links a journal's editions. */
  journalInfo: XmlElement | undefined;
  pagination: XmlElement | undefined;
  /** ELocationID elements. */
  locations: readonly XmlElement[];
  /** ArticleId elements. */
  ids: readonly XmlElement[];
  firstAuthor: XmlElement | undefined;
};

/** Reads the details of a record that reference managers use, besides authors, title and date. */
export function detailsOf(parts: PlaceParts): BibliographicDetails {
  const issueElement = find(parts.journal, 'JournalIssue');
  const volume = flatten(find(issueElement, 'Volume'));
  const issue = flatten(find(issueElement, 'Issue'));
  const pages = pagesOf(parts.pagination) || (volume ? articleNumber(parts.locations) : '');
  const issn = flatten(find(parts.journal, 'ISSN')) || flatten(find(parts.journalInfo, 'ISSNLinking'));
  const doi = doiOf(parts.ids, 'IdType') ?? doiOf(parts.locations, 'EIdType');
  const pmcid = parsePmcid(flatten(parts.ids.find(({ attributes }) => attributes.IdType === 'pmc')));
  const affiliations = affiliationsOf(parts.firstAuthor);
  return {
    ...(volume && { volume }),
    ...(issue && { issue }),
    ...(pages && { pages }),
    ...(issn && { issn }),
    ...(doi && { doi }),
    ...(pmcid && { pmcid }),
    ...(affiliations.length > 0 && { affiliations }),
  };
}

/** "107-14" as MEDLINE abbreviates it; records that have only a first and a last page get a dash between them. */
function pagesOf(pagination: XmlElement | undefined): string {
  const [medline, start, end] = ['MedlinePgn', 'StartPage', 'EndPage'].map((name) =>
    flatten(find(pagination, name)),
  );
  return medline || (end && end !== start ? `${start}-${end}` : (start ?? ''));
}

/**
 * Returns the number of an article without pages, which publishers give as "publisher item identifier"; longer ones
 * ("S0140-6736…", "NEJMoa…") are not part of a reference.
 */
function articleNumber(locations: readonly XmlElement[]): string {
  const numbers = locations
    .filter(({ attributes }) => attributes.EIdType === 'pii' && attributes.ValidYN !== 'N')
    .map(flatten);
  return numbers.find((number) => /^[A-Za-z]{0,4}\d{1,8}$/.test(number)) ?? '';
}

function affiliationsOf(author: XmlElement | undefined): string[] {
  const texts = findAll(author, 'AffiliationInfo').map((info) => flatten(find(info, 'Affiliation')));
  return keptAffiliations(texts);
}

/** Maximum number of one author's affiliations, and their length in characters: some records list a whole career. */
const affiliationsMax = 3;
const affiliationLengthMax = 400;

/**
 * Returns the affiliations of a first author as stored: distinct, few, of limited length, without a person's e-mail
 * address.
 */
export function keptAffiliations(texts: readonly string[]): string[] {
  return [...new Set(texts.map(withoutMail).filter(Boolean))]
    .slice(0, affiliationsMax)
    .map((text) =>
      text.length > affiliationLengthMax ? `${text.slice(0, affiliationLengthMax).toWellFormed()}…` : text,
    );
}

function withoutMail(text: string): string {
  if (!text.includes('@')) return text;
  return text
    .replace(/\bElectronic address:/gi, '')
    .split(/\s+/)
    .filter((word) => !word.includes('@'))
    .join(' ')
    .trim();
}

function doiOf(elements: readonly XmlElement[], typeAttribute: 'IdType' | 'EIdType'): string | undefined {
  const element = elements.find(
    ({ attributes }) => attributes[typeAttribute] === 'doi' && attributes.ValidYN !== 'N',
  );
  return flatten(element) || undefined;
}
