import { authorsOf, bareTitle, type CiteRecord, pubmedUrl } from './record.ts';

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
        ...authorsOf(record).map((author): [string, string] => [
          'AU',
          'literal' in author ? author.literal : `${author.family}, ${spaced(author.initials)}`,
        ]),
        ['TI', bareTitle(record)],
        ['JO', record.journal],
        ['PY', record.year],
        ['DO', record.doi ?? ''],
        ['AN', record.pmid],
        ['DB', 'PubMed'],
        ['UR', pubmedUrl(record)],
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
      const authors = authorsOf(record).map((author) =>
        'literal' in author
          ? `{${escapeTex(author.literal)}}`
          : `${escapeTex(author.family)}, ${spaced(author.initials, '. ')}`,
      );
      const fields: [string, string][] = [
        ['author', authors.join(' and ')],
        // The inner braces keep capitals as they are: "BRAF", "mRNA".
        ['title', `{${escapeTex(bareTitle(record))}}`],
        ['journal', escapeTex(record.journal)],
        ['year', escapeTex(record.year)],
        ['doi', escapeTex(record.doi ?? '')],
        ['pmid', escapeTex(record.pmid)],
        ['url', pubmedUrl(record)],
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
    id: `pmid:${record.pmid}`,
    type: 'article-journal',
    title: bareTitle(record),
    author: authorsOf(record).map((author) =>
      'literal' in author
        ? { literal: author.literal }
        : { family: author.family, given: spaced(author.initials, '. ') },
    ),
    'container-title': record.journal,
    ...(/^\d{4}$/.test(record.year) && { issued: { 'date-parts': [[Number(record.year)]] } }),
    ...(record.doi && { DOI: record.doi }),
    PMID: record.pmid,
    URL: pubmedUrl(record),
  }));
  return `${JSON.stringify(items, null, 2)}\n`;
}

/** PubMed's own format, which EndNote, Zotero and Mendeley read. */
export function toNbib(records: readonly CiteRecord[]): string {
  return records
    .map((record) => {
      const fields: [string, string][] = [
        ['PMID', record.pmid],
        ['DP', record.year],
        ['TI', bareTitle(record)],
        ...authorsOf(record).map((author): [string, string] => [
          'AU',
          'literal' in author ? author.literal : `${author.family} ${author.initials}`,
        ]),
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

/** "KT" → "K. T." */
function spaced(initials: string, between = '. '): string {
  return `${[...initials.replace(/-/g, '')].join(between)}.`;
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
    return count === 0 ? key : `${key}${String.fromCharCode(96 + count)}`;
  });
}

const texEscapes: Record<string, string> = {
  '\\': '\\textbackslash{}',
  '~': '\\textasciitilde{}',
  '^': '\\textasciicircum{}',
};

function escapeTex(text: string): string {
  return line(text).replace(/[\\~^{}#$%&_]/g, (character) => texEscapes[character] ?? `\\${character}`);
}
