import type { Article } from '@citewell/core/records/article.ts';
import type { SearchQuery } from '@citewell/core/records/query.ts';
import { sentenceKind } from '../../../literature/ranking/sentences/sentence-kind.ts';
import { labeledSentences } from '../../../literature/studies/abstract-sentences.ts';
import { readBoundEffects } from '../studies/bound-effects.ts';
import { listedName, type NamedOutcome, namedOutcomes } from '../studies/named-outcomes.ts';
import { addressesEveryAspect } from './addresses-every-aspect.ts';
import { outcomeWordings } from './outcome-wordings.ts';
import { reportsHarms } from './reported-harms.ts';
import { namePatterns } from './subject-names/subject-marks.ts';
import { asksAboutAffectedPeople } from './topic-roles.ts';

/** Outcome that a topic names, and a test whether a record is on it. */
export type TopicOutcome = {
  /** Name in the list of outcomes. */
  name: string;
  isOn(article: Article): boolean;
};

/** Name in the list for the harms of a subject, which records report in any words. */
export const harmsOutcome = 'adverse events';

type Topic = Pick<SearchQuery, 'text' | 'subjects'>;

/** Outcomes that ask for an aspect: the consequences of a disease, or its frequency. */
const asAspects: ReadonlySet<string> = new Set(['complications']);

/** Matches adjustments: adjustment variables were not studied. */
const adjusts =
  /\badjust(?:ed|ing|ment) for\b|\bcontroll(?:ed|ing) for\b|\bindependent(?:ly)? of\b|校正了?|混杂因素/i;

/** People at risk of an outcome, who were chosen for that. */
const thoseAtRisk =
  /\bat (?:[a-z]{1,15} ){0,2}risk (?:of|for) (?:(?!(?:in|with|after|among|and|or|who|were|was|is|are|to|than)\b)[\w-]{1,30} ?){1,5}|\b(?:at|with|and) (?:an? )?(?:very )?(?:high|higher|low|lower|increased|elevated) (?:cardiovascular|CV) risk\b/gi;

/** Registers in which deaths are found, like any other event, and the dead whose organs were examined. */
export const sourcesOfData =
  /\b(?:autops\w+|post-?mortem|necrops\w+)\b[^.;]{0,120}\b(?:deaths?|died|dead)\b|\b(?:samples?|specimens?|tissues?|sections?|pancreas(?:es)?|hearts?|brains?|lungs?|livers?|kidneys?) (?:of|from) [^.;]{0,60}\bwho (?:had )?died\b|\bseen at the time of death\b|\b(?:mortality|deaths?)[^.;]{0,40} (?:records?|registers?|registr(?:y|ies)|certificates?|data(?:bases?)?)\b/gi;

/**
 * Reads the outcomes that a topic names and its records must report. In "stroke outcomes" the stroke is the patients'
 * disease, and words of a subject's own name are no outcome ("blood pressure" for hypertension in Chinese).
 */
export function topicOutcomes(topic: Topic): TopicOutcome[] {
  const outcomes = outcomesOf(topic);
  return outcomes.map((name) => {
    // Next to others it is any event.
    if (name === harmsOutcome && outcomes.length === 1) return { name, isOn: reportsHarms(topic) };
    const named = namesOtherThanSubjects(topic, name);
    const names = (part: string) => named(part.replace(thoseAtRisk, ' ').replace(sourcesOfData, ' '));
    const isOnAspect = addressesEveryAspect([
      { byHeading: true, isAsked: true, isOnAspect: (part) => !adjusts.test(part) && names(part) },
    ]);
    return { name, isOn: (article) => isOnAspect(article) || hasEffectOn(article, name) };
  });
}

/**
 * Creates a test whether words name an outcome of a topic. Of a group of outcomes another member than the topic's own
 * subject counts: obesity is not a risk factor for itself.
 */
export function namesOtherThanSubjects(
  { subjects = [] }: Pick<Topic, 'subjects'>,
  outcome: string,
): (part: string) => boolean {
  const own = outcomeWordings.get(outcome)?.isGroup ? (namePatterns(subjects) ?? []) : [];
  return (part) =>
    namesOutcome(
      own.reduce((rest, pattern) => rest.replace(pattern, ' '), part),
      outcome,
    );
}

/** One ratio with its interval on an outcome reports it, however short the abstract is on it. */
function hasEffectOn(article: Article, outcome: string): boolean {
  const sentences = labeledSentences(article);
  return sentences.some(
    ({ label, text }, at) =>
      sentenceKind(label, text, at, sentences.length) !== 'setting' &&
      readBoundEffects(text).some((effect) => effect.outcome && listedName(effect.outcome.name) === outcome),
  );
}

/** A phrase for the risk of an outcome, which is no disease of those studied. */
const risk = /\brisks?$|风险$/i;

/**
 * Finds the outcomes that a topic's text names. The risk factors for its only subject are none: the topic asks for what causes that, and
 * not for blood pressure.
 */
export function outcomesIn({ text, subjects = [] }: Topic): NamedOutcome[] {
  const [only, ...others] = subjects.filter(({ kind }) => kind !== 'phrase');
  const isCauses = ({ name, start, end }: NamedOutcome) => {
    const words = text.slice(start, end).toLowerCase();
    return (
      outcomeWordings.get(listedName(name))?.isGroup === true &&
      /risk factors?|危险因素/.test(words) &&
      others.length === 0 &&
      only?.wordings.some((wording) => words.includes(wording.toLowerCase())) === true
    );
  };
  return namedOutcomes(text).filter((outcome) => !isCauses(outcome));
}

/** Returns the list names of a topic's outcomes. */
export function outcomesOf({ text, subjects = [] }: Topic): string[] {
  const listed = (words: string) => namedOutcomes(words).map(({ name }) => listedName(name));
  const had = asksAboutAffectedPeople(text)
    ? subjects.flatMap(({ wordings }) => listed(wordings[0] ?? ''))
    : [];
  const lower = text.toLowerCase();
  const named = subjects.flatMap(({ kind, wordings }) =>
    kind === 'known' ? wordings.filter((wording) => lower.includes(wording.toLowerCase())) : [],
  );
  const isOfSubject = ({ start, end }: { start: number; end: number }) =>
    named.some((wording) => {
      const at = lower.indexOf(wording.toLowerCase());
      return at <= start && end <= at + wording.length;
    });
  // "Stroke in young adults" is on those who had one.
  const cores = subjects.flatMap(({ name, core = [] }) => (risk.test(name) ? [] : core.flatMap(listed)));
  const own = outcomesIn({ text, subjects }).filter((outcome) => !isOfSubject(outcome));
  return [...new Set(own.map(({ name }) => listedName(name)))].filter(
    (outcome) => !asAspects.has(outcome) && !had.includes(outcome) && !cores.includes(outcome),
  );
}

/**
 * Removes the named outcomes from a topic: a topic on cardiovascular outcomes does not ask for outcomes of any kind, nor 心血管风险
 * for the risk of the topic's disease.
 */
export function withoutOutcomes(topic: Topic): string {
  const { text } = topic;
  const named = outcomesIn(topic).filter(({ start, end }) =>
    /\b(?:outcomes?|risk factors?)$|\brisk factors? for\b|(?:结局|风险|危险因素)$/i.test(
      text.slice(start, end),
    ),
  );
  return named.reduceRight((rest, { start, end }) => `${rest.slice(0, start)} ${rest.slice(end)}`, text);
}

/** Removes the risk of a named outcome that is no subject: "osteoporosis and fracture risk" does not ask for the risk of osteoporosis. */
export function withoutRisks(topic: Topic): string {
  const { text, subjects = [] } = topic;
  const isSubject = (words: string) =>
    subjects.some(
      ({ kind, wordings }) =>
        kind === 'known' && wordings.some((wording) => wording.toLowerCase() === words.toLowerCase()),
    );
  return namedOutcomes(text)
    .filter(({ start, end }) => !isSubject(text.slice(start, end)))
    .toReversed()
    .reduce((rest, { start, end }) => {
      const before = rest.slice(0, start).replace(/\brisks? (?:of|for) $/i, '');
      const after = rest.slice(end).replace(/^(?: ?risks?\b|的?风险)/i, '');
      return `${before}${rest.slice(start, end)}${after}`;
    }, text);
}

/** An adjective, which alone names no event: cardiovascular remodelling. */
const adjective = /^(?:cardiovascular|cardiac) ?$/i;

/** Returns true if words name an outcome of the list, in any of its wordings. */
export function namesOutcome(part: string, outcome: string): boolean {
  return (
    outcomeWordings.get(outcome)?.words.test(part) === true ||
    namedOutcomes(part).some(
      ({ name, start, end }) => listedName(name) === outcome && !adjective.test(part.slice(start, end)),
    )
  );
}
