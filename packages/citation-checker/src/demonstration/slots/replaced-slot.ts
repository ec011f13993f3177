import type { Source } from '../align-claim.ts';
import type { Claim, Unit } from '../claim-units.ts';
import type { EffectDirection } from '../effects.ts';
import { type IndexedSentence, placesOf } from '../index-sentence.ts';
import { arePaired, type KindMember, kindsOf } from '../kinds.ts';
import { oppositesOf } from '../opposites.ts';
import type { StudyConflict } from '../proof.ts';
import { isDirected, reversed } from './effect-relation.ts';
import { kindsOfUnit } from './kind-slot.ts';

/**
 * Compares items of one kind with the whole abstract: a word for one that occurs nowhere conflicts if the title, or a
 * sentence with most of the claim, names another of the kind, and the claim has none that the abstract has. The claim
 * replaced it.
 */
export function compareReplaced(claim: Claim, { title, sentences }: Source): StudyConflict | undefined {
  const texts = [title, ...sentences.map(({ indexed }) => indexed)];
  const isStated = (unit: Unit) => texts.some((indexed) => placesOf(unit, indexed).length > 0);
  const absent = claim.units.flatMap((unit) => {
    const kinds = ownKinds(unit);
    return kinds.length > 0 && !isStated(unit) ? kinds.map((own) => ({ unit, ...own })) : [];
  });
  if (absent.length === 0) return undefined;
  const named = texts.map(({ read }) => read.tokens.map(({ stem, text }) => kindsOf(stem, text)));
  const theirs = named.flat(2);
  const ofTitle = (named[0] ?? []).flat();
  /** Returns the stems of the abstract's words for items of a kind. */
  const stemsOf = (kind: string): (readonly string[])[] => [
    ...new Map(
      texts.flatMap(({ read: { tokens } }, at) =>
        tokens
          .filter((_, place) => named[at]?.[place]?.some((each) => each.kind === kind))
          .map(({ stem }) => [stem, [stem]] as const),
      ),
    ).values(),
  ];
  const mine = claim.units.flatMap(ownKinds);
  for (const { unit, kind, which, isQuality } of absent) {
    const others = theirs.filter((other) => other.kind === kind);
    if (others.some((other) => other.which === which)) continue;
    if (others.some((other) => mine.some((own) => own.kind === kind && own.which === other.which))) continue;
    // A study is on the subject of its title, but may have found something on each of two outcomes: not the same,
    // however.
    const isOfTitle = ofTitle.some((other) => other.kind === kind);
    const share = isQuality ? shareHeld.quality : isOfTitle ? shareHeld.ofTitle : shareHeld.item;
    if (isQuality && negating.test(claim.read.text)) continue;
    // Once for all sentences: it reads the whole abstract.
    const wordings = stemsOf(kind);
    const [best] = sentences
      .flatMap(({ sentence, indexed }, at) => {
        if (sentence.section === 'background') return [];
        const written = (named[at + 1] ?? []).findIndex((kinds) => kinds.some((each) => each.kind === kind));
        // "BCa" is bladder cancer.
        const place = written >= 0 ? written : (placesOf({ wordings }, indexed)[0] ?? -1);
        const other = indexed.read.tokens[place];
        if (!other) return [];
        const held = claim.units.filter((each) => placesOf(each, indexed).length > 0).length;
        const isOfSame =
          // A study has one country, in whatever sentence.
          (kind === 'country' || held >= share * claim.units.length) &&
          (!isQuality || (!negating.test(sentence.text) && describesSame(unit, place, claim, indexed))) &&
          // "Mild cases had a lower mortality" follows from "severe cases had a higher one".
          (!(isQuality || arePaired(kind) || areOpposites(unit, other.stem)) || !mayReverse(claim, indexed));
        return isOfSame ? [{ sentence, text: other.text, held }] : [];
      })
      .sort((one, two) => two.held - one.held);
    if (best)
      return {
        slot: 'population',
        sentence: best.sentence,
        conflict: { outcome: 'conflict', kind: 'context', claim: unit.text, evidence: best.text },
      };
  }
  return undefined;
}

/** Matches a negation, by which a quality may be its opposite. */
const negating =
  /\b(?:not?|non|never|without|neither|nor|lack\w{0,3}|fail\w{0,4}|cannot|less|rather|unlikely)\b|n['’]t\b|不|未|无|没|非/i;

const areOpposites = ({ wordings }: Unit, stem: string): boolean =>
  wordings.some((stems) => stems.some((own) => oppositesOf(own).has(stem)));

/**
 * Returns true if a sentence may state the opposite direction of a claim: it does so in one of its effects, or has an
 * adjective of degree instead of the claim's direction.
 */
function mayReverse({ clauses }: Claim, { clauses: others, read }: IndexedSentence): boolean {
  const directionsOf = (all: Claim['clauses']) =>
    new Set<EffectDirection>(
      all.flatMap(({ effects }) => effects.map(({ direction }) => direction).filter(isDirected)),
    );
  const theirs = directionsOf(others);
  return [...directionsOf(clauses)].some(
    (own) => theirs.has(reversed(own)) || (!theirs.has(own) && graded.test(read.text)),
  );
}

const graded =
  /\b(?:poor|bad|good|excellent|favou?rable|unfavou?rable|adverse|high|low|strong|weak|long|short|large|small|common|frequent|rare)\b|不良|不佳|[较很]?[好差高低大小长短]|良好|常见|少见|罕见/i;

/** Minimum share of a claim's words in the sentence with the other item, or the opposite quality. */
const shareHeld = { ofTitle: 0.15, item: 0.6, quality: 0.4 };
/** Maximum words between a quality and a word that both texts have next to it. */
const adjacentWithin = { claim: 3, sentence: 4 };

/** Returns true if a word next to a unit of the claim is also next to a word of the sentence. */
function describesSame(unit: Unit, place: number, { units }: Claim, indexed: IndexedSentence): boolean {
  return units.some(
    (near) =>
      near !== unit &&
      Math.abs(near.index - unit.index) <= adjacentWithin.claim &&
      placesOf(near, indexed).some((at) => Math.abs(at - place) <= adjacentWithin.sentence),
  );
}

/** Returns the kinds in which a unit is one item: 结直肠癌肝转移 names two organs. */
function ownKinds(unit: Unit): KindMember[] {
  const all = kindsOfUnit(unit);
  return all.filter(
    (own, at) =>
      all.every(({ kind, which }) => kind !== own.kind || which === own.which) &&
      all.findIndex(({ kind }) => kind === own.kind) === at,
  );
}
