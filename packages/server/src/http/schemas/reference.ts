import { z } from 'zod';

/** One cited article, as replies and events give it. */
export const reference = z.object({
  pmid: z.string().meta({ description: 'PubMed identifier', examples: ['22663011'] }),
  title: z.string(),
  authors: z
    .string()
    .meta({ description: 'The author list as a single string', examples: ['Flaherty KT, Robert C'] }),
  journal: z.string(),
  year: z.string().meta({ examples: ['2012'] }),
  demonstration: z.literal(true).exactOptional().meta({
    description: 'Present if the record is an invented demonstration record: no evidence, and not in PubMed',
  }),
});
