import type { SearchQuery } from '@citewell/core/records/query.ts';
import { namesLaterLife } from './aspect-words.ts';

/** Parts that ask for nothing if another word names a subject: "the application of statins". */
const empty = /^(?:applications?|应用)$/i;
/** Phrases that ask for an aspect, for which records have many words and a test. */
const asksAspect =
  /^(?:(?:diagnostic|prognostic|predictive) (?:accuracy|performance|value|yield|utility|power)|clinical (?:features?|characteristics?|manifestations?|presentations?|findings)|diagnostic criteria|诊断标准|(?:影响|相关|决定)因素)$/i;
const clinicalFeatures = /临床(?:特[点征]|表现)/;
const ofClinicalFeatures = /^(?:临床|特[点征]|表现)$/;
/** Time of an operation, which papers express in many ways, in a topic that names the operation. */
const aroundOperation = /^(?:peri-?operative|围手术期)$/i;
const operation =
  /\b(?:surg\w+|operations?|bypass|\w{3,20}(?:ectom(?:y|ies)|plast(?:y|ies)|otom(?:y|ies)|ostom(?:y|ies)))\b|手术|术$/i;
/** Parts of the blood in which a substance is measured. */
const bloodPart = /^(?:plasma|serum|血浆|血清)$/i;
/** Forms in which a substance is given, after its name: "albumin solutions". */
const formGiven = /^(?:solutions?|preparations?|溶液|制剂)$/i;
/** Topics on the causes and the consequences of a disease, which together are all of it. */
const causesAndConsequences =
  /\bcauses? and (?:consequences?|effects?|impacts?)\b|\bdeterminants? and consequences?\b|(?:原因|病因|成因)[和与及、](?:影响|后果|危害|结果)/i;
const ofBoth =
  /^(?:causes?|determinants?|consequences?|effects?|impacts?|原因|病因|成因|影响|后果|危害|结果)$/i;
/** A score by which a disease is judged, and words before it: 预后评分. */
const scoreOfDisease =
  /\b(?:prognostic|severity|risk|predictive) (?:scor(?:es?|ing)|scales?|ind(?:ex|ices))\b|(?:预后|病情|严重程度|风险)评分/i;
const ofScore =
  /^(?:prognos(?:is|tic)|severity|predictive|scor(?:es?|ing)|scales?|预后|病情|严重程度?|评分)$/i;
/** Words after the name of a scale: "qSOFA score". */
const scale = /^(?:scores?|scales?|index|criteria|评分|量表|指数|标准)$/i;

/** Takes out of a topic the parts that name nothing that a record would have to mention next to its subject. */
export function withoutEmptyParts(query: SearchQuery): SearchQuery {
  const { text, subjects = [], facets } = query;
  const names = subjects.flatMap(({ wordings }) => wordings);
  const isNamed = (words: string) => text.toLowerCase().includes(words.toLowerCase());
  const isEmpty = (part: string) =>
    empty.test(part) ||
    asksAspect.test(part) ||
    namesLaterLife(part, text) ||
    (ofClinicalFeatures.test(part) && clinicalFeatures.test(text)) ||
    (ofBoth.test(part) && causesAndConsequences.test(text)) ||
    (ofScore.test(part) && scoreOfDisease.test(text)) ||
    (formGiven.test(part) && names.some((name) => isNamed(`${name} ${part}`) || isNamed(`${name}${part}`))) ||
    (aroundOperation.test(part) && names.some((name) => operation.test(name))) ||
    (bloodPart.test(part) && names.some((name) => isNamed(`${part}${name}`) || isNamed(`${part} ${name}`))) ||
    (scale.test(part) && names.some((name) => isNamed(`${name}${part}`) || isNamed(`${name} ${part}`)));
  const others = subjects.filter(({ name }) => !asksAspect.test(name));
  if (names.length === 0 || others.length === 0) return query;
  const concepts = query.concepts.filter((concept) => !namesLaterLife(concept, text));
  return {
    ...query,
    concepts,
    facets: facets.filter(([first = '']) => !isEmpty(first)),
    subjects: others,
  };
}
