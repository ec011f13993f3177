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

/** Formats records as BibTeX, which BibLaTeX, JabRef and reference managers also read. */
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
      // Month names are macros in every style and have no braces.
      const monthName = months[(month ?? 0) - 1];
      if (monthName) lines.push(`  month = ${monthName}`);
      return `@article{${keys[index]},\n${lines.join(',\n')}\n}\n`;
    })
    .join('\n');
}

/** Formats a name as "Family, Jr, F. M.", which BibTeX splits; a name in braces is kept whole. */
function bibtexName(author: Author): string {
  if ('literal' in author) return `{${escapeTex(author.literal)}}`;
  return [escapeTex(author.family), author.suffix, dotted(author.initials)].filter(Boolean).join(', ');
}

/** Creates entry keys such as "flaherty2012", with a letter added to duplicates. */
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

/** Named braces: BibTeX counts braces even after a backslash, so that an unbalanced one would end the entry. */
const namedBraces: Record<string, string> = { '{': '\\textbraceleft{}', '}': '\\textbraceright{}' };

function hasPairedBraces(text: string): boolean {
  let depth = 0;
  for (const character of text) {
    if (character === '{') depth++;
    else if (character === '}' && --depth < 0) return false;
  }
  return depth === 0;
}

/** Removes braces and backslashes but escapes nothing: readers take identifiers literally, including a backslash before "_". */
function verbatim(text: string): string {
  return oneLine(text).replace(/[\\{}]/g, '');
}
