import {
  authorsOf,
  bareTitle,
  type CiteRecord,
  demonstrationNote,
  dotted,
  isChinese,
  lettersOf,
  pubmedUrl,
} from './record.ts';

/**
 * A journal article as reference lists print it. A record of an answer has no volume and no pages; where a style puts
 * them, the PMID (and the DOI, where it is known) leads to them.
 */
export const styles = {
  ama: { name: 'AMA', write: toAma },
  vancouver: { name: 'Vancouver', write: toVancouver },
  apa: { name: 'APA', write: toApa },
  gbt7714: { name: 'GB/T 7714', write: toGbt7714 },
} as const;
export type Style = keyof typeof styles;

/** The numbered list. */
export function formatList(records: readonly CiteRecord[], style: Style): string {
  const { write } = styles[style];
  const number = (index: number) =>
    style === 'gbt7714' ? `[${index + 1}] ` : style === 'apa' ? '' : `${index + 1}. `;
  const marked = (record: CiteRecord) => (record.demonstration ? `[${demonstrationNote}] ` : '');
  return records.map((record, index) => `${number(index)}${marked(record)}${write(record)}`).join('\n');
}

/** AMA 11: all authors up to six, else three and "et al". */
export function toAma(record: CiteRecord): string {
  return medical(record, { most: 6, kept: 3 });
}

/** ICMJE: all authors up to six, else six and "et al". */
export function toVancouver(record: CiteRecord): string {
  return medical(record, { most: 6, kept: 6 });
}

function medical(record: CiteRecord, { most, kept }: { most: number; kept: number }): string {
  const authors = authorsOf(record).map((author) =>
    'literal' in author
      ? author.literal
      : [author.family, author.initials, author.suffix].filter(Boolean).join(' '),
  );
  const names = authors.length > most ? `${authors.slice(0, kept).join(', ')}, et al` : authors.join(', ');
  const identifier = record.doi ? `doi:${record.doi}` : record.demonstration ? '' : `PMID: ${record.pmid}`;
  return [...[names, bareTitle(record), record.journal, record.year].map(ended), identifier]
    .filter(Boolean)
    .join(' ');
}

/** APA 7: "Family, F. M.", up to twenty with "&" before the last, else nineteen, an ellipsis and the last. */
export function toApa(record: CiteRecord): string {
  const names = authorsOf(record).map((author) =>
    'literal' in author
      ? author.literal
      : [author.family, dotted(author.initials), author.suffix?.replace(/^(Jr|Sr)$/, '$1.')]
          .filter(Boolean)
          .join(', '),
  );
  const last = names.at(-1) ?? '';
  const listed =
    names.length <= 1
      ? last
      : names.length <= 20
        ? `${names.slice(0, -1).join(', ')}, & ${last}`
        : `${names.slice(0, 19).join(', ')}, … ${last}`;
  const year = `(${record.year || 'n.d.'}).`;
  const title = ended(bareTitle(record));
  const link = record.doi ? `https://doi.org/${record.doi}` : (pubmedUrl(record) ?? '');
  // What nobody has signed begins with its title.
  const head = listed === '' ? [title, year] : [ended(listed), year, title];
  return [...head, ended(record.journal), link].filter(Boolean).join(' ');
}

/** GB/T 7714-2015: three authors, then "et al" or 等; families in capitals; [J] for a journal. */
export function toGbt7714(record: CiteRecord): string {
  const authors = authorsOf(record).map((author) =>
    'literal' in author
      ? author.literal
      : [author.family.toUpperCase(), ...lettersOf(author.initials), author.suffix].filter(Boolean).join(' '),
  );
  const others = isChinese(record) ? '等' : 'et al';
  const names = authors.length > 3 ? [...authors.slice(0, 3), others] : authors;
  const source = [record.journal, record.year].filter(Boolean).join(', ');
  const identifier = record.doi ? `DOI:${record.doi}.` : record.demonstration ? '' : `PMID:${record.pmid}.`;
  return [ended(names.join(', ')), `${bareTitle(record)}[J].`, ended(source), identifier]
    .filter(Boolean)
    .join(' ');
}

/** Adds a full stop, unless the part has an end of its own. An empty part stays empty. */
function ended(part: string): string {
  const said = part.trim();
  return said === '' || /[.?!。？！]$/.test(said) ? said : `${said}.`;
}
