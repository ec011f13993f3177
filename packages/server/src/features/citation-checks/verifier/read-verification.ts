import { deviationKinds } from '@citewell/citation-checker/finding.ts';
import { locateQuote } from '@citewell/citation-checker/locate.ts';
import { z } from 'zod';
import { jsonOfReply } from '../../../llm/json-reply.ts';
import { isQuotedIn } from './is-quoted-in.ts';
import { type ComparedPart, claimParts, type Verification, type VerifyInput } from './verification.ts';

/** Maximum number of parts of each kind: a sentence with more is several claims. */
const partsMax = 24;

const schema = z.object({
  evidence: z.string().max(4_000),
  /** Number, not a text or boolean that could be converted to one. */
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
 * Parses a verifier's reply; returns undefined if it is unusable: not the requested object, contradictory, or with
 * quotations that are not in the sentence, title or abstract. Every score except 0 needs a passage; support requires
 * that all parts are the same, a contradiction that one is different.
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
  // Its meaning is ambiguous, and half of the time it would be a false "consistent".
  if (score >= 1 && data.deviation !== 'none') return undefined;
  const named = data.deviation === 'none' ? 'unsupported' : data.deviation;
  return { score, evidence, parts, deviation: score >= 1 ? undefined : named, explanation, suggestion };
}

/** Returns true if a part is quoted from both texts; one reported absent needs no quotation. */
function isQuoted({ claim, quote, relation }: ComparedPart, sentence: string, source: string): boolean {
  if (!isQuotedIn(claim, sentence)) return false;
  return relation === 'absent' || (quote !== '' && isQuotedIn(quote, source));
}
