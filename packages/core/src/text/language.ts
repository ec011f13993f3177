import type { Language } from '@citewell/sdk';

const han = /\p{Script=Han}/gu;
/** A Chinese name or term in brackets after the English one that it explains. */
const gloss = /(?<=[A-Za-z]\s?)[(（]\p{Script=Han}{1,8}[)）]/gu;

const latinWord = /\p{Script=Latin}{2,}/gu;

/** English function words. Names of drugs, genes and units do not count. */
const englishGrammar =
  /\b(?:the|an?|of|in(?! (?:vitro|vivo|situ|silico|utero)\b)|is|are|was|were|be|been|do|does|did|what|which|how|why|who|when|where|and|or|for|with|without|to|by|on|at|from|as|that|this|these|those|it|its|has|have|had|can|could|should|would|may|might|will|not|than|between|among|about|into|during|after|before|if|whether|there|their|we|i|my|you|your|our|he|she|they)\b/gi;

const opensAQuestion =
  /^\W*(?:what|which|how|why|who|when|where|is|are|do|does|did|can|could|should|has|have|will)\b/i;

/** Words that connect the parts of a Chinese phrase or form a question. */
const chineseGrammar =
  /[的了吗呢是在对与和有能否为被将及中请何哪吧啊把让于或]|什么|怎|比较|治疗|作用|影响|关系|研究|疗效|机制|多少|评估|评价|诊断|指南|预后|预防|风险|区别|进展|综述|副作用|不良反应|剂量|用法|因素|分析|应用|方法|使用|检测|检查|护理|管理|最新|文献/g;

/**
 * Detects the language in which an answer to this text is expected: that of its function words. Chinese around English names
 * is Chinese, however many names there are; an English sentence with Chinese names is English.
 */
export function detectLanguage(text: string): Language {
  if (count(text, han) === 0) return 'en';
  const english = count(text, englishGrammar);
  const plain = text.replace(gloss, ' ');
  // Names with their Chinese after them, and no function words.
  if (english === 0) return count(plain, han) === 0 && count(plain, latinWord) > 2 ? 'en' : 'zh';
  // "Treatment of 高血压 in adults" is an English sentence with a Chinese term.
  if ((english > 1 || opensAQuestion.test(text)) && count(plain, chineseGrammar) === 0) return 'en';
  return count(plain, han) >= english ? 'zh' : 'en';
}

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}
