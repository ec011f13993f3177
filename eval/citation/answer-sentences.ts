import type { Pmid } from '../../packages/core/src/records/article.ts';
import { readTopic } from '../../packages/server/src/features/answers/verification/framing.ts';
import { judgeSentence } from '../../packages/server/src/features/answers/verification/uncited-claim-filter.ts';
import type { CheckedClaim } from './judged-claim.ts';

/** Counts of claims as sentences of an answer: how many would not be sent, and how many of them the check contradicts. */
export type AnswerSentencesRow = { name: string; claims: number; omitted: number; contradicted: number };

const pmid = '1' as Pmid;

/** Judges claims as sentences that a model wrote for an answer, each with a marker of its record. */
export function judgeAsAnswers(checked: readonly CheckedClaim[]): AnswerSentencesRow[] {
  return [true, false].map((holds) => {
    const claims = checked.filter(({ claim }) => claim.holds === holds);
    const omitted = claims.filter(({ claim: { sentence, article } }) => {
      const sources = { articles: new Map([[pmid, article]]), given: [], topic: readTopic([article.title]) };
      return judgeSentence(sentence, [pmid], sources)?.outcome === 'omitted';
    });
    return {
      name: holds ? 'true sentences' : 'wrong sentences',
      claims: claims.length,
      omitted: omitted.length,
      contradicted: omitted.filter(({ check }) => check.verdict === 'deviates').length,
    };
  });
}
