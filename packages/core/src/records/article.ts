import type { Reference, SourceName } from '@citewell/sdk';

export type { SourceName };

declare const pmidBrand: unique symbol;
/** A PubMed identifier: 1 to 10 digits, no leading zero. */
export type Pmid = string & { readonly [pmidBrand]: true };

const pmidPattern = /^[1-9]\d{0,9}$/;

/** The text as a PMID, or undefined if it is none. */
export function parsePmid(text: string): Pmid | undefined {
  return pmidPattern.test(text) ? (text as Pmid) : undefined;
}

declare const pmcidBrand: unique symbol;
/** An identifier of PubMed Central: "PMC" and 1 to 10 digits without a leading zero. */
export type Pmcid = string & { readonly [pmcidBrand]: true };

/** The text as a PMCID, in capitals and without a version ("PMC123.2"); undefined if it is none. */
export function parsePmcid(text: string): Pmcid | undefined {
  const found = /^PMC0*([1-9]\d{0,9})(?:\.\d+)?$/i.exec(text.trim());
  return found ? (`PMC${found[1]}` as Pmcid) : undefined;
}

/** One part of an abstract; `label` is the section's own ("METHODS") and absent in an unstructured abstract. */
export type AbstractSection = { label?: string; text: string };

/** A record another record points at: the retraction notice of a paper, its erratum, … */
export type Notice = { pmid?: Pmid; citation: string };

/** Place of an article in its journal, and other details that reference managers keep. What a source does not tell is absent. */
export type BibliographicDetails = {
  /** Volume as the source writes it: "42", "42 Suppl 2". */
  volume?: string;
  /** "7", "1-2", "12 Suppl 7". */
  issue?: string;
  /** Pages as the source writes them ("107-14"), or the number of an article that has none ("e1002512"). */
  pages?: string;
  /** The journal's ISSN, of the edition that the record was made from where the source tells. */
  issn?: string;
  doi?: string;
  /** Identifier of the full text in PubMed Central, where there is one; not every one of them may be read by programs. */
  pmcid?: Pmcid;
  /** Affiliations of the first author alone: those of a consortium are longer than everything else of a record. */
  affiliations?: string[];
};

/** A bibliographic record. Texts are plain: inline markup is flattened, white space is folded. */
export type Article = BibliographicDetails & {
  pmid: Pmid;
  /** PubMed's version of the record, 1 unless it says otherwise. */
  version: number;
  title: string;
  /** The title in the article's own language, where that is not English. */
  vernacularTitle?: string;
  abstract: AbstractSection[];
  /** "Last Initials" each; collective names as they stand. */
  authors: string[];
  journal: string;
  /** Journal title as citations abbreviate it: "N Engl J Med". */
  journalAbbreviation?: string;
  /** Four digits, or the empty string where the record has none. */
  year: string;
  /** The date of publication where more than its year is known, in ISO form; begins with `year`: "2019-03", "2019-03-12". */
  published?: string;
  /** ISO 639-2 codes as PubMed has them: "eng", "chi". */
  languages: string[];
  publicationTypes: string[];
  mesh: string[];
  keywords: string[];
  /** Membership in the open-access subset, where the source tells: only Europe PMC does. */
  openAccess?: boolean;
  /** Licence as the source writes it ("cc by"), where it tells. */
  licence?: string;
  isReview: boolean;
  /** True for a paper that was retracted; the notice that retracts it is not itself retracted. */
  retracted: boolean;
  retractions: Notice[];
  concerns: Notice[];
  errata: Notice[];
  /** Present on the shipped demonstration records, which are invented: nothing that shows one may pass it off as evidence. */
  demonstration?: true;
};

/** Details by which a record can be cited and that an older Citewell did not keep. */
export type FillableDetails = BibliographicDetails & Pick<Article, 'journalAbbreviation'>;

/** Returns true for a record without a place in a journal, as an older Citewell kept all of them. */
export function lacksDetails({ volume, issue, pages, issn }: BibliographicDetails): boolean {
  return !(volume || issue || pages || issn);
}

/** Fields of a record without any information: an English journal article and nothing else. */
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

/** The five-field wire form of an article; a demonstration record says so in a sixth. */
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

/** The abstract as one text, "LABEL: text" a section, sections separated by a line break. */
export function abstractText(article: Pick<Article, 'abstract'>): string {
  return article.abstract.map(({ label, text }) => (label ? `${label}: ${text}` : text)).join('\n');
}
