import { cueFinder } from '../reading/cues.ts';

/** Designs as texts name that of their study. Those of claims are limited to designs of a single study. */
const findNames = cueFinder({
  // Read first: it negates the design it contains.
  unrandomised: {
    en: String.raw`non-?randomi[sz]ed|not randomi[sz]ed|un-?randomi[sz]ed|(?:without|no) (?:any )?randomi[sz]ation|quasi-?experiment\w*|quasi-?randomi[sz]ed`,
    zh: '非随机|未随机|未经随机',
  },
  randomised: {
    en: String.raw`randomi[sz]ed|randomi[sz]ation|randomi[sz]ing|randomly|at random|RCTs?`,
    zh: '随机(?!森林|效应)',
  },
  retrospective: { en: 'retrospective(?:ly)?|chart review|case notes review', zh: '回顾性' },
  prospective: { en: 'prospective(?:ly)?', zh: '前瞻性' },
  crossSectional: { en: 'cross-?sectional', zh: '横断面|横断研究' },
  longitudinal: { en: 'longitudinal(?:ly)?|cohort|follow(?:ed)?-?(?: )?up', zh: '纵向|队列|随访' },
  caseControl: { en: 'case-?control', zh: '病例对照' },
  caseReport: {
    en: 'case reports?|we report (?:a|the|an) (?:\\w+ ){0,3}(?:case|patient)|this case',
    zh: '病例报告|个案报告|病例报道|个案',
  },
  synthesis: {
    en: 'meta-?analy\\w+|systematic(?:ally)? review\\w*|systematic literature|pooled analys[ei]s',
    zh: '荟萃分析|meta分析|系统评价|系统综述|Meta分析',
  },
  review: {
    en: String.raw`this review|we review(?:ed)?|narrative review|(?:literature|scoping) (?:review|overview)|review of the literature`,
    zh: '综述',
  },
  interviews: {
    en: 'qualitative(?:ly)?|mixed[- ]methods?|interviews?|interviewed|focus groups?|thematic analysis|grounded theory',
    zh: '定性研究|质性研究|混合方法|访谈|焦点小组',
  },
  questionnaire: { en: 'questionnaires?|surveys?|surveyed', zh: '问卷|调查' },
  modelled: {
    en: String.raw`markov|decision[- ]analy\w+|decision model|simulation model\w*|economic model\w*|cost-?effectiveness (?:model|analysis)`,
    zh: '马尔可夫|决策分析|决策模型|模拟模型',
  },
  register: { en: 'regist(?:er|ers|ry|ries)|database', zh: '登记|注册库|数据库' },
  openLabel: {
    en: 'open-?label(?:led)?|unblinded|single-?arm|uncontrolled',
    zh: '开放标签|开放性|单臂|非盲',
  },
  placeboControlled: { en: String.raw`placebo(?:-?controlled)?`, zh: '安慰剂(?:对照)?' },
  doubleBlind: { en: 'double-?blind(?:ed)?|double-?masked', zh: '双盲' },
  singleCentre: { en: 'single[- ](?:cent(?:er|re)|institution(?:al)?|hospital|site)', zh: '单中心' },
  multicentre: { en: String.raw`multi-?cent(?:er|re)|multi-?institution(?:al)?|multi-?site`, zh: '多中心' },
});

/** Study design. */
export type StudyDesign = ReturnType<typeof findNames>[number]['category'];

/** Returns the designs that a text names, in order. */
export const findStudyDesigns = findNames;

/** Maps each design that a claim can name to those that exclude it in an abstract. */
export const rivalDesigns: Partial<Record<StudyDesign, readonly StudyDesign[]>> = {
  randomised: [
    ...([
      'unrandomised',
      'retrospective',
      'crossSectional',
      'caseControl',
      'caseReport',
      'review',
      'modelled',
    ] as const),
    ...(['interviews', 'questionnaire', 'register', 'longitudinal', 'synthesis'] as const),
  ],
  unrandomised: ['randomised'],
  retrospective: ['prospective', 'randomised'],
  prospective: ['retrospective', 'crossSectional', 'modelled', 'caseReport'],
  crossSectional: ['longitudinal', 'randomised', 'caseReport'],
  longitudinal: ['crossSectional', 'caseReport', 'caseControl'],
  caseControl: ['randomised', 'crossSectional', 'caseReport', 'interviews'],
  caseReport: ['randomised', 'crossSectional', 'synthesis', 'caseControl'],
  synthesis: [
    'randomised',
    'retrospective',
    'prospective',
    'crossSectional',
    'caseReport',
    'interviews',
    'questionnaire',
  ],
  interviews: ['questionnaire', 'randomised'],
  questionnaire: ['interviews', 'randomised', 'retrospective'],
  placeboControlled: ['openLabel'],
  doubleBlind: ['openLabel'],
  openLabel: ['doubleBlind'],
  singleCentre: ['multicentre'],
  multicentre: ['singleCentre'],
};
