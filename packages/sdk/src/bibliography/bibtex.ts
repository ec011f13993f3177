import {
  bareTitle,
  type CiteRecord,
  datePartsOf,
  demonstrationNote,
  keywordsOf,
  oneLine,
  pubmedUrl,
} from './fields.ts';
import { type Author, authorsOf, dotted } from './names.ts';
import { fullPages } from './pages.ts';

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** Records as BibTeX, which BibLaTeX, JabRef and reference managers read as well. */
export function toBibtex(records: readonly CiteRecord[]): string {
  const keys = bibtexKeys(records);
  return records
    .map((record, index) => {
      const authors = authorsOf(record).map(bibtexName);
      const [, month] = datePartsOf(record);
      const notes = [record.demonstration && demonstrationNote, record.note && escapeTex(record.note)];
      const fields: [name: string, value: string][] = [
        ['author', authors.join(' and ')],
        // The inner braces keep capitals as they are: "BRAF", "mRNA".
        ['title', `{${escapeTex(bareTitle(record))}}`],
        ['journal', escapeTex(record.journal)],
        ['shortjournal', escapeTex(record.journal_abbreviation ?? '')],
        ['year', escapeTex(record.year)],
        ['volume', escapeTex(record.volume ?? '')],
        ['number', escapeTex(record.issue ?? '')],
        ['pages', escapeTex(fullPages(record.pages ?? '', '--'))],
        ['issn', escapeTex(record.issn ?? '')],
        ['doi', verbatim(record.doi ?? '')],
        ['pmid', record.demonstration ? '' : verbatim(record.pmid)],
        ['pmcid', verbatim(record.pmcid ?? '')],
        ['language', escapeTex(record.languages?.join(', ') ?? '')],
        ['keywords', escapeTex(keywordsOf(record).join('; '))],
        ['abstract', escapeTex(record.abstract ?? '')],
        ['url', pubmedUrl(record) ?? ''],
        ['note', notes.filter(Boolean).join('; ')],
      ];
      const lines = fields
        .filter(([, value]) => value !== '' && value !== '{}')
        .map(([name, value]) => `  ${name} = {${value}}`);
      // The name of a month is a macro of every style, and stands without braces.
      const monthName = months[(month ?? 0) - 1];
      if (monthName) lines.push(`  month = ${monthName}`);
      return `@article{${keys[index]},\n${lines.join(',\n')}\n}\n`;
    })
    .join('\n');
}

/** "Family, Jr, F. M." as BibTeX takes names apart; one in braces it leaves whole. */
function bibtexName(author: Author): string {
  if ('literal' in author) return `{${escapeTex(author.literal)}}`;
  return [escapeTex(author.family), author.suffix, dotted(author.initials)].filter(Boolean).join(', ');
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
    const key = ascii
      ? `${ascii}${record.year.replace(/\D/g, '')}`
      : record.pmid
        ? `pmid${record.pmid.replace(/\D/g, '')}`
        : `record${record.year.replace(/\D/g, '')}`;
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
  const line = oneLine(text);
  const escapes = hasPairedBraces(line) ? texEscapes : { ...texEscapes, ...namedBraces };
  return line.replace(/[\\~^{}#$%&_]/g, (character) => escapes[character] ?? `\\${character}`);
}

/** BibTeX counts braces even behind a backslash: one without its counterpart would end the file of entries there. */
const namedBraces: Record<string, string> = { '{': '\\textbraceleft{}', '}': '\\textbraceright{}' };

function hasPairedBraces(text: string): boolean {
  let depth = 0;
  for (const character of text) {
    if (character === '{') depth++;
    else if (character === '}' && --depth < 0) return false;
  }
  return depth === 0;
}

/** Identifiers are read as they are: a backslash before "_" would be part of them. */
function verbatim(text: string): string {
  return oneLine(text).replace(/[\\{}]/g, '');
}
