import type { Language } from '@citewell/sdk';
import type { RuleCheck } from './check.ts';
import type { ClaimPart } from './demonstration/proof.ts';
import type { DeviationKind, Finding } from './finding.ts';

/** Maximum number of words of a sentence named at once. */
const partsMax = 12;
/** Maximum length of quotations in a reason. */
const quoteMax = 300;

type Words = {
  kinds: Record<DeviationKind, string>;
  /** Template that contrasts the sentence with the abstract, whose part may be missing. */
  both(claim: string, evidence: string): string;
  notThere(claim: string): string;
  omitted(evidence: string): string;
  details: Partial<Record<DeviationKind, (finding: Finding) => string | undefined>>;
  supported(evidence: string): string;
  verbatim: string;
  deviates(kinds: string): string;
  undetermined: string;
  undecided: string;
  found(words: string): string;
  elsewhere(words: string): string;
  uncompared: string;
  missing(words: string): string;
  untranslated(words: string): string;
  closest(evidence: string): string;
  noEvidence: string;
  none: string;
  quote(text: string): string;
  list(items: readonly string[]): string;
  stop: string;
  colon: string;
};

const words: Record<Language, Words> = {
  en: {
    kinds: {
      numeric: 'Numeric deviation',
      unit: 'Different unit',
      direction: 'Opposite direction',
      negation: 'Negation changed',
      comparator: 'Comparison reversed',
      context: 'Context mismatch',
      over_extrapolation: 'Over-extrapolation',
      causality: 'Causation stated for an association',
      design: 'Study design misstated',
      secondary_source: 'Secondary source',
      unsupported: 'Not in the abstract',
    },
    both: (claim, evidence) => `the sentence says ${claim}, the abstract ${evidence}`,
    notThere: (claim) => `the sentence says ${claim}, which is not in the abstract`,
    omitted: (evidence) => `the abstract says ${evidence}, which the sentence leaves out`,
    details: {
      over_extrapolation: ({ claim, evidence }) =>
        claim === '' && evidence ? `the abstract is more cautious (“${evidence}”)` : undefined,
      secondary_source: ({ evidence = '' }) =>
        `the article states this as background or as its question, not as its finding: “${cut(evidence)}”`,
    },
    supported: (evidence) => `The abstract supports the sentence: ${evidence}.`,
    verbatim: 'The abstract contains the sentence word for word.',
    deviates: (kinds) => `The sentence departs from the abstract: ${kinds}.`,
    undetermined: 'Not decided automatically; compare with this passage',
    undecided: 'Not decided automatically.',
    uncompared:
      'Sentence and abstract have more numbers or words than can be compared, so the sentence was not judged.',
    found: (list) => `In this passage: ${list}.`,
    elsewhere: (list) => `Elsewhere in the abstract: ${list}.`,
    missing: (list) => `Not stated in the abstract: ${list}.`,
    untranslated: (list) => `These words could not be compared across languages: ${list}.`,
    closest: (evidence) => `The closest passage is ${evidence}.`,
    noEvidence: 'No sentence of the abstract addresses it.',
    none: 'No deviation was found.',
    quote: (text) => `“${cut(text)}”`,
    list: (items) => items.join(', '),
    stop: '.',
    colon: ': ',
  },
  zh: {
    kinds: {
      numeric: '数值偏差',
      unit: '单位不符',
      direction: '方向相反',
      negation: '否定关系改变',
      comparator: '比较对象颠倒',
      context: '人群或情境不符',
      over_extrapolation: '过度外推',
      causality: '将关联表述为因果',
      design: '研究设计表述有误',
      secondary_source: '二次来源',
      unsupported: '摘要中无依据',
    },
    both: (claim, evidence) => `该句称${claim}，摘要则为${evidence}`,
    notThere: (claim) => `该句有${claim}，摘要中没有`,
    omitted: (evidence) => `摘要有${evidence}，该句省略了`,
    details: {
      over_extrapolation: ({ claim, evidence }) =>
        claim === '' && evidence ? `摘要的措辞更为谨慎（“${evidence}”）` : undefined,
      secondary_source: ({ evidence = '' }) =>
        `文献将其作为背景或研究问题，而非自身的发现：“${cut(evidence)}”`,
    },
    supported: (evidence) => `摘要支持该句：${evidence}。`,
    verbatim: '该句与摘要原文一致。',
    deviates: (kinds) => `该句与摘要不符：${kinds}。`,
    undetermined: '未能自动判定，请与该段原文对照',
    undecided: '未能自动判定。',
    uncompared: '该句与摘要所含的数字或词语超出可比对的数量，因此未对该句作出判断。',
    found: (list) => `该段中有：${list}。`,
    elsewhere: (list) => `摘要他处有：${list}。`,
    missing: (list) => `摘要未提及：${list}。`,
    untranslated: (list) => `以下词语无法跨语言比对：${list}。`,
    closest: (evidence) => `最接近的原文是${evidence}。`,
    noEvidence: '摘要中没有与之相关的句子。',
    none: '未发现偏差。',
    quote: (text) => `“${cut(text)}”`,
    list: (items) => items.join('、'),
    stop: '。',
    colon: '：',
  },
};

export type Explanation = { reason: string; analysis: string };

/** Parts of a check that the explanation uses. */
export type Explained = Omit<RuleCheck, 'numbers' | 'open' | 'proof' | 'parts'> & {
  parts?: readonly ClaimPart[];
};

/** Puts a verdict of the rules into words, in Chinese or English whatever the abstract's language. */
export function explain(check: Explained, language: Language): Explanation {
  const texts = words[language];
  if (check.uncompared && check.verdict === 'undetermined')
    return { reason: texts.uncompared, analysis: texts.uncompared };
  const [best] = check.evidence;
  const quoted = best && texts.quote(best.text);
  switch (check.verdict) {
    case 'supported': {
      const reason = check.isVerbatim ? texts.verbatim : quoted ? texts.supported(quoted) : texts.none;
      return { reason, analysis: texts.none };
    }
    case 'deviates': {
      const named = check.deviations.map((finding) => describeDeviation(finding, language));
      const reason = [
        texts.deviates(
          texts.list([
            ...new Set(check.deviations.map(({ kind }) => inSentence(texts.kinds[kind], language))),
          ]),
        ),
        ...(quoted ? [texts.closest(quoted)] : []),
      ];
      return { reason: joined(reason, language), analysis: joined(named, language) };
    }
    case 'undetermined': {
      const missing =
        check.missing.length > 0 ? [texts.missing(texts.list(check.missing.map((word) => `“${word}”`)))] : [];
      const untranslated =
        check.untranslated.length > 0
          ? [texts.untranslated(texts.list(check.untranslated.map((word) => `“${word}”`)))]
          : [];
      const reason = [
        ...(quoted
          ? [`${texts.undetermined}${texts.colon}${quoted}${texts.stop}`]
          : [texts.undecided, texts.noEvidence]),
        ...missing,
        ...untranslated,
      ];
      const parts = (['sentence', 'elsewhere'] as const).flatMap((at) => {
        const held = (check.parts ?? []).filter((part) => part.at === at).map(({ text }) => `“${text}”`);
        const write = at === 'sentence' ? texts.found : texts.elsewhere;
        return held.length > 0 ? [write(texts.list([...new Set(held)].slice(0, partsMax)))] : [];
      });
      const analysis = [...parts, ...missing, ...untranslated];
      return {
        reason: joined(reason, language),
        analysis: joined(analysis.length > 0 ? analysis : [texts.undecided], language),
      };
    }
    default:
      return check.verdict satisfies never;
  }
}

/** Formats "Numeric deviation: the sentence says “27 %”, the abstract “82 %”." */
export function describeDeviation(finding: Finding, language: Language): string {
  const texts = words[language];
  return `${texts.kinds[finding.kind]}${texts.colon}${detail(finding, texts)}${texts.stop}`;
}

/** Returns the name of a kind of deviation. */
export function nameOfDeviation(kind: DeviationKind, language: Language): string {
  return words[language].kinds[kind];
}

function detail(finding: Finding, texts: Words): string {
  const special = texts.details[finding.kind]?.(finding);
  if (special) return special;
  const { claim, evidence } = finding;
  if (claim === '' && evidence) return texts.omitted(texts.quote(evidence));
  return evidence
    ? texts.both(texts.quote(claim), texts.quote(evidence))
    : texts.notThere(texts.quote(claim));
}

function inSentence(name: string, language: Language): string {
  return language === 'en' ? `${name[0]?.toLowerCase()}${name.slice(1)}` : name;
}

export function joined(sentences: readonly string[], language: Language): string {
  return sentences.filter(Boolean).join(language === 'en' ? ' ' : '');
}

function cut(text: string): string {
  if (text.length <= quoteMax) return text.replace(/[.。]$/, '');
  // Never half a surrogate pair.
  return `${text.slice(0, quoteMax).replace(/[\uD800-\uDBFF]$/, '')}…`;
}
