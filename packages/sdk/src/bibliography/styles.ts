import {
  bareTitle,
  type CiteRecord,
  demonstrationNote,
  isChinese,
  oneLine,
  pubmedUrl,
  translatedTitle,
} from './fields.ts';
import { languageName } from './language-name.ts';
import { type Author, authorsOf, dotted, isGroup, lettersOf } from './names.ts';
import { fullPages, isArticleNumber, shortPages } from './pages.ts';

/**
 * Citation styles for journal articles. Missing details are omitted; an entry ends with the DOI, or with the PMID if there is
 * none.
 */
export const citationStyles = {
  ama: { name: 'AMA', write: toAma },
  vancouver: { name: 'Vancouver', write: toVancouver },
  apa: { name: 'APA', write: toApa },
  gbt7714: { name: 'GB/T 7714', write: toGbt7714 },
} as const;
export type CitationStyle = keyof typeof citationStyles;

/**
 * Formats one record as an entry of a reference list, without a number. It does not end with a PMID if `pmid` is empty.
 *
 * @example
 * formatReference({ pmid: '', title: 'A title.', authors: 'Doe J', journal: 'Lancet', year: '2020' }, 'vancouver'); // 'Doe J. A title. Lancet. 2020.'
 */
export function formatReference(record: CiteRecord, style: CitationStyle): string {
  return oneLine(citationStyles[style].write(record));
}

/**
 * Formats records as a reference list, one line each, numbered in the manner of the style.
 *
 * @example
 * formatReferences([{ pmid: '7', title: 'A title.', authors: 'Doe J', journal: 'Lancet', year: '2020' }], 'ama'); // '1. Doe J. A title. Lancet. 2020. PMID: 7'
 */
export function formatReferences(records: readonly CiteRecord[], style: CitationStyle): string {
  const number = (index: number) =>
    style === 'gbt7714' ? `[${index + 1}] ` : style === 'apa' ? '' : `${index + 1}. `;
  const marked = (record: CiteRecord) => (record.demonstration ? `[${demonstrationNote}] ` : '');
  return records
    .map((record, index) => `${number(index)}${marked(record)}${formatReference(record, style)}`)
    .join('\n');
}

/** Formats in AMA 11: all authors up to six, otherwise three and "et al"; pages in full. */
export function toAma(record: CiteRecord): string {
  return [
    ...medical(record, { most: 6, kept: 3, pages: fullPages, title: bareTitle }),
    medicalIdentifier(record),
  ]
    .filter(Boolean)
    .join(' ');
}

/**
 * Formats in Vancouver style (ICMJE): all authors up to six, otherwise six and "et al"; pages abbreviated; a translated title in
 * brackets, and the language if it is not English.
 */
export function toVancouver(record: CiteRecord): string {
  const language = record.languages?.[0];
  const foreign = language && language !== 'eng' && !isChinese(record) ? languageName(language) : '';
  return [
    ...medical(record, {
      most: 6,
      kept: 6,
      pages: shortPages,
      title: bracketedTitle,
    }),
    ended(foreign ?? ''),
    medicalIdentifier(record),
  ]
    .filter(Boolean)
    .join(' ');
}

/** Returns a translated title in brackets, "[Disease anxiety among students]"; the original title is in another language. */
function bracketedTitle(record: CiteRecord): string {
  return translatedTitle(record.title) === undefined ? bareTitle(record) : `[${bareTitle(record)}]`;
}

type MedicalRules = {
  most: number;
  kept: number;
  pages(pages: string): string;
  title(record: CiteRecord): string;
};

/** Formats authors, title, and "J Abbrev. 2002;40(5):679-86." */
function medical(record: CiteRecord, { most, kept, pages, title }: MedicalRules): string[] {
  const authors = authorsOf(record);
  const shown = (authors.length > most ? authors.slice(0, kept) : authors).map((author, index) => {
    const name =
      'literal' in author
        ? author.literal
        : [author.family, lettersOf(author.initials).join(''), author.suffix].filter(Boolean).join(' ');
    // A group is separated from the persons before it by a semicolon.
    return index === 0 ? name : `${isGroup(author) ? ';' : ','} ${name}`;
  });
  const names = `${shown.join('')}${authors.length > most ? ', et al' : ''}`;
  const { journal, journal_abbreviation: abbreviation, year, volume = '', issue } = record;
  const number = `${volume}${issue ? `(${issue})` : ''}`;
  const place = record.pages ? `:${pages(record.pages)}` : '';
  const source = `${year}${number && year ? ';' : ''}${number}${year || number ? place : place.slice(1)}`;
  return [names, title(record), abbreviation ?? journal, source].map(ended);
}

function medicalIdentifier({ doi, pmid, demonstration }: CiteRecord): string {
  return doi ? `doi:${doi}` : demonstration || pmid === '' ? '' : `PMID: ${pmid}`;
}

/**
 * Formats in APA 7: "Family, F. M.", up to twenty authors with "&" before the last, otherwise nineteen, an ellipsis and the last;
 * English journal names in title case.
 */
export function toApa(record: CiteRecord): string {
  const names = authorsOf(record).map(apaName);
  const last = names.at(-1) ?? '';
  const listed =
    names.length <= 1
      ? last
      : names.length <= 20
        ? `${names.slice(0, -1).join(', ')}, & ${last}`
        : `${names.slice(0, 19).join(', ')}, … ${last}`;
  const year = `(${record.year || 'n.d.'}).`;
  const title = ended(bareTitle(record));
  const { volume = '', issue, pages } = record;
  const [language = 'eng'] = record.languages ?? [];
  const name = ownName(record.journal);
  const journal = language === 'eng' ? titleCase(name) : name;
  const number = `${volume}${issue ? `(${issue})` : ''}`;
  const place = pages && (isArticleNumber(pages) ? `Article ${pages}` : fullPages(pages, '–'));
  const source = [journal, number, place].filter(Boolean).join(', ');
  const link = record.doi ? `https://doi.org/${record.doi}` : (pubmedUrl(record) ?? '');
  // An article without authors begins with its title.
  const head = listed === '' ? [title, year] : [ended(listed), year, title];
  return [...head, ended(source), link].filter(Boolean).join(' ');
}

function apaName(author: Author): string {
  if ('literal' in author) return author.literal;
  const suffix = author.suffix?.replace(/^(Jr|Sr)$/, '$1.');
  return [author.family, dotted(author.initials), suffix].filter(Boolean).join(', ');
}

/**
 * "Science (New York, N.Y.)" → "Science": the catalog adds places to distinguish journals of the same name; they are not part
 * of the name.
 */
function ownName(journal: string): string {
  return journal.replace(/(?<=\S) \([^()]*\)$/, '');
}

/** Words that stay in lower case inside a title in title case. */
const smallWords = /^(?:a|an|and|as|at|but|by|de|et|for|in|nor|of|on|or|so|the|to|up|yet)$/;

/** "The New England journal of medicine" → "The New England Journal of Medicine"; words with capitals stay as they are. */
function titleCase(title: string): string {
  const words = title.split(' ');
  const isSmall = (word: string, index: number) =>
    smallWords.test(word) && index > 0 && !words[index - 1]?.endsWith(':');
  return words
    .map((word, index) =>
      isSmall(word, index) || /\p{Lu}/u.test(word) ? word : word.replace(/^\p{Ll}/u, upper),
    )
    .join(' ');
}
const upper = (letter: string) => letter.toUpperCase();

/**
 * Formats in GB/T 7714-2015: three authors, then "et al" or 等; family names in capitals; [J] for a journal, [J/OL] with a DOI;
 * 年, 卷(期): 页码.
 */
export function toGbt7714(record: CiteRecord): string {
  const authors = authorsOf(record).map((author) =>
    'literal' in author
      ? author.literal
      : [author.family.toUpperCase(), ...lettersOf(author.initials), author.suffix].filter(Boolean).join(' '),
  );
  const others = isChinese(record) ? '等' : 'et al';
  const names = authors.length > 3 ? [...authors.slice(0, 3), others] : authors;
  const { volume, issue, pages } = record;
  // Without a volume, the issue follows the year.
  const year = `${record.year}${!volume && issue ? `(${issue})` : ''}`;
  const number = volume && `${volume}${issue ? `(${issue})` : ''}`;
  const source = [ownName(record.journal), year, number].filter(Boolean).join(', ');
  const place = pages ? `${source ? ': ' : ''}${fullPages(pages)}` : '';
  const { doi, pmid, demonstration } = record;
  const identifier = doi ? `DOI:${doi}.` : demonstration || pmid === '' ? '' : `PMID:${pmid}.`;
  return [
    ended(names.join(', ')),
    `${bareTitle(record)}[${doi ? 'J/OL' : 'J'}].`,
    ended(`${source}${place}`),
    identifier,
  ]
    .filter(Boolean)
    .join(' ');
}

/** Adds a full stop unless the part already ends with punctuation. An empty part stays empty. */
function ended(part: string): string {
  const said = part.trim();
  return said === '' || /[.?!。？！][”"’']?$/.test(said) ? said : `${said}.`;
}
