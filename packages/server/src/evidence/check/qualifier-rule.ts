import type { Comparison } from './comparison.ts';
import { cueFinder } from './cues.ts';
import type { Finding } from './finding.ts';
import { oncePerSentence } from './locate.ts';

/** Words that narrow who was studied or what was compared; a finding about others need not hold for them. */
const findQualifiers = cueFinder({
  wild: { en: 'wild-?type', zh: '野生型' },
  metastatic: { en: 'metasta(?:tic|s[ei]s)', zh: '转移性' },
  early: { en: 'early-stage|resectable', zh: '早期(?=[^，。]{0,4}(?:癌|瘤|患者))' },
  late: { en: 'late-stage|locally advanced|advanced|unresectable', zh: '晚期|局部进展期' },
  pretreated: {
    en: String.raw`(?:previously|pre)[- ]?treated|prior (?:treatment|chemotherapy|therapy)|refractory|relapsed|(?:second|third)-line`,
    zh: '经治|难治性|复发性|二线|三线',
  },
  naive: {
    en: String.raw`(?:treatment|drug)-na[iï]ve|untreated|first-line|newly diagnosed`,
    zh: '初治|未经治疗|一线|新诊断',
  },
  sole: { en: 'alone|only|solely|exclusively|monotherapy', zh: '仅|只|单独|单药|单用' },
  weight: { en: '(?:normal|healthy)[ -]weight|normal BMI|underweight|lean', zh: '正常体重|体重正常|低体重' },
  healthy: { en: 'healthy', zh: '健康(?!问题|状况|服务|教育)' },
  rural: { en: 'rural', zh: '农村' },
  urban: { en: 'urban', zh: '城市' },
  other: {
    en: 'non-(?:small|hodgkin|smok\\w+|diabetic|alcoholic|obese)',
    zh: '非(?:小细胞|霍奇金|吸烟|糖尿病|酒精性?|肥胖)',
  },
});

/** "Only slightly" and "if only" narrow nothing. */
const isIdle = /^(?:only|仅|只)$/i;
const idle = /^\s?(?:\d|an?\b|one\b|slight|modest|margin|partial|weak|minor|limited|few|after|when|if)/i;

/** "No prior chemotherapy" tells of others. */
const isDenied = /\b(?:no|not|without|never)\s(?:\w+\s)?$|[无未不]$/i;

function sensesOf(text: string): Set<string> {
  return new Set(
    findQualifiers(text)
      .filter(({ start }) => !isDenied.test(text.slice(Math.max(0, start - 24), start)))
      .map(({ sense }) => sense),
  );
}

const sensesIn = oncePerSentence(({ text }) => sensesOf(text));

/** From this share of the terms on, the sentence is about what the abstract tells. */
const topical = 0.35;

/** A narrower claim than the abstract makes: a doubt, for it may be true and is not told. */
export function qualifierFindings({ claim, abstract, covered, verbatim }: Comparison): Finding[] {
  if (verbatim || covered.best < topical) return [];
  const titled = sensesOf(abstract.title.text);
  return findQualifiers(claim.text).flatMap(({ sense, text, end }): Finding[] => {
    if (isIdle.test(text) && idle.test(claim.text.slice(end, end + 12))) return [];
    if (titled.has(sense) || abstract.sentences.some((sentence) => sensesIn(sentence).has(sense))) return [];
    return [{ kind: 'context', force: 'doubt', claim: text, evidence: undefined }];
  });
}
