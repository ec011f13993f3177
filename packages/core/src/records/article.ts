import type { Reference, SourceName } from '@citewell/sdk';

export type { SourceName };

declare const pmidBrand: unique symbol;
/** A PubMed identifier: 1 to 10 digits, no leading zero. */
export type Pmid = string & { readonly [pmidBrand]: true };

const pmidPattern = /^[1-9]\d{0,9}$/;

/** Parses a PMID; undefined if the text is not one. */
export function parsePmid(text: string): Pmid | undefined {
  return pmidPattern.test(text) ? (text as Pmid) : undefined;
}

declare const pmcidBrand: unique symbol;
/** An identifier of PubMed Central: "PMC" and 1 to 10 digits without a leading zero. */
export type Pmcid = string & { readonly [pmcidBrand]: true };

/** Parses a PMCID and returns it in capitals, without a version (as in "PMC123.2"); undefined if the text is not one. */
export function parsePmcid(text: string): Pmcid | undefined {
  const found = /^PMC0*([1-9]\d{0,9})(?:\.\d+)?$/i.exec(text.trim());
  return found ? (`PMC${found[1]}` as Pmcid) : undefined;
}

/** One part of an abstract; `label` is the section's own ("METHODS") and absent in an unstructured abstract. */
export type AbstractSection = { label?: string; text: string };

/** A record to which another record refers: the retraction notice of a paper, its erratum, … */
export type Notice = { pmid?: Pmid; citation: string };

/** Place of an article in its journal, and other details for reference managers. Details that a source does not provide are absent. */
export type BibliographicDetails = {
  /** Volume as the source writes it: "42", "42 Suppl 2". */
  volume?: string;
  /** "7", "1-2", "12 Suppl 7". */
  issue?: string;
  /** Pages as the source writes them ("107-14"), or the number of an article without pages ("e1002512"). */
  pages?: string;
  /** The journal's ISSN, of the edition on which the record is based if the source distinguishes editions. */
  issn?: string;
  doi?: string;
  /** Identifier of the full text in PubMed Central, if any; not all full texts may be read by programs. */
  pmcid?: Pmcid;
  /** Affiliations of the first author only: those of a consortium are longer than the rest of the record. */
  affiliations?: string[];
};

/** A bibliographic record. Texts are plain: inline markup is flattened, white space is folded. */
export type Article = BibliographicDetails & {
  pmid: Pmid;
  /** PubMed's version of the record, 1 unless it says otherwise. */
  version: number;
  title: string;
  /** The title in the article's own language, if that is not English. */
  vernacularTitle?: string;
  abstract: AbstractSection[];
  /** Names in the form "Last Initials"; collective names unchanged. */
  authors: string[];
  journal: string;
  /** Abbreviated journal title used in citations: "N Engl J Med". */
  journalAbbreviation?: string;
  /** Four digits, or an empty string if the record has none. */
  year: string;
  /** Date of publication in ISO form, if more than the year is known; begins with `year`: "2019-03", "2019-03-12". */
  published?: string;
  /** ISO 639-2 codes as PubMed has them: "eng", "chi". */
  languages: string[];
  publicationTypes: string[];
  mesh: string[];
  keywords: string[];
  /** Membership in the open-access subset, which only Europe PMC reports. */
  openAccess?: boolean;
  /** License as the source writes it ("cc by"), if stated. */
  license?: string;
  isReview: boolean;
  /** Marks a paper that was retracted; the notice that retracts it is not itself retracted. */
  retracted: boolean;
  retractions: Notice[];
  concerns: Notice[];
  errata: Notice[];
  /** Present on the bundled demonstration records, which are invented and must never be presented as evidence. */
  demonstration?: true;
};

/** Citation details that earlier versions of Citewell did not store. */
export type FillableDetails = BibliographicDetails & Pick<Article, 'journalAbbreviation'>;

/** Returns true for a record without a place in a journal, such as all records stored by earlier versions of Citewell. */
export function lacksDetails({ volume, issue, pages, issn }: BibliographicDetails): boolean {
  return !(volume || issue || pages || issn);
}

/** Fields of an otherwise empty record: an English journal article. */
export const emptyRecord: Omit<Article, 'pmid' | 'title' | 'journal'> = {
  version: 1,
  abstract: [],
  authors: [],
  year: '',
  languages: ['eng'],
  publicationTypes: ['Journal Article'],
  mesh: [],
  keywords: [],
  isReview: false,
  retracted: false,
  retractions: [],
  concerns: [],
  errata: [],
};

/** Converts an article to the five fields of the wire format; a sixth marks demonstration records. */
export function toReference(article: Article): Reference {
  return {
    pmid: article.pmid,
    title: article.title,
    authors: article.authors.join(', '),
    journal: article.journal,
    year: article.year,
    ...(article.demonstration && { demonstration: true as const }),
  };
}

/** Joins an abstract to one text: one "LABEL: text" per section, separated by line breaks. */
export function abstractText(article: Pick<Article, 'abstract'>): string {
  return article.abstract.map(({ label, text }) => (label ? `${label}: ${text}` : text)).join('\n');
}
