import type { Language } from '@citewell/sdk';
import { escapeCitationMarkers } from '@citewell/sdk/citation-markers';
import { quoted } from '../sections/quotation.ts';
import type { Unit } from '../sections/units.ts';
import type { Compared, GivenFindings } from './discussion-findings.ts';

export type DiscussionPart =
  | 'principal'
  | 'comparison'
  | 'mechanisms'
  | 'strengths'
  | 'implications'
  | 'conclusion';

export const discussionWords = {
  en: {
    title: 'Discussion',
    quotedNote: '*Quotes the findings provided and the abstracts found, word for word, without synthesis.*',
    parts: {
      principal: 'Principal findings',
      comparison: 'Comparison with prior work',
      mechanisms: 'Possible mechanisms',
      strengths: 'Strengths and limitations',
      implications: 'Implications',
      conclusion: 'Conclusion',
    },
    agreeing: 'Agreeing',
    disagreeing: 'Disagreeing',
    other: 'On the same topic',
    strengthsOf: 'Strengths, as stated',
    limitationsOf: 'Limitations, as stated',
    noPriorRetrieved:
      'No prior study can be compared: not everything that was searched for could be retrieved. This says nothing about the literature.',
    noPrior: 'No prior study on this topic was found.',
    noMechanism: 'None of the abstracts found describes a mechanism.',
    noFindings: 'No findings were provided, so only the literature on the topic is discussed.',
    noStrengths: 'The text provided names no strengths or limitations of a study.',
    noImplication: 'None of the abstracts found states implications.',
    directions:
      'Agreement is judged by rules from the wording; populations and doses may differ. Only the abstracts of prior work were read.',
    concluding: 'The findings provided and the most relevant prior work:',
    concludingPrior: 'The prior work most relevant to the topic:',
    given: 'As given',
  },
  zh: {
    title: '讨论',
    quotedNote: '*逐字摘录所给的研究结果和检索到的摘要，未作综合归纳。*',
    parts: {
      principal: '主要发现',
      comparison: '与既往研究的比较',
      mechanisms: '可能的机制',
      strengths: '优势与局限',
      implications: '启示',
      conclusion: '结论',
    },
    agreeing: '一致',
    disagreeing: '不一致',
    other: '同一主题',
    strengthsOf: '优势（按所给内容）',
    limitationsOf: '局限（按所给内容）',
    noPriorRetrieved: '无法与既往研究比较：检索的内容未能全部获取。这并不代表没有相关文献。',
    noPrior: '未找到涉及该主题的既往研究。',
    noMechanism: '检索到的摘要均未描述机制。',
    noFindings: '未提供研究结果：仅讨论该主题的文献。',
    noStrengths: '所给内容未提及研究的优势或局限。',
    noImplication: '检索到的摘要均未提出启示。',
    directions: '是否一致由规则根据用词判断；人群和剂量可能不同。既往研究仅阅读了摘要。',
    concluding: '所给的研究结果，以及与其最相关的既往研究：',
    concludingPrior: '与该主题最相关的既往研究：',
    given: '所给结果',
  },
} as const;

const sideMax = 6;
const fewMax = 4;

const mechanism =
  /\b(?:mechanis\w+|pathways?|mediat\w+|express(?:ion|ed)|receptors?|signal\w*|cytokines?|inflammat\w+|oxidative|activat\w+|inhibit\w+|via|in mice|in rats|in vitro)\b|机制|通路|介导|表达|受体|信号|炎症|激活|抑制/i;
const implication =
  /\b(?:should|recommend\w*|clinical practice|clinicians?|implications?|may be (?:considered|useful|used)|guidelines?|support(?:s|ed)? the use)\b|建议|推荐|临床实践|应(?:当|该|予|考虑|优先|避免|常规|慎)|指南|可考虑/i;

/** Selects up to `max` units in their order, each study's first before any study's second. */
function selectAcrossStudies(units: readonly Unit[], max: number): Unit[] {
  const turn = (unit: Unit) =>
    units.filter(({ article }) => article.pmid === unit.article.pmid).indexOf(unit);
  const kept = new Set(units.toSorted((one, other) => turn(one) - turn(other)).slice(0, max));
  return units.filter((unit) => kept.has(unit));
}

export function mechanismUnits(units: readonly Unit[]): Unit[] {
  return units.filter(({ text }) => mechanism.test(text)).slice(0, sideMax);
}

export function implicationUnits(units: readonly Unit[]): Unit[] {
  const some = units.filter(
    ({ role, text }) => role === 'gap' || (role === 'finding' && implication.test(text)),
  );
  return some.slice(0, sideMax);
}

/** A part of the discussion without a model: what was given and what was found, word for word. */
export function quotedPart(
  part: DiscussionPart,
  findings: GivenFindings,
  compared: Compared,
  units: readonly Unit[],
  {
    language,
    incomplete,
  }: {
    language: Language;
    /** True if not all the records searched for could be retrieved. */
    incomplete: boolean;
  },
): string {
  const texts = discussionWords[language];
  const given = (list: readonly string[]) => list.map((text) => `- “${escapeCitationMarkers(text)}”`);
  const prior = (list: readonly Unit[]) => list.map((unit) => `- ${quoted(unit, language)}`);
  const group = (name: string, lines: readonly string[]) =>
    lines.length > 0 ? [`**${name}**`, '', ...lines, ''] : [];
  const { agreeing, disagreeing, other } = compared;
  const nothingPrior = incomplete ? texts.noPriorRetrieved : texts.noPrior;
  switch (part) {
    case 'principal':
      return given(findings.principal).join('\n') || texts.noFindings;
    case 'comparison':
      if (agreeing.length + disagreeing.length + other.length === 0) return nothingPrior;
      return [
        ...group(texts.agreeing, prior(selectAcrossStudies(agreeing, sideMax))),
        ...group(texts.disagreeing, prior(selectAcrossStudies(disagreeing, sideMax))),
        ...group(
          texts.other,
          prior(selectAcrossStudies(other, agreeing.length + disagreeing.length > 0 ? fewMax : sideMax)),
        ),
        texts.directions,
      ].join('\n');
    case 'mechanisms': {
      const list = prior(mechanismUnits(units).slice(0, fewMax));
      return list.length > 0 ? list.join('\n') : texts.noMechanism;
    }
    case 'strengths': {
      const lines = [
        ...group(texts.strengthsOf, given(findings.strengths)),
        ...group(texts.limitationsOf, given(findings.limitations)),
      ];
      return lines.length > 0 ? lines.join('\n').trim() : texts.noStrengths;
    }
    case 'implications': {
      const list = prior(implicationUnits(units).slice(0, fewMax));
      return list.length > 0 ? list.join('\n') : texts.noImplication;
    }
    case 'conclusion':
      if (findings.main.length === 0) {
        const list = prior(selectAcrossStudies(other, fewMax));
        return list.length > 0 ? [texts.concludingPrior, '', ...list].join('\n') : nothingPrior;
      }
      return [
        texts.concluding,
        '',
        ...given(findings.main),
        ...prior([...agreeing.slice(0, 1), ...disagreeing.slice(0, 1)]),
      ].join('\n');
  }
}
