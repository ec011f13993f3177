import { isGenericTerm, isStopWord } from '@citewell/core/text/stop-words.ts';
import { indexTerms } from '@citewell/core/text/words.ts';
import { type Direction, findingDirection } from '../../../literature/ranking/direction.ts';
import type { Unit } from '../sections/units.ts';
import { mainClause, namedOutcomes } from '../studies/named-outcomes.ts';

/** Prior work on the outcome of one of the caller's findings, by how its words stand to it. */
type ComparedFinding = { finding: string; agreeing: Unit[]; disagreeing: Unit[] };

/** Two of the caller's findings that tell different things of one outcome. */
type Contradiction = { outcome: string; findings: [string, string] };

/** Comparison of prior studies with the findings. A study may agree with one of them and disagree with another. */
export type Compared = {
  agreeing: Unit[];
  disagreeing: Unit[];
  other: Unit[];
  /** The same by finding: those that prior work says something on. */
  byFinding: ComparedFinding[];
  contradictions: Contradiction[];
};

export type Relation = 'agreeing' | 'disagreeing' | 'other';

/** End of one statement before the next one of the same subject: "… did not improve survival nor did it raise toxicity". */
const nextStatement =
  /[;；]|,? (?=nor\b)|,? and (?=(?:is|are|was|were|did|does|had|has|reduced|increased|improved|lowered|raised|prevented)\b)/i;
/** Words for what was added to a treatment, which such a finding is on. */
const added = /\b(?:the )?(?:addition of|adding) (?:[\d.,]+ ?[a-z]{1,3} )?([a-z][\w-]{3,40})/i;
/** People in whom something was found: an outcome that they have is not what was counted. */
const inWhom =
  /\b(?:in|among|of|for|than) (?:the |all )?(?:those|patients|people|persons|subjects|participants|individuals|women|men|adults|children|cases) (?:with|without|who (?:had|have))\b[^,.;:]*/gi;

type Statement = {
  text: string;
  /** The outcomes that it names, each with what it tells of it: who survives more dies less. */
  directions: Map<string, Direction>;
};

const inverse: Record<Direction, Direction> = { raises: 'lowers', lowers: 'raises', unchanged: 'unchanged' };

/** The statements of a finding's main clause, each with what it tells of its outcomes. */
function statementsOf(text: string): Statement[] {
  return mainClause(text)
    .split(nextStatement)
    .map((each) => {
      const statement = each.replace(inWhom, ' ');
      const direction = /^nor\b/i.test(statement.trim()) ? 'unchanged' : findingDirection(statement);
      const directions = namedOutcomes(statement).map(({ name }): [string, Direction][] => {
        if (!direction) return [];
        return /survival$/.test(name)
          ? [
              [
                name.replace(/(?:^| )survival$/, (words) => words.replace('survival', 'mortality')),
                inverse[direction],
              ],
            ]
          : [[name, direction]];
      });
      return { text: statement, directions: new Map(directions.flat()) };
    });
}

/** The relations of a text's statements to one finding's, each once, without those of which either tells no direction. */
function relationsTo(finding: string, text: string): Set<'agreeing' | 'disagreeing'> {
  const [, addition] = added.exec(text) ?? [];
  if (addition && !finding.toLowerCase().includes(addition.toLowerCase())) return new Set();
  const theirs = statementsOf(text);
  return new Set(
    statementsOf(finding).flatMap((own) =>
      theirs.flatMap(({ directions }) =>
        [...own.directions].flatMap(([outcome, direction]) => {
          const their = directions.get(outcome);
          return their ? [their === direction ? ('agreeing' as const) : ('disagreeing' as const)] : [];
        }),
      ),
    ),
  );
}

/**
 * Tells how a finding stands to the caller's: `other` where none of them is on its outcome, where either tells no direction of that
 * outcome, or where the finding is on what was added to a treatment and the caller's are not.
 */
export function relationTo(principal: readonly string[], text: string): Relation {
  const relations = principal.map((finding) => relationsTo(finding, text));
  if (relations.some((each) => each.has('agreeing'))) return 'agreeing';
  return relations.some((each) => each.has('disagreeing')) ? 'disagreeing' : 'other';
}

/** Words by which a statement tells a direction or how sure it is, and not of what. */
const tells =
  /\b(?:increas|decreas|reduc|rais|rose|lower|higher|fewer|improv|prevent|differ|significant|associat|similar|unchanged|effect|compar)\w*/gi;

/** Reads the things that a statement is on, besides its outcomes. */
function thingsOf(text: string): Set<string> {
  const named = namedOutcomes(text).map(({ start, end }) => text.slice(start, end));
  const rest = named.reduce((left, outcome) => left.replace(outcome, ' '), text.replace(tells, ' '));
  return new Set(
    indexTerms(rest).filter((term) => !isGenericTerm(term) && !isStopWord(term) && !/^\d/.test(term)),
  );
}

/** Pairs of findings that tell different things of one outcome for the same thing. */
function contradictionsIn(principal: readonly string[]): Contradiction[] {
  return principal.flatMap((one, at) =>
    principal.slice(at + 1).flatMap((other): Contradiction[] => {
      if (thingsOf(one).isDisjointFrom(thingsOf(other))) return [];
      const [ours, theirs] = [one, other].map((text) =>
        statementsOf(text).flatMap((each) => [...each.directions]),
      );
      const found = ours?.find(([outcome, direction]) =>
        theirs?.some(([name, their]) => name === outcome && their !== direction),
      );
      const isBoth = found && relationsTo(one, other).has('agreeing');
      return found && !isBoth ? [{ outcome: found[0], findings: [one, other] }] : [];
    }),
  );
}

/**
 * Sorts prior findings by whether they point the same way as each of the caller's on the same outcome. Where no outcome that
 * the list knows is named by both, they meet on the topic alone.
 */
export function compareFindings({
  principal,
  units,
}: {
  principal: readonly string[];
  units: readonly Unit[];
}): Compared {
  // What two records say in the same words is said once.
  const findings = units.filter(
    ({ role, text }, at) =>
      role === 'finding' && units.findIndex((each) => each.text.toLowerCase() === text.toLowerCase()) === at,
  );
  const byFinding = principal
    .map((finding): ComparedFinding => {
      const related = findings.map((unit) => ({ unit, relations: relationsTo(finding, unit.text) }));
      const agreeing = related.filter(({ relations }) => relations.has('agreeing'));
      const disagreeing = related.filter(
        ({ relations }) => relations.has('disagreeing') && !relations.has('agreeing'),
      );
      return {
        finding,
        agreeing: agreeing.map(({ unit }) => unit),
        disagreeing: disagreeing.map(({ unit }) => unit),
      };
    })
    .filter(({ agreeing, disagreeing }) => agreeing.length + disagreeing.length > 0);
  const agreeing = new Set(byFinding.flatMap((each) => each.agreeing));
  const disagreeing = new Set(byFinding.flatMap((each) => each.disagreeing));
  return {
    agreeing: findings.filter((unit) => agreeing.has(unit)),
    disagreeing: findings.filter((unit) => disagreeing.has(unit)),
    other: findings.filter((unit) => !agreeing.has(unit) && !disagreeing.has(unit)),
    byFinding,
    contradictions: contradictionsIn(principal),
  };
}
