import { headingLength } from '../../../literature/ranking/select-passages.ts';
import { sentenceKind } from '../../../literature/ranking/sentences/sentence-kind.ts';
import { reportsResults } from '../sections/conclusions.ts';
import type { TopicParts } from '../sections/topic-parts.ts';
import type { Unit } from '../sections/units.ts';
import { isOfSame, peopleIn, type StudyConditions, studyConditions } from './conditions.ts';
import type { GivenFindings } from './discussion-findings.ts';
import { type StatedEffect, statedEffects } from './stated-effects.ts';

/** Prior work beside one of the caller's findings, by its own words; on neither side if nothing could be compared. */
export type ComparedFinding = {
  finding: string;
  agreeing: Unit[];
  disagreeing: Unit[];
  /** Sentences of papers that say both: they are on neither side. */
  mixed: Unit[];
};

/** Two of the caller's findings that tell opposite things of one outcome. */
type Contradiction = { outcome: string; findings: [string, string] };

export type Relation = 'agreeing' | 'disagreeing' | 'other';

/** Comparison of prior studies with the findings. A study may agree with one of them and disagree with another. */
export type Compared = {
  agreeing: Unit[];
  disagreeing: Unit[];
  other: Unit[];
  /** Comparison by finding. */
  byFinding: ComparedFinding[];
  contradictions: Contradiction[];
};

/** Relation of two effects on one outcome to each other; undefined where none follows. */
function relationOf(one: StatedEffect, other: StatedEffect): 'agreeing' | 'disagreeing' | undefined {
  if (one.outcome !== other.outcome) return undefined;
  if (one.direction === other.direction)
    return one.denies && other.denies && one.denies !== other.denies ? undefined : 'agreeing';
  const none = [one, other].find(({ direction }) => direction === 'unchanged');
  const told = none === one ? other : one;
  const isWorth = told.direction === 'better' || told.direction === 'worse';
  // What was not lowered may have risen.
  if (none)
    return none.denies === undefined || isWorth || none.denies === told.direction ? 'disagreeing' : undefined;
  const isOther = other.direction === 'better' || other.direction === 'worse';
  return isWorth === isOther ? 'disagreeing' : undefined;
}

/** The caller's findings as they are compared. */
export type OwnFindings = Pick<GivenFindings, 'principal' | 'participants'>;

/**
 * The effects of the caller's findings; each is of those who took part, and one that names no exposure is of what the finding before it is
 * of.
 */
function effectsOfFindings({ principal, participants }: OwnFindings, parts: TopicParts): StatedEffect[][] {
  const all = participants.map((phrase) => peopleIn(`of ${phrase}`, parts));
  const everyone = all.reduce((left, each) => left.union(each), new Set<string>());
  const ofEveryone = (effect: StatedEffect): StatedEffect => {
    const { conditions, outcome } = effect;
    const people = everyone.difference(conditions.exposures).difference(new Set(outcome.split(' ')));
    return { ...effect, conditions: { ...conditions, people: conditions.people.union(people) } };
  };
  let before: StatedEffect | undefined;
  return principal.map((finding) => {
    const effects = statedEffects(finding, parts).map((effect) => {
      const { exposures, people, comparator, isTurned } = effect.conditions;
      return exposures.size > 0 || comparator.size > 0 || !before
        ? effect
        : {
            ...effect,
            conditions: {
              ...before.conditions,
              people: people.size > 0 ? people : before.conditions.people,
              isTurned: isTurned || before.conditions.isTurned,
            },
          };
    });
    before = effects[0] ?? before;
    return effects.map(ofEveryone);
  });
}

const unknownStudy: StudyConditions = { people: new Set(), comparator: new Set() };

/** The relations of prior effects to those of one finding. */
function relationsTo(
  ours: readonly StatedEffect[],
  theirs: readonly StatedEffect[],
  study: StudyConditions,
): Set<'agreeing' | 'disagreeing'> {
  return new Set(
    ours.flatMap((own) => {
      const people = study.people.difference(new Set(own.outcome.split(' ')));
      return theirs
        .filter(({ conditions }) => isOfSame(own.conditions, conditions, { ...study, people }))
        .flatMap((their) => relationOf(own, their) ?? []);
    }),
  );
}

/** Tells how a written sentence stands to the caller's findings: `other` where none of them is on its outcome and exposure. */
export function relationTo(findings: OwnFindings, text: string, parts: TopicParts): Relation {
  const theirs = statedEffects(text, parts);
  const relations = effectsOfFindings(findings, parts).map((ours) => relationsTo(ours, theirs, unknownStudy));
  const isAgreeing = relations.some((each) => each.has('agreeing'));
  const isDisagreeing = relations.some((each) => each.has('disagreeing'));
  if (isAgreeing) return 'agreeing';
  return isDisagreeing ? 'disagreeing' : 'other';
}

/** Pairs of findings with opposite directions of one outcome, of the same exposure in the same people. */
function contradictionsIn(principal: readonly string[], effects: readonly StatedEffect[][]): Contradiction[] {
  return principal.flatMap((one, at) =>
    principal.slice(at + 1).flatMap((other, behind): Contradiction[] => {
      const found = effects[at]?.find((own) =>
        effects[at + 1 + behind]?.some(
          (their) =>
            own.direction !== 'unchanged' &&
            their.direction !== 'unchanged' &&
            relationOf(own, their) === 'disagreeing' &&
            isOfSame(own.conditions, their.conditions, unknownStudy) &&
            own.conditions.people.symmetricDifference(their.conditions.people).size === 0,
        ),
      );
      return found ? [{ outcome: found.name, findings: [one, other] }] : [];
    }),
  );
}

/** Returns the words of a unit as quoted: identical wording of two records is quoted once. */
export function quotationKey({ text }: Pick<Unit, 'text'>): string {
  return text.slice(headingLength(text)).replace(/\s+/g, ' ').trim().toLowerCase();
}

/** Returns true if a sentence reports a result or a conclusion. */
function tellsResult({ label, text }: Unit): boolean {
  return sentenceKind(label, text, 1, 3) !== 'setting' && reportsResults({ ...(label && { label }), text });
}

/**
 * Sorts prior findings by whether they point the same way as each of the caller's on the same outcome of the same exposure, in the same
 * people, against the same. `comparators` are those of whole studies by their PMID, `parts` the topic's.
 */
export function compareFindings({
  principal,
  participants,
  units,
  comparators,
  parts,
}: OwnFindings & {
  units: readonly Unit[];
  comparators: ReadonlyMap<string, string>;
  parts: TopicParts;
}): Compared {
  const said = new Set<string>();
  const findings = units.filter((unit) => {
    const key = quotationKey(unit);
    if (unit.role !== 'finding' || said.has(key)) return false;
    said.add(key);
    return true;
  });
  const ours = effectsOfFindings({ principal, participants }, parts);
  const theirs = findings.map((unit) => ({
    unit,
    effects: tellsResult(unit) ? statedEffects(unit.text, parts) : [],
    study: studyConditions(unit.article.title, comparators.get(unit.article.pmid) ?? '', parts),
  }));
  const byFinding = principal.map((finding, at): ComparedFinding => {
    const related = theirs.flatMap(({ unit, effects, study }) => {
      const relations = relationsTo(ours[at] ?? [], effects, study);
      return relations.size > 0 ? [{ unit, relations }] : [];
    });
    const papers = Map.groupBy(related, ({ unit }) => unit.article.pmid);
    const isMixed = ({ unit }: { unit: Unit }) => {
      const all = papers.get(unit.article.pmid) ?? [];
      return new Set(all.flatMap(({ relations }) => [...relations])).size > 1;
    };
    const on = (side: 'agreeing' | 'disagreeing') =>
      related.filter((each) => !isMixed(each) && each.relations.has(side)).map(({ unit }) => unit);
    return {
      ...{ finding, agreeing: on('agreeing'), disagreeing: on('disagreeing') },
      mixed: related.filter(isMixed).map(({ unit }) => unit),
    };
  });
  const agreeing = new Set(byFinding.flatMap((each) => each.agreeing));
  const disagreeing = new Set(byFinding.flatMap((each) => each.disagreeing));
  return {
    agreeing: findings.filter((unit) => agreeing.has(unit)),
    disagreeing: findings.filter((unit) => disagreeing.has(unit)),
    other: findings.filter((unit) => !agreeing.has(unit) && !disagreeing.has(unit)),
    byFinding,
    contradictions: contradictionsIn(principal, ours),
  };
}
