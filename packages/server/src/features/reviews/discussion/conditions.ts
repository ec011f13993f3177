import { findPolarityCues } from '@citewell/citation-checker/statements/polarity-cues.ts';
import { inAmericanSpelling } from '@citewell/core/text/spelling.ts';
import { isGenericTerm, isStopWord } from '@citewell/core/text/stop-words.ts';
import { hanTerms } from '@citewell/core/text/translate.ts';
import { indexTerms } from '@citewell/core/text/words.ts';
import type { TopicParts } from '../sections/names-topic.ts';
import { isBiomarker, isPriorWork, normalizeWording } from './contrasts.ts';
import { areOthers } from './excluding-people.ts';

/** Exposure, people and comparator of an effect, in terms that both languages share. A part of the topic is one term: "#0". */
export type Conditions = {
  exposures: ReadonlySet<string>;
  /** Empty if the sentence names no population. */
  people: ReadonlySet<string>;
  /** Terms for the comparator; empty for no treatment, placebo and usual care. */
  comparator: ReadonlySet<string>;
  /** Returns true for an effect of the lack, the end or the lowering of something. */
  isTurned: boolean;
};

const anyone =
  '(?:patients?|participants|subjects|individuals|people|persons?|adults|women|woman|men|boys|girls|child(?:ren)?|adolescents|infants|neonates|newborns|mothers|smokers|drinkers|users|carriers|recipients|survivors|those|populations?|workers|cohorts?)';
/** Words that say nothing of which people they are, or of what they were given. */
const neutral = new Set(
  indexTerms(
    'independent independently aged age ages postoperative postoperatively confer conferred led lead leads resulted result results showed show provided provide produced multivariable multivariate addition adding mg frequent common often likely doubled halved double cut apparent seen evident found replenish infected infection large due use user uses using usage taking receiving given received treated exposure exposed intake administration oral supplementation supplement supplemented supplemental therapy high higher highest extensive annual regular daily year years month months week weeks day days first period follow-up time cohort trial study population participant subject individual person patient adult those all overall total whole entire present our chronic stable seeking undergoing undergo receive group arm regimen confidence interval ratio hazard odds relative pooled adjusted random randomized randomised meta-analysis systematic review effect number case initiation strong modest overall fold times twofold conventional added agent agents assign assigned allocated identified although contrast ever current currently prospective retrospective section cross-sectional nested case-control significant independent predictor predictors general gene variant least quartile quartiles tertile tertiles quintile quintiles decile fourth top lowest registry middle circulating serum plasma mg kg ml dl mmol micromol elective consecutive eligible detailed complete available previously newly unselected serostatus established hospital united states china japan england europe usual care standard placebo control controls versus compared',
  ),
);
/** Sex and age, which describe the participants but are seldom what a paper is about. */
const kindsOfPeople = new Set(
  indexTerms(
    'women men girls boys female male children child pediatric infants neonates newborns adolescents elderly older young younger pregnant postmenopausal premenopausal',
  ),
);
const sameKind: Readonly<Record<string, string>> = {
  elderli: 'older',
  admit: 'admiss',
  pregnanc: 'pregnant',
  woman: 'women',
  man: 'men',
  femal: 'women',
  male: 'men',
};

const populationPhrase = new RegExp(
  String.raw`\b(?:in|among|amongst|across|of|for|from) (?!all\b|any\b|every\b|each\b|both\b|the (?:[\w-]{1,20} ){0,3}(?:group|arm)\b)(?:the )?((?:(?!(?:in|of|for|with|among|and|or|on|after|by)\b)[\w-]{1,30} ){0,5}?${anyone}\b(?:(?! (?:was|were|is|are|had|has|have|did|does|than|compared|versus|vs|by|reduced|increased|lowered|raised|improved)\b)[^,;:.()])*)`,
  'gi',
);
/** "In gout": the condition of the people concerned. */
const inWhat =
  /\b(?:in|among|across) (?!(?:relation|addition|contrast|comparison|combination|summary|particular|total|fact|turn|brief|part|terms|conclusion|general|favou?r|order|vitro|vivo|respect|(?:un)?adjusted|multivaria\w+)\b|all\b|any\b|every\b|each\b|both\b|(?:the|this|that|our|these|one) (?:[\w-]{1,20} ){0,3}(?:groups?|arms?|trials?|stud(?:y|ies)|analys[ie]s)\b)((?:(?!(?:was|were|is|are|had|has|have|did|does|than|compared|versus|vs|by|with|after|during|reduced|increased|risk|incidence|rates?|prevalence)\b)[\w-]{1,30} ?){1,6})/gi;
/** "After myocardial infarction", "during pregnancy": when it was so. */
const atWhatTime =
  /\b(?:after|following|during|before) (?!(?:the )?(?:institution|introduction|implementation|adjust\w*|controlling|excluding|treatment|therapy|follow-?up|the changes?)\b)(?:an? |the )?((?:(?!(?:was|were|is|are|had|has|have|did|than|compared|versus|in|with|after|during|and|by)\b)[\w-]{1,30} ?){1,5})/gi;
/** "A total of 10 041 pregnant women were enrolled", "6800 patients with heart failure". */
const counted = new RegExp(
  String.raw`\b\d[\d ,]{0,9} ((?:(?!(?:in|of|for|with|among|and|or|on|after|by|were|was)\b)[A-Za-z][\w-]{1,30} ){0,4}?${anyone}\b(?:(?! (?:was|were|is|are|had|has|have|did|who|from|aged|without|to|in \d)\b)[^,;:.()])*)`,
  'gi',
);
const chinesePopulationPhrase =
  /(?:\d+[例名])?((?:(?!使|降低|减少|增加|升高|提高|改善|改变|影响|预防|延长|缩短|减轻|加重|缓解|导致|引起|未|了|在|对|的|后|\d+[例名])[^，。；、（(]){1,16}?)(?:患者|病人|人群|者)(?!组)中?的?/g;
/** People excluded from a statement: "among women, but not men, with heart failure". */
const butNot = /,? but not (?:in |among |for )?(?:the )?[\w-]{1,20}(?=,|\.|$)/i;
/** Ages of those studied. */
const age =
  /\b(?:aged?|ages) (?:of |from |over |under |at least )?(\d{1,2}(?: ?(?:-|–|to|and) ?\d{1,2})?)|(\d{1,2}(?: ?[-–~～至] ?\d{1,2})?) ?岁/gi;
/** Words that restrict a statement to the people or circumstances named after them: "only in women". */
const only =
  /\b(?:only(?= (?:[\w-]{1,20} ){0,3}(?:in|among|for|at|during|with|within|if|when)\b)|confined to|restricted to|limited to|especially|particularly|mainly|driven by)\b(.{3,120})|(?:仅|尤其|限于|主要见于)(.{2,40})/i;

const compared =
  /\b(?:than|(?:as )?compared (?:with|to)|in comparison (?:with|to)|versus|vs\.?|relative to|superior to|inferior to)\s+([^,;:.()]{2,90}?)(?=\s{2}|\s(?:in|among) (?:(?:the|a total of|all) )?\d|[,;:.()]|$)|[高低多少大小优劣]于([^，。；：（(\d]{2,60})|与([^，。；与]{2,16}?)(?:相比|比较)|(?:较|比)([^，。；较比]{2,12}?)(?=[降升增减高低更]|显著|明显)/gi;
/** Controls without the exposure; "nonopioid drugs" are drugs. */
const unexposedGroup = new RegExp(
  String.raw`^(?:in |the |that of |those of |all |other |normal |healthy |general |having |being )*(?:${anyone}\b|non-?(?![\w-]+ (?:medication|drug|agent|therap|treatment|medicine))|(?:not|no|never|neither|none)\b)`,
  'i',
);
/** Words for what the controls were given: "patients taking other drugs". */
const whoWereGiven =
  /\b(?:taking|receiving|using|(?:given|assigned|allocated|treated|randomi[sz]ed)(?: to| with)?|who (?:received|took|used|had)|on|with)\s+(?!(?:no|not|none|neither|placebo|usual|standard|the (?:lowest|highest))\b)(.{3,60})/i;
const lacks =
  /\b(?:cessation|stop(?:s|ped|ping)?|quit\w*|abstinen\w+|withdr[ae]w\w*|lowering|discontinu\w+|avoid\w*|depriv\w+|deficien\w+|insufficien\w+|restriction|without|non-?users?|never|not (?:using|taking|receiving))\b|戒[烟酒断除]|降[压脂糖](?!治疗|药)|停(?:用|药|止)|撤药|缺乏|不足|未[使服]?用/i;

/** "Pre-term", "post-operative": words that are also written as one. */
const hyphened =
  /\b(pre|post)-(?=(?:term|eclampsia|operative|natal|menopaus|partum|gestational|hospital)\w*)/gi;

/** "Type 2", "hepatitis C", "vitamin D": a name is another one with another figure or letter. */
const designated =
  /\b(types?|hepatitis|vitamin|grade|stage|class|phase|interleukin|factor|group|influenza|omega) (\d{1,2}|[ivx]{1,4}|[a-z])\b/g;
const roman = ['i', 'ii', 'iii', 'iv', 'v'];

/** Index terms of a text without function words, its Chinese words by the lexicon's English ones, in American spelling. */
export function conceptTerms(text: string): string[] {
  const plain = normalizeWording(text);
  let words = plain.replace(hyphened, (_, prefix: string) => prefix);
  if (/\p{Script=Han}/u.test(plain)) {
    const terms = hanTerms(plain);
    const rest = terms.reduce((left, { zh }) => left.replace(zh, ' '), plain);
    const latin = rest.replace(/\p{Script=Han}+/gu, ' ');
    words = `${terms.map(({ zh, en }) => en ?? zh).join(' ')} ${latin}`;
  }
  const distinctive = words
    .toLowerCase()
    .replace(designated, (_, name: string, which: string) => `${name}${roman.indexOf(which) + 1 || which}`)
    .split(/[^\p{L}\p{N}-]+/u)
    .filter((word) => !isStopWord(word) && !/^(?!elderly|early|family)[a-z]{4,}ly$/.test(word));
  return indexTerms(inAmericanSpelling(distinctive.join(' '))).map((term) => sameKind[term] ?? term);
}

/**
 * Distinctive terms of a text. Those of a part of the topic are the part's one term, unless they name another kind of
 * it: haemodialysis, if the topic is on peritoneal dialysis.
 */
export function distinctiveTerms(text: string, parts: TopicParts): Set<string> {
  const terms = conceptTerms(text);
  const all = new Set(terms);
  const found = new Set<string>();
  const ofParts = new Set<string>();
  for (const [at, wordings] of parts.entries()) {
    const [name = [], ...others] = termsOfWordings(wordings);
    const named = [name, ...others].filter((own) => own.length > 0 && own.every((term) => all.has(term)));
    if (named.length === 0) continue;
    const isNamed = named.some((own) => areSame(own, name) || !isOtherKind(own, name));
    if (isNamed) found.add(`#${at}`);
    for (const term of named.flat()) {
      ofParts.add(term);
      if (!isNamed) found.add(term);
    }
  }
  for (const term of terms)
    if (!ofParts.has(term) && !neutral.has(term) && !isGenericTerm(term) && !/^\d/.test(term))
      found.add(term);
  return found;
}

const areSame = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((term) => other.includes(term));

/** Returns true for the terms of a narrower or a wider kind: simvastatin of statins, dialysis of haemodialysis. */
function isOtherKind(terms: readonly string[], name: readonly string[]): boolean {
  const [own = '', head = ''] = [terms.at(-1), name.at(-1)];
  const isCompound =
    own !== head && Math.min(own.length, head.length) >= 5 && (own.endsWith(head) || head.endsWith(own));
  return isCompound || (terms.length < name.length && terms.every((term) => name.includes(term)));
}

/** Terms of the wordings of a part, which are the same for all sentences. */
const known = new WeakMap<readonly string[], string[][]>();
function termsOfWordings(wordings: readonly string[]): string[][] {
  const found = known.get(wordings) ?? wordings.map(termsOfPart);
  known.set(wordings, found);
  return found;
}

/** Returns the terms that distinguish a part's wording from others; empty for one without distinctive terms. */
function termsOfPart(wording: string): string[] {
  return conceptTerms(wording).filter((term) => !isGenericTerm(term));
}

/** Phrases for the population in which something was found, with their places in the text. */
function phrasesForPeople(text: string): { text: string; start: number; end: number }[] {
  return [populationPhrase, inWhat, chinesePopulationPhrase, counted].flatMap((pattern) =>
    [...text.matchAll(pattern)].map(({ 0: all, 1: words = '', index }) => ({
      ...{ text: words, start: index, end: index + all.length },
    })),
  );
}

/** People who take drugs for what they have, or do not: a part of all who have it. */
const onDrugs: readonly (readonly [term: string, words: RegExp])[] = [
  [
    'unmedicated',
    /\b(?:unmedicated|untreated|(?:drug|medication|treatment)[- ]na[iï]ve|not (?:taking|receiving|on) medications?)\b|未用药|未服药|未治疗|初治/i,
  ],
  [
    'medicated',
    /\b(?:medicated|(?<!not )(?:taking|receiving|on) medications?)\b|(?<!未)(?:用药|服药)的?(?=儿童|成人|患者|女性|男性|者|人群)/i,
  ],
];

/** The topic's part that a kind of people is by itself. */
function partNamed(kind: string, parts: TopicParts): string | undefined {
  const at = parts.findIndex((wordings) => termsOfWordings(wordings).some((terms) => areSame(terms, [kind])));
  return at < 0 ? undefined : `#${at}`;
}

/** Words for outcomes of births, which do not name the people studied. */
const ofBirth =
  /\b(?:small|large)[- ]for[- ]gestational[- ]age(?: (?:infants?|babies|newborns?))?\b|\bneonatal\b|\b(?:infant|child) (?:outcomes?|mortality|deaths?)\b/gi;

/** Returns the terms for the people that a text is about. */
export function peopleIn(text: string, parts: TopicParts): Set<string> {
  const phrases = phrasesForPeople(text.replace(ofBirth, ' ')).map(({ text }) => text);
  const [, one, other] = only.exec(text) ?? [];
  const limited = one ?? other;
  const kinds = conceptTerms(text.replace(ofBirth, ' ')).filter((term) => kindsOfPeople.has(term));
  const people = new Set([
    ...[...text.matchAll(age)].map(([, one, other]) => `age ${(one ?? other ?? '').replace(/\D+/g, '-')}`),
    ...(/\bold age\b|\b(?:aged?|ages) (?:of |over |at least |≥ ?)?(?:6[05-9]|[789]\d)\b/i.test(text)
      ? ['older']
      : []),
    ...(/\badults?\b|成人|成年/i.test(text) ? ['grown'] : []),
    ...onDrugs.flatMap(([term, words]) => (words.test(text) ? [term] : [])),
    ...[...phrases, ...(limited ? [limited] : [])].flatMap((each) => [...distinctiveTerms(each, parts)]),
    ...kinds.map((kind) => partNamed(kind, parts) ?? kind),
  ]);
  // Those who are pregnant are women.
  if (/pregnan|gestation|孕|妊娠/i.test(text)) people.delete('women');
  return people;
}

/** Returns the terms for the events that date a finding: "after myocardial infarction". */
function timesIn(text: string, parts: TopicParts): Set<string> {
  return new Set(
    [...text.matchAll(atWhatTime)].flatMap(([, time = '']) => [...distinctiveTerms(time, parts)]),
  );
}

/** Words before the subject of a statement: a concession, or who found it. */
const opening =
  /^\s*(?:although|though|while|despite|whereas|because|since)\b[^,]*,|^.*\b(?:that|between|(?:associations?|effects?|impact|influence|benefits?) of)\s|^.*\b(?:we|results|findings|data|evidence|study|studies|analys[ie]s|trials?)\b[^,;]{0,40}\b(?:supports?|confirm\w*|demonstrat\w*|indicat\w*|suggest\w*|show\w*|reveal\w*|found|observed|noted)\b/i;
/** Words for the study or the analysis in which something was found: "in our cohort of 900 adults," "in contrast,". */
const frame =
  /^\s*(?:(?:in|on|from|by|with|after) (?:(?:our|this|the|these|an?|all|both|further|present) ){0,2}(?:[\w-]{1,20} ){0,4}?(?:study|trial|cohort|registry|survey|sample|analys[ei]s|models?|regressions?|contrast|summary|conclusion|addition|comparison)(?: (?:of|in|on|among|from) [^,;]{3,120})?|however|overall|moreover|similarly|conversely|specifically|thus|therefore|notably|finally),|^\s*在?(?:我们|本)[^，。；]{1,60}，/i;
/** "An early" reduction: the words before the noun of an effect qualify the effect. */
const qualified = /\b(?:an?|the)\s+(?:[\w-]+\s+){0,2}$/i;

/**
 * Reads the conditions of an effect: `zones` are the texts that may name the exposure, the likelier first; `clause` holds them, and
 * `outcome` is what the effect is on.
 */
export function readConditions(
  zones: readonly string[],
  { clause, outcome, parts }: { clause: string; outcome: string; parts: TopicParts },
): Conditions {
  const ofOutcome = new Set([...outcome.split(' '), ...distinctiveTerms(outcome, parts)]);
  const termsOf = (text: string) => distinctiveTerms(text, parts).difference(ofOutcome);
  const withoutPeople = (zone: string) =>
    [populationPhrase, inWhat, chinesePopulationPhrase].reduce(
      (left, pattern) => left.replace(pattern, ' '),
      zone,
    );
  const bare = zones.map((whole) => ({
    whole,
    zone: whole.replace(frame, ' ').replace(compared, ' ').replace(opening, ' ').replace(qualified, ' '),
  }));
  const candidates = [...bare.map(({ whole, zone }) => ({ whole, zone: withoutPeople(zone) })), ...bare];
  const { whole, zone } = candidates.find((each) => termsOf(each.zone).size > 0) ?? { whole: '', zone: '' };
  const exposures = termsOf(zone);
  const said = (clause.includes(whole) ? clause : `${whole} ${clause}`).replace(butNot, ' ');
  const people = peopleIn(said.replace(compared, ' '), parts)
    .union(timesIn(said.replace(compared, ' '), parts))
    .difference(exposures)
    .difference(ofOutcome);
  const comparisons = [...clause.matchAll(compared)].map(
    ([, ...words]) => words.find((each) => each !== undefined) ?? '',
  );
  // "Was more common than in women without diabetes": what those have is what is looked at.
  const isOfThem = exposures.size === 0 && comparisons.some(isPriorWork);
  const own = isOfThem ? new Set([...people].filter((term) => !kindsOfPeople.has(term))) : exposures;
  const comparators = comparisons
    .map((words) => comparatorWords(words))
    .flatMap((words) => {
      const named = termsOf(withoutPeople(words));
      // "HIV阴性者" are people, and the marker is what they differ in.
      return named.size > 0 ? [...named] : [...termsOf(words)].filter(isBiomarker);
    });
  return {
    ...{ exposures: own, people: people.difference(own) },
    comparator: new Set(comparators).difference(own).difference(people),
    isTurned:
      lacks.test(zone) ||
      findPolarityCues(zone).some(({ axis, polarity }) => axis === 'amount' && polarity === '-'),
  };
}

/** The words of what something was compared with; none for people without it. */
function comparatorWords(words: string): string {
  const own = words.replace(
    /\bwithout\b.*|\s(?:in|among|for) (?:the |all )?(?:[\w-]{1,30} ){0,3}?(?:patients|adults|children|women|men|people|infants|persons)\b.*/i,
    '',
  );
  if (!unexposedGroup.test(own)) return own;
  const [, given = ''] = whoWereGiven.exec(own) ?? [];
  return given;
}

/** Finds the places of a text that name the comparator. */
export function comparatorsIn(text: string): { start: number; end: number }[] {
  return [...text.matchAll(compared)].map(({ 0: all, index }) => ({ start: index, end: index + all.length }));
}

/** "For the treatment of heart failure": what those have who are treated. */
const treatment =
  /\b(?:treatment|management|therapy) of ((?:(?!(?:in|of|for|with|and|or|on|after|by|versus)\b)[\w-]{1,30} ?){1,5})/gi;
function treatedFor(text: string, parts: TopicParts): Set<string> {
  return new Set(
    [...text.matchAll(treatment)].flatMap(([, words = '']) => [...distinctiveTerms(words, parts)]),
  );
}

/** The terms of a title that are no part of the topic: what is meant by a word of the sentences. */
function qualifiersIn(title: string, parts: TopicParts): Set<string> {
  return new Set([...distinctiveTerms(title, parts)].filter((term) => !term.startsWith('#')));
}

/** "In Zomba Hospital, Malawi": where it was, which says nothing of people. */
const place =
  /\b(?:in|from|at) (?:the )?(?:[A-Z][\w'’-]{1,20} ){1,4}(?:Hospital|University|Province|County|District|Region|City|Cent(?:er|re))\b(?:, [A-Z][\w'’-]{1,20}){0,2}/g;

/** "In the Nurses' Health Study": a name, which says nothing of people. */
const nameOfStudy =
  /\b(?:in|from|of) the (?:[A-Z][\w'’-]{0,30} ){1,5}(?:Study|Trial|Cohort|Survey|Registry|Project)\b/g;

/** "Patients with previous colorectal cancer": what people have in common. */
const whatTheyHave = new RegExp(
  String.raw`^(?:[\w-]{1,30} ){0,3}?${anyone} (?:with|undergoing|receiving|having|after)\s(.{3,60})`,
  'i',
);

/** The people and the comparator of a whole study, which hold for its sentences that name none. */
export type StudyConditions = Pick<Conditions, 'people' | 'comparator'> & {
  /** Terms for the population that the study describes elsewhere, and the qualifiers of its title. */
  described: ReadonlySet<string>;
  /** The terms of its title, which names what its people have though it may not say so. */
  named: ReadonlySet<string>;
  /** The terms for what all of its people have or undergo. */
  having: ReadonlySet<string>;
};

/**
 * Reads the population and the comparator of a study from its title, its sentences on participants and its words for
 * the comparator.
 */
export function studyConditions(
  whole: string,
  {
    comparator,
    described,
    population,
  }: { comparator: string; described: readonly string[]; population: string },
  parts: TopicParts,
): StudyConditions {
  const title = whole.replace(nameOfStudy, ' ').replace(place, ' ');
  const titled = [...title.matchAll(compared)].flatMap(([, ...words]) =>
    words.filter((each) => each !== undefined),
  );
  return {
    people: peopleIn(title, parts).union(timesIn(title, parts)),
    comparator: new Set(
      [...titled, comparator].flatMap((words) => [...distinctiveTerms(comparatorWords(words), parts)]),
    ),
    named: distinctiveTerms(title, parts),
    having: distinctiveTerms(whatTheyHave.exec(population)?.[1] ?? '', parts),
    described: [title, ...described]
      .map((text) => peopleIn(text, parts).union(treatedFor(text, parts)))
      .reduce((left, each) => left.union(each), new Set<string>())
      .union(titled.length > 0 ? new Set() : qualifiersIn(title, parts)),
  };
}

/**
 * Returns true if a prior effect and the caller's concern the same exposure, people and comparator. People named in a
 * study's title apply to all its sentences.
 */
export function haveSameConditions(ours: Conditions, theirs: Conditions, study: StudyConditions): boolean {
  const own = ours.exposures.union(ours.people);
  const stated = theirs.exposures.union(theirs.people);
  const titled = study.people.difference(theirs.exposures);
  const added = [...stated.union(titled).difference(own)];
  const known = stated.union(titled).union(study.described);
  const missing = ours.exposures.difference(known).union(ours.people.difference(known.union(study.named)));
  const comparator = theirs.comparator.size > 0 ? theirs.comparator : study.comparator.difference(stated);
  const isPartOfTopic = (term: string) => term.startsWith('#');
  const isOfPeople = (term: string) => theirs.people.has(term) || titled.has(term);
  return (
    ours.exposures.size > 0 &&
    theirs.exposures.size > 0 &&
    ours.isTurned === theirs.isTurned &&
    ours.comparator.symmetricDifference(comparator).size === 0 &&
    [...missing].every((term) => term === 'grown') &&
    [...study.having].every((term) => own.has(term) || isPartOfTopic(term)) &&
    !areOthers(ours.people, theirs.people.union(titled).union(study.described)) &&
    // Every finding concerns the population named in the topic.
    added.every((term) => term === 'grown' || (isOfPeople(term) && isPartOfTopic(term)))
  );
}
