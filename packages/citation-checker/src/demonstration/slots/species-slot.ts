import type { Alignment, Source } from '../align-claim.ts';
import type { Claim } from '../claim-units.ts';
import { memoizeBySource } from '../memoize-by-source.ts';
import type { SlotResult, StudyConflict } from '../proof.ts';
import { findSpecies, findStudiedSpecies, isOfOneKind, type Species } from '../species.ts';

/**
 * Compares the species of a claim with those that the abstract names: a conflict if it only names others, and no group
 * that includes it. Background may be about other studies.
 */
export function compareSpecies(claim: Claim, { title, sentences }: Source): StudyConflict | undefined {
  const mine = findSpecies(claim.read.text);
  if (mine.length === 0) return undefined;
  const named = sentences.flatMap(({ sentence }) =>
    findStudiedSpecies(sentence.text).map((name) => ({ ...name, sentence })),
  );
  const all = [...named, ...findStudiedSpecies(title.read.text)];
  const studied = named.filter(({ sentence: { section } }) => section !== 'background');
  for (const { species, text, start, end } of mine) {
    if (species === 'animal' || (species === 'people' && isWeak(text))) continue;
    if (all.some((other) => covers(other.species, species))) continue;
    const other = studied.find(({ species: theirs }) => excludesOf(species, theirs));
    if (!other) continue;
    return {
      slot: 'population',
      sentence: other.sentence,
      conflict: {
        outcome: 'conflict',
        kind: 'context',
        claim: claim.read.text.slice(start, end),
        evidence: other.text,
      },
    };
  }
  return undefined;
}

/** Matches an outlook, which is about species that were not studied: "Whether this applies to humans is unknown". */
const looksAhead =
  /\b(?:unknown|unclear|whether|may|might|could|should|future|further|remains?|implications?|potential(?:ly)?)\b|尚|可能|未来|进一步|是否/i;

/** Compares people in a claim with an abstract on animals that only mentions people in an outlook. */
export function compareStudied(claim: Claim, { indexed }: Alignment, source: Source): SlotResult {
  const people = findSpecies(claim.read.text).find(
    ({ species, text }) => species === 'people' && !isWeak(text),
  );
  const theirs = findStudiedSpecies(indexed.read.text);
  const concernsAnimals =
    theirs.some(({ species }) => species !== 'human' && excludesOf('people', species)) &&
    !theirs.some(({ species }) => species === 'people' || isOfOneKind('people', species));
  if (people && concernsAnimals) return { outcome: 'unclear', claim: people.text, leansAgainst: true };
  return compareWithStudied(claim, source);
}

const compareWithStudied = memoizeBySource((claim: Claim, { title, sentences }: Source): SlotResult => {
  const people = findSpecies(claim.read.text).find(
    ({ species, text }) => species === 'people' && !isWeak(text),
  );
  if (!people || looksAhead.test(claim.read.text)) return { outcome: 'same' };
  const studied = [title.read.text, ...sentences.map(({ sentence }) => sentence.text)]
    .filter((text) => !looksAhead.test(text))
    .flatMap(findStudiedSpecies);
  return studied.some(({ species }) => species === 'people') ||
    !studied.some(({ species }) => species !== 'human' && excludesOf('people', species))
    ? { outcome: 'same' }
    : { outcome: 'unclear', claim: people.text, leansAgainst: true };
});

/** Words that any study may use: its cases, its clinical part. */
const isWeak = (word: string): boolean =>
  /^(?:clinical|hospital|individual|subject|participant|respondent|resident|case|physician|nurse|医院|临床|参与者)/i.test(
    word,
  );

/** Returns true if a named species, or a group, is that of the claim; human cells are not people. */
const covers = (named: Species, mine: Species): boolean =>
  mine === 'people' ? named === 'people' : isOfOneKind(mine, named);

const bacteria: ReadonlySet<Species> = new Set([
  'coli',
  'subtilis',
  'pseudomonas',
  'corynebacterium',
  'myxococcus',
  'salmonella',
]);

/** Returns true if a study of one need not involve the other: bacteria are found in people, mice are not. */
const excludesOf = (mine: Species, theirs: Species): boolean =>
  bacteria.has(mine) === bacteria.has(theirs) &&
  theirs !== 'animal' &&
  theirs !== 'mammal' &&
  theirs !== 'vertebrate';
