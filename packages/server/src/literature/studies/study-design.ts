import type { Article } from '@citewell/core/records/article.ts';
import { splitSentences } from '@citewell/core/text/sentences.ts';
import type { TrustCard } from '@citewell/sdk';
import { describesOwnBlinding, describesOwnRandomization } from './own-trial.ts';

type Design = NonNullable<TrustCard['design']>;
type Subjects = TrustCard['subjects'];

/** PubMed's publication types by design; the first matching design counts. */
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

/**
 * Words for designs in titles, and in sentences of abstracts. A title describes its own study; a sentence may describe
 * others.
 */
const designWords: [Design, { title?: RegExp; abstract?: { test(text: string): boolean } }][] = [
  [
    'protocol',
    {
      title:
        /\b(?:study|trial|review) protocol\b|^(?:the )?(?:(?:study )?(?:rationale|design)(?:,| and|, and) )+(?:rationale|design|conduct|methods|protocol|baseline)\b|\bprotocol (?:for|of) an? |研究方案/i,
      // Plans for future work; a record that also uses the past tense has results.
      abstract:
        /\b(?:patients|participants|subjects|volunteers|women|men|children|adults|infants|practices|clinics|hospitals|villages|schools)\b[^.;]{0,160}\bwill be (?:then |also )?(?:randomly (?:assigned|allocated)|randomi[sz]ed|recruited|enrolled|invited)\b|\brecruitment is (?:currently )?(?:ongoing|under ?way)\b/i,
    },
  ],
  [
    'meta_analysis',
    {
      title: /\bmeta-?\s?analys[ie]s\b|荟萃分析|meta\s?分析/i,
      abstract:
        /\b(?:we|authors) (?:(?:then|also|therefore) )?(?:conducted|performed|undertook|did|carried out) an? (?:[\w-]+,? ){0,3}meta-?analysis\b|\bmeta-?analys[ie]s (?:was|were) (?:then )?(?:performed|conducted|undertaken|done|carried out)\b/i,
    },
  ],
  [
    'systematic_review',
    {
      title: /\bsystematic(?:ally)? (?:literature )?review\b|系统(?:评价|综述)/i,
      abstract:
        /\bSELECTION CRITERIA\b|\bcochrane (?:[a-z-]+ ){1,6}review group\b|\b(?:we|authors) (?:conducted|performed|undertook|did|carried out) an? (?:[\w-]+,? ){0,3}systematic (?:[\w-]+ )?review\b|\b(?:this|our|an?) systematic (?:[\w-]+ )?review (?:was|of|and|included|identified|examined)\b/i,
    },
  ],
  [
    'guideline',
    {
      // Work on a guideline is a study.
      title:
        /\b(?=(?:clinical |practice )?guideline)(?<!\b(?:implement\w*|adher\w+|complian\w+|concordan\w+|conform\w+|meet|follow|following|appl(?:y|ying|ication)|impact|effects?|evaluat\w+|apprais\w+|awareness|knowledge|use|uptake|re-?examin\w*|relation|according|after|before|beyond)\b[^:.?]{0,80})(?:clinical |practice )?guidelines?\b(?! (?:adherence|implementation|compliance|concordan\w+))|(?=指南$)(?<!(?:执行|遵循|依从|应用|实施|影响)[^：。？]{0,20})指南$/i,
    },
  ],
  [
    'randomized_trial',
    {
      title:
        /(?<!non|non-|quasi|quasi-)\brandomi[sz]ed\b(?!.*\b(?:review|protocol|(?:trials|studies)\b))|随机(?:双盲)?(?:对照)?(?:试验|研究)/i,
      abstract:
        /\b(?:patients|participants|subjects|volunteers|women|men|children|adults|infants|neonates|adolescents|people|individuals|nurses|physicians|students|practices|clinics|hospitals|villages|schools|households|families|mothers|couples|sufferers|outpatients|inpatients|residents|veterans|smokers|workers|caregivers|carers|athletes)\b[^.;]{0,120}?\b(?:were|was) (?:then |first |subsequently |each )?(?:randomly (?:assigned|allocated|divided)|randomi[sz]ed)\b|\bwe (?:randomly (?:assigned|allocated)|randomi[sz]ed) |(?:^|[.:]\s)(?:this (?:was|is) an?|in (?:this|an?)|this|an?|we (?:conducted|performed|did|undertook|carried out) an?)? ?(?:(?!non|quasi|from\b|based\b)[\w-]+,? ){0,6}(?:(?!non|quasi)\w+-)?randomi[sz]ed,? (?:[\w-]+,? ){0,5}(?:trial|study)\b|\b(?:was|were) (?:evaluated|studied|assessed|compared|examined|investigated|tested) in an? (?:[\w-]+,? ){0,6}(?<!non)(?<!non-)randomi[sz]ed,? (?:[\w-]+,? ){0,6}(?:trial|study)\b|\bwe (?:evaluated|studied|assessed|compared|examined|investigated|tested)\b[^.;]{0,200}?\bin an? (?:[\w-]+,? ){0,4}randomi[sz]ed,? (?:[\w-]+,? ){0,6}(?:trial|study)\b|随机(?:分为|分成|分配|分组)/i,
    },
  ],
  ['randomized_trial', { abstract: { test: describesOwnRandomization } }],
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
      abstract:
        /\bcase-control (?:study|design|analysis|pairs)\b|\bnested case-control studies\b|病例对照研究/i,
    },
  ],
  ['clinical_trial', { abstract: { test: describesOwnBlinding } }],
  [
    'cohort',
    {
      title:
        /(?<!\bperiod[- –])\bcohort\b|\b(?:prospective|retrospective) (?:[a-z-]+ )?(?:study|analysis|review)\b|队列|(?:前瞻|回顾)性(?:研究|分析)/i,
      abstract:
        /\b(?<!(?:previous|earlier|prior|published|other|recent) )(?:prospective|retrospective),? (?:[a-z-]+,? ){0,2}(?:cohort|study|review|analysis)\b|\b(?:population-based|nationwide|matched) (?:[a-z-]+ )?cohort\b|(?<!(?:previous|earlier|prior|published|other|recent) )\bcohort study\b|\bbirth cohort\b(?! (?:effects?|analys[ie]s|trends?))|\bprospective,(?: [\w-]+,?){0,4} (?:observational |follow-up |longitudinal )?study\b|\b(?:was|were|we) (?:[a-z]+ )?(?:retro|pro)spectively (?:compared|reviewed|analy[sz]ed|studied|collected|evaluated|examined|assessed|followed|investigated|enrolled|identified|recruited|registered|included|recorded|observed|monitored|entered|measured)\b|\bto prospectively (?:compare|evaluate|assess|study|examine|investigate)\b|\b(?:retro|pro)spective (?:[\w-]+ ){0,2}(?:evaluation|analyses|audit|comparison|chart review|series)\b|\b(?:longitudinal|follow-up) (?:cohort |observational )?study\b|队列研究|(?:前瞻|回顾)性(?:研究|分析)/i,
    },
  ],
  [
    'cross_sectional',
    {
      title: /\bcross-sectional\b|\b(?:national )?survey\b|横断面/i,
      abstract:
        /\bcross[- ]sectional (?:[a-z-]+ ){0,2}(?:study|surveys?|design|analysis|data|sample)\b|\b(?:questionnaire|mail|mailed|postal|telephone|household|online|web-based|comparative|population-based|follow-up) (?:questionnaire )?survey\b(?! data)|横断面(?:研究|调查)/i,
    },
  ],
  [
    'observational',
    {
      title: /\bobservational (?:study|analysis)\b|观察性研究/i,
      abstract:
        /(?<!(?:previous|earlier|prior|published|other|recent|of|from) )\bobservational (?:study|design|review)\b|观察性研究/i,
    },
  ],
  [
    'clinical_trial',
    {
      title:
        /\b(?:phase [iv\d]{1,4}[ab]?|open-label|single-arm|double-blind|placebo-controlled),? (?:[\w-]+,? ){0,3}(?:trial|study)\b/i,
      abstract:
        /(?:^|[.:]\s)(?:this (?:was|is) an?|in this|this|an?|we (?:conducted|performed|did|undertook|carried out) an?) (?:[\w-]+,? ){0,4}(?:phase [iv\d]{1,4}[ab]?|open-label|single-arm|double-blind|placebo-controlled|non-?randomi[sz]ed|controlled),? (?:[\w-]+,? ){0,4}trial\b/i,
    },
  ],
];

const notOfMethods =
  /background|introduction|context|conclu|interpretation|discussion|implication|significance|背景|结论|讨论/i;
/**
 * Words for the designs of others and of future studies: "a randomized trial is needed", "data from a randomised
 * trial".
 */
const ofOthers =
  /\b(?:needed|required?|warranted|necessary|should|future|awaited|lacking|have (?:shown|suggested|reported|found|demonstrated)|has been (?:shown|suggested|reported)|(?:is|are) (?:advised|recommended|proposed|planned|ongoing|under ?way)|secondary analysis|post[- ]hoc|ancillary|nested (?:in|within))\b|有待|需要?(?:进一步|更多|大样本)/i;

/** "This randomized study": the design is the record's own, whatever the section. */
const saysThis =
  /\b(?:this|our|the present|the current) (?:(?!of\b)[\w-]{1,20},? ){0,6}(?:study|trial)\b|本(?:研究|试验)/i;

/** Sentences in which an abstract describes its own methods and results. */
function ownMethods({ abstract }: Pick<Article, 'abstract'>): string {
  return abstract
    .flatMap(({ label = '', text: section }) =>
      splitSentences(section)
        .map(({ text }) => text)
        .filter((text) => !notOfMethods.test(label) || saysThis.test(text)),
    )
    .filter((text) => !ofOthers.test(text))
    .map((text) => text.replace(namedStudy, 'this'))
    .join('\n');
}

/** A study by its name, of which only its own papers have the design: "the United Kingdom Prospective Diabetes Study". */
const namedStudy =
  /\b[Tt]he (?:(?:[A-Z]\.){1,4} |[A-Z][\w'’-]{1,20} ){2,6}(?:Study|Trial|Survey|Registry|Program(?:me)?|Project)\b/g;
const isPooled = /\bpooled\b|\bindividual (?:patient )?data\b/i;
/** Words in brackets between those studied and what was done with them: "30 patients (21 women; mean age 50)". */
const inBrackets = /\([^()]{0,300}\)\s?/g;

/** Words of a literature search: designs in such sentences are those of the studies found. */
const searchesLiterature =
  /\b(?:medline|pubmed|embase|cochrane (?:central|library|controlled|database)|web of science|cinahl|psycinfo)\b[^.]{0,120}\b(?:search\w*|databases?|from|were|was|until|through|up to|between)\b|\b(?:search\w*)\b[^.]{0,60}\b(?:medline|pubmed|embase)\b|\breview (?:included|identified|of) \d+ |\b(?:trials|studies) \([\d, ]+ (?:patients|participants|subjects)\)|检索/i;

/**
 * Determines the design of a study by PubMed's types, else by the words of its title and abstract; null if neither
 * states it.
 */
export function designOf(
  { title, publicationTypes, abstract }: Article,
  text: string,
  subjects: Subjects,
): { design: TrustCard['design']; from: TrustCard['design_from'] } {
  const typed = designTypes.find(([, pattern]) => publicationTypes.some((type) => pattern.test(type)))?.[0];
  const own = ownDesign(title, abstract);
  // A survey or cohort from which a model takes its figures is not the design of the work.
  const worded = own && observed.has(own) && isModelStudy({ title, abstract }) ? undefined : own;
  // PubMed's "Observational Study" says less than the abstract, and "Review" is also assigned to systematic ones.
  if (typed === 'observational' && worded && ['cohort', 'case_control', 'cross_sectional'].includes(worded))
    return { design: worded, from: 'text' };
  if (typed === 'review' && (worded === 'systematic_review' || worded === 'meta_analysis'))
    return { design: worded, from: 'text' };
  if (typed) return { design: typed, from: 'publication_types' };
  if (worded === 'systematic_review' || worded === 'meta_analysis') return { design: worded, from: 'text' };
  if (subjects === 'animal') return { design: 'animal', from: 'text' };
  if (subjects === 'in_vitro') return { design: 'in_vitro', from: 'text' };
  if (worded) return { design: worded, from: 'text' };
  return /\b(?:this|the present|in this) (?:narrative )?review\b|本文综述/i.test(text)
    ? { design: 'review', from: 'text' }
    : { design: null, from: null };
}

const observed: ReadonlySet<Design> = new Set(['cross_sectional', 'cohort', 'case_control', 'observational']);
const kindsOfModel =
  '(?:mathematical|transmission|simulation|compartmental|dynamic|stochastic|deterministic|Markov|decision(?:-analytic)?|microsimulation|epidemic|agent-based|individual-based)';
const modelInTitle = new RegExp(
  String.raw`^modell?ing\b|[:.] an? (?:[\w-]{1,20} ){0,3}modell?ing (?:study|analysis)\b|\b${kindsOfModel} model(?:s|l?ing)?\b`,
  'i',
);
const modelBuilt = new RegExp(
  String.raw`\bwe (?:[a-z]{1,15} )?(?:developed|used|constructed|built|created|designed|applied|fitted) an? (?:[\w-]{1,20} ){0,3}${kindsOfModel} model\b|\ban? (?:[\w-]{1,20} ){0,2}${kindsOfModel} model (?:was|is) (?:developed|used|constructed|built|created|fitted)\b|(?:建立|构建)(?:了)?[^。；]{0,12}(?:数学|传播|仿真|动力学|马尔可夫|决策)模型`,
  'i',
);

/** Returns true for work on a model of what happens, which takes its figures from the studies of others. */
export function isModelStudy({ title, abstract }: Pick<Article, 'title' | 'abstract'>): boolean {
  return modelInTitle.test(title) || modelBuilt.test(abstract.map(({ text }) => text).join('\n'));
}

/**
 * Words by which a record labels its design or describes itself: "GRAPE is a prospective, multicenter cohort study".
 */
const statesOwn =
  /(?:^|\n)(?:STUDY )?DESIGN\b(?:(?:, (?:AND )?| AND |\/)[A-Z]+(?: [A-Z]+)?)*:? ([^\n]+)|(?:^|\n)(?!(?:in|as|although|while|since|because|if)\b)[^.;\n]{0,120}?\b(?:is|was) (?:designed as )?((?:an?|the first) (?:[\w-]+,? ){0,6}(?:study|trial))\b|(?:^|\n)(?:设计|研究设计)[：:]?\s?([^\n]+)|本研究为([^\n。]+)/giu;

/** Designs of the studies whose data were used. */
const ofData = /\b(?:based on|data from|derived from|searched|alongside)\b|\bstudies that\b|检索|基于/i;

/** Returns the design that a record states for itself, which overrides what its title suggests. */
function statedDesign(abstract: Article['abstract']): Design | undefined {
  const labeled = abstract.filter(({ label = '' }) => /\bdesign\b|设计/i.test(label));
  const stated = [
    ...labeled.flatMap(({ text }) => splitSentences(text).slice(0, 1)).map(({ text }) => text),
    ...[...ownMethods({ abstract }).matchAll(statesOwn)].map((groups) => groups.slice(1).find(Boolean) ?? ''),
  ].filter((text) => !ofOthers.test(text) && !ofData.test(text));
  for (const text of stated) {
    const found = designWords.find(([design, { title }]) => design !== 'guideline' && title?.test(text));
    if (found) return found[0];
  }
  return undefined;
}

/** Returns the design in a record's own words; "a systematic review" in a meta-analysis is its first step. */
function ownDesign(title: string, abstract: Article['abstract']): Design | undefined {
  const [stated, worded] = [statedDesign(abstract), wordedDesign(title, ownMethods({ abstract }))];
  const isLess = stated === 'clinical_trial' || stated === 'observational';
  const isStep = stated === 'systematic_review' && worded === 'meta_analysis';
  return isStep || isLess ? (worded ?? stated) : (stated ?? worded);
}

/** Words for people studied, and for tests of what was found in them. */
const ownStudy =
  /\b(?:retrospective|prospective|cohort|cross-sectional|case-control|randomi[sz]ed|controlled|observational) (?:[\w-]+ )?(?:study|trial)\b|\b(?:retro|pro)spectively\b|\bwe (?:enrolled|studied|surveyed|recruited|interviewed)\b|\bp ?[<=>] ?0?\.\d/i;

function wordedDesign(title: string, methods: string): Design | undefined {
  const isSearch = searchesLiterature.test(methods);
  const plain = methods.replace(inBrackets, '');
  // Whether guidelines are adequate is asked by a study.
  const isStudy = /[?？]\s*$/.test(title) || ownStudy.test(methods);
  const isOfTrials = /^(?:[\w-]+ ){0,2}trials\b|\b(?:of|in|from|versus) (?:[\w-]+ ){0,3}trials\b/i.test(
    title,
  );
  return designWords.find(
    ([design, words]) =>
      (words.title?.test(title) && !(design === 'guideline' && isStudy)) ||
      ((words.title || !isOfTrials) &&
        (words.abstract?.test(methods) ||
          (design === 'randomized_trial' && !isPooled.test(title) && words.abstract?.test(plain))) &&
        (!isSearch || design.endsWith('_analysis') || design.endsWith('_review'))),
  )?.[0];
}

/** Returns true if a study examined other studies or texts: it has no participants of its own. */
export function isLiteratureStudy(article: Article): boolean {
  return searchesLiterature.test(ownMethods(article));
}

const animalHeadings =
  /^(?:Animals|Mice\b.*|Rats\b.*|Zebrafish|Rabbits|Swine|Dogs|Cats|Sheep|Macaca\b.*|Drosophila\b.*)$/;
const people =
  /\b(?:patients?|participants|volunteers|women|men|children|adults|infants|adolescents|people|persons|individuals with|subjects with|mothers|nurses|physicians|students|smokers)\b|患者|病人|受试者|志愿者|孕妇|儿童|老年人/i;
const animals =
  /\b(?:mice|mouse|rats?|murine|zebrafish|rabbits?|piglets?|pigs|dogs|macaques?|monkeys|drosophila|hamsters?|guinea pigs?|c\. elegans)\b|小鼠|大鼠|家兔|斑马鱼|猕猴|动物实验/i;
/** Reagents and foods named after an animal. */
const antibodies =
  /\b(?:mouse|murine|rabbit|rat|dog|pig|goat)s?[- ](?:(?:anti-?\w*|monoclonal|polyclonal|bites?|meat|owners?|allergy|allergens?|dander|serum|\w+ antibod(?:y|ies)|antibod(?:y|ies)))\b|\bcomputer mouse\b/gi;
const cells =
  /\b(?:in vitro(?! (?:fertili[sz]|maturation))|cell lines?|cultured (?:[a-z]+ )?cells|primary cultures?|hela|hek293|macrophages|fibroblasts)\b|体外实验|细胞系|细胞培养/i;

/** Finds the subjects of a study by MeSH if the record is indexed, else by the words of title and abstract. */
export function subjectsOf({ mesh }: Article, text: string): Subjects {
  const human = mesh.length > 0 ? mesh.includes('Humans') : people.test(text);
  const animal =
    mesh.length > 0
      ? mesh.some((heading) => animalHeadings.test(heading))
      : animals.test(text.replace(antibodies, ' '));
  if (human && animal) return 'human_and_animal';
  if (human) return 'human';
  if (animal) return 'animal';
  return cells.test(text) ? 'in_vitro' : null;
}
