import type { BibliographicRecord } from '@citewell/sdk';
import { z } from 'zod';

/** A cited article in replies and events. */
export const reference = z.object({
  pmid: z.string().meta({ description: 'PubMed identifier', examples: ['22663011'] }),
  title: z.string(),
  authors: z
    .string()
    .meta({ description: 'The author list as a single string', examples: ['Flaherty KT, Robert C'] }),
  journal: z.string(),
  year: z.string().meta({ examples: ['2012'] }),
  demonstration: z.literal(true).exactOptional().meta({
    description: 'Present if the record is an invented demonstration record: not evidence, and not in PubMed',
  }),
});

const texts = z.array(z.string());

/** A record as in CSL-JSON files, for citation processors. */
export const cslItem = z
  .looseObject({ id: z.string(), type: z.literal('article-journal'), title: z.string() })
  .meta({ description: 'A CSL-JSON item with the variables that the record has' });

/** A cited article with all details for reference managers. */
export const bibliographicRecord = reference.extend({
  author_list: texts.exactOptional().meta({ examples: [['Flaherty KT', 'Robert C']] }),
  journal_abbreviation: z
    .string()
    .exactOptional()
    .meta({ examples: ['N Engl J Med'] }),
  published: z.string().exactOptional().meta({ description: 'ISO date, if more than the year is known' }),
  volume: z.string().exactOptional(),
  issue: z.string().exactOptional(),
  pages: z
    .string()
    .exactOptional()
    .meta({ description: 'As the source has them, or the number of an article without pages' }),
  issn: z.string().exactOptional(),
  doi: z.string().exactOptional(),
  pmcid: z.string().exactOptional(),
  languages: texts.exactOptional().meta({ description: 'ISO 639-2, as in PubMed' }),
  publication_types: texts.exactOptional(),
  mesh: texts.exactOptional().meta({ description: 'MeSH headings' }),
  keywords: texts.exactOptional().meta({ description: 'Author keywords' }),
  abstract: z.string().exactOptional(),
  affiliations: texts.exactOptional().meta({ description: 'Affiliations of the first author' }),
}) satisfies z.ZodType<BibliographicRecord>;
