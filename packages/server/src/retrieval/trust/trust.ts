import { type Article, abstractText, type Notice } from '@citewell/core/records/article.ts';
import { retractedType } from '@citewell/core/records/publication-types.ts';
import type { TrustCard } from '@citewell/sdk';
import { sampleSize } from './trust-sample-size.ts';

type Design = NonNullable<TrustCard['design']>;
type Subjects = TrustCard['subjects'];

/** What a reader should know of a record before believing it, from its metadata and its abstract: nothing is guessed. */
export function trustCard(article: Article): TrustCard {
  const text = `${article.title}\n${abstractText(article)}`;
  const subjects = subjectsOf(article, text);
  const { design, from } = designOf(article, text, subjects);
  const types = new Set(article.publicationTypes.map((type) => type.toLowerCase()));
  return {
    pmid: article.pmid,
    retracted: article.retracted || types.has(retractedType.toLowerCase()),
    expression_of_concern: article.concerns.length > 0,
    erratum: article.errata.length > 0 || types.has('corrected and republished article'),
    preprint: types.has('preprint') || preprintServers.test(article.journal),
    notices: [
      ...article.retractions.map((notice) => toNotice('retraction', notice)),
      ...article.concerns.map((notice) => toNotice('concern', notice)),
      ...article.errata.map((notice) => toNotice('erratum', notice)),
    ],
    design,
    design_from: from,
    evidence_level: design ? levels[design] : null,
    sample_size: sampleSize(article),
    subjects,
    read: article.abstract.length > 0 ? 'abstract' : 'title',
  };
}

function toNotice(
  kind: TrustCard['notices'][number]['kind'],
  { pmid, citation }: Notice,
): TrustCard['notices'][number] {
  return { kind, pmid: pmid ?? null, citation };
}

const preprintServers =
  /^(?:medrxiv|biorxiv|chemrxiv|arxiv)\b|^(?:research square|ssrn|preprints(?:\.org)?)\b/i;

/**
 * The levels of the Oxford Centre for Evidence-Based Medicine (2011) for questions of benefit, by the design alone:
 * how well a study was made may raise or lower it, which an abstract does not tell.
 */
const levels: Record<Design, TrustCard['evidence_level']> = {
  meta_analysis: 1,
  systematic_review: 1,
  guideline: null,
  randomized_trial: 2,
  clinical_trial: 3,
  cohort: 3,
  observational: 3,
  case_control: 4,
  cross_sectional: 4,
  case_report: 4,
  review: 5,
  protocol: null,
  opinion: 5,
  animal: 5,
  in_vitro: 5,
};

/** PubMed's publication types by design; the first design that has one of the record's types counts. */
const designTypes: [Design, RegExp][] = [
  ['protocol', /^clinical trial protocol$/i],
  ['meta_analysis', /^(?:network )?meta-analysis$/i],
  ['systematic_review', /^systematic review$/i],
  ['guideline', /^(?:practice guideline|guideline|consensus development conference(?:, nih)?)$/i],
  ['randomized_trial', /^(?:randomized controlled trial|pragmatic clinical trial|equivalence trial)$/i],
  ['clinical_trial', /^(?:controlled |adaptive )?clinical trial(?:, phase [iv]+)?$/i],
  ['case_report', /^case reports$/i],
  ['observational', /^observational study$/i],
  ['review', /^(?:scoping )?review(?:-article)?$/i],
  ['opinion', /^(?:editorial|comment|letter|news)$/i],
];

/** What titles say of designs, and sentences of abstracts. A title is about its own study; a sentence may be about others'. */
const designWords: [Design, { title?: RegExp; abstract?: RegExp }][] = [
  ['protocol', { title: /\b(?:study|trial|review) protocol\b|\bprotocol (?:for|of) an? |研究方案/i }],
  ['meta_analysis', { title: /\bmeta-?\s?analys[ie]s\b|荟萃分析|meta\s?分析/i }],
  ['systematic_review', { title: /\bsystematic review\b|系统(?:评价|综述)/i }],
  ['guideline', { title: /\b(?:clinical |practice )?guidelines?\b(?! (?:adherence|implementation))|指南$/i }],
  [
    'randomized_trial',
    {
      title: /\brandomi[sz]ed\b(?!.*\b(?:review|protocol)\b)|随机(?:双盲)?(?:对照)?(?:试验|研究)/i,
      abstract:
        /\b(?:were|was) (?:then )?(?:randomly (?:assigned|allocated|divided)|randomi[sz]ed)\b|\b(?:this|a|in an?) (?:[a-z-]+,? ){0,4}randomi[sz]ed (?:[a-z-]+,? ){0,3}trial\b|随机(?:分为|分成|分配|分组)/i,
    },
  ],
  [
    'case_report',
    {
      title: /\bcase (?:report|series)\b|病例报告|个案/i,
      abstract: /\bwe (?:report|present|describe) (?:a|the) case\b/i,
    },
  ],
  [
    'case_control',
    {
      title: /\bcase-control\b|病例对照/i,
      abstract: /\bcase-control (?:study|design|analysis)\b|病例对照研究/i,
    },
  ],
  [
    'cohort',
    {
      title: /\bcohort\b|\b(?:prospective|retrospective) (?:[a-z-]+ )?(?:study|analysis|review)\b|队列/i,
      abstract:
        /\b(?:prospective|retrospective|population-based|nationwide|matched) (?:[a-z-]+,? ){0,2}(?:cohort|study|review|analysis)\b|\bcohort (?:study|of)\b|队列研究|(?:前瞻|回顾)性(?:研究|分析)/i,
    },
  ],
  [
    'cross_sectional',
    {
      title: /\bcross-sectional\b|\b(?:national )?survey\b|横断面/i,
      abstract: /\bcross-sectional\b|横断面(?:研究|调查)/i,
    },
  ],
];

function designOf(
  { title, publicationTypes, abstract }: Article,
  text: string,
  subjects: Subjects,
): { design: TrustCard['design']; from: TrustCard['design_from'] } {
  const body = abstractText({ abstract });
  const typed = designTypes.find(([, pattern]) => publicationTypes.some((type) => pattern.test(type)))?.[0];
  const worded = designWords.find(
    ([, words]) => words.title?.test(title) || (body !== '' && words.abstract?.test(body)),
  )?.[0];
  // PubMed's "Observational Study" says less than the abstract, and "Review" stands beside systematic ones too.
  if (typed === 'observational' && worded && ['cohort', 'case_control', 'cross_sectional'].includes(worded))
    return { design: worded, from: 'text' };
  if (typed === 'review' && (worded === 'systematic_review' || worded === 'meta_analysis'))
    return { design: worded, from: 'text' };
  if (typed) return { design: typed, from: 'publication_types' };
  if (subjects === 'animal') return { design: 'animal', from: 'text' };
  if (subjects === 'in_vitro') return { design: 'in_vitro', from: 'text' };
  if (worded) return { design: worded, from: 'text' };
  return /\b(?:this|the present|in this) (?:narrative )?review\b|本文综述/i.test(text)
    ? { design: 'review', from: 'text' }
    : { design: null, from: null };
}

const animalHeadings =
  /^(?:Animals|Mice\b.*|Rats\b.*|Zebrafish|Rabbits|Swine|Dogs|Cats|Sheep|Macaca\b.*|Drosophila\b.*)$/;
const people =
  /\b(?:patients?|participants|volunteers|women|men|children|adults|infants|adolescents|people|persons|individuals with|subjects with|mothers|nurses|physicians|students|smokers)\b|患者|病人|受试者|志愿者|孕妇|儿童|老年人/i;
const animals =
  /\b(?:mice|mouse|rats?|murine|zebrafish|rabbits?|piglets?|pigs|dogs|macaques?|monkeys|drosophila|hamsters?|guinea pigs?|c\. elegans)\b|小鼠|大鼠|家兔|斑马鱼|猕猴|动物实验/i;
const cells =
  /\b(?:in vitro|cell lines?|cultured (?:[a-z]+ )?cells|primary cultures?|hela|hek293|macrophages|fibroblasts)\b|体外实验|细胞系|细胞培养/i;

/** By MeSH where the record is indexed, else by the words of title and abstract. */
function subjectsOf({ mesh }: Article, text: string): Subjects {
  const human = mesh.length > 0 ? mesh.includes('Humans') : people.test(text);
  const animal = mesh.length > 0 ? mesh.some((heading) => animalHeadings.test(heading)) : animals.test(text);
  if (human && animal) return 'human_and_animal';
  if (human) return 'human';
  if (animal) return 'animal';
  return cells.test(text) ? 'in_vitro' : null;
}
