import { otherWordings } from '@citewell/core/lexicon/wordings.ts';
import type { Subject } from '@citewell/core/records/query.ts';
import { meshClass, meshWordings } from './mesh/mesh.ts';

/**
 * Matches "a drug like Abilify or Seroquel" and "painkillers such as ibuprofen", but not "I feel like" or "would like".
 */
const inEnglish =
  /(?<!\b(?:i|you|we|they|people|would|feels?|felt|looks?|looked|not|don't|didn't|to|really|also|more|just|much)\s+)\b(?:like|such as|e\.g\.,?|for example,?)\s+([^.?!;:()]{3,80})/giu;
/** Verbs and prepositions that end the list of examples. */
const endsList =
  /\s(?:is|are|was|were|be|do|does|did|can|could|will|would|should|may|might|has|have|had|make|makes|made|cause|causes|help|helps|work|works|lead|leads|raise|raises|lower|lowers|reduce|reduces|increase|increases|prevent|prevents|stop|stops|keep|keeps|affect|affects|treat|treats|relieve|relieves|ease|eases|get|gets|change|changes|slow|slows|boost|boosts|protect|protects|trigger|triggers|improve|improves|worsen|worsens|save|saves|control|controls|for|in|on|to|of|with|without|after|before|during|at|by|from|if|when|while|because|than|bad|good|safe|better|any)\s/i;

const inChinese =
  /(?:像|比如|例如|诸如|譬如|如同)([^，。？！；,.?!;]{2,40}?)(?:这样的?|那样的?|之类的?|这类的?|这种|一类的?|等等?|[，。？！；,.?!;]|$)/gu;

/**
 * Joins the examples that a question gives: for "a drug like Abilify or Seroquel" a record needs either of them, or
 * another member of their class. The class, named before or after them, is joined too.
 */
export function joinExamples(question: string, subjects: readonly Subject[]): Subject[] {
  let joined = [...subjects];
  for (const [start, end] of [...englishSpans(question), ...chineseSpans(question)]) {
    const text = question.toLowerCase();
    const at = ({ name }: Subject) => text.indexOf(name.toLowerCase());
    const examples = joined.filter((each) => at(each) >= start && at(each) < end);
    if (examples.length === 0) continue;
    const classes = joined.filter((each) => isNamedNearby(text, each, start, end));
    const all = [...classes, ...examples];
    joined = joined.flatMap((each) => (each === all[0] ? [oneOf(all)] : all.includes(each) ? [] : [each]));
  }
  return joined;
}

type Span = [start: number, end: number];

function englishSpans(question: string): Span[] {
  return [...question.matchAll(inEnglish)].map(({ index, 0: whole, 1: list = '' }) => {
    const start = index + whole.length - list.length;
    return [start, start + (endsList.exec(` ${list} `)?.index ?? list.length)];
  });
}

function chineseSpans(question: string): Span[] {
  return [...question.matchAll(inChinese)].map(({ index, 0: whole, 1: list = '' }) => {
    const start = index + whole.indexOf(list);
    return [start, start + list.length];
  });
}

const opener = /^(?:\s|,|，)*(?:like|such as|e\.g\.,?|for example,?|\(|（|例如|比如|诸如|像|如)/iu;
const closer = /^(?:这样的?|那样的?|之类的?|这类的?|这种|一类的?|等等?)$/u;

/** Returns true for "SSRIs" in "SSRIs such as sertraline" and 抗精神病药 in 像奥氮平这样的抗精神病药. */
function isNamedNearby(text: string, { name }: Subject, start: number, end: number): boolean {
  const at = text.indexOf(name.toLowerCase());
  if (at < 0) return false;
  return at < start
    ? opener.test(text.slice(at + name.length)) && start - (at + name.length) < '(for example, '.length
    : at >= end && closer.test(text.slice(end, at));
}

function oneOf(subjects: readonly Subject[]): Subject {
  const wordings = subjects.flatMap((each) => each.wordings);
  const classes = wordings.flatMap((each) => meshClass(each) ?? []);
  const ofClass = classes.flatMap((each) => [each, ...meshWordings(each), ...otherWordings(each)]);
  const kinds = subjects.map(({ kind }) => kind);
  return {
    name: subjects.map(({ name }) => name).join(' / '),
    wordings: [...new Set([...wordings, ...ofClass])],
    kind: kinds.find((kind) => kind === 'known') ?? kinds[0] ?? 'phrase',
  };
}
