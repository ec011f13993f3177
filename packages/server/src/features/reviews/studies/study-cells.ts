import { type Article, abstractText } from '@citewell/core/records/article.ts';

/**
 * Whom and what a study is about, by rules. Each is a piece of its title or abstract, word for word, or
 * empty: a cell that says nothing is better than one that says something else.
 */
const who =
  'patients|participants|adults|women|men|children|adolescents|infants|neonates|newborns|individuals|people|persons|subjects|volunteers|mothers|nurses|students|athletes|smokers|survivors|residents|workers|veterans|mice|rats|rabbits|dogs|pigs';
const quality =
  'older|elderly|young(?:er)?|healthy|pregnant|obese|adult|pa?ediatric|hospitali[sz]ed|critically ill|postmenopausal|diabetic|hypertensive|overweight|female|male|preterm|very|low[- ]birth[- ]weight|school-?aged';
const told =
  'with|without|who (?:had|have|were)|undergoing|aged|suffering from|receiving|treated (?:with|for)|diagnosed with|admitted (?:with|for)|hospitali[sz]ed (?:with|for)|at (?:high )?risk (?:of|for)|requiring|after|in (?:primary|intensive) care';
const population = new RegExp(
  String.raw`\b(?:(?:${quality}) ){0,6}(?:${who})\b(?: (?:${told}) [^.;:?,()[\]]{3,70}(?=[\s.;:?,()[\]]|$))?`,
  'gi',
);
const hanPopulation =
  /[^。；，,;：:（(）)\s]{0,14}(?:患者|病人|受试者|儿童|孕妇|老年人|人群|志愿者|小鼠|大鼠)/g;
/** Words before the population in a Chinese sentence. */
const hanLead = /^.*(?:推荐|纳入|选取|收集|入选|针对|对于?|使|将|例|名|在|与|和|及|为|的(?=.{4}))/;
/** Words at which a noun phrase ends and the sentence continues. */
const goesOn =
  /(?<!\s)\s+(?:(?:were|was|are|is|be|had|has|have|did|does|do|may|can|could|should|would|will|who|that|which|whose|than|but|whether|compared|versus|vs|using|by|between|from|during|seen|identified|enrolled|recruited|randomi[sz]ed|included|treated at|at (?:our|the|a|one|\d+)|(?<!admitted |referred |exposed |due |related |resistant |prone |allergic )to|in (?:the|a|an|our|\d)|and (?:those|\d|were|was|in)|for whom|draw|show|ranging|varying|received|underwent|reported)\b.*)$/i;
const dangling =
  /(?<!\s)(?:\s{1,9}(?:of|and|or|the|a|an|in|on|to|for|with|from|by|at|as|not|all|both|their|its)){1,9}$/i;

/** Those whom a title names by one word that says more than "patients". */
const whoAlone =
  /\b(?:children|adolescents|infants|neonates|newborns|women|men|mothers|nurses|students|athletes|smokers|veterans|mice|rats|rabbits|dogs|pigs)\b/i;

/** The phrase that says most of whom, the title's before the abstract's; only what it adds to "patients" is worth a cell. */
export function populationOf(article: Article): string {
  const phrasesOf = (text: string) => [
    ...(text.match(population) ?? []).map(nounPhrase),
    ...(text.match(hanPopulation) ?? []).map((phrase) => phrase.replace(hanLead, '')),
  ];
  const telling = [...phrasesOf(article.title), ...phrasesOf(abstractText(article))].filter(
    (phrase) => / |\p{Script=Han}{4}/u.test(phrase) && phrase.length >= 4,
  );
  const described = telling.find((phrase) =>
    new RegExp(`\\b(?:${told})\\b|\\p{Script=Han}`, 'iu').test(phrase),
  );
  return described ?? telling[0] ?? whoAlone.exec(article.title)?.[0] ?? '';
}

const verbs =
  'reduce|improve|increase|decrease|prevent|affect|influence|predict|cause|lower|raise|help|enhance|aggravate|promote|outperform|differ|provide|relieve|change|alter|protect|modify|need(?:ed)?|associated|effective|safe|useful|better|superior|enough|related|more|less|necessary|beneficial|equivalent|justified|feasible|appropriate|play|a risk factor|an? (?:independent )?(?:predictor|risk factor|alternative|effective|safe|useful)';
/** Patterns for the intervention or exposure in titles. */
const inTitle: RegExp[] = [
  /\b(?:effects?|efficacy|effectiveness|impact|influence|use|role|safety|benefits?|value|accuracy|cost-effectiveness)(?: and [a-z]+)? of ([^:?.]{3,80}?)(?= (?:on|in|for|among|during|to|as|with|versus|vs\.?|compared|and the risk)\b|[:?.]|$)/i,
  /\b(?:associations?|relationships?|correlations?|links?) (?:of|between) ([^:?.]{3,80}?)(?= (?:and|with|to|in)\b|[:?.]|$)/i,
  new RegExp(String.raw`^(?:Does|Do|Is|Are|Can|Should|Could|Will) ([^:?.]{3,60}?)(?= (?:${verbs})\b)`, 'i'),
  /^(?:(?:addition|use|initiation|starting) of )?([^:?.,]{3,50}?) and (?:the )?(?:[a-z0-9-]+ ){0,4}(?:outcomes?|mortality|survival|events?|risks?|deficiency|cancers?|failure|stroke|fractures?|falls|infections?|recurrence|readmission|stay|scores?)\b/i,
  /\b(?:prevention|prophylaxis|treatment|management) (?:of [^:?.]{3,40} )?with ([^:?.]{3,60}?)(?= (?:in|for|among|during|versus|vs\.?|compared)\b|[:?.]|$)/i,
  /^([^:?.]{3,60}?)(?= (?:for|versus|vs\.?|compared (?:with|to)|improves?|reduces?|increases?|decreases?|prevents?|predicts?|enhances?|and the risk|and risk|as an?|in the treatment|in patients|in children|in adults|is associated|are associated)\b)/i,
];

export function interventionOf(title: string): string {
  for (const pattern of inTitle) {
    const found = nounPhrase(pattern.exec(title)?.[1] ?? '');
    if (found.length >= 3 && !/^(?:there|it|the|an?|what|which|how|why)\b\s*$/i.test(found)) return found;
  }
  return /对|治疗|与/.test(title)
    ? (/^([^：:？?，,。（(]{2,24}?)(?=(?:对|治疗|用于|预防|联合|与))/.exec(title)?.[1] ?? '')
    : '';
}

/** A piece of a text as a noun phrase: without a question's first word and what hangs at its end. */
export function nounPhrase(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/^(?:does|do|is|are|can|should|could|will|the effects? of)\s+/i, '')
    .replace(goesOn, '')
    .replace(dangling, '')
    .trim();
}
