import { detectLanguage } from '@citewell/core/text/language.ts';
import { splitSentences } from '@citewell/core/text/sentences.ts';
import type { CheckedArticle } from '../comparison.ts';
import { type EvidenceSentence, type ReadAbstract, readAbstract, type Span } from '../locate.ts';
import type { Quantity } from '../reading/quantities.ts';
import { removeSourcePointers } from '../reading/remove-source-pointers.ts';
import { readText } from '../reading/tokens.ts';
import { type Alignment, alignClaim, type Source } from './align-claim.ts';
import { type Candidate, compareSlots } from './candidate.ts';
import { type Claim, readClaim } from './claim-units.ts';
import { mayBeContext } from './context-words.ts';
import type { Effect } from './effects.ts';
import { isIdentifiedByNumbers, isIdentifiedByWords } from './identified-sentence.ts';
import { indexSentence, indexText, placesOf } from './index-sentence.ts';
import { splitJoined } from './joined-statements.ts';
import { matchNumber } from './numbers.ts';
import { oppositeClaims } from './opposite-claims.ts';
import {
  type ClaimPart,
  type Demonstration,
  type Proof,
  proveContradiction,
  proveSupport,
  type SlotName,
} from './proof.ts';
import { isDirected, isSameMeasure } from './slots/effect-relation.ts';
import { findStudyConflicts, isOwnStatement } from './study-conflicts.ts';

/** Maximum number of sentences of a claim; a longer text is read as one. */
const sentencesMax = 8;

/** Number of results to cache: several rules ask for that of a sentence and each record that it cites. */
const recentMax = 8;
/** The latest first. */
const recent: { claim: string; article: CheckedArticle; demonstration: Demonstration }[] = [];

/**
 * Demonstrates that an abstract states a claim, or that it contradicts it; undetermined if neither can be shown. Each
 * of several sentences must be stated, and one contradicted sentence decides. The result is shared and must not be modified.
 */
export function demonstrate(claim: string, article: CheckedArticle): Demonstration {
  const known = recent.find((each) => each.claim === claim && isSame(each.article, article));
  if (known) return known.demonstration;
  const demonstration = demonstrateAnew(claim, article);
  recent.unshift({ claim, article, demonstration });
  recent.length = Math.min(recent.length, recentMax);
  return demonstration;
}

function isSame(one: CheckedArticle, other: CheckedArticle): boolean {
  return (
    one === other ||
    (one.abstract === other.abstract &&
      one.title === other.title &&
      one.publicationTypes === other.publicationTypes)
  );
}

function demonstrateAnew(claim: string, article: CheckedArticle): Demonstration {
  const sentences = splitSentences(claim);
  if (sentences.length < 2 || sentences.length > sentencesMax) return demonstrateStatements(claim, article);
  const each = sentences.map(({ text, start }) => shiftOffsets(demonstrateStatements(text, article), start));
  const [first] = each;
  const contradicted = each.find(({ verdict }) => verdict === 'deviates');
  if (contradicted) return contradicted;
  if (first && each.every(({ verdict }) => verdict === 'supported')) return first;
  const parts = each.flatMap((one) => (one.verdict === 'undetermined' ? one.parts : one.proof.parts));
  const open = each.find((one) => one.verdict === 'undetermined');
  return {
    verdict: 'undetermined',
    closest: open?.verdict === 'undetermined' ? open.closest : undefined,
    parts,
  };
}

/** Demonstrates a sentence as a whole or, if it joins complete statements, each of them. */
function demonstrateStatements(sentence: string, article: CheckedArticle): Demonstration {
  const whole = demonstrateSentence(sentence, article);
  if (whole.verdict !== 'undetermined') return whole;
  const joined = splitJoined(sentence).map(({ text }) => demonstrateSentence(text, article));
  const [first] = joined;
  return first && joined.every(({ verdict }) => verdict === 'supported') ? first : whole;
}

/** Shifts the offsets of a demonstration by `by` characters, from a sentence to its claim. */
function shiftOffsets(demonstration: Demonstration, by: number): Demonstration {
  if (demonstration.verdict !== 'deviates') return demonstration;
  const { proof } = demonstration;
  const { replacement } = proof.decidedBy.conflict;
  if (!replacement || by === 0) return demonstration;
  const moved = { ...replacement, start: replacement.start + by, end: replacement.end + by };
  const conflict = { ...proof.decidedBy.conflict, replacement: moved };
  return proveContradiction(proof.sentence, proof.parts, { ...proof.decidedBy, conflict });
}

/** Demonstrates one statement; `isOpposite` if it is made from a claim, whose own opposites are not looked for again. */
function demonstrateSentence(sentence: string, article: CheckedArticle, isOpposite = false): Demonstration {
  const read = readText(removeSourcePointers(sentence));
  const isCrossLingual = detectLanguage(read.text) !== detectLanguage(article.abstract);
  const claim = { ...readClaim(read), isCrossLingual };
  if (claim.units.length > unitsMax) return { verdict: 'undetermined', closest: undefined, parts: [] };
  const source = readSource(article);
  const isOfMethods = methods.test(claim.read.text.replace(sourceNamed, ' '));
  const candidates = source.sentences
    .filter(({ sentence: { section } }) => isFindingSection(section) || (section === 'method' && isOfMethods))
    .map((each) => compareSlots(claim, alignClaim(claim, each, source), source))
    .sort((one, other) => rank(other) - rank(one));
  const [best] = candidates;
  const studyConflicts = findStudyConflicts(claim, source, isCrossLingual);
  const mostWords = Math.max(0, ...candidates.map(({ places }) => places.size));
  const agreeing =
    studyConflicts.length > 0
      ? []
      : candidates.filter(
          (each) =>
            isWhole(each, claim) &&
            each.isClear &&
            each.conflicts.length === 0 &&
            isCompared(each, claim, source) &&
            (mayBeContext(each, claim, source) || each.places.size >= shareAlone * claim.units.length) &&
            // Words elsewhere may belong to another finding, whose sentence then has more of the claim.
            each.inSetting.length <= settingMax &&
            !candidates.some(
              (other) =>
                (statesMore(other, each, claim) && (!isFramed(each) || mayState(claim, other))) ||
                disputes(other, each),
            ) &&
            (each.places.size === mostWords ||
              each.places.size >= shareAlone * claim.units.length ||
              each.elsewhere.every(({ isCircumstance }) => isCircumstance) ||
              isIdentifiedByNumbers(claim, each, candidates) ||
              isIdentifiedByWords(claim, each, candidates, source)),
        );
  const supporting = agreeing.find(({ maySupport }) => maySupport);
  if (supporting) return proveSupport(spanOf(supporting.sentence), partsOf(claim, supporting));
  const [agreed] = agreeing;
  if (agreed)
    return { verdict: 'undetermined', closest: spanOf(agreed.sentence), parts: partsOf(claim, agreed) };
  const contradicting = candidates.filter(
    (each) =>
      each.inSetting.length === 0 &&
      each.missing.length <= restMax + 1 &&
      isClose(each, claim, source) &&
      each.isClear &&
      each.conflicts.length === 1 &&
      isWholeButConflict(each, claim),
  );
  const [only] = contradicting;
  const decided = only?.conflicts[0];
  if (
    only &&
    decided &&
    !isStatedElsewhere(claim, decided.slot, only, candidates) &&
    !candidates.some(
      (each) =>
        each !== only &&
        rank(each) >= rank(only) - 1 &&
        each.conflicts.length === 0 &&
        !each.leansAgainst &&
        (decided.slot !== 'effect' || mayState(claim, each)),
    )
  )
    return proveContradiction(spanOf(only.sentence), partsOf(claim, only), decided);
  const opposed = findOpposed(candidates, claim);
  if (opposed && !isStatedElsewhere(claim, opposed.decided.slot, opposed, candidates))
    return proveContradiction(spanOf(opposed.sentence), partsOf(claim, opposed), opposed.decided);
  const turned = isOpposite ? undefined : findTurned(claim, candidates, article);
  if (turned) return proveContradiction(turned.sentence, best ? partsOf(claim, best) : [], turned.decided);
  const excluded = studyConflicts.find((each) => !isOwnStatement(each, claim, source));
  if (excluded) {
    const { slot, conflict, sentence: of } = excluded;
    return proveContradiction(spanOf(of), best ? partsOf(claim, best) : [], { slot, conflict });
  }
  return {
    verdict: 'undetermined',
    closest: best && best.places.size > 0 ? spanOf(best.sentence) : undefined,
    parts: best ? partsOf(claim, best) : [],
  };
}

/** Maximum number of words of a claim, since each is looked up in every sentence. */
const unitsMax = 200;

const isFindingSection = (section: EvidenceSentence['section']) =>
  section === 'result' || section === 'conclusion' || section === 'unknown';

const methods =
  /\b(?:randomi[sz]ed|allocated|assigned|enrolled|recruited|included|surveyed|followed|received|given|measured|assessed|compared|evaluated|used|studied|collected|injected|treated|underwent|trial|study|survey|cohort|examined|reviewed|tested|defined)\b|随机|纳入|入组|采用|接受|调查|研究|分析|评估|测定/i;

/** Matches the mention of a source, which does not make a statement one about methods: "In one study, …", 该研究中. */
const sourceNamed =
  /\b(?:in|from) (?:a|an|another|one|the|this|that) (?:[\w-]{2,20} ){0,2}(?:study|trial|survey|cohort)(?=[,.]|$)|(?:一项|另一项|本|该)研究中/giu;

/** Returns true if a sentence has as much of a claim as the supporting one and contradicts it. */
function disputes(each: Candidate, supporting: Candidate): boolean {
  return (
    each.missing.length === 0 &&
    each.places.size >= supporting.places.size &&
    each.isClear &&
    each.conflicts.length > 0
  );
}

/**
 * Returns true if a sentence has everything that another has of a claim, and one of the words found elsewhere: the
 * claim is about it.
 */
function statesMore({ places, indexed }: Alignment, other: Alignment, { numbers }: Claim): boolean {
  const holds = ({ read }: Alignment['indexed'], quantity: Quantity) =>
    matchNumber(quantity, read.quantities, '').found.length > 0;
  const figures = numbers
    .map(({ quantity }) => quantity)
    .filter(({ small, kind }) => !small && kind === 'plain');
  // "At 300 ms" does not refer to a sentence on 150 ms.
  if (figures.some((each) => holds(other.indexed, each) && !holds(indexed, each))) return false;
  return (
    places.size > other.places.size &&
    [...other.places.keys()].every((unit) => places.has(unit)) &&
    other.elsewhere.some((unit) => places.has(unit))
  );
}

/** Returns true if a sentence lacks nothing of a claim but its population, time or introduction. */
const isFramed = ({ elsewhere }: Alignment): boolean =>
  elsewhere.every(({ isCircumstance, isFronted }) => isCircumstance || isFronted);

/** Maximum number of words of a supported claim that may occur only in aims and methods. */
const settingMax = 2;

/** Share of the claim's words in the sentence from which the others can only be its setting. */
const shareAlone = 0.65;

/** Minimum share of the claim's words in the sentence itself. */
const shareWithin = 0.3;

/** Returns true if nothing of the claim is missing and most of it is in one sentence. */
function isWhole(
  { missing, places }: Pick<Alignment, 'missing' | 'places'>,
  { units, numbers }: Claim,
): boolean {
  return (
    missing.length === 0 && units.length + numbers.length >= 2 && places.size >= shareWithin * units.length
  );
}

/** Maximum words, besides that in which the two differ, that the sentence may lack of a claim with another number or group. */
const restMax = 2;

/**
 * Returns true if nothing is missing but the word in which the two differ: the sentence has another in its place. A
 * different number or group is recognized by the words next to it, so that others may be paraphrased.
 */
function isWholeButConflict({ missing, places, conflicts }: Candidate, claim: Claim): boolean {
  const [decided] = conflicts;
  const rest = missing.filter(({ text }) => text !== decided?.conflict.claim);
  const mayLack = decided?.slot === 'number' || decided?.slot === 'population';
  return rest.length <= (mayLack ? restMax : 0) && isWhole({ places, missing: [] }, claim);
}

/** Matches a claim that ranks something above others without naming them. */
const comparing =
  /\b(?:(?:more|less) (?:frequent|common|likely|often)\w*|highest|lowest|greatest|largest|peaked|most|least)\b(?! than| [a-z]+ than)|最|^(?![^。]*(?:相比|比较|相较|[^相对]比\p{Script=Han}|[高低多少大小优劣长短]于))[^。]*(?:[比更]|较(?=[高低多少大小长短好差]))/iu;

/**
 * Returns true unless a claim compares, and a word for population or time that the title lacks is in another sentence.
 */
function isCompared({ elsewhere }: Alignment, { read: { text } }: Claim, { title }: Source): boolean {
  return !comparing.test(text) || elsewhere.every((unit) => placesOf(unit, title).length > 0);
}

/** Checks the higher requirements of a contradiction: at least three words in one sentence, or all of a short claim. */
const closeness = { words: 3, share: 0.7 };

function isClose({ places }: Alignment, { units }: Claim, { title }: Source): boolean {
  // Population, place and time are stated once in a study, and the title covers all findings.
  const own = units.filter((unit) => places.has(unit) || !unit.isCircumstance);
  const held = own.filter((unit) => places.has(unit) || placesOf(unit, title).length > 0);
  return (
    places.size >= Math.min(closeness.words - 1, units.length) &&
    held.length >= Math.min(closeness.words, units.length) &&
    held.length >= closeness.share * own.length
  );
}

/**
 * Returns true if a sentence may state the effect of a claim: it states one of that kind, or has two figures that would
 * show it. A sentence without an effect cannot be the source of a claim of change.
 */
function mayState({ clauses }: Claim, { indexed }: Alignment): boolean {
  const mine = clauses.flatMap(({ effects }) => effects);
  const theirs = indexed.clauses.flatMap(({ effects }) => effects);
  const isDenial = ({ direction }: (typeof mine)[number]) => direction === 'none' || direction === 'denied';
  if (mine.some(isDenial)) return theirs.some(isDenial) || indexed.read.quantities.length > 0;
  if (theirs.length > 0) return !theirs.every(isDenial);
  return indexed.read.quantities.filter(({ small, kind }) => !small && kind !== 'year').length > 1;
}

/**
 * Minimum share of a claim's words at which a negating clause may be its source; more if another sentence has all of
 * them.
 */
const shareDenied = { usual: 0.4, whenAllPresent: 1 };

/**
 * Returns true if a claim states no change and a clause of the abstract does so with words of the claim: a sentence
 * that says otherwise is then about something else.
 */
function isStatedElsewhere(
  { clauses, units }: Claim,
  slot: SlotName,
  { places }: Alignment,
  candidates: readonly Candidate[],
): boolean {
  const isNull = ({ effects }: Claim['clauses'][number]) =>
    effects.some(({ direction }) => direction === 'none' || direction === 'denied');
  if (slot !== 'effect' || !clauses.some(isNull)) return false;
  const distinctive = units.filter(({ isCircumstance }) => !isCircumstance);
  const share = distinctive.every((unit) => places.has(unit))
    ? shareDenied.whenAllPresent
    : shareDenied.usual;
  return candidates.some(({ indexed }) =>
    indexed.clauses.filter(isNull).some(({ start, end }) => {
      const held = distinctive.filter((unit) =>
        placesOf(unit, indexed).some((place) => {
          const at = indexed.read.tokens[place]?.start ?? -1;
          return at >= start && at < end;
        }),
      );
      return held.length >= share * distinctive.length;
    }),
  );
}

/**
 * Finds a sentence that demonstrates the opposite of a claim: the claim with one effect reversed or negated. Only claims
 * whose words are all in the abstract have one.
 */
function findTurned(
  claim: Claim,
  candidates: readonly Candidate[],
  article: CheckedArticle,
): { sentence: Span; decided: NonNullable<Proof['decidedBy']> } | undefined {
  if (!candidates.some((each) => isWhole(each, claim))) return undefined;
  for (const { text, kind, word } of oppositeClaims(claim)) {
    const opposite = demonstrateSentence(text, article, true);
    if (opposite.verdict !== 'supported') continue;
    const { sentence } = opposite.proof;
    const own = candidates.find((each) => each.sentence.start === sentence.start);
    if (!own || own.inSetting.length > 0) continue;
    // Levels that are higher than those of others may still have fallen, and a sentence without a change opposes none.
    const effects = own.indexed.clauses.flatMap((clause) => clause.effects).filter(isChange);
    const opposes = effects.some(({ text: theirs }) => isSameMeasure(word, theirs));
    if (!opposes && (effects.length > 0 || kind === 'direction')) continue;
    const conflict = { outcome: 'conflict', kind, claim: word, evidence: sentence.text } as const;
    return { sentence, decided: { slot: 'effect', conflict } };
  }
  return undefined;
}

const isChange = ({ direction }: Effect): boolean => isDirected(direction);

/** Limits for a sentence that states the opposite of a claim: minimum words, their share, and maximum missing words. */
const opposition = { words: 4, share: 0.75, missing: 1 };

/**
 * Finds the sentence that has all words of a claim but one, and the opposite effect, if no other has as many of them.
 */
function findOpposed(
  candidates: readonly Candidate[],
  { units }: Claim,
): (Candidate & { decided: Candidate['conflicts'][number] }) | undefined {
  const nearest = candidates.find(
    (each) =>
      each.missing.length + each.inSetting.length <= opposition.missing &&
      each.places.size >= opposition.words &&
      each.places.size >= opposition.share * units.length &&
      each.isClear &&
      each.conflicts.length === 1 &&
      each.conflicts[0]?.slot === 'effect',
  );
  const decided = nearest?.conflicts[0];
  const isDisputed = candidates.some(
    (each) => nearest && each !== nearest && rank(each) >= rank(nearest) - 2 && each.conflicts.length === 0,
  );
  return nearest && decided && !isDisputed ? { ...nearest, decided } : undefined;
}

const rank = ({ places, missing, inSetting }: Alignment): number =>
  places.size - missing.length - inSetting.length;

const spanOf = ({ text, start, end }: EvidenceSentence): Span => ({ text, start, end });

function partsOf(
  { units, isCrossLingual }: Claim & { isCrossLingual: boolean },
  { places, elsewhere }: Alignment,
): ClaimPart[] {
  return units.map((unit) => ({
    text: unit.text,
    at: places.has(unit) ? 'sentence' : elsewhere.includes(unit) ? 'elsewhere' : undefined,
    isUntranslated: isCrossLingual && unit.wordings.length === 1 && /^han:/.test(unit.wordings[0]?.[0] ?? ''),
  }));
}

const sources = new WeakMap<ReadAbstract, Source>();

/** Prepares an abstract for comparison once, for as long as it is cached: an answer cites its papers in any order. */
function readSource(article: CheckedArticle): Source {
  const abstract = readAbstract(article, 'same');
  const known = sources.get(abstract);
  if (known) return known;
  const { title, sentences } = abstract;
  const source: Source = {
    title: indexText(title, sentences[0]?.shortForms ?? []),
    sentences: sentences.map((sentence) => ({ sentence, indexed: indexSentence(sentence) })),
    isRandomised: /randomi[sz]ed|randomly|placebo|随机/i.test(`${article.title} ${article.abstract}`),
  };
  sources.set(abstract, source);
  return source;
}
