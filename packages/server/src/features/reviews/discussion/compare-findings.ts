import { isGenericTerm, isStopWord } from '@citewell/core/text/stop-words.ts';
import { indexTerms } from '@citewell/core/text/words.ts';
import { compileFacets } from '../../../literature/ranking/facets.ts';
import { headingLength } from '../../../literature/ranking/select-passages.ts';
import { namesTopic, type TopicParts } from '../sections/topic-parts.ts';
import type { Unit } from '../sections/units.ts';
import { namedOutcomes } from '../studies/named-outcomes.ts';
import { isDisease, isOnLack, nameOfPart, statementsOf, withoutAdjustments } from './statements.ts';

/**
 * Prior work on one of the caller's findings, which its own words name; on neither side if nothing could be compared.
 */
export type ComparedFinding = { finding: string; agreeing: Unit[]; disagreeing: Unit[] };

/** Two of the caller's findings that report different directions of one outcome. */
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

/** Words that introduce an addition to a treatment, which is then the exposure. */
const added = /\b(?:the )?(?:addition of|adding) (?:[\d.,]+ ?[a-z]{1,3} )?([a-z][\w-]{3,40})/i;
/** Words for people, who are no exposure. */
const people =
  /\b(?:wom[ae]n|m[ae]n|child(?:ren|hood)?|adults?|adolescents?|infants?|neonates?|newborns?|patients?|people|persons?|elderly|aged|older|pregnan\w+|postmenopausal|users?)\b|女性|男性|儿童|青少年|婴儿|新生儿|老年|成人|孕妇|患者|绝经/i;

/**
 * Returns the exposures that a prior finding must concern: the topic's parts that a finding names, or else all of them.
 */
function exposuresOf(finding: string, parts: TopicParts): TopicParts {
  const outcomes = new Set(statementsOf(finding, parts).flatMap((each) => [...each.keys()]));
  const candidates = parts.filter(
    (wordings) =>
      compileFacets([wordings]).some(({ generic }) => !generic) &&
      !wordings.slice(0, 2).some((wording) => people.test(wording) || namedOutcomes(wording).length > 0) &&
      !outcomes.has(nameOfPart(wordings)),
  );
  const named = candidates.filter((wordings) => namesTopic([wordings])(finding));
  const wanted = named.length > 0 ? named : candidates;
  // Of a treatment and the disease it is given for, the treatment is the exposure.
  const treatments = wanted.filter((wordings) => !isDisease(wordings));
  return treatments.length > 0 ? treatments : named;
}

/**
 * Lists the distinct relations between a text's statements and those of one finding, except where either gives no
 * direction.
 */
function relationsTo(finding: string, text: string, parts: TopicParts): Set<'agreeing' | 'disagreeing'> {
  const [, addition] = added.exec(text) ?? [];
  if (addition && !finding.toLowerCase().includes(addition.toLowerCase())) return new Set();
  if (isOnLack(finding) !== isOnLack(text)) return new Set();
  const exposures = exposuresOf(finding, parts);
  if (exposures.length > 0 && !namesTopic(exposures)(withoutAdjustments(text))) return new Set();
  const theirs = statementsOf(text, parts);
  return new Set(
    statementsOf(finding, parts).flatMap((own) =>
      theirs.flatMap((their) =>
        [...own].flatMap(([outcome, direction]) => {
          const found = their.get(outcome);
          return found ? [found === direction ? ('agreeing' as const) : ('disagreeing' as const)] : [];
        }),
      ),
    ),
  );
}

/**
 * Relates a written sentence to the caller's findings: `other` if none of them is about its outcome, if either gives no
 * direction for it, or if only the sentence is about an addition to a treatment.
 */
export function relationTo(principal: readonly string[], text: string): Relation {
  const relations = principal.map((finding) => relationsTo(finding, text, []));
  if (relations.some((each) => each.has('agreeing'))) return 'agreeing';
  return relations.some((each) => each.has('disagreeing')) ? 'disagreeing' : 'other';
}

/** Words by which a statement expresses direction or certainty rather than its subject. */
const tells =
  /\b(?:increas|decreas|reduc|rais|rose|lower|higher|fewer|improv|prevent|differ|significant|associat|similar|unchanged|effect|compar)\w*/gi;

/** Returns the terms for the subject of a statement, apart from its outcomes. */
function thingsOf(text: string): Set<string> {
  const named = namedOutcomes(text).map(({ start, end }) => text.slice(start, end));
  const rest = named.reduce((left, outcome) => left.replace(outcome, ' '), text.replace(tells, ' '));
  return new Set(
    indexTerms(rest).filter((term) => !isGenericTerm(term) && !isStopWord(term) && !/^\d/.test(term)),
  );
}

/** Finds pairs of findings that report different directions of one outcome for the same exposure. */
function contradictionsIn(principal: readonly string[], parts: TopicParts): Contradiction[] {
  return principal.flatMap((one, at) =>
    principal.slice(at + 1).flatMap((other): Contradiction[] => {
      if (thingsOf(one).isDisjointFrom(thingsOf(other))) return [];
      const [ours, theirs] = [one, other].map((text) =>
        statementsOf(text, parts).flatMap((each) => [...each]),
      );
      const found = ours?.find(([outcome, direction]) =>
        theirs?.some(([name, their]) => name === outcome && their !== direction),
      );
      const isBoth = found && relationsTo(one, other, parts).has('agreeing');
      return found && !isBoth ? [{ outcome: found[0], findings: [one, other] }] : [];
    }),
  );
}

/** Returns the words of a unit as quoted: identical wording of two records is quoted once. */
export function quotationKey({ text }: Pick<Unit, 'text'>): string {
  return text.slice(headingLength(text)).replace(/\s+/g, ' ').trim().toLowerCase();
}

/**
 * Sorts prior findings by whether they have the same direction as each of the caller's on the same outcome: one of the
 * list, or a disease that the topic (`parts`) names. If neither names such an outcome, the topic alone relates them.
 */
export function compareFindings({
  principal,
  units,
  parts,
}: {
  principal: readonly string[];
  units: readonly Unit[];
  parts: TopicParts;
}): Compared {
  const said = new Set<string>();
  const findings = units.filter((unit) => {
    const key = quotationKey(unit);
    if (unit.role !== 'finding' || said.has(key)) return false;
    said.add(key);
    return true;
  });
  const byFinding = principal.map((finding): ComparedFinding => {
    const related = findings.map((unit) => ({ unit, relations: relationsTo(finding, unit.text, parts) }));
    const agreeing = related.filter(({ relations }) => relations.has('agreeing'));
    const disagreeing = related.filter(
      ({ relations }) => relations.has('disagreeing') && !relations.has('agreeing'),
    );
    return {
      finding,
      agreeing: agreeing.map(({ unit }) => unit),
      disagreeing: disagreeing.map(({ unit }) => unit),
    };
  });
  const agreeing = new Set(byFinding.flatMap((each) => each.agreeing));
  const disagreeing = new Set(byFinding.flatMap((each) => each.disagreeing));
  return {
    agreeing: findings.filter((unit) => agreeing.has(unit)),
    disagreeing: findings.filter((unit) => disagreeing.has(unit)),
    other: findings.filter((unit) => !agreeing.has(unit) && !disagreeing.has(unit)),
    byFinding,
    contradictions: contradictionsIn(principal, parts),
  };
}
