import { directionOfWords } from '../direction.ts';
import type { SentenceKind } from './sentence-kind.ts';

/** Matches an opening that refers to an earlier sentence, which readers of a quotation do not see. */
const pointsBack =
  /^(?:(?:thus|therefore|hence|however|but|and|moreover|furthermore|in addition|additionally|also|consequently|conversely|in contrast|nevertheless),? )?(?:this|these|those|it|they|such|both|the (?:latter|former|same))\b|^(?:similarly|likewise|in turn|by contrast|as such|as a result)\b|^(?:这|该|此|其|它|上述|同样|因此其)/i;
/** Matches an opening that refers to the study itself: "These results suggest that …". */
const namesItself =
  /^(?:(?:thus|therefore|hence|however|moreover|furthermore|in addition),? )?(?:this|these|both|such) (?:\w+ )?(?:stud(?:y|ies)|results?|findings?|data|observations?|trials?|reviews?|meta-analys[ie]s|work|analys[ie]s|papers?|report|series|survey|experiments?)\b|^(?:this|these) (?:is|are) the first\b|^(?:it (?:is|was) (?:concluded|found|shown|possible)|it appears|it seems)\b|^(?:本研究|该研究|这些结果|上述结果)/i;

const callsForResearch =
  /\b(?:further|more|additional|future|larger|prospective)\b(?: [\w-]{1,20}){0,3} (?:research|stud(?:y|ies)|trials?|work|investigations?|evaluation)\b|\b(?:warrants?|remains? to be|needs? to be (?:confirmed|studied|investigated))\b|有待进一步|需要?(?:更多|进一步)|仍需/i;

/** Matches announcements of a statement without the statement. */
const tellsNothing =
  /\bwe (?:also |further |then |here )?(?:discuss|describe|review|outline|summari[sz]e|present|propose to|speculate)\b|\b(?:is|are|was|were) (?:also )?(?:discussed|described|reviewed|presented|outlined)\b|\bhopefully\b|\bweb ?sites?\b|\b(?:see|available (?:at|online|from)) (?:the )?(?:figure|table|appendix|https?|www)\b|本文(?:讨论|综述|介绍)/i;

/** Matches statements that a study is the first of its kind, which give no finding. */
const claimsPriority =
  /\b(?:is|are) the first (?:[\w-]+ )?(?:reports?|stud(?:y|ies)|descriptions?|investigations?|analys[ie]s|papers?) (?:of|on|about|to (?:investigate|examine|assess|evaluate|describe|report|study))\b|是(?:首个|首次|第一个)(?:关于|探讨|研究|报道)/i;

/** Matches descriptions of methods in abstracts without section labels. */
const tellsMethod =
  /\bthe present study aims\b|\b(?:measures|outcomes|assessments) included\b|\bdata (?:were|was) (?:collected|obtained|gathered)\b|\b(?:was|were) (?:studied|interviewed|surveyed|enrolled|recruited|administered|exposed to|evaluated by|(?:assessed|measured|determined|evaluated) (?:by|using|with))\b/i;

/** Describes who was studied and for how long, which answers nothing: counts, ages, follow-up and groups alike at baseline. */
export const describesSample =
  /\b(?:mean|median|average) (?:age|follow-up|duration of follow-up)\b|\bfollow(?:ed)?[- ]up (?:was|for a (?:mean|median)|ranged)\b|\b(?:patients|participants|subjects|respondents|majority|most)\b.{0,40} \bwere (?:\w{1,15} )?(?:female|male|women|men|white|caucasian)\b|\bwe (?:identified|included|enrolled|reviewed|recruited) (?:a total of )?\d|\b(?:was|were) (?:identified|included|eligible|analy[sz]ed|reviewed)\.?$|\bmet (?:the )?(?:inclusion|eligibility|study) criteria\b|\bindications? for .{1,40} (?:included|were|was)\b|\b(?:baseline|demographic) (?:characteristics|variables|data|features)\b|\bno (?:significant |statistically significant )?differences? .{0,40}\b(?:regard to|regarding|respect to|terms of|in) (?:the )?(?:\w{1,12} )?(?:age|sex|gender|demographics?)\b|\b(?:response|participation) rate (?:was|of)\b|(?:平均|中位)(?:年龄|随访)|随访(?:时间|期)?(?:为|\d)|基线(?:资料|特征)|(?:共)?(?:纳入|入选|收集)\s?\d/i;

/** Matches names of study arms that only the methods explain. */
const unnamedArms = /\bgroups? (?:[A-D]|I{1,3}|[1-4])\b|[A-D]组/;

/** Bonus of an expected kind of answer, less than that of a conclusion. */
const expectedBonus = 0.25;

/** Bonus of a detail that the question asks for, such as a dose, more than that of a conclusion. */
const detailBonus = 0.7;

/**
 * Scores a sentence as its paper's own answer: a conclusion or result with a direction or figure, but none that refers
 * back, calls for research or describes methods. `fit` is its relevance to the question, 0 to 1. Comparable within one
 * abstract only. `isExpected`: it has words of the kind of answer that the question calls for (expected-answer.ts).
 * `isDetail`: it gives a detail that the question asks for (answers/asked-detail.ts), be it in the methods.
 */
export function leadScore({
  text,
  kind,
  fit,
  isFirstConclusion,
  isExpected = false,
  isDetail = false,
}: {
  text: string;
  kind: SentenceKind;
  fit: number;
  isFirstConclusion: boolean;
  isExpected?: boolean;
  isDetail?: boolean;
}): number {
  const statesResult = directionOfWords(text) !== undefined || /\d/.test(text);
  return (
    fit +
    (kind === 'conclusion' ? 0.35 : 0) +
    (kind === 'result' ? 0.1 : 0) +
    (isFirstConclusion ? 0.1 : 0) +
    (statesResult ? 0.1 : 0) +
    (isExpected ? expectedBonus : 0) +
    (isDetail ? detailBonus : 0) -
    (kind === 'setting' && !isDetail ? 2 : 0) -
    (pointsBack.test(text) && !namesItself.test(text) ? 0.4 : 0) -
    (callsForResearch.test(text) ? 0.6 : 0) -
    (tellsNothing.test(text) ? 0.4 : 0) -
    (claimsPriority.test(text) ? 0.6 : 0) -
    (tellsMethod.test(text) ? 0.4 : 0) -
    (describesSample.test(text) && !isDetail ? 0.4 : 0) -
    (unnamedArms.test(text) ? 0.3 : 0) -
    (/[?？]$/.test(text) ? 0.6 : 0)
  );
}
