import {
  type AbstractSection,
  type Article,
  type BibliographicDetails,
  type Notice,
  type Pmid,
  parsePmcid,
  parsePmid,
} from '@citewell/core/records/article.ts';
import { foldSpace } from '@citewell/core/records/inline-text.ts';
import { isReviewType, retractedType } from '@citewell/core/records/publication-types.ts';
import { keptAffiliations } from '../../literature/sources/pubmed/details.ts';
import { firstMonth, isoDate, yearIn } from '../../literature/sources/pubmed/publication-date.ts';
import type { RecordItem } from './item.ts';

export type MedlineField = { tag: string; value: string };

/** Builds a record from these fields; returns undefined without a PMID. */
export function fromMedline(fields: readonly MedlineField[]): RecordItem | undefined {
  const all = (...tags: string[]) =>
    fields.filter(({ tag, value }) => tags.includes(tag) && value).map(({ value }) => foldSpace(value));
  const first = (tag: string) => all(tag)[0] ?? '';
  const pmid = parsePmid(first('PMID').replace(/^0+/, ''));
  if (!pmid) return undefined;

  const publicationTypes = distinct(all('PT'));
  const retractions = all('RIN').map(toNotice);
  const vernacularTitle = all('TT').join(' ');
  const journal = first('JT') || first('BTI') || first('TA');
  const abbreviation = first('TA');
  const { year, published } = datesOf(first('DP'), first('DEP'));
  const revisedAt = isoDay(first('LR')) || undefined;
  const article: Article = {
    pmid,
    version: 1,
    title: all('TI').join(' ') || first('BTI'),
    ...(vernacularTitle && { vernacularTitle }),
    abstract: all('AB').flatMap(toSections),
    authors: authorsOf(fields),
    journal,
    ...(abbreviation && abbreviation !== journal && { journalAbbreviation: abbreviation }),
    year,
    ...(published !== year && { published }),
    languages: distinct(all('LA')),
    publicationTypes,
    mesh: distinct(all('MH').map((heading) => heading.split('/', 1)[0]?.replace(/^\*/, '').trim() ?? '')),
    keywords: distinct(all('OT').map((keyword) => keyword.replace(/^\*/, ''))),
    ...detailsOf(fields),
    isReview: publicationTypes.some(isReviewType),
    retracted: retractions.length > 0 || publicationTypes.includes(retractedType),
    retractions,
    concerns: all('ECI').map(toNotice),
    errata: all('EIN').map(toNotice),
  };
  const links = (['ROF', 'ECF', 'EFR'] as const).flatMap((tag) =>
    all(tag).flatMap((value) => toLink(linkKinds[tag], value, pmid, first('SO'))),
  );
  return { kind: 'record', article, revisedAt, links };
}

/** Reads volume, issue, pages and the like; an article without pages has its number among its locations. */
function detailsOf(fields: readonly MedlineField[]): BibliographicDetails {
  const all = (...tags: string[]) =>
    fields.filter(({ tag, value }) => tags.includes(tag) && value).map(({ value }) => foldSpace(value));
  const [volume, issue] = [all('VI')[0], all('IP')[0]];
  const number = all('LID').find((location) => /^[A-Za-z]{0,4}\d{1,8} \[pii\]$/.test(location));
  const pages = all('PG')[0] ?? (volume ? number?.replace(' [pii]', '') : undefined);
  const issns = all('IS');
  // The one that links the editions is listed with theirs.
  const issn = (issns.find((each) => !/\(Linking\)$/.test(each)) ?? issns[0])?.split(' ', 1)[0];
  const doi = doiOf(all('LID', 'AID'));
  const pmcid = parsePmcid(all('PMC')[0] ?? '');
  const affiliations = keptAffiliations(affiliationsOfFirst(fields));
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

/** Assigns affiliations to their author: those before the second author, or before the first one in old files. */
function affiliationsOfFirst(fields: readonly MedlineField[]): string[] {
  const isAuthor = ({ tag }: MedlineField) => tag === 'FAU' || tag === 'AU' || tag === 'CN';
  const first = fields.findIndex(isAuthor);
  // One person by full and short name.
  const last = fields[first]?.tag === 'FAU' && fields[first + 1]?.tag === 'AU' ? first + 1 : first;
  const next = fields.findIndex((field, at) => at > last && isAuthor(field));
  return fields
    .slice(0, next < 0 ? fields.length : next)
    .filter(({ tag, value }) => tag === 'AD' && value)
    .map(({ value }) => foldSpace(value));
}

const linkKinds = { ROF: 'retraction', ECF: 'concern', EFR: 'erratum' } as const;

function toLink(
  kind: RecordItem['links'][number]['kind'],
  value: string,
  from: Pmid,
  source: string,
): RecordItem['links'] {
  const { pmid: of } = toNotice(value);
  return of
    ? [{ kind, of, notice: { pmid: from, citation: source.replace(/(?<!\s)\s*\bdoi: .*$/i, '') } }]
    : [];
}

/** "Lancet. 2010 Feb 6;375(9713):445. doi: 10.1016/… PMID: 20137807". */
function toNotice(value: string): Notice {
  const pmid = parsePmid(/\bPMID: ?0*(\d+)/.exec(value)?.[1] ?? '');
  const citation = value
    .replace(/(?<!\s)\s*\bPMID: ?\d+\.?/, '')
    .replace(/(?<!\s)\s*\bdoi: .*$/i, '')
    .trim();
  return { ...(pmid && { pmid }), citation };
}

/** Splits sections at labels in capitals at the beginning of a sentence, if the abstract begins with one. */
function toSections(text: string): AbstractSection[] {
  const label = /(?:^|(?<=[.?!)\]] ))([A-Z][A-Z0-9 ,&/()-]{2,60}): /g;
  const found = [...text.matchAll(label)];
  if (found[0]?.index !== 0) return [{ text }];
  return found.flatMap((match, index) => {
    const section = text.slice(match.index + match[0].length, found[index + 1]?.index ?? text.length).trim();
    return section ? [{ label: match[1] ?? '', text: section }] : [];
  });
}

/** Returns people and groups as written; by full name ("Long, Vicky A") only without a short one. */
function authorsOf(fields: readonly MedlineField[]): string[] {
  const short = fields.some(({ tag }) => tag === 'AU');
  return fields.flatMap(({ tag, value }) => {
    if (!value || !(tag === 'CN' || tag === (short ? 'AU' : 'FAU'))) return [];
    const name = foldSpace(value);
    if (tag !== 'FAU') return [name];
    const [last = '', given = ''] = name.split(', ', 2);
    const initials = given.match(/\p{L}+/gu)?.map((part) => part.charAt(0).toUpperCase()) ?? [];
    return [[last, initials.join('')].filter(Boolean).join(' ')];
  });
}

/** DP is "2006 Mar 1", "2013 06 10" or "1998 Dec-1999 Jan"; DEP, the electronic date, 20060110. */
function datesOf(printed: string, electronic: string): { year: string; published: string } {
  const online = isoDay(electronic);
  const year = yearIn(printed) || online.slice(0, 4);
  const [, month = '', day = ''] = printed.split(' ');
  const exact = /^\d{4} (?:[A-Z][a-z]{2}|\d{1,2})(?: \d{1,2})?$/.test(printed)
    ? isoDate(year, month, day)
    : isoDate(year, firstMonth(printed), '');
  return {
    year,
    published: online.startsWith(year) && online.length > exact.length ? online : exact || year,
  };
}

/** "20041117". */
function isoDay(digits: string): string {
  const [, year = '', month = '', day = ''] = /^(\d{4})(\d{2})(\d{2})$/.exec(digits) ?? [];
  return isoDate(year, month, day);
}

function doiOf(locations: readonly string[]): string | undefined {
  return locations.find((location) => /\[doi\]$/i.test(location))?.replace(/(?<!\s)\s*\[doi\]$/i, '');
}

function distinct(list: readonly string[]): string[] {
  return [...new Set(list.filter(Boolean))];
}
