import { bareTitle, type CiteRecord, datePartsOf } from './fields.ts';
import { authorsOf, dotted } from './names.ts';
import { pageRange } from './pages.ts';

/**
 * Returns the `title` of a COinS span (OpenURL in HTML), by which reference managers in the browser recognize the articles on a
 * page; undefined for a demonstration record, which must not be saved as an article.
 *
 * @example
 * coinsOf({ pmid: '7', title: 'A title.', authors: '', journal: 'Lancet', year: '' })?.includes('rft.jtitle=Lancet'); // true
 */
export function coinsOf(record: CiteRecord): string | undefined {
  if (record.demonstration) return undefined;
  const { first, last } = pageRange(record.pages);
  const [lead, ...others] = authorsOf(record);
  const date = datePartsOf(record)
    .map((part) => String(part).padStart(2, '0'))
    .join('-');
  const fields: [name: string, value: string | undefined][] = [
    ['ctx_ver', 'Z39.88-2004'],
    ['rft_val_fmt', 'info:ofi/fmt:kev:mtx:journal'],
    ['rft.genre', 'article'],
    ['rft.atitle', bareTitle(record)],
    ['rft.jtitle', record.journal],
    ['rft.stitle', record.journal_abbreviation],
    ['rft.date', date || record.year],
    ['rft.volume', record.volume],
    ['rft.issue', record.issue],
    ['rft.pages', last ? `${first}-${last}` : first],
    ['rft.spage', first],
    ['rft.epage', last],
    ['rft.issn', record.issn],
    ...(lead && 'family' in lead
      ? ([
          ['rft.aulast', lead.family],
          ['rft.aufirst', dotted(lead.initials)],
        ] satisfies [string, string][])
      : []),
    // A lead author with family name and initials is not repeated: readers would list the person twice.
    ...(lead && 'family' in lead ? others : [lead, ...others]).flatMap((author): [string, string][] =>
      author
        ? [['rft.au', 'family' in author ? `${author.family}, ${dotted(author.initials)}` : author.literal]]
        : [],
    ),
    ['rft.language', record.languages?.[0]],
    ['rft_id', record.pmid && `info:pmid/${record.pmid}`],
    ['rft_id', record.doi && `info:doi/${record.doi}`],
  ];
  return fields
    .filter(([, value]) => value)
    .map(([name, value]) => `${name}=${encodeURIComponent((value ?? '').toWellFormed())}`)
    .join('&');
}
