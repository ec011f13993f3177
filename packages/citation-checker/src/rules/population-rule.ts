import type { Comparison } from '../comparison.ts';
import type { Finding } from '../finding.ts';
import { oncePerSentence } from '../locate.ts';
import { spanOf } from '../reading/spans.ts';
import { excludeEachOther, findPopulations, type Population } from './populations.ts';

/** Words by which a sentence says that a population was not studied. */
const isOpen =
  /\b(?:is|are|remains?) (?:unknown|unclear|uncertain|not known)\b|\b(?:future|further) (?:stud\w+|research|trials?)\b|尚不清楚|尚不明确|有待/i;

const populationsIn = oncePerSentence(({ text }) => (isOpen.test(text) ? [] : findPopulations(text)));

/** From this share of the sentence's terms on, the abstract is about the same thing. */
const topical = 0.5;

/** Compares the population studied with the one the sentence speaks of: children for adults, patients for mice. */
export function populationFindings({ claim, abstract, source, verbatim, covered }: Comparison): Finding[] {
  if (verbatim) return [];
  const own = findPopulations(claim.text);
  if (own.length === 0) return [];
  const theirs = [...abstract.sentences.flatMap(populationsIn), ...findPopulations(abstract.title.text)];
  const findings: Finding[] = [];
  if (source)
    for (const { claim: mine, evidence } of source.alignment.differences) {
      const replaced = replacedIn(
        findPopulations(spanOf(claim, mine)),
        findPopulations(spanOf(source.sentence, evidence)),
      );
      if (replaced) findings.push(finding(replaced, 'certain'));
    }
  if (findings.length === 0 && covered.all >= topical)
    for (const [group, members] of Map.groupBy(own, ({ group }) => group)) {
      const known = theirs.filter((each) => each.group === group);
      // Of who is said to be studied, those that are nowhere in the abstract.
      const foreign = members.find(
        ({ member }) =>
          known.length > 0 && known.every((each) => excludeEachOther(group, member, each.member)),
      );
      const [instead] = known;
      // An age or a pregnancy that the abstract never speaks of, in a sentence it otherwise tells.
      const told =
        covered.best >= close && known.length === 0
          ? members.find(({ member }) => particular.has(member))
          : undefined;
      if (told) findings.push({ kind: 'context', force: 'certain', claim: told.text, evidence: undefined });
      if (foreign && instead && group !== 'setting')
        findings.push(finding([foreign, instead], forceOf(foreign, instead, members.length)));
    }
  return findings;
}

const close = 0.6;
const particular = new Set(['child', 'neonate', 'adolescent', 'elderly', 'pregnant']);

/** A human cell is a cell and human: those two words exclude each other less than others. */
function forceOf(mine: Population, theirs: Population, members: number): Finding['force'] {
  if (members > 1 && mine.group === 'species') return 'possible';
  return theirs.member === 'cells' || mine.member === 'cells' ? 'possible' : 'certain';
}

function finding([mine, theirs]: [Population, Population], force: Finding['force']): Finding {
  const overreaches = mine.group === 'species' && mine.member === 'human';
  return {
    kind: overreaches ? 'over_extrapolation' : 'context',
    force,
    claim: mine.text,
    evidence: theirs.text,
  };
}

function replacedIn(
  mine: readonly Population[],
  theirs: readonly Population[],
): [Population, Population] | undefined {
  for (const one of mine) {
    if (theirs.some(({ group, member }) => group === one.group && member === one.member)) continue;
    const other = theirs.find((each) => each.group === one.group && each.member !== one.member);
    if (other) return [one, other];
  }
  return undefined;
}
