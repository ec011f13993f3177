import { nothingChanged } from '@citewell/citation-checker/statements/no-effect.ts';
import { findPolarityCues } from '@citewell/citation-checker/statements/polarity-cues.ts';
import { hanTerms } from '@citewell/core/text/translate.ts';
import { indexTerms } from '@citewell/core/text/words.ts';
import { chineseFraming, englishFraming } from './framing-words.ts';

/** Words for the topic of an answer, from its question and the titles of its records. */
export type Topic = {
  /** English words, stemmed. */
  stems: ReadonlySet<string>;
  /** Chinese terms as the question writes them. */
  han: ReadonlySet<string>;
};

/** Reads the topic's words from texts, except words that state an effect or give an instruction. */
export function readTopic(texts: Iterable<string>): Topic {
  const stems = new Set<string>();
  const han = new Set<string>();
  for (const text of texts) {
    for (const word of text.normalize('NFKC').match(latinWord) ?? [])
      if (!claiming.test(word)) for (const stem of indexTerms(word)) stems.add(stem);
    if (/\p{Script=Han}/u.test(text))
      for (const { zh } of hanTerms(text)) if (!claimingHan.test(zh)) han.add(zh);
  }
  return { stems, han };
}

/**
 * Returns true if a sentence only introduces, connects or weighs: all its words are in `framing-words.ts`, and words of
 * the topic occur only in a label ("Metformin in type 2 diabetes:") or after a word for evidence ("Two records speak of
 * metformin"). An allow list also rejects claims in unforeseen words, scripts or languages.
 */
export function isFraming(sentence: string, topic: Topic): boolean {
  const text = sentence
    .normalize('NFKC')
    .replace(/’/g, "'")
    .replace(/^[\s>#*+_~•-]*(?:[(]?\d{1,3}[.)、](?:\s|$))?/, '')
    .replace(evidenceCount, ' ')
    .replace(moreWanted, ' ')
    .replace(limits, ' ');
  if (!/[\p{L}\p{N}]/u.test(text)) return true;
  if (foreignLetter.test(text) || addresses.test(text)) return false;
  if (isHeading(text)) return true;
  if (nothingChanged(text)) return false;
  return framesInEnglish(text, topic) && framesInChinese(text, topic);
}

/** Statements about the limits of evidence, whatever its topic. */
const limits =
  /\b(?:cannot|can't|do(?:es)? not|could not) (?:prove|establish|show|demonstrate) (?:causation|causality|a causal (?:link|relationship|effect)|cause and effect)\b|\b(?:is|are) (?:not a substitute|no substitute) for (?:professional )?medical advice\b|\bhead-to-head(?= (?:trials?|comparisons?|studies)\b)|\blong-term(?= (?:data|outcomes?|results|follow-up|evidence|studies|trials)\b)|\b(?:may|might) not (?:apply|generali[sz]e) to other (?:populations|settings|groups|patients)\b|\bapplies to other (?:populations|settings|groups|patients)\b|\bbottom line\b|不能(?:确定|证明|推断|确立)因果关系|(?:应|需|须|宜|应当|需要)?谨慎(?:解读|看待|对待|解释)|仅供参考|不能(?:替代|代替)(?:医生|医师|专业)的?(?:医疗)?(?:建议|意见|诊断)|简而言之|(?:尚|仍|还)?缺[乏少](?:长期随访|长期|高质量|直接比较|头对头|大样本|多中心)的?(?=数据|证据|研究|试验|资料)/gi;

/** Names of the subjects of sections, which alone or joined state nothing. */
const headingNames =
  'glyca?emic control|blood pressure|blood glucose|(?:body )?weight(?: loss)?|hypoglyca?emia|efficacy|effectiveness|safety|tolerability|adverse (?:events|effects|reactions)|side effects|harms|benefits|risks|mortality|survival|recurrence|bleeding|pain|quality of life|dos(?:age|ing)|mechanisms?(?: of action)?|(?:cardiovascular|primary|secondary|clinical|key|main) (?:outcomes?|events|findings?|results?)|clinical implications|(?:strengths and )?limitations|certainty of the evidence|' +
  '(?:降糖|降压|减重|降脂|治疗|镇痛|预防)?(?:效果|疗效|作用)|有效性|安全性|耐受性|不良反应|不良事件|副作用|低血糖|体重|血糖(?:控制)?|血压(?:控制)?|死亡率|生存率|生存|复发率?|出血(?:风险)?|疼痛|生活质量|获益|风险|获益与风险|用法用量|剂量|作用机制|机制|适用人群|(?:心血管|主要|次要|临床)(?:结局|终点|事件|发现|结果|意义)|预后|(?:研究|证据的?)?局限性?|证据(?:质量|等级|强度)';
const heading = new RegExp(
  String.raw`^[#*\s]{0,9}(?:(?:${headingNames})(?:\s?(?:and|[,/&、与和及])\s?|[:：*\s]{1,6}$|$)){1,4}$`,
  'iu',
);

function isHeading(text: string): boolean {
  return heading.test(text.trim());
}

const latinWord =
  /[\p{Script=Latin}\p{Script=Greek}\p{M}\d]+(?:['-][\p{Script=Latin}\p{Script=Greek}\p{M}\d]+)*/gu;
const foreignLetter = /(?![\p{Script=Latin}\p{Script=Han}\p{Script=Greek}])\p{L}/u;
const evidenceNoun = `(?:records?|abstracts?|studies|study|trials?|reviews?|articles?|papers?|sources?|cohorts?|meta-analys[ei]s|guidelines?|passages?)`;
const evidenceCount = new RegExp(
  String.raw`\b\d{1,4}\s(?=${evidenceNoun}\b)|\d{1,4}\s?(?=[篇项条]|个(?:研究|试验|记录))`,
  'giu',
);
const moreWanted =
  /\b(?:further|more|larger|longer) (?:research|studies|trials|evidence|data) (?:is|are) (?:still )?(?:needed|required)\b|(?:仍|尚|还)?需要?(?:进一步|更多)研究(?:来)?(?:证实|验证|明确|支持)?|有待(?:进一步|更多)研究(?:证实|验证)?|\b(?:table|figure|section) \d\b|[表图]\s?\d/gi;
const evidenceWord = new RegExp(
  `^(?:${evidenceNoun}|evidence|literature|data|database|answer|question|summary|overview|findings?|results?|known|discussed|described|studied|addressed|attachment|image|topic)$`,
  'i',
);
const preposition =
  /^(?:on|about|of|for|in|with|regarding|concerning|between|among|to|against|from|by|versus|vs|addressing|comparing|covering|address|addresses|addressed|discuss|discussed|describes?|cover|covers|compared?|studied)$/i;
/** Words that join words of a topic: "type 2 diabetes and its treatment in adults". */
const linking = /^(?:and|or|the|an?|its|their|this|these|type|stage|grade|phase|class)$/i;
/** Words that turn a name in a label into a claim or an instruction. */
const predicating =
  /\b(?:is|are|was|were|be|been|being|has|have|had|do|does|did|can|could|may|might|will|would|should|must|shall|not|no|none|never|cannot|without|off|instead|less|more|most|only|all|every|any|once|you|your|i|we|it|they|yes|ok|okay)\b/i;
/** Phrases that permit readers something: "Yes, you can." */
const addresses =
  /\byou(?:'d|'ll)? (?:can|could|may|might|should|must|would|will|cannot|do|did|have|had|are|were|need)\b(?!(?: not)? (?:ask|name|read|find|look|search|narrow|see|know|consult|discuss))|[您你](?:就|也|都)?(?:可以|能|不能|有|没有|是|不是|不)(?!问|咨询|了解|换)|\b(?:must|should|shall)\b(?! be (?:interpreted|read|judged|noted))/i;
/** Populations that evidence may be said to cover or not. */
const populations = /^(?:children|adolescents|infants|adults|women|men|elderly)$/i;
const claiming =
  /^(?:cur|kill|treat|caus|prevent|heal|protect|work|eliminat|eradicat|saf|effect|efficac|danger|toxic|fatal|dead|harm|benefi|useless|useful|contraindicat|stop|start|take|taking|took|avoid|discontinu|withdraw|double|halve|reduc|increas|decreas|lower|rais|improv|worsen|better|best|superior|inferior|help|need|recommend|should|must|never|always|poison|lethal|die|dying|death|surviv|miracl|replac|unnecessary|necessary|enough|normal|free)/i;
const claimingHan =
  /治|愈|致|杀|毒|死|停|服|禁|忌|防|安全|有效|无效|危险|有害|无害|必须|应|需|加|减|升|降|增|改善|优|劣|多|少|好|坏|吃|喝|用|替代|正常/;

function framesInEnglish(text: string, topic: Topic): boolean {
  const words = text.match(latinWord) ?? [];
  const kinds = words.map((word, at) => kindOf(word, words[at - 1], topic));
  if (kinds.includes('unknown')) return false;
  const first = kinds.indexOf('topic');
  if (first < 0) return true;
  if (findPolarityCues(text).length > 0) return false;
  if (isLabel(text) && !predicating.test(text)) return true;
  if (!words.slice(0, first).some((word) => evidenceWord.test(word))) return false;
  return kinds.every((kind, at) => {
    if (kind !== 'topic') return true;
    let before = at - 1;
    while (before >= 0 && (kinds[before] === 'topic' || linking.test(words[before] ?? ''))) before--;
    return before >= 0 && preposition.test(words[before] ?? '');
  });
}

function kindOf(word: string, before: string | undefined, { stems }: Topic): 'framing' | 'topic' | 'unknown' {
  const lower = word.toLowerCase();
  if (englishFraming.has(lower) || englishFraming.has(lower.replace(/'s$/, ''))) return 'framing';
  // The number of a type or stage; all other numbers are figures.
  if (/^\d+$/.test(word))
    return /^(?:type|stage|grade|phase|class)$/i.test(before ?? '') ? 'topic' : 'unknown';
  if (populations.test(word)) return 'topic';
  if (claiming.test(word)) return 'unknown';
  const parts = indexTerms(word);
  return parts.length > 0 && parts.every((part) => stems.has(part)) ? 'topic' : 'unknown';
}

/** Matches a heading, a group's name, a table cell or the introduction to a list: no sentence with a full stop. */
function isLabel(text: string): boolean {
  return /[:：*_|]\s*$/.test(text) || !/[.!?。！？]\s{0,9}[*_"”]{0,9}\s{0,99}$/.test(text);
}

function framesInChinese(text: string, topic: Topic): boolean {
  const runs = text.match(/\p{Script=Han}+/gu) ?? [];
  if (runs.length === 0) return true;
  const terms = new Set<string>();
  for (const { zh, en } of runs.flatMap((run) => hanTerms(run))) {
    const words = en ? indexTerms(en) : [];
    const isNamed = topic.han.has(zh) || (words.length > 0 && words.every((word) => topic.stems.has(word)));
    if (isNamed && zh.length > 1 && !claimingHan.test(zh) && !chineseFraming.includes(zh)) terms.add(zh);
  }
  const named = [...terms].filter((term) => text.includes(term));
  let rest = runs.join(' ');
  for (const term of named) rest = rest.replaceAll(term, ' ');
  for (const words of chineseFraming) rest = rest.replaceAll(words, ' ');
  if (/\p{Script=Han}/u.test(rest)) return false;
  if (named.length === 0) return true;
  return isLabel(text)
    ? !/(?<!以下)是|[有无不没未请您你我勿别]|可以/.test(text.replace(/有关/g, ''))
    : /证据|研究|文献|摘要|记录|综述|试验|指南|资料|问题|回答|附件|图像/.test(text) &&
        !/[您你请]|是/.test(text);
}
