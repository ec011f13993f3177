import type { Source } from '../align-claim.ts';
import type { Claim, Unit } from '../claim-units.ts';
import { placesOf } from '../index-sentence.ts';
import { kindsOf, type OfKind } from '../kinds.ts';
import type { StudyConflict } from '../proof.ts';

/**
 * Compares things of one kind with the whole abstract: a word for one that occurs nowhere conflicts if the abstract
 * names another of the kind, and the claim has none that the abstract has. The claim replaced it.
 */
export function compareReplaced(claim: Claim, { title, sentences }: Source): StudyConflict | undefined {
  const texts = [title, ...sentences.map(({ indexed }) => indexed)];
  const isStated = (unit: Unit) => texts.some((indexed) => placesOf(unit, indexed).length > 0);
  const absent = claim.units.flatMap((unit) => {
    const kinds = kindsOfUnit(unit);
    return kinds.length > 0 && !isStated(unit) ? kinds.map((own) => ({ unit, ...own })) : [];
  });
  if (absent.length === 0) return undefined;
  const named = texts.map(({ read }) => read.tokens.map(({ stem, text }) => kindsOf(stem, text)));
  const theirs = named.flat(2);
  const mine = claim.units.flatMap(kindsOfUnit);
  for (const { unit, kind, which } of absent) {
    const others = theirs.filter((other) => other.kind === kind);
    if (others.some((other) => other.which === which)) continue;
    if (others.some((other) => mine.some((own) => own.kind === kind && own.which === other.which))) continue;
    const [best] = sentences
      .flatMap(({ sentence, indexed }, at) => {
        const place = (named[at + 1] ?? []).findIndex((kinds) => kinds.some((each) => each.kind === kind));
        return place < 0 || sentence.section === 'background'
          ? []
          : [
              {
                sentence,
                text: indexed.read.tokens[place]?.text ?? '',
                held: claim.units.filter((each) => placesOf(each, indexed).length > 0).length,
              },
            ];
      })
      .sort((one, other) => other.held - one.held);
    if (best)
      return {
        slot: 'population',
        sentence: best.sentence,
        conflict: { outcome: 'conflict', kind: 'context', claim: unit.text, evidence: best.text },
      };
  }
  return undefined;
}

/** Returns the kinds of a unit in which it has one place: of 结直肠癌肝转移, neither organ is the one. */
function kindsOfUnit({ text, wordings }: Unit): OfKind[] {
  const all = wordings.flatMap((stems) =>
    stems.flatMap((stem) => kindsOf(stem, stem === wordings[0]?.[0] ? text : stem)),
  );
  const isOne = ({ kind, which }: OfKind) =>
    all.every((other) => other.kind !== kind || other.which === which);
  return all.filter(
    (own, at) => isOne(own) && all.findIndex(({ kind, which }) => kind === own.kind && which === own.which) === at,
  );
}
