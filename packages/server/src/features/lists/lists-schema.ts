import type { CategoriesResponse, PersonasResponse } from '@citewell/sdk';
import { z } from 'zod';

const both = z
  .object({ en: z.string(), zh: z.string() })
  .meta({ description: 'The same in English and Chinese' });

export const categoryResponse = z.object({
  id: z.string().meta({ description: 'Value for category_id', examples: ['cardiology'] }),
  name: both,
  pubmed_filter: z.string().meta({ description: 'In PubMed syntax; combined with every query using AND' }),
  library_terms: z.array(z.string()).meta({
    description:
      'A library record belongs to the category if its title, keywords or journal contain one of these',
  }),
});

export const categoriesResponse = z.object({
  categories: z.array(categoryResponse),
}) satisfies z.ZodType<CategoriesResponse>;

const personaResponse = z.object({
  id: z.string().meta({ description: 'Value for persona', examples: ['clinician'] }),
  name: both,
  description: both,
  default: z.boolean().meta({ description: 'True for the persona used when none is named' }),
});

export const personasResponse = z.object({
  personas: z.array(personaResponse),
}) satisfies z.ZodType<PersonasResponse>;

/** Named schemas of /openapi.json. */
export const listComponents = {
  CategoriesResponse: categoriesResponse,
  PersonasResponse: personasResponse,
  Category: categoryResponse,
  Persona: personaResponse,
  LocalizedText: both,
};
