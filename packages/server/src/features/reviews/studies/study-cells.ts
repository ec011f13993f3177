import { type Article, abstractText } from '@citewell/core/records/article.ts';
import { indexTerms } from '@citewell/core/text/words.ts';

/**
 * Whom, what and which outcome a study is about, by rules. Each is a piece of its title or abstract, word for word, or
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
/** What stands before whom a Chinese sentence is about. */
const hanLead = /^.*(?:推荐|纳入|选取|收集|入选|针对|对于?|使|将|例|名|在|与|和|及|为|的(?=.{4}))/;
/** Where a noun phrase ends and the sentence goes on. */
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
/** What was done or looked at, as the title puts it. */
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

const measured: RegExp[] = [
  /\b((?:(?:all-cause|overall|in-hospital|cardiovascular|perioperative|postoperative|maternal|neonatal|infant|cancer-specific|disease-free|progression-free|event-free|\d{1,4}-(?:day|month|year)) ){1,9}(?:mortality|survival))\b/i,
  /\b(?:risks?|incidence|prevalence|odds|rates?|frequency|likelihood|severity|occurrence) (?:of|for) ((?!the\b|a\b|an\b|this|these|more|two)[a-z][a-z0-9 -]{3,48}?)(?=\s+(?:in|among|with|by|was|were|is|are|did|had|than|after|during|at|from|and|or|compared|between|increased|decreased|as|to)\b|[.,;:()[\]]|$)/i,
  /\b(quality of life|length of (?:hospital )?stay|blood pressure|body mass index|bone mineral density|HbA1c|LDL cholesterol|hospital readmissions?|adverse events|complication rates?|recurrence rates?|pain scores?|cognitive function|physical function)\b/i,
];
const hanMeasured =
  /((?:全因|心血管|住院|总体)?(?:死亡率|死亡|生存率|生存期)|生活质量|住院时间|再入院率|再住院率|(?:心|肺|肝|肾|认知|免疫)功能|不良反应|并发症|血压|血糖|糖化血红蛋白|复发率|发病率|患病率)/;

/**
 * What the sentence measured; where it names nothing, what the title says was looked at. A word of the topic itself is an
 * outcome only where there is no other: who asks about anxiety knows that it is about anxiety.
 */
export function outcomeOf(sentence: string, title: string, ofTopic: ReadonlySet<string>): string {
  for (const text of [sentence, title])
    for (const pattern of [...measured, hanMeasured]) {
      const found = nounPhrase(pattern.exec(text)?.[1] ?? '');
      if (found !== '') return found;
    }
  const onWhat =
    /\b(?:effects?|impact|influence) of [^:?.]{3,80}? on ([^:?.]{3,60}?)(?= (?:in|among|of patients|during|after)\b|[:?.]|$)/i;
  return outcomeWord(sentence, ofTopic) ?? nounPhrase(onWhat.exec(title)?.[1] ?? '');
}

/** Words that tell an outcome alone; what every finding says ("effect", "associated") does not. */
const outcomeWords =
  /\b(?:mortality|survival|deaths?|pain|fatigue|anxiety|depression|insomnia|disability|fractures?|falls|strokes?|myocardial infarction|infections?|toxicity|bleeding|hypoglyc[ae]?emia|complications|recurrence|relapse|remission|sensitivity|specificity|adherence|readmissions?|costs?|satisfaction|hospitali[sz]ations?)\b|死亡|生存|疼痛|疲劳|焦虑|抑郁|毒性|出血|并发症|敏感度|特异度|依从性|费用|骨折|跌倒|卒中|心肌梗死|感染/gi;

function outcomeWord(text: string, ofTopic: ReadonlySet<string>): string | undefined {
  const words = text.match(outcomeWords) ?? [];
  return words.find((word) => !indexTerms(word).some((term) => ofTopic.has(term))) ?? words[0];
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
