import { detectLanguage } from '@citewell/core/text/language.ts';
import type { Effect } from './demonstration/effects.ts';
import { isAttributedToChance } from './demonstration/slots/chance.ts';
import { readClauses } from './demonstration/statement.ts';
import { presence } from './locate.ts';
import { readTerms, stemsOf, type Term } from './reading/terms.ts';
import { readText } from './reading/tokens.ts';

/** Minimum share of the claim's words in a statement of the passage, by their weight. */
const sharedMin = {
  /** Statement that denies an effect that the claim states. */
  sameEffect: 0.25,
  /** Statement that denies something else. */
  otherEffect: 0.5,
  /** Statement of an effect that the claim denies. */
  denied: 0.5,
};
/** Minimum share of the claim's words that only the negated statement has, if another states the claim's effect. */
const aloneMin = 0.1;

/**
 * Returns true if a passage has a negation, or a statement of no effect, that a claim about the same effect has not, or
 * vice versa. False if both negate or neither does, and if the negation concerns something else. This doubts that the
 * passage states the claim; it does not prove that it contradicts it.
 */
export function differInNegation(claim: string, passage: string): boolean {
  const across = detectLanguage(claim) === detectLanguage(passage) ? 'same' : 'english';
  const terms = readTerms(readText(claim), across).filter(({ stems }) => stems.length > 0);
  const mine = readStatements(claim, terms, across);
  const theirs = readStatements(passage, terms, across);
  const [iDeny, theyDeny] = [mine.some(isNegative), theirs.some(isNegative)];
  if (theyDeny && !iDeny && !isAttributedToChance(claim) && !denyingOtherwise.claim.test(claim))
    return theirs.some((each) => isNegative(each) && concerns(each, mine, theirs));
  if (iDeny && !theyDeny && !isAttributedToChance(passage) && !denyingOtherwise.passage.test(passage))
    return mine
      .filter(isNegative)
      .some((each) =>
        theirs.some(({ effect, share }) => denies(each.effect, effect) && share >= sharedMin.denied),
      );
  return false;
}

/** Returns the share of the claim's words that a statement has and no other one of these. */
function exclusiveShare({ terms }: Statement, others: readonly Statement[]): number {
  let sum = 0;
  for (const [term, share] of terms) if (!others.some((other) => other.terms.has(term))) sum += share;
  return sum;
}

/** Part of a text that states one effect, or that there is none. */
type Statement = {
  effect: Effect | undefined;
  /** Terms of the claim that it contains, and their share of the claim, 0 to 1. */
  terms: ReadonlyMap<Term, number>;
  share: number;
};

const isNegative = ({ effect }: Statement): boolean =>
  effect?.direction === 'none' || effect?.direction === 'denied';

/** Returns true if a negative statement of the passage is the one that a claim is about. */
function concerns(negated: Statement, mine: readonly Statement[], theirs: readonly Statement[]): boolean {
  const isSame = mine.some(({ effect }) => denies(negated.effect, effect));
  if (negated.share < (isSame ? sharedMin.sameEffect : sharedMin.otherEffect)) return false;
  if (theirs.some((other) => !isNegative(other) && other.share > negated.share)) return false;
  const stated = theirs.filter(
    ({ effect }) => effect && mine.some((one) => one.effect?.direction === effect.direction),
  );
  if (stated.length === 0) return true;
  return exclusiveShare(negated, stated) > aloneMin;
}

/** Effects that "did not …" denies as well: what did not decrease did not improve. */
const alike: { [direction: string]: Effect['direction'] } = {
  up: 'good',
  good: 'up',
  down: 'good',
  bad: 'up',
};

/** Returns true if a negation denies an effect; a negation of anything else may deny any. */
function denies(negation: Effect | undefined, effect: Effect | undefined): boolean {
  if (!effect || !negation || effect.direction === 'none' || effect.direction === 'denied') return false;
  const { denies: denied } = negation;
  if (denied === undefined || denied === 'related' || denied === 'none') return true;
  return effect.direction === denied || effect.direction === 'related' || effect.direction === alike[denied];
}

/** Words by which a text denies without a negation that is read as one: another text may then negate. */
const denyingOtherwise = {
  claim:
    /\b(?:rather than|instead|except|f[ae]lls? short|fail\w*|free of|free from|poorly|weakly|barely|hardly|intact|whatever|lack\w*|absen\w*|devoid|unable|incapable|ineffective|independent\w*|regardless|equal\w*|same|similar\w*|as \w+ as|across|alike|ceased|disappear\w*|vanish\w*|lost|unaware)\b/i,
  passage:
    /\b(?:without|non-?\w+|not|rather than|instead|except|contrary|in contrast|additive|too (?:high|low|few|many)|short of|fail\w*|lack\w*|absen\w*|devoid|unable|incapable|in(?:effective|sensitive|dependent|active|conclusive|complete|adequate|sufficient)\w*|un(?!der|i|til)\w{4,}|irrespective|regardless|equal\w*|same|similar\w*|alike|ceased|disappear\w*|vanish\w*|lost|only|least|few|rare\w*|poor\w*|weak\w*|persist\w*|stable|remain\w*|eliminat\w*|abolish\w*|exclud\w*|tended|negative\w*|naive|naïve|deficien\w*|minimal\w*|small|normal|within|close|range\w*|slight\w*|low|despite)\b|-free|-less|-independent|未|无|不|没|非|仅|只|阴性/i,
};

/** Words of equality that may describe something instead of stating it: "similar drugs". */
const ofEquality =
  /^(?:similar(?:ly|ity)?|comparabl[ey]|equivalent|equal(?:ly)?|stable|same|identical|相同|一致)$/i;
/** Matches what precedes such a word if it is stated. */
const stating =
  /\b(?:was|were|is|are|be|been|remain(?:s|ed)?|proved|found|as)(?: (?:to be|\w{3,20}ly|also)){0,3} $/i;
/** Matches what precedes a negation that only describes a group: "patients who did and did not", "those who were not". */
const describing =
  /\b(?:(?:did|do|does|was|were|is|are|had|have|has) (?:and|or)(?: who)?(?: (?:did|do|does|was|were|is|are|had|have|has))?|(?:who|which|that|those) (?:did|do|does|was|were|is|are|had|have|has)) $/i;
/** Matches a negation that denies no finding. */
const harmless =
  /^(?:no (?:fewer|more|less) than\b|not (?:restricted|limited|confined)\b|(?:none|no)\b[^.;]{0,100}\b(?:except|other than|apart from)\b)/i;
/** Characters before and after a negation that are examined. */
const within = 120;

/** Maximum number of statements; the rest of an artificial text is not read. */
const statementsMax = 60;

/** Reads the statements of a text: its clauses, divided before each further effect. */
function readStatements(text: string, terms: readonly Term[], across: 'same' | 'english'): Statement[] {
  const all = terms.reduce((sum, { weight }) => sum + weight, 0);
  return readClauses(text)
    .flatMap((clause) => {
      const effects = clause.effects.filter((effect) => isStated(effect, text));
      const bounds = effects.slice(1).map(({ start }) => start);
      return [clause.start, ...bounds].map((from, at) => ({
        effect: effects[at],
        text: text.slice(from, endOf(effects[at], text, from, bounds[at] ?? clause.end)),
      }));
    })
    .slice(0, statementsMax)
    .map(({ effect, text: part }) => {
      const stems = stemsOf(readText(part), across);
      const held = new Map<Term, number>();
      for (const term of terms) {
        const found = presence(term, stems);
        if (found > 0) held.set(term, (term.weight * found) / all);
      }
      return { effect, terms: held, share: [...held.values()].reduce((sum, share) => sum + share, 0) };
    });
}

/** Returns false for a negation in brackets or in the description of a group, and for a word that only describes. */
function isStated({ text: words, start, direction }: Effect, text: string): boolean {
  const before = text.slice(Math.max(0, start - within), start);
  if (direction !== 'none' && direction !== 'denied') return true;
  return (
    !(ofEquality.test(words) && !stating.test(before)) &&
    !harmless.test(text.slice(start, start + within)) &&
    !describing.test(before) &&
    before.lastIndexOf('(') <= before.lastIndexOf(')')
  );
}

/** Returns the end of a statement: a negation of anything but an effect reaches no further than a comma. */
function endOf(effect: Effect | undefined, text: string, from: number, to: number): number {
  const comma = effect?.direction === 'denied' ? text.slice(effect.end, to).indexOf(',') : -1;
  return effect && comma >= 0 && effect.end + comma > from ? effect.end + comma : to;
}
