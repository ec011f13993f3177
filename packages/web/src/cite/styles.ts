import { type Author, authorsOf, bareTitle, type CiteRecord, isChinese } from './record.ts';

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
  return records.map((record, index) => `${number(index)}${write(record)}`).join('\n');
}

/** AMA 11: all authors up to six, else three and "et al". */
export function toAma(record: CiteRecord): string {
  const names = compact(authorsOf(record), 6, 3, 'et al');
  return sentence([names, bareTitle(record), `${record.journal}. ${record.year}`, identifiers(record)]);
}

/** ICMJE: all authors up to six, else six and "et al". */
export function toVancouver(record: CiteRecord): string {
  const names = compact(authorsOf(record), 6, 6, 'et al');
  return sentence([names, bareTitle(record), `${record.journal}. ${record.year}`, identifiers(record)]);
}

/** APA 7: "Family, F. M.", up to twenty with "&" before the last, else nineteen, an ellipsis and the last. */
export function toApa(record: CiteRecord): string {
  const names = authorsOf(record).map((author) =>
    'literal' in author
      ? author.literal
      : `${author.family}, ${[...author.initials.replace(/-/g, '')].join('. ')}.`,
  );
  const last = names.at(-1) ?? '';
  const listed =
    names.length <= 1
      ? last
      : names.length <= 20
        ? `${names.slice(0, -1).join(', ')}, & ${last}`
        : `${names.slice(0, 19).join(', ')}, … ${last}`;
  const head = listed === '' ? '' : `${listed.replace(/\.?$/, '.')} `;
  const link = record.doi ? `https://doi.org/${record.doi}` : `PMID: ${record.pmid}`;
  return `${head}(${record.year || 'n.d.'}). ${bareTitle(record)}. ${record.journal}. ${link}`;
}

/** GB/T 7714-2015: three authors, then "et al" or 等; families in capitals; [J] for a journal. */
export function toGbt7714(record: CiteRecord): string {
  const chinese = isChinese(record);
  const authors = authorsOf(record).map((author) =>
    'literal' in author
      ? author.literal
      : `${author.family.toUpperCase()} ${[...author.initials.replace(/-/g, '')].join(' ')}`,
  );
  const names =
    authors.length > 3
      ? `${authors.slice(0, 3).join(', ')}, ${chinese ? '等' : 'et al'}`
      : authors.join(', ');
  const source = [record.journal, record.year].filter(Boolean).join(', ');
  const doi = record.doi ? ` DOI:${record.doi}.` : ` PMID:${record.pmid}.`;
  return `${names === '' ? '' : `${names}. `}${bareTitle(record)}[J]. ${source}.${doi}`;
}

function compact(authors: readonly Author[], most: number, kept: number, others: string): string {
  const names = authors.map((author) =>
    'literal' in author ? author.literal : `${author.family} ${author.initials}`,
  );
  return names.length > most ? `${names.slice(0, kept).join(', ')}, ${others}` : names.join(', ');
}

function identifiers({ doi, pmid }: CiteRecord): string {
  return doi ? `doi:${doi}` : `PMID: ${pmid}`;
}

/** Parts with a full stop after each, doubled nowhere; an identifier has none. */
function sentence(parts: readonly string[]): string {
  const said = parts.map((part) => part.trim()).filter((part) => part !== '' && part !== '.');
  return said
    .map((part, index) => (index === said.length - 1 ? part : part.replace(/[.。]?$/, '.')))
    .join(' ');
}
