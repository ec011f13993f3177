import { z } from 'zod';
import { list, object, text } from '../../llm/reply-schema.ts';

/** Schema of the concepts that a model is asked for. */
export const conceptList = list(object({ term: text, zh: text, synonyms: list(text) }));

/** Maximum number of synonyms: beyond a handful, further ones only blur the query. */
const synonymsMax = 6;

/** Reads the concepts that a model names: those that can be searched for in English, at most `max` of them. */
export function readConcepts(max: number) {
  const concept = z.object({
    term: z.string().trim().min(1).max(100),
    // Neither is worth rejecting a reply for.
    zh: z.string().trim().max(40).optional().catch(undefined),
    synonyms: z.array(z.string().trim().min(1).max(100)).catch([]),
  });
  return z.array(concept).transform((concepts) =>
    concepts
      .filter(({ term }) => isEnglish(term))
      .slice(0, max)
      .map(({ term, zh, synonyms }) => ({
        term,
        ...(zh && !isEnglish(zh) && { zh }),
        synonyms: synonyms.filter(isEnglish).slice(0, synonymsMax),
      })),
  );
}

function isEnglish(term: string): boolean {
  return !/\p{Script=Han}/u.test(term);
}
