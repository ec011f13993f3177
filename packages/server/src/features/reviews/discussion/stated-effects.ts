import { type Effect, readEffects } from '@citewell/citation-checker/demonstration/effects.ts';
import { type Clause, readClauses } from '@citewell/citation-checker/demonstration/statement.ts';
import { announces, isGap } from '../sections/conclusions.ts';
import type { TopicParts } from '../sections/names-topic.ts';
import { readBoundEffects } from '../studies/bound-effects.ts';
import { namedOutcomes } from '../studies/named-outcomes.ts';
import { ratiosDiffer, withoutAdjustments } from './adjustments.ts';
import { effectsInChinese } from './chinese-effects.ts';
import { type Conditions, comparatorsIn } from './conditions.ts';
import { findSubgroup, parseEffects, type Sentence, type StatedEffect } from './outcome-effects.ts';
import { directionOfRatio, ratiosInList } from './ratio-figures.ts';
import {
  directed,
  isAssociation,
  isManner,
  readDirection,
  type StatedDirection,
  sidesOf,
} from './stated-direction.ts';
import { outcomeBefore, outcomeOfPhrase, outcomesAfter, type StatedOutcome } from './stated-outcomes.ts';

/** Matches sentences about hypotheses, plans, recommendations, explanations or earlier findings, which report no effect. */
const noResult =
  /\b(?:whether|hypothes\w+|should|ought|recommend\w*|may|might|could|would|must|remains? (?:to be|unclear|unknown|uncertain)|correlat\w+|needs?|needed|required|warranted|expected|aim(?:s|ed)?|purpose|objectives?|candidates?|eligible|criteri(?:a|on)|prior to|baseline|at entry|mechanisms?|mediat\w+|(?:has|have) (?:previously |also |long )?been (?:suggested|reported|proposed|hypothesi[sz]ed|linked|related|associated|implicated|shown|considered)|(?:has|have) (?:not|never)(?: yet)? been|(?:suggested|thought|believed|reported) to be|previous(?:ly)? (?:studies|reports|work|reported)|(?:other|earlier) studies|plausible|inconclusive|controversial|if)\b|\b(?:no|lack of|little|limited|insufficient|weak|conflicting) (?:\w+ )?evidence\b|\b(?:no|few) (?:\w+ )?stud(?:y|ies)\b|证据不足|尚无|是否|假设|应(?:当|该|予|考虑)|建议|推荐|可能|或许|有望|旨在|目的|机制|基线|[入纳排][选入除]标准|呈[正负]相关|有待/i;
/** "Blood pressure lowering", "migraine-induced": a direction within a name. */
const ofName =
  /(?<=[a-z] )lowering\b(?! (?:of|the|an?|in)\b)|(?<=[a-z]-)(?:induced|related|associated|mediated|reduced|enhanced)\b/gi;

/** "Was the only headache type associated with": of its kind, it alone. */
const theOnly = /\bthe only (?:[\w-]{1,20} ){1,4}?(?=(?:\w{1,20}ly )?(?:associated|related|linked)\b)/gi;

/** "Blood pressure lowering treatment": what is given, by what it lowers. */
const loweringDrugs =
  /\b(blood pressure|BP|cholesterol|lipid|glucose)[- ]lowering(?= (?:treatments?|therap(?:y|ies)|drugs?|agents?|medications?|regimens?)\b)/gi;
const lowering: Readonly<Record<string, string>> = {
  'blood pressure': 'antihypertensive',
  bp: 'antihypertensive',
  cholesterol: 'hypolipidemic',
  lipid: 'hypolipidemic',
  glucose: 'hypoglycemic',
};

/** A conclusion with "may" before its effect. */
const hedged =
  /\b(?:may|might|could) (be (?:associated|linked|related)|not (?=(?:[a-z]{3,20}ly )?(?:increase|reduce|lower|raise|decrease|improve|prevent|worsen|affect))|(?=(?:[a-z]{3,20}ly )?(?:increase|reduce|lower|raise|decrease|improve|prevent|worsen)))|可能(?:会)?(?=增加|降低|减少|升高|改善|提高|与)/gi;

/**
 * Returns a paper's conclusion as if its authors were certain: what it says of an effect can be compared, and readers see its own words.
 *
 * @example
 * asserted('Drugs may be associated with a higher risk for death.'); // 'Drugs are associated with a higher risk for death.'
 */
export function asserted(text: string): string {
  return text.replace(hedged, (_, words = '') =>
    words.startsWith('be ') ? `are ${words.slice(3)}` : words === '' ? '' : 'do not ',
  );
}

/** The effects that a sentence states, each bound to its outcome within its clause; none where the sentence is of no result. */
export function statedEffects(text: string, parts: TopicParts): StatedEffect[] {
  if (noResult.test(text) || announces.test(text) || isGap(text) || ratiosDiffer(text)) return [];
  // "Of 5,200 adults" is one phrase.
  const plain = withoutAdjustments(
    text
      .replace(/(?<=\d),(?=\d{3}(?!\d))/g, '')
      .replace(theOnly, '')
      .replace(loweringDrugs, (_, what: string) => lowering[what.toLowerCase()] ?? _),
  );
  let before: Conditions | undefined;
  const blank = blankBrackets(plain);
  const clauses = readClauses(blank.replace(ofName, (word) => 'x'.repeat(word.length)));
  const stated = clauses.flatMap(({ effects }) => effects).filter((effect) => readDirection(effect));
  const first = stated.find(({ direction }) => direction !== 'related') ?? stated[0];
  const worded = clauses.flatMap((masked) => {
    const clause = { ...masked, text: blank.slice(masked.start, masked.end) };
    // A clause without a subject has that of the ones before it.
    const sentence = { text: plain, lead: blank.slice(0, Math.min(clause.start, first?.start ?? 0)) };
    const found = /\p{Script=Han}/u.test(clause.text)
      ? effectsInChinese(clause, sentence, parts)
      : effectsInClause(clause, sentence, parts);
    return found.map((effect) => {
      // "X lowered A, and did not raise B": both are of X.
      if (effect.conditions.exposures.size === 0 && effect.conditions.comparator.size === 0 && before)
        return {
          ...effect,
          conditions: { ...before, people: before.people.union(effect.conditions.people) },
        };
      before = effect.conditions;
      return effect;
    });
  });
  return agreed(worded, figuredEffects(plain, parts));
}

/** The effects of words, or else of figures, for each outcome; where they differ, or a sentence says both, nothing is known. */
function agreed(worded: readonly StatedEffect[], figured: readonly StatedEffect[]): StatedEffect[] {
  const all = Map.groupBy([...worded, ...figured], ({ outcome }) => outcome);
  return [...all.values()].flatMap((effects) => {
    const isOne = effects.every((one) => effects.every((other) => areConsistent(one, other)));
    if (!isOne) return [];
    const ofSomething = effects.filter(({ conditions }) => conditions.exposures.size > 0);
    const inWords = ofSomething.filter((effect) => worded.includes(effect));
    return inWords.length > 0 ? inWords : (ofSomething[0] ?? effects[0] ?? []);
  });
}

function areConsistent(one: StatedEffect, other: StatedEffect): boolean {
  return (
    one.direction === other.direction ||
    'better worse'.includes(one.direction) ||
    'better worse'.includes(other.direction)
  );
}

/** Returns the text with blanks for what is in brackets; places stay true. */
function blankBrackets(text: string): string {
  return text.replace(/\([^()]*\)|\[[^[\]]*\]|（[^（）]*）/g, (words) => ' '.repeat(words.length));
}

/** "The association between X and Y (": what is on both sides of it. */
const betweenTwo =
  /\bbetween (?:the |any )?([^,;()]{3,60}?) and (?:the |any )?([^,;()]{3,60}?)(?: was)?[\s([]*(?:pooled |adjusted |summary )?$/i;

/** Ratios with their intervals, each on the one outcome that it is bound to. */
function figuredEffects(text: string, parts: TopicParts): StatedEffect[] {
  const effects = readBoundEffects(text).filter(({ kind }) => kind === 'ratio');
  const [first] = effects;
  const last = effects.at(-1);
  if (!first || !last) return [];
  const [, one = '', other = ''] = betweenTwo.exec(text.slice(0, first.start)) ?? [];
  if (effects.length === 1 && !first.outcome && other !== '') {
    const outcome = outcomeOfPhrase(other, parts);
    return outcome
      ? parseEffects(outcome, { direction: directionOfRatio(first) }, [one], { clause: text, parts })
      : [];
  }
  const from = Math.max(text.lastIndexOf(';', first.start), text.lastIndexOf('；', first.start)) + 1;
  const named = effects.find(({ outcome }) => outcome)?.outcome;
  if (!named) return [];
  const head = text.slice(from, Math.min(named.start, first.start));
  const subject = head.slice(0, readEffects(head).find((effect) => readDirection(effect))?.start);
  const inside = text.slice(named.end, named.start < first.start ? first.start : first.end);
  const rest = blankBrackets(`${inside} ${text.slice(last.end)}`);
  return effects.flatMap((effect) => {
    const { outcome: place, measure } = effect;
    const outcome = place && outcomeOfPhrase(text.slice(place.start, place.end), parts);
    if (!outcome) return [];
    // The hazard of a time of survival is that of dying.
    const isSurvival = outcome.isSurvival && !/^a?HR$/.test(measure);
    return parseEffects(
      { ...outcome, isSurvival },
      { direction: directionOfRatio(effect) },
      [subject, rest],
      {
        clause: `${blankBrackets(head)} ${rest}`,
        parts,
      },
    );
  });
}

/** Words that introduce a reason or a concession: an effect named after them is not the finding. */
const causes = /\b(?:explained by|due to|because of|owing to|attributable to|despite|in spite of)\b[^,;]*$/i;

/** The verb between a subject and what is said of it. */
const copula =
  /\s(?:was|were|is|are|did|does|do|(?:has|have|had) been|remained|occurred|tended to be)(?:\s(?:been|also|not|no|more|less|significantly|statistically|markedly|slightly|substantially|similarly|consistently|much|lower|higher|be|likely|to|however,?))*\s*$/i;
/** Verbs that need no object: "mortality fell". */
const intransitive =
  /^(?:fell|rose|declin(?:ed|es)|dropped|decreased|increased|improved|worsened|halved|doubled|differed)$/i;

function effectsInClause(clause: Clause, sentence: Sentence, parts: TopicParts): StatedEffect[] {
  const { text, start: from } = clause;
  return clause.effects.flatMap((effect, index): StatedEffect[] => {
    const next = clause.effects.slice(index + 1).find((each) => readDirection(each));
    const reading = readDirection(effect);
    if (!reading || isManner(effect) || isLevel(effect, clause)) return [];
    const [start, end] = [effect.start - from, effect.end - from];
    const after = text.slice(end);
    const before = withoutEarlier(text.slice(0, start), clause);
    const following = afterOutcome(after);
    if (
      causes.test(before + effect.text) ||
      comparatorsIn(text).some((each) => each.start <= start && end <= each.end)
    )
      return [];
    const stated =
      reading.direction === 'related'
        ? directed(effect, before, sentence.text, next)
        : insignificant(reading, text.slice(0, start));
    // "A nonsignificant increase": the increase is what is denied.
    if (!stated || (isOnlyDenial.test(effect.text) && next && next.start - effect.end <= 2)) return [];
    const read = (outcomes: readonly StatedOutcome[], zones: readonly string[], own = stated) => {
      const clause = text + findSubgroup(sentence.text, from + text.length);
      const [subject = '', ...others] = zones;
      return outcomes.flatMap((outcome) =>
        itemsOf(subject).flatMap((item) =>
          parseEffects(outcome, own, [item, ...others, sentence.lead, following], { clause, parts }),
        ),
      );
    };
    const withList = (outcomes: readonly StatedOutcome[]) => [
      ...read(outcomes, [before]),
      ...furtherInList(sentence.text, effect.end, parts).flatMap(({ outcome, direction }) =>
        read([outcome], [before], { direction }),
      ),
    ];
    const sides = isAssociation(effect, after) ? sidesOf(after) : undefined;
    if (sides)
      return readEffects(sides.other).some(readDirection)
        ? []
        : read(outcomesAfter(sides.other, parts, true), [sides.one]);
    const [led, verb = ''] = likely.exec(effect.text + after) ?? [];
    if (led !== undefined && reading.direction !== 'related') {
      const had = verb === 'die' ? 'mortality' : (effect.text + after).slice(led.length);
      return withList(outcomesAfter(had, parts, false));
    }
    const isVerbAlone =
      intransitive.test(effect.text) &&
      /^\s*(?:$|[,;.]|by |from |to |in |with |after |among |during )/i.test(after);
    const isSaid =
      copula.test(before) &&
      !/\bthere(?: \w+)? *$/i.test(before.replace(copula, '')) &&
      !/^\s+(?:an?\s|the\s)/i.test(after);
    const isAdjective =
      isSaid && /^(?!.*(?:associat|relat|link|reduc|affect|increas|decreas|improv|chang))/i.test(effect.text);
    if (
      isVerbAlone ||
      isAdjective ||
      (isSaid &&
        /^\s*(?:$|[,;.]|with |in |by |for |after |between |among |during |compared |than |from )/i.test(
          after,
        ))
    ) {
      const found = outcomeBefore(
        before.replace(copula, ' ').replace(/\s(?:significantly|also|markedly)\s*$/, ' '),
        parts,
      );
      if (found && !/^\s*with\s/.test(isAssociation(effect) ? after : ''))
        return read([found.outcome], [found.rest, after]);
      if (isVerbAlone || isAdjective) return [];
    }
    const isDenied = effect.direction === 'none';
    const [denied = '', amount = ''] =
      isDenied && isAssociation(effect) ? (deniedAmount.exec(after) ?? []) : [];
    if (denied !== '')
      return read(outcomesAfter(after.slice(denied.length), parts, true), [before], {
        direction: 'unchanged',
        denies: /^(?:lower|reduc|decreas|fewer|less)/i.test(amount) ? 'lowers' : 'raises',
      });
    return withList(outcomesAfter(after, parts, isDenied));
  });
}

/** "Both A and B were": several subjects, each with an effect. */
const several = /\bwere\b(?:\s\w{1,20}){0,3}\s*$/i;
const notEach = /\b(?:between|together|combin\w+|joint\w*|with|plus|or|versus|vs)\b/i;

/** Splits a subject into its parts if it is a list. */
function itemsOf(subject: string): string[] {
  const own = subject.replace(/^\s*(?:when |as )?compared (?:with|to) [^,]{2,60},/i, ' ');
  if (!several.test(own) || notEach.test(own.replace(several, ' '))) return [subject];
  const items = own
    .replace(several, ' ')
    .replace(/\b(?:both|only)\b/i, ' ')
    .split(/,\s*(?:and\s+)?|\sand\s/)
    .filter((item) => /[a-z]{3}/i.test(item));
  return items.length > 1 ? items : [subject];
}

/** "And a 55% higher": the amount of a further outcome, whose subject is before the first. */
const further =
  /\b(?:(?:and|or|as well as) (?:with )?(?:an? |the )?(?:[\w.%-]{1,20} ){0,2}|without (?:an? |any )?(?:significant )?)$/i;

/** Returns the text before an effect, without an earlier one that its subject has too. */
function withoutEarlier(before: string, { effects, start }: Clause): string {
  const [first] = effects.filter((effect) => readDirection(effect) && !isManner(effect));
  const end = (first?.start ?? Number.POSITIVE_INFINITY) - start;
  const isJoint = /^\s+between\b/.test(before.slice(end + (first?.text.length ?? 0)));
  return end < before.length && further.test(before) && !isJoint ? before.slice(0, end) : before;
}

const isOnlyDenial = /^(?:non-?significant|insignificant)(?:ly)?$/i;
/** "A nonsignificant increase", "without an increase": there is none, though there may be a decrease. */
function insignificant(reading: StatedDirection, before: string): StatedDirection {
  const { direction } = reading;
  return /\b(?:(?:non-?significant|insignificant)(?:ly)?|without(?: an?| any)?(?: significant| statistically significant| clear)?)\s$/i.test(
    before,
  ) &&
    (direction === 'raises' || direction === 'lowers')
    ? { direction: 'unchanged', denies: direction }
    : reading;
}

/** "More likely to have had", before what some had more often than others. */
const likely =
  /^(?:more|less) likely to (?:(die)\b|(?:have(?: had)?|develop|experience|undergo|receive|suffer(?: from)?|need|require|be (?:diagnosed|affected) (?:with|by))\s)/i;

/** Outcomes after the first in a list in which each has its ratio. */
function furtherInList(text: string, from: number, parts: TopicParts) {
  return ratiosInList(text, from)
    .slice(1)
    .flatMap(({ phrase, bounds }) => {
      const outcome = outcomeOfPhrase(phrase, parts);
      return outcome ? [{ outcome, direction: directionOfRatio(bounds) }] : [];
    });
}

/** Adjectives for how much there is of something. */
const amount =
  /^(?:higher|highest|lower|lowest|increased|elevated|raised|reduced|decreased|greater|greatest|more|most|less|least|longer|shorter|larger|smaller|fewer)$/i;
const finite =
  /\b(?:was|were|is|are|did|does|do|had|has|have|(?:reduc|increas|lower|rais|improv|prevent|predict|chang|affect|worsen|caus|prolong)(?:ed|es|s))\b/i;

/**
 * Returns true if words for an amount qualify the subject of an effect: "higher intake was associated with", "lower
 * doses reduced". With an outcome they state the effect itself: "lower mortality was associated with".
 */
function isLevel({ text: word, end, start }: Effect, { text, start: from, effects }: Clause): boolean {
  if (!amount.test(word) || finite.test(text.slice(0, start - from))) return false;
  const next = effects.find((each) => each.start >= end && readDirection(each));
  if (!next) return false;
  const between = text.slice(end - from, next.start - from);
  if (!/^\s+(?!than\b)[a-z]/i.test(between)) return false;
  if (!finite.test(between) && !finite.test(next.text)) return false;
  return next.direction === 'none' || namedOutcomes(between).length === 0;
}

/** "Not associated with lower mortality": one direction is denied. */
const deniedAmount =
  /^\s+with\s+(?:an?\s+|any\s+)?(?:significant(?:ly)?\s+)?(lower|reduced|reductions?|decreased|fewer|less|higher|increased|increases?|greater|elevated|raised)\s/i;

/** Returns the text after the words of an outcome, from the first preposition on. */
function afterOutcome(text: string): string {
  const at = text.search(/\s(?:with|after|by|from|during|between|following|for)\s/i);
  return at < 0 ? '' : text.slice(at);
}
