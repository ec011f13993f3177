/** Words of findings, with the strength of their need for a source. */
const cues: readonly [RegExp, number][] = [
  [
    /\b(?:stud(?:y|ies)|trials?|meta-analys[ei]s|reviews?|researchers|authors|guidelines?|evidence|reports?|data) (?:have |has |had )?(?:shown?|showed|found|demonstrated?|suggest(?:ed|s)?|indicated?s?|report(?:ed|s)?|recommend(?:ed|s)?|confirm(?:ed|s)?)|\bit (?:is|has been) (?:well )?(?:known|established|reported|estimated|recogni[sz]ed|shown)|研究(?:表明|显示|发现|证实|提示|报道)|据(?:报道|估计|统计)|文献报道|指南(?:推荐|建议)|有证据/i,
    3,
  ],
  [
    /\b(?:associated|correlat\w+|linked|related) (?:with|to)\b|\brisk factors?\b|\b(?:reduc|increas|improv|decreas|lower|prevent|inhibit|promot|attenuat|worsen|rais)\w*\b|\b(?:caus|lead|contribut)\w+\b|相关|危险因素|降低|升高|增加|减少|改善|预防|抑制|促进|导致|引起|加重|延缓/i,
    2,
  ],
  [
    /\b(?:prevalence|incidence|mortality|survival|remission|recurrence|efficacy|safety|effective|first-line|gold standard|leading cause|most common|one of the most)\b|患病率|发病率|死亡率|生存率|缓解率|复发率|疗效|安全性|有效|一线|金标准|首要|最常见|常见的/i,
    1.5,
  ],
  [/\d\s?(?:%|％|million|billion|mg|mmHg|per |万|亿)|\d\s?in\s?\d|百分之/i, 1],
];

/** Minimum score at which a sentence needs a reference. */
export const findingScoreMin = 2;

/** Rates how much a sentence needs a source, by its words of findings. */
export function findingScore(sentence: string): number {
  return cues.reduce((sum, [cue, weight]) => sum + (cue.test(sentence) ? weight : 0), 0);
}

/** Returns true if a sentence states a medical finding that needs a reference. */
export function statesFinding(sentence: string): boolean {
  return findingScore(sentence) >= findingScoreMin && !/[?？]["”’)）]?\s*$/.test(sentence);
}

/** Matches attributions, which are not part of the statement: "Many studies have shown that …", "已有研究表明，…". */
const frame =
  /^(?:(?:many|several|numerous|some|previous|prior|recent|earlier|various|multiple|large|randomi[sz]ed|controlled|clinical|observational) ){0,4}(?:stud(?:y|ies)|trials?|meta-analys[ei]s|reviews?|researchers|authors|reports?|data|evidence) (?:(?:have|has|had|consistently|also|clearly) ){0,3}(?:shown?|showed|shows|found|demonstrate[ds]?|suggest(?:ed|s)?|indicate[ds]?|report(?:ed|s)?|confirm(?:ed|s)?) that |^it (?:is|has been) (?:(?:well|widely|generally) )?(?:known|established|reported|estimated|recogni[sz]ed|shown|accepted) that |^(?:(?:大量|多项|许多|已有|近期|既往|最新|国内外|相关|临床|系统综述和|随机对照){0,4}(?:研究|试验|文献|证据|荟萃分析|综述)(?:均|已)?(?:表明|显示|发现|证实|提示|报道)|据(?:文献)?(?:报道|估计|统计)|有(?:研究|证据)(?:表明|显示|提示))[，,：:]?\s?/i;

/** Returns the statement of a sentence, without words that only attribute it to others. */
export function statementIn(sentence: string): string {
  return sentence.replace(frame, '');
}
