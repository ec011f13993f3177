import { inAmericanSpelling } from '@citewell/core/text/spelling.ts';
import type { TopicParts } from '../sections/names-topic.ts';
import { namedOutcomes } from '../studies/named-outcomes.ts';
import { conceptTerms, distinctiveTerms } from './conditions.ts';

/** Outcome that an effect is said of: `key` is the same in both languages, `name` is for a reader. */
export type StatedOutcome = { key: string; name: string; isSurvival: boolean };

/** Words between a verb and its outcome, or around an outcome, by which it is no other one. */
const measure =
  '(?:the|an?|of|in|on|for|to|with|any|risks?|rates?|incidence|occurrence|odds|hazards?|likelihood|probability|prevalence|frequency|numbers?|relative|absolute|overall|total|all-cause|all cause|significant(?:ly)?|adjusted|pooled|subsequent|effects?|difference|developing|development|onset|having|reported|self-reported|patient-reported|new|new-onset|incident|prevalent|mean|median|average|cumulative|crude|their|its|severity)';
const lead = new RegExp(String.raw`^\s*(?:${measure}\s+)*`, 'i');
const tail =
  /(?<!\s)(?:\s+(?:risks?|rates?|incidence|occurrence|development|prevalence|frequency|odds|scores?|levels?|severity)){1,4}$/i;
/** Ends the name of what a verb is on. */
const nounEnd =
  /[,;:.()（），。；]|\s(?:in|of|for|with|by|among|at|after|during|than|compared|versus|vs|and|or|nor|but|when|while|as|from|to|was|were|is|are|had|has|have|did|does|over|within|across|between|following|through|on|per|until|due|who|which|that|significantly|postoperatively|respectively|alone|both|though|although|even)\b|$/i;
const wordsMax = 6;
/** Composite of several outcomes, none of which is known alone. */
const composite = /\b(?:composite|combined|combination|either|plus|end ?points?|outcomes?)\b|复合|或/i;
/** Words that no name of an outcome has. */
const noName =
  /\b(?:did|does|do|it|they|we|was|were|had|has|have|that|which|who|this|these|those|increase[sd]?|reduce[sd]?|lower|higher)\b/i;
/** Words that change nothing: all deaths, whatever their cause. */
const alike =
  /\b(?:all-cause|all cause|overall|total|long-term|short-term|rates?|risks?|events?|scores?|the|an?|of)\b|全因|总体?/gi;

const extreme = /^(?:low|small|high)/i;

/** Names the outcome of a phrase that is one, and nothing else. */
export function outcomeOfPhrase(phrase: string, parts: TopicParts): StatedOutcome | undefined {
  const text = phrase.replace(lead, '').replace(tail, '').trim();
  if (text === '' || composite.test(text) || noName.test(text) || text.split(/\s+/).length > wordsMax)
    return undefined;
  const listed = namedOutcomes(text);
  const [only] = listed;
  if (listed.some(({ name }) => name !== only?.name)) return undefined;
  if (only) {
    const outside = `${text.slice(0, only.start)} ${text.slice(only.end)}`.replace(alike, ' ');
    const qualifiers = [
      ...new Set([
        ...conceptTerms(outside.replace(/[的了率数]|患者|风险/g, ' ')),
        ...conceptTerms(only.name).slice(0, -1),
        // Low birth weight is the outcome where it is named, not birth weight.
        ...(only.name === 'birth weight' ? (extreme.exec(text.slice(only.start, only.end)) ?? []) : []),
      ]),
    ];
    const head = only.name.split(' ').at(-1) ?? '';
    const isSurvival = head === 'survival';
    const words = isSurvival ? 'mortality' : only.name.replace(alike, ' ');
    const key = [...new Set([...qualifiers, ...conceptTerms(words)])].sort().join(' ');
    const name = [outside.trim(), only.name.replace(/survival$/, 'mortality')].filter(Boolean).join(' ');
    return { key, name: /\p{Script=Han}/u.test(outside) ? only.name : name.toLowerCase(), isSurvival };
  }
  const terms = [...distinctiveTerms(text, parts)];
  if (terms.length === 0) return undefined;
  return { key: terms.sort().join(' '), name: inAmericanSpelling(text.toLowerCase()), isSurvival: false };
}

/** "Death due to heart disease", "mortality from breast cancer": what people died of. */
const cause =
  /^ (?:due to|from|caused by) (?:the |an? )?([a-z][^,;:.()]{2,60}?)(?=[,;:.()]|\s(?:in|with|by|among|after|during|than|compared|was|were|and|or|without|but|while|when|at|within)\b|$)/i;

/** The topic's own name with which a text begins, if it has a preposition in it: "fear of falling". */
function nameInTopic(text: string, parts: TopicParts): string[] {
  const lower = text.toLowerCase();
  const name = parts
    .flat()
    .find((wording) => / (?:of|in|to) /.test(wording) && lower.startsWith(wording.toLowerCase()));
  return name ? [name] : [];
}

/** Reads the outcome that a text begins with, and where it ends. */
function outcomeAt(text: string, parts: TopicParts): { outcome: StatedOutcome; end: number } | undefined {
  const [quality = ''] =
    /^(?:[\w-]+ ){0,2}(?:quality of life|(?:length|duration) of [\w ]{3,30})/i.exec(text) ??
    nameInTopic(text, parts);
  const end = quality.length + text.slice(quality.length).search(nounEnd);
  const [from = '', of = ''] = cause.exec(text.slice(end)) ?? [];
  // Of what people died has to be read.
  if (from === '' && /^ (?:due to|from|caused by) (?=[a-z])/i.test(text.slice(end))) return undefined;
  const outcome = outcomeOfPhrase(`${of.replace(/\bcauses?\b/i, '')} ${text.slice(0, end)}`, parts);
  return outcome && { outcome, end: end + from.length };
}

/** Reads the words after a verb: its outcomes, each separately if they are joined by "and". */
export function outcomesAfter(text: string, parts: TopicParts, isDenied: boolean): StatedOutcome[] {
  const [led = ''] = lead.exec(text) ?? [];
  // "Lowered neither" denies what the verb says.
  if (composite.test(led) || /^(?:neither|nor|no|not|none)\b/i.test(text.slice(led.length))) return [];
  const rest = text.slice(led.length);
  const first = outcomeAt(rest, parts);
  if (!first) return [];
  const [joint = '', word = ''] = /^,? (and|or|nor)\s/i.exec(rest.slice(first.end)) ?? [];
  if (joint === '') return [first.outcome];
  // "Lowered AIDS or death" is on both together.
  if (/^or$/i.test(word) && !isDenied) return [];
  const next = rest.slice(first.end + joint.length).replace(lead, '');
  const other = outcomeAt(next, parts);
  const isListed = other && namedOutcomes(next.slice(0, other.end)).length > 0;
  const isSubject = /^\s(?:was|were|did|had|is|are)\b/i.test(next.slice(other?.end));
  return isListed && !isSubject ? [first.outcome, other.outcome] : [first.outcome];
}

/** Reads the words before a verb: "mortality was", "the risk of falls in older people did". */
export function outcomeBefore(
  text: string,
  parts: TopicParts,
): { outcome: StatedOutcome; rest: string } | undefined {
  const start = Math.max(text.lastIndexOf(',', text.length - 2), text.lastIndexOf(':')) + 1;
  const subject = text.slice(start);
  const [led = ''] = lead.exec(subject) ?? [];
  const body = subject.slice(led.length);
  const [quality = ''] =
    /^(?:[\w-]+ ){0,2}(?:quality of life|(?:length|duration) of [\w ]{3,30}?)(?= )/i.exec(body) ??
    nameInTopic(body, parts);
  const end = quality.length + body.slice(quality.length).search(nounEnd);
  const following = body.slice(end);
  // "Aspirin and mortality were": several subjects.
  if (/^,? (?:and|or)\b/.test(following)) return undefined;
  const outcome = outcomeOfPhrase(body.slice(0, end), parts);
  return outcome && { outcome, rest: `${text.slice(0, start)} ${following}` };
}

/** Words around an outcome in Chinese: 的发生率, 风险. */
const aroundChinese =
  /^(?:的|了|其|该|患|发生|总|人群)*|(?:的|率|风险|发生率|发病率|患病率|发生|危险|水平|评分|次数|显著|明显|均|也|更|较|都|由[^，。；]{1,20}|分别|并|为|有|均有|差异|比较|之间|无|未|没有|统计学|意义|时间|(?<!前)期)+$/g;
/** Words before a Chinese outcome for the population in which it is counted. */
const chinesePopulationBefore =
  /^.*(?:患者|病人|人群|者|组|女性|男性|儿童|老年人|孕妇|后|使|让|对|的|与|和|中)(?=.)/;

/** Reads the outcome at the end of a Chinese phrase, and the words before it. */
export function outcomeInChinese(
  text: string,
  parts: TopicParts,
): { outcome: StatedOutcome; rest: string } | undefined {
  const phrase = text.replace(aroundChinese, '').replace(aroundChinese, '');
  const [before = ''] = chinesePopulationBefore.exec(phrase) ?? [];
  const own = phrase.slice(before.length).replace(aroundChinese, '');
  const outcome = own === '' ? undefined : outcomeOfPhrase(own, parts);
  return outcome && { outcome, rest: before };
}
