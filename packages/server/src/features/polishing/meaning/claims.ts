import { detectLanguage } from '@citewell/core/text/language.ts';
import { splitSentences } from '@citewell/core/text/sentences.ts';
import { hasCitation } from './has-citation.ts';

/** Sentence whose statement others must have shown, with its offset and its need for a reference. */
export type Claim = { text: string; start: number; end: number; score: number };

/** Words for the author's own actions, aims and conclusions, which no other paper can support. */
const own =
  /\b(?:we|our|ours|us)\b|\b(?:this|the present|the current|present) (?:study|review|paper|article|trial|work|analysis|manuscript|report|section|case)\b|本(?:研究|文|综述|试验|组|院|例|报告|中心)|我们|笔者|该患者|(?:the|this) (?:patient|boy|girl|man|woman) (?:was|had|presented)|\b(?:informed consent|ethic(?:s|al)|written consent|was approved by)|知情同意|伦理委员会|\b(?:were|was) (?:randomi[sz]ed|recruited|enrolled|collected|calculated|measured|analy[sz]ed|excluded|included|performed|conducted|used)\b/i;

const notStated =
  /[?？]["”’)）]?\s*$|^(?:#|>|\||(?:figure|table|fig\.|图|表)\s*\d)|\b(?:should be|needs? to be) (?:investigated|studied|explored|clarified)|further (?:research|studies|work|investigation)|有待(?:进一步)?(?:研究|探讨|证实)|需(?:要)?进一步/i;

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
const scoreMin = 2;

/** Lists the sentences of a piece of prose that state findings of others without a citation, in order. */
export function claimsIn(prose: string): Claim[] {
  const sentences = splitSentences(prose);
  return sentences.flatMap(({ text, start, end }, at) => {
    // A marker after the full stop belongs to the sentence before it.
    const behind = /^\s*([[［【]\s*\d[^\]］】]{0,200}[\]］】])/.exec(prose.slice(end));
    if (behind || hasCitation(text) || sentences[at + 1]?.text.match(/^[[［【]\d/)) return [];
    if (!isSentence(text) || own.test(text) || notStated.test(text)) return [];
    const score = scoreOf(text);
    return score >= scoreMin ? [{ text, start, end, score }] : [];
  });
}

/** Matches attributions, which are not part of the statement: "Many studies have shown that …", "已有研究表明，…". */
const frame =
  /^(?:(?:many|several|numerous|some|previous|prior|recent|earlier|various|multiple|large|randomi[sz]ed|controlled|clinical|observational) ){0,4}(?:stud(?:y|ies)|trials?|meta-analys[ei]s|reviews?|researchers|authors|reports?|data|evidence) (?:(?:have|has|had|consistently|also|clearly) ){0,3}(?:shown?|showed|shows|found|demonstrate[ds]?|suggest(?:ed|s)?|indicate[ds]?|report(?:ed|s)?|confirm(?:ed|s)?) that |^it (?:is|has been) (?:(?:well|widely|generally) )?(?:known|established|reported|estimated|recogni[sz]ed|shown|accepted) that |^(?:(?:大量|多项|许多|已有|近期|既往|最新|国内外|相关|临床|系统综述和|随机对照){0,4}(?:研究|试验|文献|证据|荟萃分析|综述)(?:均|已)?(?:表明|显示|发现|证实|提示|报道)|据(?:文献)?(?:报道|估计|统计)|有(?:研究|证据)(?:表明|显示|提示))[，,：:]?\s?/i;

/** Returns the statement of a sentence, without words that only attribute it to others. */
export function statementIn(sentence: string): string {
  return sentence.replace(frame, '');
}

/** Returns true if a sentence states a medical finding that needs a reference. */
export function statesFinding(sentence: string): boolean {
  return scoreOf(sentence) >= scoreMin && !/[?？]["”’)）]?\s*$/.test(sentence);
}

function scoreOf(sentence: string): number {
  return cues.reduce((sum, [cue, weight]) => sum + (cue.test(sentence) ? weight : 0), 0);
}

/** Matches complete sentences: not headings or fragments. */
function isSentence(text: string): boolean {
  const long = detectLanguage(text) === 'zh' ? text.length >= 10 : text.split(/\s+/).length >= 6;
  return (
    long && /[.。!！;；]["”’)）*_]*$/.test(text) && !/^\s*(?:[-*+•]\s)?\*\*[^*]+\*\*\s*[:：]?$/.test(text)
  );
}

/** Inserts markers before the full stops of sentences; `marks` are keyed by the end of each sentence. */
export function insertCitations(prose: string, marks: readonly { end: number; mark: string }[]): string {
  let out = prose;
  for (const { end, mark } of [...marks].sort((one, other) => other.end - one.end)) {
    const [stop = ''] = /[.。!！;；]["”’)）*_]*$/.exec(out.slice(0, end)) ?? [];
    const at = end - stop.length;
    const gap = /[\p{Script=Han}）”’]$/u.test(out.slice(0, at)) || /^[。！；]/.test(stop) ? '' : ' ';
    out = `${out.slice(0, at)}${gap}${mark}${out.slice(at)}`;
  }
  return out;
}
