import type { Alignment } from '../align-claim.ts';
import type { Claim } from '../claim-units.ts';
import type { Effect } from '../effects.ts';
import { findQuantifiers } from '../quantifiers.ts';
import { matchingClauses } from '../slots/effect-clauses.ts';
import { isDirected } from '../slots/effect-relation.ts';
import type { Clause } from '../statement.ts';

/**
 * Returns false if a claim says that one thing changes another, and all that the sentence says is that the two are
 * associated. This holds for trials too: what a sentence about one associates need not be what was assigned.
 */
export function statesCause(claim: Claim, { indexed, places }: Alignment): boolean {
  const acting = claim.clauses.flatMap((clause, index) => (isActive(clause) ? [index] : []));
  if (acting.length === 0) return true;
  return acting.every((index) => {
    const clauses = matchingClauses(index, claim, { indexed, places });
    return clauses.every((clause) => associationIn(clause) === undefined) || clauses.some(isCausal);
  });
}

const associationIn = ({ text }: Clause): number | undefined =>
  findQuantifiers(text).find(({ category }) => category === 'associative')?.start;

/**
 * Returns true for a clause of the abstract that states a cause: in words for one, or by a verb, but not one among the
 * things associated ("associated with asthma, in particular reduced function").
 */
function isCausal(clause: Clause): boolean {
  const until = associationIn(clause) ?? clause.text.length;
  return (
    causes.test(clause.text) ||
    isActive({
      ...clause,
      text: clause.text.slice(0, until),
      effects: clause.effects.filter(({ end }) => end - clause.start <= until),
    })
  );
}

/** Matches words for causes, and for influences without a direction. */
const causes =
  /\b(?:(?<!\b(?:all|any)-)caus(?:e[sd]?(?!-specific| of death)|al|ally|ing|ation)|leads? to|led to|leading to|result(?:s|ed|ing)? in|due to|because of|attributable|responsible for|effects? (?:of|on)|affect(?:s|ed)?|influenc(?:e[sd]?|ing)|impact(?:s|ed)? (?:of|on)|contribut\w{1,4} to)\b|导致|引起|造成|引发|影响|效应/i;

/** Returns true if the subject of a clause raises, lowers, improves or prevents something, without a "may". */
function isActive({ text, start, effects }: Clause): boolean {
  if (doubted.test(text)) return false;
  return (
    actsOnHan.test(text) || protects.test(text) || effects.some((effect) => isActing(effect, text, start))
  );
}

/** Matches a protection as an adjective or noun. */
const protects =
  /\bprotecti(?:ve (?:against|for|effects?)|on (?:against|from))\b|\b(?:effective|beneficial) (?:in|for|against|at)\b/i;

/** Matches words that leave open whether there is such an effect. */
const doubted =
  /\b(?:may|might|could|possibl[ey]|potential(?:ly)?|perhaps|appears?|seems?|likely|suggest\w{0,3})\b|可能|或许|也许|似乎|或可|有望|潜在/i;

/** Returns true for a verb with its subject before it and its object after it, or "by" and the subject. */
function isActing({ direction, text, end }: Effect, clause: string, offset: number): boolean {
  // "Higher doses reduced" is read as one effect.
  const word = text.slice(text.lastIndexOf(' ') + 1);
  if (!isDirected(direction) || noVerb.test(word) || /^\p{Lu}/u.test(word)) return false;
  const [before, after] = [clause.slice(0, end - word.length - offset), clause.slice(end - offset)];
  if (gerund.test(word)) return /\b(?:in|by|at) $/i.test(before) && hasObject.test(after);
  if (hasPassive.test(before)) return /^ (?:\w+ly )?by (?!\d|about|approximately|a |an |half)/i.test(after);
  return (
    hasSubject.test(before) &&
    !isDescribing.test(before) &&
    !isAssociated.test(before) &&
    hasObject.test(after)
  );
}

/** Matches words for effects that are no verbs of change. */
const noVerb =
  /(?:er|est|ly|ions?|ment|ful|ior|ive)$(?<!^lower)|^(?:more|less|least|most|best|worse|worst|poor|loss|lost|exceed\w*|surpass\w*|outliv\w*|outperform\w*)$/i;
const gerund = /ing$/i;

const hasPassive = /\b(?:is|are|was|were|be|been|being|got|gets?) (?:\w+ly )?$/i;

/** Matches a word at the end of the text that may be a subject or an auxiliary verb. */
const hasSubject = /[\p{L}\d%)\]’'] (?:\w+ly |also |then |thus |further )?$/u;

/** Matches the end of a text after which a participle describes the next noun: "had [reduced mortality]". */
const isDescribing =
  /\b(?:an?|the|this|these|those|its|their|his|her|our|of|in|with|for|from|by|at|on|as|than|between|among|during|after|before|under|without|through|via|versus|vs|and|or|but|no|any|some|is|are|was|were|be|been|had|has|have|having|show(?:s|ed|ing|n)?|exhibit(?:s|ed|ing)?|demonstrat(?:e[sd]?|ing)|display(?:s|ed|ing)?|report(?:s|ed|ing)?|experienc(?:e[sd]?|ing)|receiv(?:e[sd]?|ing)|develop(?:s|ed|ing)?|observ(?:e[sd]?|ing)|found|find(?:s|ing)?|reveal(?:s|ed|ing)?|predict(?:s|ed|ing|ors?)?|indicat(?:e[sd]?|ing)|reflect(?:s|ed|ing)?|mean(?:s|t)?|includ(?:e[sd]?|ing)|more|less|most|either|both|other|such|particular) (?:\w+ly )?$/i;

/** Matches the end of a text after which things associated follow: "related to [lower levels]". */
const isAssociated =
  /\b(?:associat|relat|correlat|link|predict|tied|due|similar|compar)\w{0,6} (?:with|to) $/i;

/** Matches the beginning of a text with an object: a word that is no preposition and no verb. */
const hasObject =
  /^(?: (?:against|from))? (?:\w+ly )?(?!(?:in|on|at|by|with|from|to|over|than|after|before|during|among|between|within|for|of|as|until|when|while|if|per|and|or|but|only|further|not|more|less|again|across|throughout|compared|versus|vs|relative|following|is|are|was|were|had|has|have|did|does|can|could|may|might|will|would)\b)[\p{L}(%]/iu;

/** Matches a Chinese verb with an object: 降低了痛风风险, 可预防痛风, 使死亡率降低. */
const actsOnHan =
  /(?:(?<![较更呈与和同及随的所被有]|[有发]所)(?:降低|减少|减轻|减弱|缩短|抑制|减小|预防|防止|避免|延缓|减慢|保护|增加|升高|提高|提升|增强|促进|延长|加快|加重|恶化|改善)(?:了|过)?(?![的了较更显明最幅程相与和及或有无至到为者组性率后时，。；、,;)）(（\s\d约近]|$)|[使令](?!用)[^，。；]{1,90}(?:降低|减少|减轻|下降|缩短|增加|升高|上升|提高|延长|改善|加重|恶化)|(?:有|具有|起到?)(?:保护|预防)作用)(?![^，。；]{0,30}(?:相关|有关|关联|无关))/u;
