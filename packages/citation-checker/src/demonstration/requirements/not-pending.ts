import { mainClausesOf } from '../../reading/main-clauses.ts';
import type { Alignment } from '../align-claim.ts';
import type { Claim } from '../claim-units.ts';

const inquiry = String.raw`(?:validat|confirm|evaluat|investigat|stud(?:y|ie)|research|tested|testing|tests?\b|establish|standardi|clarif|elucidat|determin|defin|prove|proof|assess|explor|examin|verif|replicat|trial|data|evidence|experiment|understood|understand|demonstrat|show|identif|address|resolv|optimi|attention|consider|work\b|analys|follow-?up|experience|knowledge|improve)`;

/** Matches statements about work that is still to be done, or not yet known. */
const pending = new RegExp(
  [
    String.raw`\b(?:needs?|needed|requir(?:es?|ed|ing)|await(?:s|ed|ing)?|warrant(?:s|ed|ing)?|merits?|merited|deserv(?:es?|ing)|call(?:s|ed)? for|in need of|lack(?:s|ed|ing)?|pending)\b[^.;,]{0,50}?\b${inquiry}`,
    String.raw`\b${inquiry}[^.;,]{0,40}?\b(?:is|are|will be|would be|remains?|seems?|being) (?:\w+ly )?(?:still )?(?:needed|required|warranted|necessary|merited|lacking|pending|awaited)`,
    String.raw`\b(?:remains?|(?:has|have|is|are|was|were) (?:yet|still)|needs?|has|have|ought) to be (?:\w+ly |further )?${inquiry}`,
    String.raw`\b(?:should|must) (?:now |also |next |further )?be (?:\w+ly |further )?(?:validat|confirm|evaluat|investigat|stud|tested|establish|clarif|elucidat|determin|defin|assess|explor|examin|verif|replicat)`,
    String.raw`\b(?:is|are|was|were|remain(?:s|ed)?|still|largely|yet|currently) (?:\w+ly |still )?(?:unclear|unknown|uncertain|controversial|unresolved|unsettled|debated|elusive|unproven|obscure)\b|\b(?:little|nothing|less) is (?:\w+ )?(?:known|understood)\b|\bopen question`,
    String.raw`(?:仍|尚|还)?(?:有待|亟待|尚待|需要?|须|应)(?:进一步|更多|深入|开展|大规模|前瞻性|的)*(?:验证|证实|研究|探讨|评估|明确|阐明|确认|证据|数据)|(?:尚不|仍不|尚未|并不)(?:清楚|明确|完全清楚)|存在争议|仍?未知`,
  ].join('|'),
  'giu',
);

/** Matches a claim that leaves something open, plans or denies it. */
const open =
  /\b(?:need|requir|await|warrant|merit|deserv|lack|pending|remain|unclear|unknown|uncertain|controvers|unresolved|unsettled|debat|elusive|unproven|obscure|necess|essential|crucial|recommend|call)\w*|\b(?:yet|still|should|must|ought|further|to be|has to|have to|before|until|little|nothing|no|not|never|without|open|may|might|could|would|if|whether|how|doubt\w*|gaps?|demand\w*)\b|需|须|待|应|尚|仍|未|不|争议|进一步|缺乏|是否|可能/iu;

/**
 * Returns false if the sentence says that something is still to be shown or not known, and the claim does not: "needs
 * validation" does not say that it has been validated.
 */
export function isNotPending(claim: Claim, { indexed, places }: Alignment): boolean {
  if (open.test(claim.read.text)) return true;
  const { text, tokens } = indexed.read;
  const marks = [...text.matchAll(pending)].map(({ index }) => index);
  if (marks.length === 0) return true;
  // What another statement of the sentence reports is not pending.
  return [...mainClausesOf(text), ...indexed.clauses].some(
    ({ start, end }) =>
      !marks.some((at) => at >= start && at < end) &&
      [...places.values()].every((at) =>
        at.some((place) => {
          const from = tokens[place]?.start ?? -1;
          return from >= start && from < end;
        }),
      ),
  );
}
