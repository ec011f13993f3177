import type { Comparison } from '../comparison.ts';
import type { Finding } from '../finding.ts';
import { oncePerSentence, presence } from '../locate.ts';
import { cueFinder } from '../reading/cues.ts';
import { readTerms } from '../reading/terms.ts';
import { readText } from '../reading/tokens.ts';
import { findDirections } from '../statements/directions.ts';

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
export function qualifierFindings({ claim, abstract, covered, verbatim, cross }: Comparison): Finding[] {
  if (verbatim) return [];
  const foreign = foreignCondition(claim, abstract, cross);
  if (covered.best < topical) return foreign;
  const titled = sensesOf(abstract.title.text);
  const narrowing = findQualifiers(claim.text).flatMap(({ sense, text, end }): Finding[] => {
    if (isIdle.test(text) && idle.test(claim.text.slice(end, end + 12))) return [];
    if (titled.has(sense) || abstract.sentences.some((sentence) => sensesIn(sentence).has(sense))) return [];
    return [{ kind: 'context', force: 'doubt', claim: text, evidence: undefined }];
  });
  return [...narrowing, ...foreign];
}

/** Phrase that names the condition of a population: "in adults with heart failure", 心力衰竭患者. */
const condition =
  /\b(?:patients|adults|people|children|women|men|individuals|those|participants|subjects) with (?:\w+ly )?([\p{L}\p{N}' -]{4,60})|([\p{Script=Han}\p{L}\d]{2,12})(?:患者|病人)/giu;
/** End of the name of a condition. */
const nameEnd =
  /\s(?:and|or|who|that|which|than|versus|in|on|at|by|of|for|to|had|has|have|is|are|was|were|did|do|does|can|may|when|after|before|during|receiving|taking|treated|undergoing)\b.*$/i;

/** A disease that the abstract never names. */
function foreignCondition(
  { text }: Comparison['claim'],
  { stems }: Comparison['abstract'],
  cross: boolean,
): Finding[] {
  const across = cross ? 'english' : 'same';
  return Array.from(text.matchAll(condition)).flatMap(([, english, chinese = '']): Finding[] => {
    const name = english?.replace(nameEnd, '') ?? chinese;
    const terms = readTerms(readText(name), across).filter(
      (term) => term.stems.length > 0 && findDirections(term.text).length === 0,
    );
    // Chinese has no word before a condition that would say where it begins: its end is looked at.
    const own = english ? terms : terms.slice(cross ? -1 : -2);
    return own.length > 0 && own.every((term) => presence(term, stems) === 0)
      ? [{ kind: 'context', force: 'doubt', claim: name, evidence: undefined }]
      : [];
  });
}
