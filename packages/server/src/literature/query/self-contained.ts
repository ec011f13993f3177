import { hanTerms } from '@citewell/core/text/translate.ts';
import type { HistoryItem, Language } from '@citewell/sdk';
import { englishConcepts } from './english-concepts.ts';
import { type AskedOutcome, type Continuation, readContinuation } from './follow-up-words.ts';
import { withoutPopulations } from './question-hints.ts';
import { readSubjects } from './subjects.ts';

/** Words that refer to an earlier message. */
const pointsBack =
  /\b(?:it|its|they|them|their|this|that|these|those|he|she|such)\b|^\s*(?:and|what about|how about|why|but|also|or)\b|它|其|该|这|那|上述|呢[？?]?\s*$|^(?:那么|还有|另外|为什么)/i;

/**
 * Combines a follow-up question with the ones that it follows, so that a search can resolve "it". A question without a
 * subject of its own ("And in children?", 副作用呢) is about the subject of the last one that has one; the population or
 * outcome that it names replaces the other. Also returns the outcomes, which are in the text by their names.
 */
export function selfContained(
  question: string,
  history: readonly HistoryItem[],
  language: Language,
): { text: string; outcomes: readonly AskedOutcome[] } {
  const continuations: Continuation[] = [];
  const earlier = history.map(({ q }) => q);
  let topic: string | undefined = question;
  for (let own = readContinuation(question); own; own = readContinuation(topic)) {
    continuations.unshift(own);
    topic = earlier.pop();
    if (topic === undefined) return { text: question, outcomes: [] };
  }
  const about = joined(topic, earlier, language);
  const outcomes = continuations.findLast((each) => each.outcomes.length > 0)?.outcomes ?? [];
  return { text: withContinuations(about, continuations, outcomes), outcomes };
}

/** Joins a question with earlier ones, back to the last that is self-contained. */
function joined(question: string, earlier: readonly string[], language: Language): string {
  const rounds = [question];
  for (const q of earlier.toReversed()) {
    const [earliest = ''] = rounds;
    if (!(pointsBack.test(earliest) || contentTermCount(earliest, language) < 2)) break;
    // "How large was it?" says nothing about the subject.
    const { population, outcomes } = readContinuation(q) ?? { population: q, outcomes: [] };
    if (population !== '' || outcomes.length > 0) rounds.unshift(q);
  }
  return rounds.join('\n');
}

function contentTermCount(question: string, language: Language): number {
  return (language === 'zh' ? hanTerms(question) : []).length + englishConcepts(question).length;
}

function withContinuations(
  topic: string,
  continuations: readonly Continuation[],
  outcomes: readonly AskedOutcome[],
): string {
  const population = continuations.findLast((each) => each.population !== '')?.population ?? '';
  const about = outcomes.length > 0 ? withoutOutcome(topic) : topic;
  const isHan = /\p{Script=Han}/u.test(population || topic);
  return [
    population === '' ? about : keepingSubject(withoutPopulations(about), about),
    ...outcomes.map(({ en, zh }) => (isHan ? zh : en)),
    ...(population === '' ? [] : [/\p{Script=Han}/u.test(population) ? population : `in ${population}`]),
  ].join('\n');
}

/** Matches what a treatment is asked to change: “reduce breast cancer mortality”, 能降低全因死亡率吗. */
const effectEnglish =
  /\b(?:reduc(?:e|es|ed|ing)|lower(?:s|ed|ing)?|decreas(?:e|es|ed|ing)|prevent(?:s|ed|ing)?|improv(?:e|es|ed|ing)|increas(?:e|es|ed|ing)|rais(?:e|es|ed|ing)|caus(?:e|es|ed|ing)|affect(?:s|ed|ing)?|prolong(?:s|ed|ing)?|protect(?:s|ed|ing)? (?:against|from))\b[^.?!,;\n]{1,120}?(?=\s(?:in|among|after|during|with|for)\s|[.?!,;\n]|$)/gi;
const effectHan =
  /(?:是否|能否|能不能|会不会|可以|可|能|会)?(?:显著)?(?:降低|减少|预防|改善|增加|提高|引起|导致|影响|延长|缩短|防止)[^，。？！；\n]{1,40}/g;
/** Part of such a phrase that names the people: 降低2型糖尿病患者的死亡率. */
const ofPeople =
  /(?:降低|减少|预防|改善|增加|提高|引起|导致|影响|延长|缩短|防止)([^，。？！；\n]{1,30}?(?:患者|病人|人群|妇女|女性|男性|儿童|老年人|孕妇|成人|新生儿|早产儿))/;
const measures =
  /\b(?:all-cause |overall |cardiovascular )?(?:mortality|survival|deaths?|efficacy|effectiveness|effective|effects?|safety|safe|risks?|costs?|benefits?|outcomes?|prognosis|work|help)\b|(?:全因)?(?:死亡率|生存率|疗效|有效性?|效果|安全性?|风险|预后)/gi;

/** Removes the outcome from a question about an effect, unless it would then name no subject. */
function withoutOutcome(question: string): string {
  const rest = question
    .replace(effectEnglish, ' ')
    .replace(effectHan, (phrase) => ` ${ofPeople.exec(phrase)?.[1] ?? ''} `)
    .replace(measures, ' ');
  return keepingSubject(rest, question);
}

function keepingSubject(rest: string, question: string): string {
  return readSubjects(englishConcepts(rest), hanTerms(rest), rest).length > 0 ? rest : question;
}
