import type { CategoriesResponse, PersonasResponse } from '@citewell/sdk';
import { z } from 'zod';

const both = z.object({ en: z.string(), zh: z.string() });

export const categoryResponse = z.object({
  id: z.string().meta({ description: 'What category_id takes', examples: ['cardiology'] }),
  name: both,
  pubmed_filter: z.string().meta({ description: 'In PubMed’s syntax, ANDed to every query' }),
  library_terms: z.array(z.string()).meta({
    description: 'A record of the library belongs where its title, keywords or journal has one of them',
  }),
});

export const categoriesResponse = z.object({
  categories: z.array(categoryResponse),
}) satisfies z.ZodType<CategoriesResponse>;

export const personasResponse = z.object({
  personas: z.array(
    z.object({
      id: z.string().meta({ description: 'What persona takes', examples: ['clinician'] }),
      name: both,
      description: both,
      default: z.boolean().meta({ description: 'Whether it answers where none is named' }),
    }),
  ),
}) satisfies z.ZodType<PersonasResponse>;

/** Named schemas of /openapi.json. */
export const listComponents = {
  CategoriesResponse: categoriesResponse,
  PersonasResponse: personasResponse,
};
