/** Author in PubMed's form. */
export type RecordAuthor =
  | { lastName: string; foreName?: string; initials?: string; suffix?: string }
  | { collectiveName: string };

/** PubMed's publication date: parts, or `medlineDate` free text ("1998 Dec-1999 Jan") where it is not one date. */
export type RecordDate = {
  year?: string;
  month?: string;
  day?: string;
  season?: string;
  medlineDate?: string;
};

/** Link from one record to another; `refType` is PubMed's: RetractionIn, RetractionOf, ErratumIn, … */
type RecordCorrection = { refType: string; source: string; pmid?: string };

type RecordMesh = { name: string; major?: boolean; qualifiers?: string[] };

/** Fields of a simulated PubMed record. Texts are plain, except for the inline tags i, b, u, sup and sub. */
export type RecordFields = {
  pmid: string;
  version?: number;
  /** Status of the MedlineCitation; "MEDLINE" by default. */
  status?: string;
  title: string;
  vernacularTitle?: string;
  abstract?: { label?: string; text: string }[];
  otherAbstracts?: { language: string; text: string }[];
  authors?: RecordAuthor[];
  journal: {
    title: string;
    abbreviation: string;
    issn?: string;
    nlmId?: string;
    volume?: string;
    issue?: string;
    pages?: string;
  };
  published: RecordDate;
  /** Date on which the record entered PubMed, YYYY/MM/DD; derived from `published` if absent. */
  entered?: string;
  languages?: string[];
  publicationTypes?: string[];
  mesh?: RecordMesh[];
  keywords?: string[];
  doi?: string;
  /** Position of the DOI: PubMed has two, and many records have it in only one of them. Both by default. */
  doiIn?: 'elocation' | 'article-id' | 'both';
  pmcid?: string;
  /** License of the full text in Europe PMC's form: "cc by". */
  license?: string;
  /** Full text in JATS, or whatever else is served instead. */
  fullText?: string;
  /** Permits programs to read its full text; by default true with a PMCID. */
  openAccess?: boolean;
  corrections?: RecordCorrection[];
  /** Present for a PubmedBookArticle. */
  book?: { title: string; publisher: string; place: string; accession: string };
};

/** Tags permitted in a text. */
export const inlineTags: readonly string[] = ['i', 'b', 'u', 'sup', 'sub'];

const inlineTag = new RegExp(`</?(?:${inlineTags.join('|')})>`, 'g');

/** Returns the text without inline tags: the searchable text, and that of plain-text replies. */
export function plainText(text: string): string {
  return text.replace(inlineTag, '');
}

/** Formats "Last Initials", or the collective name. */
export function authorName(author: RecordAuthor): string {
  if ('collectiveName' in author) return author.collectiveName;
  return [author.lastName, author.initials, author.suffix].filter(Boolean).join(' ');
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const seasons: Record<string, number> = { winter: 1, spring: 3, summer: 6, fall: 9, autumn: 9 };

/** Returns the publication date as YYYY/MM/DD; missing parts count as January or the 1st, as in PubMed's own index. */
export function publishedOn({ published }: Pick<RecordFields, 'published'>): string {
  const year = publishedYear({ published });
  const text = published.month ?? published.medlineDate?.match(/[A-Z][a-z]{2}/)?.[0] ?? '';
  const named = months.indexOf(text.slice(0, 3).toLowerCase()) + 1;
  const month = named || Number(text) || seasons[(published.season ?? '').toLowerCase()] || 1;
  return `${year || '0000'}/${pad(month)}/${pad(Number(published.day ?? 1))}`;
}

/** Returns the publication year: four digits, or an empty string. */
export function publishedYear({ published }: Pick<RecordFields, 'published'>): string {
  return published.year ?? published.medlineDate?.match(/\d{4}/)?.[0] ?? '';
}

/** Returns the date on which the record entered PubMed, YYYY/MM/DD. */
export function enteredOn(record: RecordFields): string {
  return record.entered ?? publishedOn(record);
}

function pad(number: number): string {
  return String(number).padStart(2, '0');
}
