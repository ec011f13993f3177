import { deviationKinds } from '@citewell/citation-checker/finding.ts';
import { locateQuote } from '@citewell/citation-checker/locate.ts';
import { z } from 'zod';
import { type ComparedPart, claimParts, type Verification, type VerifyInput } from './engine.ts';
import { jsonOfReply } from './json-reply.ts';

/** Maximum number of parts of each kind: a sentence with more is several claims. */
const partsMax = 24;

const schema = z.object({
  evidence: z.string().max(4_000),
  /** A number, not a text or a truth value that could be taken for one. */
  score: z.int().min(-2).max(2),
  parts: z
    .array(
      z.object({
        part: z.enum(claimParts),
        claim: z.string().trim().min(1).max(1_000),
        quote: z.string().trim().max(4_000).default(''),
        relation: z.enum(['same', 'different', 'absent']),
      }),
    )
    .max(partsMax)
    .default([]),
  deviation: z
    .enum(['none', ...deviationKinds])
    .default('none')
    .catch('unsupported'),
  explanation: z.string().max(2_000).default(''),
  suggestion: z.string().max(4_000).default(''),
});

/**
 * Reads a verifier's reply; undefined where it is none: not the object asked for, contradicting itself, or quoting what the
 * sentence, the title or the abstract does not have. A passage is needed for every score but 0; all parts must be the same
 * for support, and one different for a contradiction.
 */
export function readVerification(
  reply: string,
  { sentence, title, abstract }: Pick<VerifyInput, 'sentence' | 'title' | 'abstract'>,
): Verification | undefined {
  const { data } = schema.safeParse(jsonOfReply(reply));
  if (!data) return undefined;
  const quote = data.evidence.trim();
  const evidence = quote === '' ? undefined : locateQuote(quote, abstract);
  if (!evidence && (quote !== '' || data.score !== 0)) return undefined;
  const { score, parts, explanation, suggestion } = data;
  if (!parts.every((part) => isQuoted(part, sentence, `${title}\n${abstract}`))) return undefined;
  if (score >= 1 && !(parts.length > 0 && parts.every(({ relation }) => relation === 'same')))
    return undefined;
  if (score < 0 && !parts.some(({ relation }) => relation === 'different')) return undefined;
  // Which of the two it means nobody can tell, and half of the time it would be a false "consistent".
  if (score >= 1 && data.deviation !== 'none') return undefined;
  const named = data.deviation === 'none' ? 'unsupported' : data.deviation;
  return { score, evidence, parts, deviation: score >= 1 ? undefined : named, explanation, suggestion };
}

/** Returns true if a part is quoted from both texts; one said to be absent needs no quotation. */
function isQuoted({ claim, quote, relation }: ComparedPart, sentence: string, source: string): boolean {
  if (!standsIn(claim, sentence)) return false;
  return relation === 'absent' || (quote !== '' && standsIn(quote, source));
}

/** Short quotations, "mice", may differ in case; longer ones in spaces and punctuation, too. */
function standsIn(quote: string, text: string): boolean {
  return text.toLowerCase().includes(quote.toLowerCase()) || locateQuote(quote, text) !== undefined;
}
