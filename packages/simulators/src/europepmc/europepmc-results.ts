import type { SimulatedRecord } from '../pubmed/record.ts';
import { authorName, enteredOn, publishedOn, publishedYear } from '../pubmed/record-fields.ts';
import { sourceOf } from './europepmc-query.ts';

export type ResultType = 'idlist' | 'lite' | 'core';

/** Formats a record like Europe PMC, with its fields in its order. Titles and abstracts keep inline tags, raw. */
export function europepmcResult(record: SimulatedRecord, type: ResultType): Record<string, unknown> {
  const source = sourceOf(record.pmid);
  const identity = {
    id: record.pmid,
    source,
    ...(source === 'MED' && { pmid: record.pmid }),
    ...(record.pmcid && { pmcid: record.pmcid }),
  };
  if (type === 'idlist') return identity;
  const head = {
    ...identity,
    ...(record.pmcid && { fullTextIdList: { fullTextId: [record.pmcid] } }),
    ...(record.doi && { doi: record.doi.toLowerCase() }),
    title: record.title,
    ...(record.authors?.length && { authorString: `${record.authors.map(authorName).join(', ')}.` }),
  };
  return type === 'lite'
    ? { ...head, ...liteFields(record), ...flags(record) }
    : { ...head, ...coreFields(record), ...flags(record) };
}

function liteFields(record: SimulatedRecord): Record<string, unknown> {
  const { journal } = record;
  const year = publishedYear(record);
  const types = (record.publicationTypes ?? ['Journal Article']).map((type) => type.toLowerCase());
  const book = bookDetails(record);
  return {
    ...(!book && journalParts(record)),
    ...(year && { pubYear: year }),
    ...(!book && journal.issn && { journalIssn: journal.issn.toLowerCase() }),
    ...(journal.pages && { pageInfo: journal.pages }),
    pubType: (book ? ['book', ...types] : types).join('; '),
    ...(book && { bookOrReportDetails: book }),
  };
}

function journalParts({ journal }: SimulatedRecord): Record<string, unknown> {
  return {
    journalTitle: journal.abbreviation,
    ...(journal.issue && { issue: journal.issue }),
    ...(journal.volume && { journalVolume: journal.volume }),
  };
}

function coreFields(record: SimulatedRecord): Record<string, unknown> {
  const { journal } = record;
  const year = publishedYear(record);
  const date = publishedOn(record).replaceAll('/', '-');
  const book = bookDetails(record);
  return {
    ...(record.authors?.length && {
      authorList: {
        author: record.authors.map((author) =>
          'collectiveName' in author
            ? { collectiveName: author.collectiveName }
            : {
                fullName: authorName(author),
                ...(author.foreName && { firstName: author.foreName }),
                lastName: author.lastName,
                ...(author.initials && { initials: author.initials }),
              },
        ),
      },
    }),
    ...(book
      ? { bookOrReportDetails: book }
      : {
          journalInfo: {
            ...(journal.issue && { issue: journal.issue }),
            ...(journal.volume && { volume: journal.volume }),
            journalIssueId: 3_000_000 + (Number(journal.nlmId ?? 0) % 1_000_000 || 0),
            dateOfPublication: dateOfPublication(record),
            monthOfPublication: Number(date.slice(5, 7)),
            yearOfPublication: Number(year || 0),
            printPublicationDate: date,
            journal: {
              title: journal.title,
              medlineAbbreviation: journal.abbreviation,
              isoabbreviation: journal.abbreviation,
              ...(journal.nlmId && { nlmid: journal.nlmId }),
              ...(journal.issn && { issn: journal.issn }),
            },
          },
        }),
    ...(year && { pubYear: year }),
    ...(journal.pages && { pageInfo: journal.pages }),
    ...(record.abstract?.length && { abstractText: abstractText(record.abstract) }),
    publicationStatus: 'ppublish',
    language: record.languages?.[0] ?? 'eng',
    pubModel: 'Print',
    pubTypeList: { pubType: record.publicationTypes ?? ['Journal Article'] },
    ...(record.corrections?.length && {
      commentCorrectionList: {
        commentCorrection: record.corrections.map(({ refType, source, pmid }, at) => ({
          ...(pmid && { id: pmid, source: 'MED' }),
          reference: source,
          type: spaced(refType),
          orderIn: at + 1,
        })),
      },
    }),
    ...(record.mesh?.length && {
      meshHeadingList: {
        meshHeading: record.mesh.map(({ name, major, qualifiers }) => ({
          majorTopic_YN: major ? 'Y' : 'N',
          descriptorName: name,
          ...(qualifiers?.length && {
            meshQualifierList: {
              meshQualifier: qualifiers.map((qualifier) => ({
                abbreviation: qualifier.slice(0, 2).toUpperCase(),
                qualifierName: qualifier,
                majorTopic_YN: 'N',
              })),
            },
          }),
        })),
      },
    }),
    ...(record.keywords?.length && { keywordList: { keyword: record.keywords } }),
    subsetList: { subset: [{ code: 'IM', name: 'Index Medicus' }] },
    ...(record.license && { license: record.license }),
    ...(record.doi && {
      fullTextUrlList: {
        fullTextUrl: [
          {
            availability: 'Subscription required',
            availabilityCode: 'S',
            documentStyle: 'doi',
            site: 'DOI',
            url: `https://doi.org/${record.doi}`,
          },
        ],
      },
    }),
  };
}

function flags(record: SimulatedRecord): Record<string, unknown> {
  const inPmc = record.pmcid || record.book ? 'Y' : 'N';
  return {
    isOpenAccess: record.openAccess === false ? 'N' : inPmc,
    inEPMC: inPmc,
    inPMC: inPmc,
    hasPDF: inPmc,
    hasBook: record.book ? 'Y' : 'N',
    ...(record.book && { bookid: record.book.accession }),
    hasSuppl: 'N',
    citedByCount: 0,
    hasReferences: 'N',
    hasTextMinedTerms: 'Y',
    hasDbCrossReferences: 'N',
    hasLabsLinks: 'N',
    hasTMAccessionNumbers: 'N',
    firstIndexDate: enteredOn(record).replaceAll('/', '-'),
    firstPublicationDate: publishedOn(record).replaceAll('/', '-'),
  };
}

function bookDetails(record: SimulatedRecord): Record<string, unknown> | undefined {
  if (sourceOf(record.pmid) === 'PPR') {
    return { publisher: record.journal.title, yearOfPublication: Number(publishedYear(record)) };
  }
  if (!record.book) return undefined;
  return {
    publisher: `${record.book.publisher}, ${record.book.place}`,
    yearOfPublication: Number(publishedYear(record)),
    comprisingTitle: record.book.title,
  };
}

/** Formats labels as headings in sentence case: "<h4>Methods</h4>…<h4>Results</h4>…". */
function abstractText(sections: NonNullable<SimulatedRecord['abstract']>): string {
  return sections
    .map(({ label, text }) =>
      label ? `<h4>${label.charAt(0).toUpperCase()}${label.slice(1).toLowerCase()}</h4>${text}` : text,
    )
    .join('');
}

function dateOfPublication({ published }: SimulatedRecord): string {
  if (published.medlineDate) return published.medlineDate;
  return [published.year, published.season ?? published.month, published.day].filter(Boolean).join(' ');
}

/** "ExpressionOfConcernFor" → "Expression of concern for". */
function spaced(refType: string): string {
  const text = refType.replace(/(?<=[a-z])([A-Z])/g, ' $1').toLowerCase();
  return text.charAt(0).toUpperCase() + text.slice(1);
}
