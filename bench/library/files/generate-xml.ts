import type { AbstractSection, Article, Notice } from '../../../packages/core/src/records/article.ts';
import type { RecordDate } from '../../../packages/simulators/src/pubmed/record-fields.ts';
import type { GeneratedRecord } from './generate.ts';
import { isoDay } from './generate-dates.ts';
import { affiliation } from './generate-details.ts';
import { groupEnd } from './generate-names.ts';
import { below, type Random, randomOf } from './generate-random.ts';

/** Beginning and end of PubMed's baseline and update files. */
export const fileStart = `<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE PubmedArticleSet PUBLIC "-//NLM//DTD PubMedArticle, 1st January 2025//EN" "https://dtd.nlm.nih.gov/ncbi/pubmed/out/pubmed_250101.dtd">
<PubmedArticleSet>
`;
export const fileEnd = '</PubmedArticleSet>\n';

/** End of an update file that deletes records. */
export function deleteCitation(pmids: readonly string[]): string {
  return `<DeleteCitation>\n${pmids.map((pmid) => `<PMID Version="1">${pmid}</PMID>\n`).join('')}</DeleteCitation>\n`;
}

/**
 * Formats the record as in PubMed's files, with their other content: affiliations, identifiers, histories and reference
 * lists, which are most of the bytes that an ingest must read and discard.
 */
export function renderRecord({ article, published, entered, revisedAt, retracts }: GeneratedRecord): string {
  const random = randomOf(0xb17e5, Number(article.pmid));
  const time = 1970 + entered / 365.2425;
  const abbreviation = article.journalAbbreviation ?? article.journal;
  const day = isoDay(entered);
  return [
    '<PubmedArticle><MedlineCitation Status="MEDLINE" IndexingMethod="Automated" Owner="NLM">',
    tag('PMID', article.pmid, ' Version="1"'),
    dateParts('DateCompleted', day),
    dateParts('DateRevised', revisedAt),
    '<Article PubModel="Print-Electronic"><Journal>',
    tag('ISSN', article.issn, ' IssnType="Electronic"'),
    '<JournalIssue CitedMedium="Internet">',
    tag('Volume', article.volume),
    tag('Issue', article.issue),
    `<PubDate>${publicationDate(published)}</PubDate></JournalIssue>`,
    tag('Title', article.journal),
    tag('ISOAbbreviation', abbreviation),
    `</Journal><ArticleTitle>${markup(article.title, random)}</ArticleTitle>`,
    `<Pagination>${tag('StartPage', article.pages)}</Pagination>`,
    tag('ELocationID', article.doi, ' EIdType="doi" ValidYN="Y"'),
    abstractOf(article.abstract),
    authorsOf(article, random, time),
    ...article.languages.map((language) => tag('Language', language)),
    list('PublicationTypeList', article.publicationTypes, (type) =>
      tag('PublicationType', type, ' UI="D016428"'),
    ),
    tag('VernacularTitle', article.vernacularTitle),
    '</Article>\n<MedlineJournalInfo><Country>England</Country>',
    tag('MedlineTA', abbreviation),
    tag('NlmUniqueID', String(below(random, 9_999_999))),
    tag('ISSNLinking', article.issn),
    '</MedlineJournalInfo><CitationSubset>IM</CitationSubset>',
    linksOf(article, retracts),
    list('MeshHeadingList', article.mesh, headingOf),
    list(
      'KeywordList',
      article.keywords,
      (keyword) => tag('Keyword', keyword, ' MajorTopicYN="N"'),
      ' Owner="NOTNLM"',
    ),
    '</MedlineCitation>\n<PubmedData><History>',
    ...['pubmed', 'medline', 'entrez'].map((name) => dateParts('PubMedPubDate', day, ` PubStatus="${name}"`)),
    '</History><PublicationStatus>ppublish</PublicationStatus><ArticleIdList>',
    tag('ArticleId', article.pmid, ' IdType="pubmed"'),
    tag('ArticleId', article.doi, ' IdType="doi"'),
    '</ArticleIdList>',
    referencesOf(random, time, article),
    '</PubmedData></PubmedArticle>\n',
  ].join('');
}

function publicationDate({ year, month, day, season, medlineDate }: RecordDate): string {
  if (medlineDate) return tag('MedlineDate', medlineDate);
  return tag('Year', year) + tag('Month', month) + tag('Day', day) + tag('Season', season);
}

function headingOf(heading: string): string {
  const descriptor = tag('DescriptorName', heading, ' UI="D000001" MajorTopicYN="N"');
  return `<MeshHeading>${descriptor}<QualifierName UI="Q000002" MajorTopicYN="N">metabolism</QualifierName></MeshHeading>`;
}

function abstractOf(sections: readonly AbstractSection[]): string {
  return list('Abstract', sections, ({ label, text }) =>
    tag(
      'AbstractText',
      text,
      label === undefined ? '' : ` Label="${escapeAttribute(label)}" NlmCategory="UNASSIGNED"`,
    ),
  );
}

/** All authors have had affiliations since 2014. */
function authorsOf({ authors, affiliations = [] }: Article, random: Random, time: number): string {
  return list(
    'AuthorList',
    [...authors.entries()],
    ([at, name]) => {
      if (name.endsWith(groupEnd)) return `<Author ValidYN="Y">${tag('CollectiveName', name)}</Author>`;
      const [, last = '', initials = ''] = /^(.*) (\S+)$/.exec(name) ?? [];
      const names =
        tag('LastName', last) + tag('ForeName', [...initials].join(' ')) + tag('Initials', initials);
      const own = at === 0 ? affiliations : time > 2014 ? [affiliation(random)] : [];
      const from = own.map((place) => `<AffiliationInfo>${tag('Affiliation', place)}</AffiliationInfo>`);
      return `<Author ValidYN="Y">${names}${from.join('')}</Author>`;
    },
    ' CompleteYN="Y"',
  );
}

function linksOf({ retractions, concerns, errata }: Article, retracts: Notice | undefined): string {
  const links = (type: string, notices: readonly Notice[]) => notices.map((notice) => ({ type, ...notice }));
  const all = [
    ...links('RetractionIn', retractions),
    ...links('ExpressionOfConcernIn', concerns),
    ...links('ErratumIn', errata),
    ...links('RetractionOf', retracts ? [retracts] : []),
  ];
  return list('CommentsCorrectionsList', all, ({ type, citation, pmid }) => {
    const link = tag('RefSource', citation) + tag('PMID', pmid, ' Version="1"');
    return `<CommentsCorrections RefType="${type}">${link}</CommentsCorrections>`;
  });
}

/** Reference lists came with the publishers' own files; a third of the newer records have one. */
function referencesOf(random: Random, time: number, { journal }: Article): string {
  if (time < 2000 || random() > 0.35) return '';
  const source = escapeText(journal);
  const references = Array.from({ length: 5 + below(random, 50) }, () => {
    const pmid = 1 + below(random, 39_000_000);
    return `<Reference><Citation>${source}. ${1970 + below(random, 50)} Sep;${below(random, 300)}(${below(random, 12)}):${below(random, 2_000)}-9</Citation><ArticleIdList><ArticleId IdType="pubmed">${pmid}</ArticleId></ArticleIdList></Reference>`;
  });
  return `<ReferenceList>${references.join('\n')}</ReferenceList>`;
}

function list<Item>(name: string, items: readonly Item[], write: (item: Item) => string, more = ''): string {
  return items.length === 0 ? '' : `<${name}${more}>${items.map(write).join('')}</${name}>`;
}

function tag(name: string, text: string | undefined, attributes = ''): string {
  return text === undefined ? '' : `<${name}${attributes}>${escapeText(text)}</${name}>`;
}

function dateParts(name: string, iso: string, attributes = ''): string {
  const [year, month, day] = iso.split('-');
  return `<${name}${attributes}><Year>${year}</Year><Month>${month}</Month><Day>${day}</Day></${name}>`;
}

/** Some titles begin in italics, like one with a species. */
function markup(title: string, random: Random): string {
  const text = escapeText(title);
  const space = text.indexOf(' ');
  return random() < 0.03 && space > 0 ? `<i>${text.slice(0, space)}</i>${text.slice(space)}` : text;
}

function escapeText(text: string): string {
  if (!/[&<>]/.test(text)) return text;
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
}

function escapeAttribute(text: string): string {
  return escapeText(text).replace(/"/g, '&quot;');
}
