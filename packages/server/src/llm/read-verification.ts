import { deviationKinds } from '@citewell/citation-checker/finding.ts';
import { locateQuote } from '@citewell/citation-checker/locate.ts';
import { z } from 'zod';
import type { Verification } from './engine.ts';
import { jsonOfReply } from './json-reply.ts';

const schema = z.object({
  evidence: z.string().max(4_000),
  /** A number, not a text or a truth value that could be taken for one. */
  score: z.int().min(-2).max(2),
  deviation: z
    .enum(['none', ...deviationKinds])
    .default('none')
    .catch('unsupported'),
  explanation: z.string().max(2_000).default(''),
  suggestion: z.string().max(4_000).default(''),
});

/**
 * A verifier's reply, or undefined where it is none: not the object asked for, contradicting itself, or resting on a passage
 * that the abstract does not have. A passage is needed for every score but 0.
 */
export function readVerification(reply: string, abstract: string): Verification | undefined {
  const { data } = schema.safeParse(jsonOfReply(reply));
  if (!data) return undefined;
  const quote = data.evidence.trim();
  const evidence = quote === '' ? undefined : locateQuote(quote, abstract);
  if (!evidence && (quote !== '' || data.score !== 0)) return undefined;
  const { score, explanation, suggestion } = data;
  // Which of the two it means nobody can tell, and half of the time it would be a false "consistent".
  if (score >= 1 && data.deviation !== 'none') return undefined;
  const named = data.deviation === 'none' ? 'unsupported' : data.deviation;
  return { score, evidence, deviation: score >= 1 ? undefined : named, explanation, suggestion };
}
