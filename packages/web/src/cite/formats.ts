import {
  type Author,
  authorsOf,
  bareTitle,
  type CiteRecord,
  demonstrationNote,
  dotted,
  pubmedUrl,
} from './record.ts';

/** Files that reference managers read. Each takes records in the order of their numbers. */
export const formats = {
  ris: { name: 'RIS', extension: 'ris', type: 'application/x-research-info-systems', write: toRis },
  bibtex: { name: 'BibTeX', extension: 'bib', type: 'application/x-bibtex', write: toBibtex },
  csl: {
    name: 'CSL-JSON',
    extension: 'json',
    type: 'application/vnd.citationstyles.csl+json',
    write: toCslJson,
  },
  nbib: { name: 'NBIB', extension: 'nbib', type: 'application/nbib', write: toNbib },
} as const;
export type Format = keyof typeof formats;

/** One line, whatever a record holds: a line break would begin a field of its own. */
const line = (text: string) => text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();

export function toRis(records: readonly CiteRecord[]): string {
  return records
    .map((record) => {
      const fields: [string, string][] = [
        ['TY', 'JOUR'],
        ['N1', record.demonstration ? demonstrationNote : ''],
        ['N1', record.note ?? ''],
        ...authorsOf(record).map((author): [string, string] => ['AU', risName(author)]),
        ['TI', bareTitle(record)],
        ['JO', record.journal],
        ['PY', record.year],
        ['DO', record.doi ?? ''],
        ['AN', record.pmid],
        ['DB', record.demonstration ? '' : 'PubMed'],
        ['UR', pubmedUrl(record) ?? ''],
      ];
      const lines = fields
        .filter(([, value]) => line(value) !== '')
        .map(([tag, value]) => `${tag}  - ${line(value)}`);
      return `${lines.join('\r\n')}\r\nER  - \r\n`;
    })
    .join('\r\n');
}

export function toBibtex(records: readonly CiteRecord[]): string {
  const keys = bibtexKeys(records);
  return records
    .map((record, index) => {
      const authors = authorsOf(record).map(bibtexName);
      const fields: [string, string][] = [
        ['author', authors.join(' and ')],
        // The inner braces keep capitals as they are: "BRAF", "mRNA".
        ['title', `{${escapeTex(bareTitle(record))}}`],
        ['journal', escapeTex(record.journal)],
        ['year', escapeTex(record.year)],
        ['doi', verbatim(record.doi ?? '')],
        ['pmid', record.demonstration ? '' : verbatim(record.pmid)],
        ['url', pubmedUrl(record) ?? ''],
        ['note', record.demonstration ? demonstrationNote : ''],
      ];
      const lines = fields
        .filter(([, value]) => value !== '' && value !== '{}')
        .map(([name, value]) => `  ${name} = {${value}}`);
      return `@article{${keys[index]},\n${lines.join(',\n')}\n}\n`;
    })
    .join('\n');
}

export function toCslJson(records: readonly CiteRecord[]): string {
  const items = records.map((record) => ({
    id: record.demonstration ? `demonstration:${record.pmid}` : `pmid:${record.pmid}`,
    type: 'article-journal',
    title: bareTitle(record),
    ...(authorsOf(record).length > 0 && { author: authorsOf(record).map(cslName) }),
    ...(record.journal && { 'container-title': record.journal }),
    ...(/^\d{4}$/.test(record.year) && { issued: { 'date-parts': [[Number(record.year)]] } }),
    ...(record.doi && { DOI: record.doi }),
    ...(record.demonstration ? { note: demonstrationNote } : { PMID: record.pmid, URL: pubmedUrl(record) }),
  }));
  return `${JSON.stringify(items, null, 2)}\n`;
}

/** PubMed's own format, which EndNote, Zotero and Mendeley read. */
export function toNbib(records: readonly CiteRecord[]): string {
  return records
    .map((record) => {
      const fields: [string, string][] = [
        // Readers of this format begin a record at its PMID.
        ['PMID', record.pmid],
        ['GN', record.demonstration ? demonstrationNote : ''],
        ['DP', record.year],
        ['TI', bareTitle(record)],
        ...authorsOf(record).map(nbibName),
        ['PT', 'Journal Article'],
        ['JT', record.journal],
        ['LID', record.doi ? `${record.doi} [doi]` : ''],
      ];
      const lines = fields
        .filter(([, value]) => line(value) !== '')
        .map(([tag, value]) => `${tag.padEnd(4)}- ${line(value)}`);
      return `${lines.join('\r\n')}\r\n`;
    })
    .join('\r\n');
}

function risName(author: Author): string {
  if ('literal' in author) return author.literal;
  return [author.family, dotted(author.initials), author.suffix].filter(Boolean).join(', ');
}

/** "Family, Jr, F. M." as BibTeX takes names apart; one in braces it leaves whole. */
function bibtexName(author: Author): string {
  if ('literal' in author) return `{${escapeTex(author.literal)}}`;
  return [escapeTex(author.family), author.suffix, dotted(author.initials)].filter(Boolean).join(', ');
}

function cslName(author: Author): object {
  if ('literal' in author) return author;
  const { family, initials, suffix } = author;
  return { family, given: dotted(initials), ...(suffix && { suffix }) };
}

/** Groups have a field of their own there; a person's name in Chinese has not. */
function nbibName(author: Author): [tag: string, name: string] {
  if ('literal' in author) return [/\p{Script=Han}/u.test(author.literal) ? 'AU' : 'CN', author.literal];
  return ['AU', [author.family, author.initials, author.suffix].filter(Boolean).join(' ')];
}

/** "flaherty2012", and with a letter where two would be the same. */
function bibtexKeys(records: readonly CiteRecord[]): string[] {
  const seen = new Map<string, number>();
  return records.map((record) => {
    const [first] = authorsOf(record);
    const name = first && 'family' in first ? first.family : '';
    const ascii = name
      .normalize('NFD')
      .replace(/[^A-Za-z]/g, '')
      .toLowerCase();
    const key = ascii ? `${ascii}${record.year.replace(/\D/g, '')}` : `pmid${record.pmid.replace(/\D/g, '')}`;
    const count = seen.get(key) ?? 0;
    seen.set(key, count + 1);
    return count === 0 ? key : `${key}${lettersOfCount(count)}`;
  });
}

/** 1 → "a", 26 → "z", 27 → "aa" */
function lettersOfCount(count: number): string {
  const rest = Math.floor((count - 1) / 26);
  return (rest > 0 ? lettersOfCount(rest) : '') + String.fromCharCode(97 + ((count - 1) % 26));
}

const texEscapes: Record<string, string> = {
  '\\': '\\textbackslash{}',
  '~': '\\textasciitilde{}',
  '^': '\\textasciicircum{}',
};

function escapeTex(text: string): string {
  return line(text).replace(/[\\~^{}#$%&_]/g, (character) => texEscapes[character] ?? `\\${character}`);
}

/** Identifiers are read as they are: a backslash before "_" would be part of them. */
function verbatim(text: string): string {
  return line(text).replace(/[\\{}]/g, '');
}
