import { hanTerms } from '@citewell/core/text/translate.ts';
import type { HistoryItem } from '@citewell/sdk';
import { englishConcepts } from '../english-concepts.ts';
import { isGenericConcept } from '../outcome-terms.ts';
import { isPlace } from '../places.ts';
import { populationsInWords, sexesInWords, withoutPopulations } from '../question-hints.ts';
import { readSubjects } from '../subjects.ts';
import { asksAgain } from './asks-again.ts';
import { asksSize } from './asks-size.ts';
import { asMeant } from './correction.ts';
import { type AskedOutcome, type Continuation, peopleNamed, readContinuation } from './follow-up-words.ts';
import { type Named, namedIn } from './named-in.ts';
import { isCircumstance } from './outcome-in-words.ts';
import { readTurn } from './read-turn.ts';
import { isStatistic } from './statistics.ts';
import type { Turn } from './turn.ts';

/** Reading of a dialogue up to one of its messages. */
type Topic = {
  /** The last self-contained question, with the subjects that took the place of its own. */
  base: string;
  /** Words for the people or setting asked about since. */
  population: string;
  /** Outcomes asked about since, from a list or in the words of a message. */
  outcomes: readonly AskedOutcome[];
  outcome: string;
  /** Words for other subjects with which it is compared or combined. */
  comparison: string;
  /** Words of the last message if it names no result: 谁不能用. */
  detail: string;
};

/**
 * Completes a follow-up question with what it follows: the subject and setting of the last self-contained question. What it names
 * replaces what the dialogue asked about before in the same role: another drug the drug, other people the people, another outcome the
 * outcome ("And calcium?", 那儿童呢, 会增加流产吗); a comparison adds ("Compared with placebo?"). Also returns the outcomes, which are
 * in the text by their names, and the question of the study before (`study`), without what this message adds, and the one on which the dialogue is now (`subject`).
 *
 * @example
 * selfContained('And calcium?', [{ q: 'Does aspirin prevent adenomas?', a: '' }]).text // 'Does calcium prevent adenomas?'
 */
export function selfContained(
  question: string,
  history: readonly HistoryItem[],
): { text: string; outcomes: readonly AskedOutcome[]; study?: string; subject: string } {
  let topic: Topic | undefined;
  let before: Topic | undefined;
  const asked = asMeant(question);
  for (const message of [...history.map(({ q }) => asMeant(q)), asked]) {
    before = topic;
    if (!topic) {
      // Nothing before it can be meant: a first message is asked as it is, unless a later one has a subject.
      if (message === asked || !readContinuation(message)) topic = startedBy(message);
      continue;
    }
    // A statistic, a size or the findings again are looked for in the records on the same question.
    if (asksSize(message) || asksAgain(message) || (isStatistic(message) && namedIn(message).length === 0))
      continue;
    const continuation = readContinuation(message);
    const turn = continuation ? undefined : readTurn(message);
    if (continuation) topic = continued(topic, continuation, message);
    else if (turn) topic = turned(topic, turn);
    else {
      topic = startedBy(message);
      before = undefined;
    }
  }
  const text = topic ? written(topic) : question;
  const study = before && written(withoutAsked(before));
  return {
    text,
    outcomes: topic?.outcomes ?? [],
    ...(study && study !== text && { study }),
    subject: topic ? written(withoutAsked(topic)) : question,
  };
}

function withoutAsked(topic: Topic): Topic {
  return { ...topic, outcomes: [], outcome: '', comparison: '', detail: '' };
}

function startedBy(message: string): Topic {
  return { base: message, population: '', outcomes: [], outcome: '', comparison: '', detail: '' };
}

/** Matches questions whether something works, which every record on it says something about. */
export const asksEffect =
  /\b(?:works?|effective(?:ness)?|efficacy|helps?|useful|benefits?)\b|有效|有用|管用|效果|疗效|有帮助/i;

function continued(topic: Topic, { outcomes, population }: Continuation, message: string): Topic {
  const isOfEffect = outcomes.length === 0 && asksEffect.test(message);
  return {
    ...{ ...topic, detail: '' },
    // "Does it work?" after a dose asks for the effect, not for what it depends on.
    ...(isOfEffect && { base: withoutDetail(topic.base), outcome: '', outcomes: [] }),
    ...(outcomes.length > 0 && { outcomes, outcome: '' }),
    ...(population !== '' && { population: peopleIn(population) }),
  };
}

function peopleIn(population: string): string {
  return isHan.test(population) ? population : `in ${population}`;
}

const isHan = /\p{Script=Han}/u;

function turned(before: Topic, { phrase, subjects, relation }: Turn): Topic {
  const topic = { ...before, detail: '' };
  switch (relation) {
    case 'detail':
      return withDetail(topic, phrase);
    case 'added':
      return { ...topic, comparison: phrase };
    case 'outcome':
      // No record need be on a former comparison as well as on another consequence.
      return { ...topic, outcomes: [], outcome: phrase, comparison: '' };
    case 'purpose': {
      const conditions = namedIn(topic.base).filter(({ kind }) => kind === 'condition');
      const base = conditions.reduce((text, { name }) => text.replace(name, ' '), topic.base);
      return { ...topic, base: withoutOutcome(base), outcomes: [], outcome: phrase, comparison: '' };
    }
    case 'instead': {
      const people = peopleNamed(phrase);
      const among = people === '' ? topic : { ...topic, population: peopleIn(people) };
      return subjects.length === 0 ? withDetail(topic, phrase) : replaced(among, subjects, phrase);
    }
    default:
      return relation satisfies never;
  }
}

/** Matches people with a property: "in patients with diabetes", "among women who smoke". */
const peopleWith =
  /\b(?:in|among|for)\s+(?:[a-z-]{2,15}\s+){0,2}(?:patients?|people|persons?|individuals|those|adults|wom[ae]n|m[ae]n|children)\s+(?:with(?:out)?|who|on|having|over|under|aged)\b[^?.!,;\n]*/i;

function withDetail(topic: Topic, phrase: string): Topic {
  if (namesPeople(phrase) && !namesPlace(phrase)) {
    const base = peopleWith.test(phrase) ? topic.base.replace(peopleWith, ' ') : topic.base;
    return { ...topic, base, population: phrase };
  }
  if (phrase === '') return topic;
  // "Does supplementation help?" asks about the same outcome.
  if (asksEffect.test(phrase) || !namesOutcome(phrase)) return { ...topic, detail: phrase };
  return { ...topic, outcomes: [], outcome: phrase };
}

/** Returns true if a follow-up names a result by which another one is no longer asked about. */
function namesOutcome(phrase: string): boolean {
  const terms = isHan.test(phrase)
    ? hanTerms(phrase).map(({ zh, en = '' }) => [zh, en])
    : englishConcepts(phrase).map(({ term, synonyms }) => [term, ...synonyms]);
  return terms.some(
    (wordings) =>
      (isGenericConcept(wordings) && !wordings.some((each) => isPlace(each) || isCircumstance.test(each))) ||
      /[率险]$|血$|复发|死/.test(wordings[0] ?? ''),
  );
}

/** Returns true for a place, which is asked about once: 中国人群有数据吗. */
function namesPlace(phrase: string): boolean {
  return /国内|我国/.test(phrase) || hanTerms(phrase).some(({ zh }) => isPlace(zh.replace(/人群?$/, '')));
}

function namesPeople(phrase: string): boolean {
  return (
    populationsInWords(phrase).length > 0 ||
    sexesInWords(phrase).length > 0 ||
    /\b(?:adults?|patients?|people|persons?|those|smokers|athletes|twins)\b|成年?人|患者|病人|人群|者$/i.test(
      phrase,
    )
  );
}

/** Puts what a follow-up names in the place of what the dialogue named in the same role. */
function replaced(topic: Topic, subjects: readonly Named[], phrase: string): Topic {
  const before = namedIn(topic.base);
  const isNamed = ({ name }: Named) => before.some((each) => each.name === name);
  if (subjects.some(isNamed))
    return alone.test(phrase)
      ? { ...topic, base: withoutOthers(topic.base, subjects) }
      : withDetail(topic, phrase);
  // “Ibuprofen?” after “which NSAID is safest” is one of them; after a choice between two, it is a third.
  const isChoice = before.filter(({ kind }) => kind !== 'condition').length > 1;
  if (subjects.some(({ kind }) => kind !== 'condition') && asksWhich.test(topic.base) && !isChoice)
    return { ...topic, detail: phrase };
  let { base } = topic;
  let isReplaced = false;
  for (const { name, kind } of subjects) {
    const same = inSameRole(before, kind, base);
    const [first, ...others] = same;
    if (!first) continue;
    base = kind === 'condition' ? withOutcome(base, first.name, name) : base.replace(first.name, name);
    // "As good as indomethacin": what was compared before is asked about no longer.
    if (comparesTwo.test(topic.base))
      for (const other of others) if (other.kind === first.kind) base = base.replace(other.name, ' ');
    isReplaced = true;
  }
  if (isReplaced) return { ...topic, base, comparison: '' };
  return subjects.every(({ kind }) => kind === 'condition')
    ? { ...topic, outcomes: [], outcome: phrase }
    : { ...topic, comparison: phrase };
}

const alone = /\b(?:alone|only|by itself|on its own|as monotherapy)\b|单用|单独|单药|只用|仅用/i;
const asksWhich = /^\W{0,3}(?:which|what)\s(?!is\b|are\b|was\b)|哪[种个些类]/i;
const joining =
  /\b(?:plus|and|or|with|versus|vs\.?|combined|together|added|to|both|in combination)\b|一起|联合|合用|联用|合并|加用|加上|[和与加+]|同时/gi;

/** Removes the other treatments from a question, with the words that join them: ramipril alone, 单用雷米普利. */
function withoutOthers(base: string, kept: readonly Named[]): string {
  const others = namedIn(base).filter(
    ({ name, kind }) => kind !== 'condition' && !kept.some((each) => each.name === name),
  );
  const rest = others.reduce((text, { name }) => text.replace(name, ' '), base);
  return others.length > 0 ? rest.replace(joining, ' ') : base;
}

/** Replaces a condition, as an outcome with the words before it: "prevent colorectal adenomas". */
function withOutcome(base: string, before: string, name: string): string {
  const rest = base.replace(effectEnglish, (phrase) => {
    const [verb = ''] = phrase.split(/\s/);
    return phrase.endsWith(before) ? `${verb} ${name}` : phrase;
  });
  return rest === base ? base.replace(before, name) : rest;
}

const comparesTwo =
  /\b(?:or|versus|vs\.?|than|as \w+ as|compared|instead of|rather than|replace|over|better|and)\b|比|还是|或|和|与|代替|替代|优于/i;

function inSameRole(before: readonly Named[], kind: Named['kind'], base: string): Named[] {
  if (kind === 'condition') {
    const conditions = before.filter((each) => each.kind === 'condition');
    const [outcome = ''] = base.match(effectEnglish) ?? base.match(effectHan) ?? [];
    const changed = conditions.filter(({ name }) => outcome.includes(name) && !isSetting(base, name));
    return changed.length > 0 ? changed : conditions;
  }
  const agents = before.filter((each) => each.kind !== 'condition' && !isSetting(base, each.name));
  const same = agents.filter((each) => each.kind === kind);
  return same.length > 0 ? same : agents;
}

/** Returns true for the time or circumstances of a treatment: "after cardiac surgery", 搭桥术前. */
function isSetting(text: string, name: string): boolean {
  const at = text.indexOf(name);
  const [before, after] = [text.slice(0, at), text.slice(at + name.length)];
  return (
    /\b(?:after|before|during|following|undergoing|in patients (?:on|with)|on)\s+(?:[a-z-]{2,15}\s+)?$/i.test(
      before,
    ) || /^(?:手术|术)?(?:前|后|期间|时|中|患者|病人|的?(?:患者|病人))/.test(after)
  );
}

/** Writes a topic as one question, with each addition in a line of its own. */
function written({ base, population, outcomes, outcome, comparison, detail }: Topic): string {
  // A dose is one for what the treatment is to change.
  const isForIt = outcomes.length > 0 && outcomes.every(({ en }) => en === 'dose' || en === 'duration');
  const isOther = (outcomes.length > 0 && !isForIt) || outcome !== '';
  const about = isOther ? withoutOutcome(base) : base;
  const inHan = isHan.test(population || base);
  return [
    population === '' ? about : keepingSubject(withoutPopulations(about), about),
    ...outcomes.map(({ en, zh }) => (inHan ? zh : en)),
    ...[comparison, outcome, population, detail].filter((each) => each !== ''),
  ].join('\n');
}

/** Matches what a treatment is asked to change: “reduce breast cancer mortality”, 能降低全因死亡率吗. */
const effectEnglish =
  /\b(?:reduc(?:e|es|ed|ing)|lower(?:s|ed|ing)?|decreas(?:e|es|ed|ing)|prevent(?:s|ed|ing)?|improv(?:e|es|ed|ing)|increas(?:e|es|ed|ing)|rais(?:e|es|ed|ing)|caus(?:e|es|ed|ing)|affect(?:s|ed|ing)?|prolong(?:s|ed|ing)?|protect(?:s|ed|ing)? (?:against|from))\b[^.?!,;\n]{1,120}?(?=\s(?:in|among|after|during|with|for)\s|[.?!,;\n]|$)/gi;
const verbHan = '降低|减少|预防|改善|增加|提高|引起|导致|影响|延长|缩短|防止';
const effectHan = new RegExp(
  `(?:是否|能否|能不能|会不会|可以|可|能|会)?(?:显著)?(?:${verbHan}|(?<=[会易能])(?:得|患上?))[^，。？！；\\n]{1,40}`,
  'g',
);
/** Part of such a phrase that names the people or the setting: 降低2型糖尿病患者的死亡率, 降低心脏手术后急性肾损伤. */
const ofPeople = new RegExp(
  `(?:${verbHan})([^，。？！；\\n]{1,30}?(?:患者|病人|人群|妇女|女性|男性|儿童|老年人|孕妇|成人|新生儿|早产儿|(?:手术|术|移植|骨折|介入|置换|搭桥|分娩|产|化疗|放疗|卒中|中风|心梗|出院|停药)后|期间|术[前中]))`,
);
const measures =
  /\b(?:all-cause |overall |cardiovascular )?(?:mortality|survival|deaths?|efficacy|effectiveness|effective|effects?|safety|safe|risks?|costs?|benefits?|outcomes?|prognosis|work|help)\b|(?:全因)?(?:死亡率|生存率|疗效|有效性?|效果|安全性?|风险|预后)/gi;
/** Words that may follow the name of a condition that is itself the outcome. */
const ofRisk =
  /^(?:的?(?:风险|危险|几率|概率|发生率?|发病率?|吗|么|呢|复发)?){0,4}$|^\s{0,3}(?:risks?|rates?|incidence|occurrence|recurrence)?[\s?.!]{0,5}$/;
/** Details that a question asked for, and which the next one does not. */
const details =
  /\b(?:what|which) (?:is|are|was) (?:the )?(?:[a-z]{3,12} )?(?:dos(?:e|es|age)|duration|length|cost|price) (?:of|for)\b|\b(?:what|which) (?:[a-z]{3,12} )?(?:dos(?:e|es|age)|duration) of\b|\bhow (?:long|much|often|many (?:times|days|weeks|months))\b|(?:的?(?:剂量|用量|疗程|费用|价格)(?:是|要|为|该)?(?:多少|多大|多高|多长|几|怎么|如何)?)|要?[吃用]?(?:多久|多长时间|多少(?:天|周|个月|毫克|钱))/gi;

function withoutDetail(question: string): string {
  return keepingSubject(question.replace(details, ' '), question);
}

/** Removes the outcome from a question about an effect, unless it would then name no subject. */
function withoutOutcome(question: string): string {
  const conditions = namedIn(question).filter(({ kind }) => kind === 'condition');
  // "Croup" in 缩短喉炎住院时间, "breast cancer" in "breast cancer mortality": the outcome is what follows.
  const settingIn = (phrase: string) =>
    conditions.find(
      ({ name }) => phrase.includes(name) && !ofRisk.test(phrase.slice(phrase.indexOf(name) + name.length)),
    )?.name ?? '';
  const rest = question
    .replace(effectEnglish, (phrase) => ` ${settingIn(phrase)} `)
    .replace(effectHan, (phrase: string, at: number) =>
      isInName(question, conditions, at) ? phrase : ` ${ofPeople.exec(phrase)?.[1] ?? settingIn(phrase)} `,
    )
    .replace(details, ' ')
    .replace(measures, ' ');
  return keepingSubject(rest, question);
}

/** Returns true for a verb that is part of the name of a condition: 中性粒细胞减少. */
function isInName(text: string, named: readonly Named[], at: number): boolean {
  return named.some(({ name }) => text.indexOf(name) < at && at < text.indexOf(name) + name.length);
}

function keepingSubject(rest: string, question: string): string {
  return readSubjects(englishConcepts(rest), hanTerms(rest), rest).length > 0 ? rest : question;
}
