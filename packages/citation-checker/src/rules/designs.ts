import { oncePerSentence, type ReadAbstract } from '../locate.ts';
import { type Cue, cueFinder } from '../reading/cues.ts';

/** Design of a study, as a text states it. */
export type Design =
  | 'synthesis'
  | 'randomised'
  | 'blinded'
  | 'placebo'
  | 'open'
  | 'observational'
  | 'case'
  | 'laboratory'
  | 'review'
  | 'guideline';

export const findDesigns = cueFinder<Design>({
  synthesis: {
    en: 'meta-?analys[ei]s|meta-?analytic|systematic reviews?|pooled analys[ei]s',
    zh: '荟萃分析|meta分析|系统评价|系统综述',
  },
  randomised: {
    en: String.raw`randomi[sz]ed|randomi[sz]ation|randomly (?:assigned|allocated)|RCTs?|random(?:ly)? allocation`,
    zh: '随机(?!森林|效应|抽样|抽取)',
  },
  blinded: { en: 'double-?blind(?:ed)?|double-?masked', zh: '双盲' },
  open: { en: 'open-?label(?:led)?|unblinded|unmasked|single-?arm', zh: '开放标签|开放性|单臂' },
  placebo: { en: 'placebo-?controlled', zh: '安慰剂对照' },
  observational: {
    en: String.raw`cohort|case-?control|cross-?sectional|observational|retrospective(?:ly)?|prospective(?:ly)? (?:cohort|followed|study)|registry|registries|epidemiolog\w+|longitudinal|survey(?:s|ed)?|population-?based|nested`,
    zh: '队列|病例对照|横断面|观察性|回顾性|登记研究|流行病学|调查',
  },
  case: { en: 'case reports?|case series', zh: '病例报告|个案报告|病例系列' },
  laboratory: {
    en: 'in vitro|knock-?out mice|transgenic mice|cell lines?|xenografts?',
    zh: '体外|转基因小鼠|敲除小鼠|细胞系',
  },
  review: {
    en: String.raw`this review|we review(?:ed)?|this article reviews?|narrative review|review of the literature|literature review|reviews? the (?:literature|evidence)|(?:is|are) reviewed|overview of`,
    zh: '综述|本文回顾|文献回顾',
  },
  guideline: {
    en: 'practice guidelines?|clinical guidelines?|consensus statement|position statement',
    zh: '指南|共识',
  },
});

/** Words that recommend future studies and say nothing about this one: "further randomized studies are necessary". */
const isAhead =
  /\b(?:further|future|additional|larger|more)\b[^.]{0,60}\b(?:stud(?:y|ies)|trials?|research)\b|\b(?:trials?|studies)\b[^.]{0,30}\b(?:needed|required|necessary|warranted)\b|有待|需要?(?:进一步|更多|大样本)/i;

/** The designs that an abstract and its title tell of their study. */
export function designsOf({ sentences, title }: Pick<ReadAbstract, 'sentences' | 'title'>): Cue<Design>[] {
  return [...sentences.flatMap(designsIn), ...findDesigns(title.text)];
}

const designsIn = oncePerSentence(({ text }) =>
  findDesigns(text).filter(({ start }) => {
    const ahead = isAhead.exec(text);
    return !ahead || start < ahead.index || start > ahead.index + ahead[0].length;
  }),
);

/** Designs that a sentence may ascribe to its source only if a publication type or the abstract does. */
export const claimableDesigns = [
  'synthesis',
  'randomised',
  'blinded',
  'placebo',
  'open',
  'case',
  'guideline',
] as const satisfies readonly Design[];

const typesOf: Partial<Record<Design, RegExp>> = {
  synthesis: /meta-analysis|systematic review/i,
  randomised:
    /randomized controlled trial|controlled clinical trial|pragmatic clinical trial|equivalence trial/i,
  case: /case reports/i,
  guideline: /guideline|consensus development/i,
};

/** Returns true if a record's publication types state this design; undefined if no type could. */
export function isTyped(design: Design, publicationTypes: readonly string[]): boolean | undefined {
  const pattern = typesOf[design];
  return pattern && publicationTypes.some((type) => pattern.test(type));
}

/** Types that say nothing of a design: a record that has no others is not yet indexed. */
const silentTypes =
  /^(?:journal article|english abstract|research support.*|preprint|letter|comment|editorial|news)$/i;

export function tellsDesign(publicationTypes: readonly string[]): boolean {
  return publicationTypes.some((type) => !silentTypes.test(type));
}

/** Returns true if an abstract calls its own article a review. */
export function saysReview(abstract: string): boolean {
  return findDesigns(abstract).some(({ sense }) => sense === 'review' || sense === 'synthesis');
}
