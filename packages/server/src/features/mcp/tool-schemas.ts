import { z } from 'zod';
import { withoutBlanks } from '../../http/body/blank-fields.ts';
import { maxReferencesLimit } from '../../http/schemas/fields.ts';
import { reference } from '../../http/schemas/reference.ts';
import { abstractMax } from '../../retrieval/checked-article.ts';
import { questionMax } from '../answers/ask-schema.ts';
import { sentenceMax } from '../citation-checks/sentence.ts';

const year = z.string().regex(/^\d{4}$/);
const years = {
  date_from: year.optional().describe('First year of publication, YYYY'),
  date_to: year.optional().describe('Last year of publication, YYYY'),
};
const language = z
  .enum(['en', 'zh'])
  .optional()
  .describe('Language of the text; by default that of the question');
const maxReferences = z.int().min(1).max(maxReferencesLimit).optional();
const pmid = z
  .string()
  .regex(/^\s*[1-9]\d{0,9}\s*$/)
  .describe('PubMed identifier, digits only');

/** Creates the input schema of a tool; its optional fields accept `null` or an empty text, as models send them. */
function input<Shape extends z.ZodRawShape>(shape: Shape) {
  const fields = z.object(shape);
  return z.preprocess((given) => withoutBlanks(fields, given), fields);
}

/** References in tool results, including the flags of demonstration records. */
const references = z.array(z.object(reference.shape));

/** Input of `ask`. */
export const askInput = input({
  question: z.string().min(1).max(questionMax).describe('Medical question, Chinese or English'),
  max_refs: maxReferences,
  ...years,
  lang: language,
});
/** Output of `ask`: `[n]` in the answer is `references[n - 1]`. */
export const askOutput = z.object({ answer: z.string(), references });

/** Input of `review`. */
export const reviewInput = input({
  topic: z.string().min(1).max(questionMax).describe('Specific topic, Chinese or English'),
  max_refs: maxReferences,
  ...years,
  lang: language,
});
/** Output of `review`: `[n]` in the review is `references[n - 1]`. */
export const reviewOutput = z.object({ review: z.string(), references });

/** Input of `check_citation`. */
export const checkInput = input({
  sentence: z.string().min(1).max(sentenceMax).describe('The sentence, without its citation'),
  pmid,
  abstract: z.string().max(abstractMax).optional().describe('The article’s abstract, if it is not in PubMed'),
});
const verdict = z.enum(['supported', 'deviates', 'undetermined']);
/** Output of `check_citation`. */
export const checkOutput = z.object({
  verdict,
  reason: z.string(),
  passage: z.string(),
  suggestion: z.string().optional(),
  pmid: z.string(),
  demonstration: z.literal(true).optional(),
});

/** Maximum size of a manuscript, in characters. */
const manuscriptMax = 500_000;

/** Input of `check_manuscript`. */
export const manuscriptInput = input({
  text: z
    .string()
    .min(1)
    .max(manuscriptMax)
    .describe(
      'Markdown or plain text that cites PMIDs, or numbers such as [1] with a reference list that gives PMIDs',
    ),
});
/** Output of `check_manuscript`: deviations first, then undecided citations. */
export const manuscriptOutput = z.object({
  checked: z.int(),
  citations: z.array(
    z.object({
      line: z.int(),
      sentence: z.string(),
      citation: z.string(),
      verdict: verdict.or(z.literal('not_checked')),
      reason: z.string(),
      passage: z.string().optional(),
      suggestion: z.string().optional(),
    }),
  ),
});

/** Input of `search_literature`. */
export const searchInput = input({
  query: z
    .string()
    .min(1)
    .max(500)
    .describe('Words that the title or abstract must contain; "phrases" in quotes'),
  author: z.string().max(500).optional(),
  journal: z.string().max(500).optional(),
  year_from: year.optional(),
  year_to: year.optional(),
  limit: z.int().min(1).max(50).optional().describe('Default 10'),
  offset: z.int().min(0).max(10_000).optional(),
});
/** Output of `search_literature`. */
export const searchOutput = z.object({
  total: z.int(),
  articles: references,
  next_offset: z.int().nullable(),
});

/** Input of `get_article`. */
export const articleInput = input({ pmid });
/** Output of `get_article`. */
export const articleOutput = z.object({ ...reference.shape, abstract: z.string(), doi: z.string() });
