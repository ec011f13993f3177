import { isGenericTerm } from '@citewell/core/text/stop-words.ts';
import { indexTerms } from '@citewell/core/text/words.ts';
import { meshHeading } from '../query/mesh/mesh.ts';
import { nounOf, phraseDictionary } from './phrase-dictionary.ts';

/** An English term as a text has it, with its Chinese. */
export type BilingualTerm = { en: string; zh: string };

/** Number of terms that help a reader without becoming a second text. */
const termsMax = 6;
const word = /[A-Za-z][A-Za-z0-9'’-]*/g;
/** Phrases of the dictionary that join, measure or judge rather than name. */
const unnamedEnglish =
  /^(?:due|depends?|rules?|more|less|most|highly|well|positively|negatively|independent of|with or|early|further|conflicts?)\b/i;
/** Words of the report of any study. */
const unnamedChinese =
  /^(?:超过|年龄|平均年龄|时间段|样本量|随访|随访期|双盲|横断面|持续激活|循证|体内外|重要作用|积极作用|有益作用|潜在机制|[正负](?:相关|向关联)|(?:较高|较低|低|高)风险|置信区间|比值比|校正比值比|风险比|校正风险比|相对危险度|(?:多|单)因素分析|(?:线性|逻辑|logistic)?回归分析|线性回归|逻辑回归|多元回归|敏感性分析|亚组分析|标准差|标准误|效应量|对照组|干预组|安慰剂组|临床实践|临床应用|健康结局|主要结局|总人群|普通人群|研究人群)$/i;

/**
 * Lists the medical terms of English texts with their Chinese, in order of appearance: names of MeSH, and phrases of
 * several words. A term within another one ("fracture" after "hip fracture") is not repeated. They translate words and
 * state nothing about them.
 * @returns at most six terms.
 */
export function bilingualTerms(texts: readonly string[]): BilingualTerm[] {
  const terms: BilingualTerm[] = [];
  for (const text of texts)
    for (const term of termsIn(text)) {
      if (terms.some(({ zh }) => zh.includes(term.zh))) continue;
      const within = terms.findIndex(({ zh }) => term.zh.includes(zh));
      if (within >= 0) terms[within] = term;
      else if (terms.length < termsMax) terms.push(term);
    }
  return terms;
}

function* termsIn(text: string): Generator<BilingualTerm> {
  const dictionary = phraseDictionary();
  const words = text.match(word) ?? [];
  for (let at = 0; at < words.length; ) {
    let length = Math.min(dictionary.longest, words.length - at);
    let zh: string | undefined;
    for (; length > 0; length--) {
      zh = chineseOf(words.slice(at, at + length).join(' '));
      if (zh) break;
    }
    const en = words.slice(at, at + length).join(' ');
    if (zh && text.includes(en) && isNamed(en, zh)) yield { en: inSentence(en), zh };
    at += Math.max(length, 1);
  }
}

function chineseOf(en: string): string | undefined {
  return nounOf(phraseDictionary(), en.toLowerCase().split(' '));
}

/** Returns true for a term that names a disease, drug, organ, procedure or the like. */
function isNamed(en: string, zh: string): boolean {
  if (unnamedEnglish.test(en) || unnamedChinese.test(zh) || indexTerms(en).every(isGenericTerm)) return false;
  if (en.toLowerCase() === zh.toLowerCase()) return false;
  return en.includes(' ') || meshHeading(en) !== undefined;
}

/** Writes the first word of a sentence as within one, unless it is an abbreviation or has capitals of its own. */
function inSentence(en: string): string {
  return /^[A-Z][a-z]+(?:-[a-z]+)*(?: [a-z-]+)*$/.test(en) ? en.charAt(0).toLowerCase() + en.slice(1) : en;
}

const beginning = '术语：';
const separator = '、';

/** Renders terms as one line for a reader of Chinese: "术语：hip fracture 髋部骨折、statin 他汀类药物". */
export function renderTerms(terms: readonly BilingualTerm[]): string {
  return beginning + terms.map(({ en, zh }) => `${en} ${zh}`).join(separator);
}

/** Returns true for a line of `renderTerms`: every pair is in the dictionary, so it states nothing. */
export function isTermsLine(text: string): boolean {
  const line = text.replace(/^\s*\*?|\*?\s*$/g, '');
  return (
    line.startsWith(beginning) &&
    line
      .slice(beginning.length)
      .split(separator)
      .every((pair) => {
        const [, en = '', zh = ''] = /^([A-Za-z][A-Za-z0-9'’ -]*) (\S+)$/.exec(pair) ?? [];
        return zh !== '' && chineseOf(en) === zh;
      })
  );
}
