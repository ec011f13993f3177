import { hasDirectionWords } from '../direction.ts';

/**
 * Matches an opening that refers to an earlier sentence, which readers of a quotation do not see; not "Both A and B", which says what
 * it is about, nor "It is likely that".
 */
const pointsBack =
  /^(?:(?:thus|therefore|hence|however|but|and|moreover|furthermore|in addition|additionally|also|consequently|conversely|in contrast|nevertheless),? )?(?:this|these|those|they|such|the (?:latter|former|same)|both(?! (?!(?:groups?|arms|treatments|drugs|methods|techniques|procedures|studies|trials|conditions|models|types|forms|strategies|interventions|measures|approaches|regimens|of|these|those|were|are)\b)[^.,;:]{2,80}\band\b)|it(?! (?:is|was|has been|may be|would|could|seems?|appears?)(?! (?:an?|the|one)\b)(?: [\w-]{1,20}){0,4} that\b))\b|^(?:in turn|by contrast|as such|as a result)\b|^(?:the other\b(?! hand)|(?:all |most |the )?(?:other|remaining) (?![^.,;:]{0,60} than )[^.,;:]{2,60} (?:was|were|did|had|showed|remained)\b)|^(?:这|该|此|其|它|上述|因此其)/i;
/** Matches an opening that adds a finding to another one, before which it is no beginning. */
const addsFinding = /^(?:similarly|likewise)\b|^同样/i;
/** Matches an opening that refers to the study itself: "These results suggest that …". */
const namesItself =
  /^(?:(?:thus|therefore|hence|however|moreover|furthermore|in addition),? )?(?:this|these|both|such) (?:\w+ )?(?:stud(?:y|ies)|results?|findings?|data|observations?|trials?|reviews?|meta-analys[ie]s|work|analys[ie]s|papers?|report|series|survey|experiments?)\b|^(?:this|these) (?:is|are) the first\b|^(?:it (?:is|was) (?:concluded|found|shown|possible)|it appears|it seems)\b|^(?:本研究|该研究|这些结果|上述结果)/i;

const callsForResearch =
  /\b(?:analys[ei]s|stud(?:y|ies)|trials?|research|investigations?|evaluations?|data|evidence|work|RCTs?|experiments?|efforts?)\b[^.;]{0,80}\b(?:is|are|will be) (?:\w{1,12} )?(?:needed|required|warranted)\b|\b(?:further|more|additional|future|larger|prospective)\b(?: [\w-]{1,20}){0,3} (?:research|stud(?:y|ies)|trials?|work|investigations?|evaluation)\b|\b(?:studies|trials) are lacking\b|\b(?:warrants?|remains? to be|needs? to be (?:confirmed|studied|investigated))\b|\bthere (?:is|remains) an? (?:\w{1,12} )?need (?:to|for|of)\b|\bcalls? for (?:further|more|additional)\b|有待进一步|需要?(?:更多|进一步)|仍需/i;

/** Matches announcements of a statement without the statement. */
const statesNothing =
  /\bwe (?:also |further |then |here )?(?:discuss|describe|review|outline|summari[sz]e|present|propose to|speculate)\b|\b(?:is|are|was|were) (?:also )?(?:discussed|described|reviewed|presented|outlined)\b|\bhopefully\b|\b(?:little|not much) (?:is|was) (?:currently |yet |actually )?known\b|\b(?:poorly|incompletely|not (?:well|fully|completely|yet)) understood\b|尚不(?:清楚|明确)|知之甚少|\bweb ?sites?\b|\b(?:see|available (?:at|online|from)) (?:the )?(?:figure|table|appendix|https?|www)\b|本文(?:讨论|综述|介绍)|^(?:in )?(?:the|this|our) (?:current |present )?(?:study|review|paper|article|work|chapter|report|section)s? (?:will |also |therefore |thus )?(?:evaluates?|examines?|investigates?|explores?|assess(?:es)?|aims?|focus(?:es)?|address(?:es)?|reviews?|summari[sz]es?|discuss(?:es)?|describes?|highlights?|considers?|outlines?|provides? (?:an? )?(?:\w+ )?(?:overview|review|summary|update))\b/i;

/** Matches aims of a study or text, which it may not have reached. */
const setsOut =
  /\bwe (?:also |therefore |thus )?(?:asked|wondered|wished|wanted|set out)\b(?! for\b| that\b)|^to (?:test|determine|assess|investigate|examine|evaluate|explore) [^,]{5,240}, (?:we|the authors)\b|\bwe (?:retrospectively|prospectively) (?:\w{3,15} )?(?:studied|reviewed|analy[sz]ed|evaluated|examined|investigated|followed|assessed)\b|^this (?:study|paper|article|report) (?:deals with|sets out)\b|^the question (?:of|was|is) whether\b/i;

/** Matches statements that a study is the first of its kind or adds to what is known, which give no finding. */
const claimsPriority =
  /\b(?:is|are) the first (?:[\w-]+ )?(?:reports?|stud(?:y|ies)|descriptions?|investigations?|analys[ie]s|papers?) (?:of|on|about|to (?:investigate|examine|assess|evaluate|describe|report|study))\b|是(?:首个|首次|第一个)(?:关于|探讨|研究|报道)|\b(?:this|our|the present) (?:study|work|paper|analysis|review|report|survey) (?:\w{3,15}ly |also |further )?(?:contribute[sd]?|add(?:s|ed)?) to (?:the |our )?(?:\w{3,15} )?(?:understanding|knowledge|literature|evidence|body)\b/i;

/** Matches descriptions of methods in abstracts without section labels. */
const describesMethod =
  /\bthe present study aims\b|\b(?:measures|outcomes|assessments) included\b|\bdata (?:were|was) (?:collected|obtained|gathered)\b|\b(?:was|were) (?:studied|interviewed|surveyed|enrolled|recruited|administered|exposed to|evaluated by|(?:assessed|measured|determined|evaluated) (?:by|using|with))\b/i;

/** Matches where a review searched for its studies, and what a study can show by its size. */
const describesScope =
  /\b(?:MEDLINE|EMBASE|PubMed|Cochrane (?:Library|Central|Controlled|Database)|CINAHL|PsycINFO|Web of Science|Scopus)\b|\bstatistical power\b|\b(?:sample size|power) calculation|检索(?:了)?[^。；]{0,40}(?:数据库|文献库)|中国知网|万方|检验效能|统计效能/i;

/** Describes who was studied and for how long, which answers nothing: counts, ages, follow-up and groups alike at baseline. */
export const describesSample =
  /\b(?:mean|median|average) (?:age|follow-up|duration of follow-up)\b|\bfollow(?:ed)?[- ]up (?:was|for a (?:mean|median)|ranged)\b|\b(?:patients|participants|subjects|respondents|majority|most)\b.{0,40} \bwere (?:\w{1,15} )?(?:female|male|women|men|white|caucasian)\b|\bwe (?:identified|included|enrolled|reviewed|recruited) (?:a total of )?\d|\b(?:trials|studies) (?:enrolled|included|involved|comprised) (?:a total of )?\d|\b(?:was|were) (?:identified|included|eligible|analy[sz]ed|reviewed)(?: in (?:the|this|our) (?:final |present )?(?:meta-?)?(?:analys[ie]s|review|study))?\.?$|\bmet (?:the )?(?:inclusion|eligibility|study) criteria\b|\bindications? for .{1,40} (?:included|were|was)\b|\b(?:baseline|demographic) (?:characteristics|variables|data|features)\b|\bno (?:significant |statistically significant )?differences? .{0,40}\b(?:regard to|regarding|respect to|terms of|in) (?:the )?(?:\w{1,12} )?(?:age|sex|gender|demographics?)\b|\b(?:response|participation) rate (?:was|of)\b|(?:平均|中位)(?:年龄|随访)|随访(?:时间|期)?(?:为|\d)|基线(?:资料|特征)|(?:共)?(?:纳入|入选|收集)\s?\d/i;

/** Matches the time of a result at its beginning: "At a median follow-up of 13 months, 9 of 19 patients …". */
const timeOfResult =
  /^(?:at|after|during|with|over|within)\b[^,]{0,60}\b(?:follow-?up|age)\b[^,]{0,40},|^(?:平均|中位)?随访(?:时间)?[^，]{0,20}，(?=.{0,60}\d)/i;

/**
 * Matches the beginning of a finding in part of the people studied, which misleads before the main finding: "However, a subgroup of women
 * …".
 */
const ofSubgroup =
  /^(?:(?:however|nevertheless|but|interestingly|in addition|notably),? )?(?:(?:in|among|for|within) )?(?:(?:a|an|the|one|this|some|our|subsequent) )?(?:[\w-]{1,15} ){0,2}?(?:sub-?groups?|subsets?|sub-?analys[ie]s|post[- ]hoc)\b|^(?:然而|但是?|但在|不过)?[，,]?(?:在)?[^，。]{0,8}亚组/i;
/** Matches questions for such a part. */
const asksForSubgroup =
  /\b(?:sub-?groups?|subsets?|which (?:patients|people|women|men|children))\b|亚组|哪些(?:人|患者|病人)/i;

/** Matches statements in addition to an earlier one: "Mortality also fell", 死亡率亦降低. */
const addsToEarlier =
  /^[^,.;:]{1,60}\b(?:(?:is|are|was|were|has|have|had|did|does|do|can|may) )?also\b|^[^，。；：]{1,14}[亦也]/i;

/** Matches names of study arms that only the methods explain. */
const unnamedArms = /\bgroups? (?:[A-D]|I{1,3}|[1-4])\b|[A-D]组/;

/** Matches sentences that are never worth quoting, whatever the question. */
const faults: readonly { test(text: string): boolean }[] = [
  { test: (text) => pointsBack.test(text) && !namesItself.test(text) },
  addsFinding,
  callsForResearch,
  statesNothing,
  setsOut,
  claimsPriority,
  unnamedArms,
  /[?？]$/,
];
/** Matches descriptions of how the study was made, which answer nothing unless they give what is asked for. */
const describesStudy: readonly RegExp[] = [describesMethod, describesScope, describesSample];

/** Features of a sentence as its paper's answer to a question; most are 0 or 1. */
export const leadFeatureNames = [
  /** Probability that experts would mark it as evidence, 0 to 1 (sentence-weights.ts). */
  'evidence',
  'conclusion',
  'result',
  'firstConclusion',
  /** A direction or a figure. */
  'statesResult',
  /** Words of the kind of answer that the question calls for (expected-answer.ts). */
  'expected',
  /** A figure (gives-figure.ts), if the question asks for one. */
  'figure',
  /** Position from the first sentence of the abstract, 0, to the last, 1. */
  'place',
  /** Share of the question that it covers, 0 to 1, and that it has in the same or a close meaning. */
  'coverage',
  'share',
  /** Likeness to the question as a whole, −1 to 1. */
  'likeness',
] as const;
export type LeadFeature = (typeof leadFeatureNames)[number];
export type LeadFeatures = Record<LeadFeature, number>;

/**
 * Weights of the features, in log-odds, from `npm run eval -- train-lead`: those that make the sentence by which a known
 * question is answered most likely among those of its abstract.
 */
const leadWeights: Readonly<LeadFeatures> = {
  evidence: 2.36,
  conclusion: -0.28,
  result: -0.32,
  firstConclusion: 0.53,
  statesResult: 0.52,
  expected: 2.21,
  figure: 3.06,
  place: 2.2,
  coverage: 1.79,
  share: 2.65,
  likeness: 1.99,
};

/** Log-odds that each fault costs: more than a sentence gains by fitting, so that it is quoted only if all others have faults. */
const faultCost = 20;
/** Log-odds that a detail gains that the question asks for (answers/asked-detail.ts): more than any other sentence, so that it comes first. */
const detailGain = 20;
/** Log-odds that a finding of the kind asked for gains (answers/asked-finding.ts): it comes before those that only fit better. */
const findingGain = 3;
/** Log-odds that a statement in addition to another loses as the first: it follows that one unless it fits much better. */
const additionCost = 4;

/** Form of a sentence, which counts more than its features. */
export type LeadForm = {
  faultCount: number;
  /** Indicates that it gives a detail that the question asks for. */
  isDetail: boolean;
  /** Indicates that it gives a finding of the kind asked for. */
  isAsked?: boolean;
};

/** Scores a sentence as its paper's answer, in log-odds; comparable within one abstract only. */
export function leadScore(features: LeadFeatures, form: LeadForm): number {
  return leadFeatureNames.reduce((sum, name) => sum + leadWeights[name] * features[name], leadOffset(form));
}

/** Returns the part of the score that is not trained. */
export function leadOffset({ faultCount, isDetail, isAsked = false }: LeadForm): number {
  return detailGain * Number(isDetail) + findingGain * Number(isAsked) - faultCost * faultCount;
}

/**
 * Counts what makes a sentence a bad quotation: it refers back, calls for research, announces a statement without making it, or is
 * a question, or is on a subgroup for which `question` does not ask. Descriptions of methods, searches and participants count as well,
 * unless `isDetail`: they give what is asked for. An opening that adds a finding to another one is none of a sentence that `isFurther`.
 */
export function countFaults(
  text: string,
  { isDetail = false, isSetting = false, isFurther = false, question = '' } = {},
): number {
  const statement = text.replace(timeOfResult, '');
  const matched = [
    ...faults.filter((fault) => !(isFurther && fault === addsFinding) && fault.test(text)),
    ...(isDetail ? [] : describesStudy.filter((fault) => fault.test(statement))),
    ...(ofSubgroup.test(text) && !asksForSubgroup.test(question) ? [ofSubgroup] : []),
  ];
  return matched.length + Number(isSetting && !isDetail);
}

/** Returns the log-odds that a sentence loses as the first quotation, but not after another, because it adds to an earlier one. */
export function costAsFirst(text: string): number {
  return faultCost * Number(addsFinding.test(text)) + additionCost * Number(addsToEarlier.test(text));
}

/** Returns true if a sentence has a direction, a relation or a figure. */
export function statesResult(text: string): boolean {
  return /\d/.test(text) || hasDirectionWords(text) || relates.test(text);
}

/** Matches words of results that have no direction. */
const relates =
  /\b(?:twice|twofold|threefold|double[ds]?|halved|delay(?:ed|s)|correlat\w{1,4}|associated|predict(?:s|ed|ive|ors?)?|caus(?:es?|ed)|le(?:a)?ds? to|result(?:s|ed) in|depend(?:s|ed) on|requir(?:es|ed)|(?:un)?necessary|sufficient|essential|differ(?:s|ed)?|majority|most (?:common|frequent|patients|people|participants)|the main)\b|两倍|一倍|相关|导致|取决于|必需|大多数|最常见/i;
