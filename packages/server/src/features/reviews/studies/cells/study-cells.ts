import { type Article, abstractText } from '@citewell/core/records/article.ts';
import { sentenceKind } from '../../../../literature/ranking/sentences/sentence-kind.ts';
import { labeledSentences } from '../../../../literature/studies/abstract-sentences.ts';
import { readStudy } from '../../../../literature/studies/read-study.ts';
import { completeName, completePopulation } from './complete-phrases.ts';
import { qualifyPopulation } from './qualify-population.ts';

/**
 * Patterns of a study's population and subject. Each matches a verbatim passage of its title or abstract, or nothing:
 * an empty cell is better than a wrong one.
 */
const people =
  'patients|participants|adults|women|men|children|adolescents|infants|neonates|newborns|individuals|people|persons|subjects|volunteers|mothers|nurses|students|athletes|smokers|survivors|residents|workers|veterans|mice|rats|rabbits|dogs|pigs';
const peopleQualifiers =
  'extremely|older|elderly|young(?:er)?|healthy|pregnant|obese|adult|pa?ediatric|hospitali[sz]ed|critically ill|postmenopausal|diabetic|hypertensive|overweight|female|male|preterm|very|low[- ]birth[- ]weight|school-?aged';
const detail =
  'with|without|who (?:had|have|were)|undergoing|aged|suffering from|receiving|treated (?:with|for)|diagnosed with|admitted (?:with|for)|hospitali[sz]ed (?:with|for)|at (?:high )?risk (?:of|for)|born (?:(?:very|extremely) )?(?:pre-?term|prematurely)|requiring|after|in (?:primary|intensive) care';
const population = new RegExp(
  String.raw`\b(?:(?:${peopleQualifiers}) ){0,6}(?:(?:${people}) (?:and|or) )?(?:${people})\b(?: (?:${detail}) [^.;:?,()[\]]{3,160}(?=[\s.;:?,()[\]]|$))?`,
  'gi',
);
const hanPopulation =
  /[^。；，,;：:（(）)\s]{0,14}(?:患者|病人|受试者|儿童|孕妇|老年人|人群|志愿者|小鼠|大鼠)/g;
/** Words before the population in a Chinese sentence. */
const hanLead = /^.*(?:推荐|纳入|选取|收集|入选|针对|对于?|使|将|例|名|在|与|和|及|为|的(?=.{4}))/;
/** Words at which a noun phrase ends and the sentence continues. */
const continuation =
  /(?<!\s)\s+(?:(?:were|was|are|is|be|had|has|have|did|does|do|may|observed|participated|can|could|should|would|will|who|that|which|whose|than|but|whether|compared|versus|vs|using|by|between|from|during|seen|identified|when|if|smaller|showed|revealed|demonstrated|exhibited|yielded|suggest|decreased|aggravated|participating|with those|in relation|enrolled|recruited|randomi[sz]ed|included|treated at|at (?:our|the|a|one|\d+)|(?<!admitted |referred |exposed |due |related |resistant |prone |allergic )to|in (?:the|a|an|our|\d)|and (?:those|its|their|\d{1,9}|were|was|in|(?:an? )?(?:age|sex|matched|controls?))|for whom|in whom|draw|shows?|display|report|want|need|develop|ranging|varying|received|underwent|reported|tested|really|(?:pro|retro)spectively|through|across|within|because|while|for (?:the )?(?:\w{0,12}protection|prevention|prophylaxis|reduction|treatment of))\b.*)$/i;
const danglingEnd =
  /(?<!\s)(?:\s{1,9}(?:of|and|or|aged|the|a|an|in|on|to|for|with|from|by|at|as|not|all|both|their|its|[\w-]{1,20}-(?=\s|$))){1,9}$/i;

/** Maximum length: a longer phrase continues beyond the population, and no cell is cut off. */
const phraseMax = 100;

/** Words that describe no population. */
const isEveryone = /^(?:men (?:and|or) women|women (?:and|or) men|adults and children|children and adults)$/i;

/** Populations that a title names in one word more specific than "patients". */
const peopleInTitle =
  /\b(?:children|adolescents|infants|neonates|newborns|women|men|mothers|nurses|students|athletes|smokers|veterans|mice|rats|rabbits|dogs|pigs)\b/i;

const onePeople = 'children|adolescents|infants|neonates|newborns|women|men|mothers|adults|boys|girls';
const pairInTitle = new RegExp(String.raw`\b(?:${onePeople}) and (?:${onePeople})\b`, 'i');
const anyInTitle = new RegExp(String.raw`${peopleInTitle.source}|\badults\b`, 'gi');

/** Words directly before the participants of a study. */
const takes =
  /(?:\b(?:enrol\w+|includ\w+|recruit\w+|randomi[sz]ed|randomly assigned|assigned|allocated|studied|investigated|examined|evaluated|analy[sz]ed|assessed|identified|surveyed|interviewed|followed|compared|cohort|sample|series|population|group|study|trial|analysis|data|records|among|(?:effects?|efficacy|safety|outcomes?|mortality|survival|prevalence|incidence|treatment|risk) )\b(?: (?:of|in|on|from|with|for|all|consecutive|a total|the)){0,4}|(?<![\d.,])\d[\d,]{0,8}(?: [a-z-]{2,20}){0,2})\s$/i;
/** Words directly before the comparison group. */
const isComparison =
  /\b(?:matched (?:[\w-]{1,20} ){0,6}(?:to|with)|compared (?:to|with)|versus|vs\.?|against|than|controls?:?)\s(?:\d[\d,]{0,8}\s)?$/i;
/** Words directly before a subgroup: "For the 167 patients aged 65 years". */
const isPart =
  /(?:^|[.;:] |[A-Z] )(?:for|in|among|of) the \d[\d,]{0,8}\s$|\b(?:including|of whom|among them) (?:the )?\d[\d,]{0,8}\s$/i;
/** People without the condition under study are the comparison group. */
const isWithout = /^(?:[\w-]{1,20} ){1,4}without\b/i;
/** Verbs after the participants at the beginning of a methods sentence. */
const isTaken =
  /^\s(?:at [^.,;]{3,60} )?(?:(?:were|was)(?! (?:excluded|ineligible|not (?:eligible|included|enrolled)))|underwent|received|participated|completed)\b/i;
/** Words around people whom a study excluded or compared with. */
const isLeftOut = /\b(?:exclu(?:ded|ding|sion)|ineligible|not (?:eligible|included|enrolled))\b[^.;]{0,60}$/i;
const areLeftOut =
  /^[^.;]{0,80}\b(?:(?:were|was) (?:excluded|ineligible|not (?:eligible|included|enrolled))|(?:as|served as|formed|constituted) (?:an? |the |our )?(?:[\w-]{1,20} ){0,2}(?:controls?|comparators?|comparison|reference)\b)/i;
/** Pronouns and words for a part refer to people named in another sentence. */
const pointsElsewhere =
  /\b(?:it|this|these|those|them|that|both|each|other|such|any|either|type (?:i|ii|1|2)?|(?<!-)\d{1,3}|data|[b-z])$|\b(?:this|these|those|such|any|normal|positive|negative|equivocal|controls?|into|showed?|suggest\w*|decreased|increased|impedes?)\b/i;
/** Adjectives before a comma or hyphen, whose noun is not in the phrase. */
const adjective = /\b(?:low|high|moderate|severe|mild|acute)$|(?:ed|al|ic|ive|ous|ary|oid|able|ible)$/i;

/**
 * Finds the most informative phrase for a study's participants: the title's, or else the abstract's if neighbouring
 * words identify them as participants. Only what it adds to "patients" is worth a cell; subgroups, and people in the
 * background, do not count. Empty if none is stated.
 */
export function populationOf(article: Article): string {
  const described = new RegExp(`\\b(?:${detail})\\b|\\p{Script=Han}`, 'iu');
  const isDescriptive = (phrase: string) =>
    / |\p{Script=Han}{4}/u.test(phrase) && phrase.length >= 4 && !isEveryone.test(phrase);
  const text = `${article.title} ${abstractText(article)}`;
  const isOfAll = (phrase: string) =>
    isDescriptive(phrase) && !isOneSide(phrase, text) && !hasTreatment.test(phrase);
  const { kind } = readStudy(article);
  // A review of the work of others names the people of each.
  const isOfOthers =
    kind === 'review' ||
    kind === 'opinion' ||
    kind === 'guideline' ||
    (kind === undefined && /\b(?:overview|review)\b|综述/i.test(article.title));
  const titled = phrasesOf(article.title).filter(isOfAll);
  const sentences = labeledSentences(article);
  const inAbstract = (isOfOthers ? [] : sentences)
    .flatMap(({ label, text }, at) => {
      const kind = sentenceKind(label, text, at, sentences.length);
      if (kind === 'conclusion' || kind === 'result' || isBackground.test(label ?? '')) return [];
      return studiedIn(text);
    })
    .filter((phrase) => isOfAll(phrase) && !isOneHalf(phrase, article));
  return (
    titled.find((phrase) => described.test(phrase)) ??
    inAbstract.find((phrase) => described.test(phrase)) ??
    titled[0] ??
    inAbstract[0] ??
    [peopleOf(article.title)].find((phrase) => !isOneSide(phrase, text)) ??
    ''
  );
}

const [ofWomen, ofMen] = [/\b(?:wom[ae]n|girls|females?)\b/i, /\b(?:m[ae]n|boys|males?)\b/i];
const bothAges = /\b(?:children|adolescents) and adults\b|\badults and (?:children|adolescents)\b/i;

/** Returns true if a phrase names one sex or age, and the study took the other as well. */
function isOneHalf(phrase: string, article: Article): boolean {
  const text = `${article.title} ${abstractText(article)}`;
  if (/\b(?:children|adolescents|adults)\b/i.test(phrase) && bothAges.test(text) && !bothAges.test(phrase))
    return true;
  if (ofWomen.test(phrase) === ofMen.test(phrase)) return false;
  const isOfBoth = article.mesh.includes('Female') && article.mesh.includes('Male');
  return isOfBoth || (ofWomen.test(text) && ofMen.test(text));
}

/** "Preterm (or small) infants": the words before the bracket say which. */
function afterBracket(text: string, at: number): boolean {
  return text.slice(Math.max(0, at - 2), at) === ') ';
}

/** Finds the population that a title names by one word; both if it names two, and none if more compete. */
function peopleOf(title: string): string {
  // Their relatives were studied.
  if (/\b(?:partners|(?:care ?)?givers|carers|parents|relatives|spouses|families) of\b/i.test(title))
    return '';
  const [pair] = pairInTitle.exec(title) ?? [];
  if (pair) return pair;
  const named = new Set((title.match(anyInTitle) ?? []).map((name) => name.toLowerCase()));
  const found = peopleInTitle.exec(title);
  return named.size === 1 && found && !afterBracket(title, found.index) ? found[0] : '';
}

/** Returns true if a phrase names those with something, and the study took those without it as well. */
function isOneSide(phrase: string, text: string): boolean {
  if (/^(?:current )?smokers$/i.test(phrase) && /\b(?:non|never)[- ]?smok\w+/i.test(text)) return true;
  if (/\bwith (?:and|or) without\b|\b(?:versus|vs)\b/i.test(phrase)) return true;
  const [, had = ''] = / with (?:an? |the )?(.+)$/i.exec(phrase) ?? [];
  const words = had.match(/[\p{L}\p{N}-]+/gu) ?? [];
  if (words.length === 0) return false;
  const names = [had, words.map((word) => word.charAt(0)).join('')].filter((name) => name.length > 2);
  return names.some((name) =>
    new RegExp(
      String.raw`\bwithout (?:an? |any |the )?(?:history of |diagnosis of )?${name.replace(/[^\p{L}\p{N} -]/gu, '.')}s?\b`,
      'iu',
    ).test(text),
  );
}

/** Treatments after people, which are not a condition of theirs: "patients with ergocalciferol". */
const hasTreatment =
  / with (?:[\w-]{1,20} ){0,2}(?:\w{3,20}(?:calciferol|statin|mab|nib|pril|sartan|mycin|cillin|olol|azole|formin|platin|taxel|vir|gliptin|gliflozin|parin|xaban|grel|dipine|oxetine|azepam|feron|triptan|dronate|setron|sone|olone)s?|insulin|aspirin|placebo|zinc|vitamin [A-K]\d?|supplement\w*|acupuncture|chemotherapy|radiotherapy|surgery|exercise|antibiotics|steroids|corticosteroids)$/i;

const isBackground = /background|introduction|context|rationale|importance|背景/i;

function phrasesOf(text: string): string[] {
  return [
    ...[...text.matchAll(population)].flatMap((match) => wholePhrase(match, text)?.phrase ?? []),
    ...(text.match(hanPopulation) ?? []).map((phrase) => phrase.replace(hanLead, '')),
  ];
}

/** Groups with their numbers: "among 386 patients with …, and 230 patients with …". */
const counted = new RegExp(
  String.raw`(?<![\d.,])\d[\d,]{0,8} (?:(?!and\b)[\w-]{2,20} ){0,3}?(?:${people})\b`,
  'gi',
);

/** Returns the phrases of an abstract's sentence for the participants of its study; none if it counts several groups of them. */
function studiedIn(text: string): string[] {
  if ((text.match(counted)?.length ?? 0) > 1) return [];
  return [
    ...[...text.matchAll(population)].flatMap((match) => {
      const found = wholePhrase(match, text);
      if (!found) return [];
      const { phrase, start } = found;
      // One word says too little, and the word before it in a sentence may be anything.
      if (!/ /.test(match[0].trim())) return [];
      const before = text.slice(Math.max(0, start - 80), start);
      const following = text.slice(start + phrase.length);
      const isStart = /^(?:[A-Z]{4,20}:? )?(?:the |all |consecutive )?$/i.test(text.slice(0, start));
      const isTheirs =
        ![isComparison, isPart, isLeftOut].some((pattern) => pattern.test(before)) &&
        !areLeftOut.test(following) &&
        (takes.test(before) || (isStart && isTaken.test(following)));
      return isTheirs && !isWithout.test(phrase) ? [phrase] : [];
    }),
    ...(text.match(hanPopulation) ?? []).map((phrase) => phrase.replace(hanLead, '')),
  ];
}

/** Matches the words after a condition that is the first of several: ", uninodular goitre and multinodular goitre". */
const listsMore =
  /^, (?!(?:and|or|who|which|that|aged|in|with|of|from|at|the|an?|mean|median|we|it|this|these)\b|\d)[\w'’-]{3,30}(?: [\w'’-]{2,30}){0,3},? (?:and|or) (?!(?:were|was|who|a|the|to|we)\b)[\w'’-]{3,30}/i;

/** Treatments of animals define a study's groups, not its population. */
const animalsGiven = /^((?:[a-z]+ )?(?:mice|rats|rabbits|dogs|pigs)) (?:treated|receiving|after) .*$/i;

/** Accepts a phrase, with the words that define its people, unless a bracket or comma cut it off before its noun. */
function wholePhrase(match: RegExpMatchArray, text: string): { phrase: string; start: number } | undefined {
  const named = nounPhrase(match[0]).replace(animalsGiven, '$1');
  // The first of several conditions is not what all of them have.
  if (listsMore.test(text.slice((match.index ?? 0) + match[0].length)) && / with /.test(named))
    return undefined;
  const isCut = named.length === match[0].trim().length;
  const at = match.index ?? 0;
  const following = text.slice(at + match[0].length);
  const cut = completePopulation(named, text.slice(Math.max(0, at - 80), at), isCut ? following : '');
  const [, next = ''] = /^\s?[([][^)\]]{0,60}[)\]](.{0,12})/.exec(following) ?? [];
  const goesOnAfter =
    /^\s?[([]/.test(following) &&
    !/^(?:$|[.,;:]|\s(?:and|were|was|who|at|in|from|to|with|by|or|for|had)\b)/.test(next);
  const lacksNoun = (/^[,/-]/.test(following) && adjective.test(cut)) || afterBracket(text, at);
  if (cut === '' || (isCut && (goesOnAfter || lacksNoun))) return undefined;
  // One word, or both sexes, are not worth a cell; words before it do not show whose study it is.
  const isBare = !/ /.test(cut) || isEveryone.test(cut);
  const whole = isBare ? { phrase: cut, start: at } : qualifyPopulation(cut, text, at);
  return !whole || pointsElsewhere.test(whole.phrase) || whole.phrase.length > phraseMax ? undefined : whole;
}

const verbs =
  'reduce|improve|increase|decrease|prevent|affect|influence|predict|cause|lower|raise|help|enhance|aggravate|promote|outperform|differ|provide|relieve|change|alter|protect|modify|need(?:ed)?|associated|effective|safe|useful|better|superior|enough|related|more|less|necessary|beneficial|equivalent|justified|feasible|appropriate|play|a risk factor|an? (?:independent )?(?:predictor|risk factor|alternative|effective|safe|useful)';
/** Words that begin the part of a title which names the subject. */
const begins = String.raw`(?:^|[:.?] )(?:the |an? )?(?:[\w-]{2,20} ){0,3}?`;
/** Titles of studies that gave or compared something; in others, the first words may be anything. */
const ofTrial =
  /\b(?:randomi[sz]ed|trials?|placebo|controlled|cohort|meta-analys[ie]s|systematic review|versus|vs\.?|risk|outcomes?|mortality|survival|events?|fractures?|recurrence)\b/i;
/** Patterns for the intervention or exposure in titles; those of `ofTrial` only in titles of such studies. */
const inTitle: { pattern: RegExp; ofTrial?: true; ofPatients?: true }[] = [
  {
    pattern: new RegExp(
      String.raw`${begins}(?:effects?|efficacy|effectiveness|impact|influence|safety|benefits?|cost-effectiveness)(?: and [a-z]+)? of ((?:[^:?.]|\.\d){3,80}?)(?= (?:on|in|for|among|during|to|as|with|against|versus|vs\.?|compared|and the risk)\b|[:?]|\.(?!\d)|$)`,
      'i',
    ),
  },
  {
    pattern: new RegExp(
      String.raw`${begins}(?:associations?|relationships?|correlations?|links?) (?:of ([^:?.]{3,80}?)(?= (?:with|to)\b)|of ([^:?.]{3,80}?)(?= (?:and|in|on)\b|[:?.]|$)|between ([^:?.]{3,80}?)(?= and\b))`,
      'i',
    ),
  },
  {
    pattern: new RegExp(
      String.raw`^(?:Does|Do|Did|Is|Are|Can|May|Might|Should|Could|Will|Would) ([^:?.]{3,60}?)(?= (?:${verbs})\b(?! (?:in|after|during|depending|between|over|across)\b))`,
      'i',
    ),
  },
  {
    ofTrial: true,
    pattern:
      /^(?:(?:addition|use|initiation|starting) of )?([^:?.,]{3,50}?) and (?:the )?(?:(?!(?:and|for|with|affect\w*|influenc\w+|predict\w+|determin\w+)\b)[a-z0-9-]+ ){0,4}(?:outcomes?|mortality|survival|events?|risks?|deficiency|cancers?|failure|stroke|fractures?|falls|infections?|recurrence|readmission|stay|scores?)\b/i,
  },
  {
    pattern:
      /\b(?:prevention|prophylaxis|treatment|management) (?:of (?:(?!\b(?:in|among|people|patients|persons|individuals|those|adults|women|men|children)\b)[^:?.]){3,40} )?with ([^:?.]{3,60}?)(?= (?:in|for|among|during|versus|vs\.?|compared)\b|[:?.]|$)/i,
  },
  {
    ofTrial: true,
    pattern:
      /^([^:?.]{3,60}?)(?= (?:versus|vs\.?|compared (?:with|to)|for (?:the )?(?:treatment|prevention|management)|in (?:the )?(?:treatment|prevention|management)|improves?|reduces?|lowers?|prevents?|and the risk|and risk|as (?:an? )?(?:independent )?predictors?|is associated|are associated)\b)/i,
  },
  { ofTrial: true, pattern: /^([^:?.]{3,60}?)(?= in (?:patients|children|adults)\b)/i, ofPatients: true },
];
/** "Oral fingolimod for relapsing multiple sclerosis", where a trial gave it. */
const inTrial: (typeof inTitle)[number] = {
  ofTrial: true,
  pattern: /^([^:?.,]{3,70}?)(?= (?:for|as) (?!each\b|all\b)[^:?.]{3,})/i,
};
/** Conditions that patients have, rather than interventions: "Acute respiratory failure in patients with pneumonia". */
const condition =
  /(?:failure|diseases?|syndromes?|disorders?|infarction|pneumonia|cancers?|carcinoma|sepsis|strokes?|infections?|injur(?:y|ies)|trauma|fractures?|pain|[ae]emia|osis|itis|pathy|palsy|bleeding|h[ae]?emorrhage|arrest|shock|delirium|depression)$/i;
/** Beginnings of titles that name a kind of work, a measure or a result, not an intervention. */
const notIntervention =
  /-$|\b(?:differences|admissions|abnormalities|risk factors)$|\b(?:increase|influence|improve|reduce)s? (?:[a-z-]{3,20} ){0,2}[a-z-]{3,20}$|^types? (?:and|or)\b|^(?:in|de)creased\b|\bmeta-analys[ie]s\b|^(?:the )?(?:relation|link|association)$|^(?:there|it|the|an?|what|which|who|how|why|open|type|types|new|novel|the new|hospital|past exposure|requirement)$|^(?:prophylaxis|prevention|management) of\b|^(?:the |an? )?(?:[\w-]+ )?(?:prevalence|incidence|mortality|survival|outcomes?|localization|location|assessment|evaluati\w+|estimat\w+|dosimetr\w+|measur\w+|quantif\w+|(?:pharmaco)?kinetics?|requirements?|validity|reliability|usefulness|utility|development|challenges|patterns?|comparison|prospective|retrospective|study|studies|duration|laboratory|predict\w+|timing|towards|roles?|basis|model|concept|strateg\w+|analys[ie]s|determina\w+|identif\w+|characteri\w+|overview|groups?|trends?|risk|mechanisms?|year|symptoms?|factors?|who|mothers?|interventions?$|experience|observational|associations?|effects?|impact|influence|relationships?|correlations?|links?)\b|,$|\bable$|\b(?:mediates?|provides?|identif\w+|induces?|disrupts?|normalizes?|acts|uncovers?|varies|depends?|inhibits?|contributes?|reveals?|promotes?|controls?|influences|affects|regulates|enhances|impairs|drives|activates|suppresses)\b/i;
/** Study designs and participants are no intervention. */
export const populationPhrase = new RegExp(
  String.raw` (?:in|for|among) (?:(?:${peopleQualifiers}) )*(?:${people})$`,
  'i',
);
const populationStart = new RegExp(String.raw`^(?:(?:${peopleQualifiers}) )*(?:${people})\b`, 'i');

/** Words that only say that something was given. */
const handling =
  /^(?:even )?(?:the |an? )?(?:using |(?:use|addition|administration) of |even )?(?:the |an? )?(?=\S{2})|\s(?:pre|post|intra|peri)-?operatively$/gi;

const populationNoun = new RegExp(String.raw`\b(?:${people})\b`, 'i');

/** Returns true if a phrase names participants, alone or with their condition. */
export function namesPeople(phrase: string): boolean {
  return populationNoun.test(phrase) || (phrase.match(hanPopulation)?.length ?? 0) > 0;
}

/** Returns true if a phrase begins with participants, so that it names nothing given or measured. */
export function beginsWithPeople(phrase: string): boolean {
  return populationStart.test(phrase) || (/\p{Script=Han}/u.test(phrase) && namesPeople(phrase));
}

/** Returns true for the whole name of an intervention or exposure, and no part of a question or of a sentence. */
export function isInterventionName(phrase: string): boolean {
  return (
    phrase.length >= 3 &&
    completeName(phrase) === phrase &&
    !notIntervention.test(phrase) &&
    !populationStart.test(phrase) &&
    !/[?？]$/.test(phrase)
  );
}

/** Matches the words after a factor that was only one of those examined together, or that modified the effect of another. */
const goesOnAfterName =
  /^(?:\/| and\/or | or | plus |, [^:?.]{2,40},? (?:and|or) | and (?!(?:the |an? |increased |reduced |long-term )?(?:risks?|incidence|prevalence|mortality|outcomes?|survival)\b)(?:(?!(?:in|among|for|on|of)\b)[\w-]{1,30} ){1,4}(?:and|with) )|^ on (?:[^:?.]{0,60} )?(?:interventions?|therap(?:y|ies)|treatments?|(?:drug|treatment|therapeutic) (?:response|effects?)|efficacy|(?:response|adherence) to|effects? of|associations?|relationships?)\b/i;

function isPartOfWhole(title: string, name: string): boolean {
  const at = title.indexOf(name);
  return at >= 0 && goesOnAfterName.test(title.slice(at + name.length));
}

/** Words for the design before what a trial gave: "Multicenter phase II study of". */
const ofPhase =
  /^(?:an? )?(?:(?:multi-?cent(?:er|re)|open-label|randomi[sz]ed|single-arm|prospective|double-blind|controlled) ){0,5}(?:phase [\dIViv/ab-]{1,6} )?(?:clinical )?(?:trial|study) of (?:the )?/i;

/**
 * Finds the intervention or exposure that a title names; empty if the title does not name it in a form that rules can
 * read. `isTrial`: the record is of a trial, whatever its title.
 */
export function interventionOf(written: string, isTrial = false): string {
  const title = written.replace(/^\[/, '').replace(ofPhase, '');
  for (const { pattern, ofTrial: isOfTrial, ofPatients } of [...inTitle, ...(isTrial ? [inTrial] : [])]) {
    if (isOfTrial && !isTrial && !ofTrial.test(title)) continue;
    const [, ...groups] = pattern.exec(title) ?? [];
    const first = groups.find(Boolean) ?? '';
    // The words after "versus" are the comparator.
    if (/\b(?:versus|vs\.?)\s/i.test(title.slice(0, title.indexOf(first)))) continue;
    const found = nounPhrase(first).replace(populationPhrase, '').replace(handling, '');
    if (ofPatients && (condition.test(found) || / and /.test(found))) continue;
    const whole = completeName(found);
    if (isInterventionName(whole) && !isPartOfWhole(title, whole)) return whole;
  }
  return /对|治疗|与/.test(title)
    ? (/^([^：:？?，,。（(]{2,24}?)(?=(?:对|治疗|用于|预防|联合|与))/.exec(title)?.[1] ?? '')
    : '';
}

/** Trims a passage to a noun phrase: without a question's first word and trailing words. */
export function nounPhrase(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(
      /^(?:does|do|did|is|are|was|were|can|could|may|might|must|shall|should|will|would|has|have|had|the effects? of|either|both)\s+/i,
      '',
    )
    .replace(continuation, '')
    .replace(danglingEnd, '')
    .trim();
}
