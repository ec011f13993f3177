import { presence } from '../locate.ts';
import { readTerms, stemSet, type Term } from '../reading/terms.ts';
import { readText } from '../reading/tokens.ts';

/** Arms of a comparison: `right` stands behind "than", `left` is everything else that is named, `rest` all of it. */
export type Arms = { left: Term[]; right: Term[]; rest: Term[] };

/** End of the name of an arm. */
const name = String.raw`(?:(?![,;(，；（。]|\.\s|\s(?:and|at|for|after|during|among|by|but|while|whereas|in|regarding|with respect)\s).){1,60}`;
const hanName = String.raw`[^，；。（(,;]{1,60}?`;
const comparators: RegExp[] = [
  new RegExp(
    String.raw`\b(?:than|compared (?:with|to)|in comparison (?:with|to)|versus|(?<!\d%?\s)vs?\.?(?=\s\D)|relative to|(?:superior|inferior|preferable) to|over(?= placebo| control))\s+(?:(?:that|those|did|was|were|in|with|for|among|of|after|the|patients|participants|receiving|taking|treated|standard)\s+)*(${name})`,
    'iu',
  ),
  new RegExp(String.raw`(?:与|和|同|相对于|相比于|相较于)(${hanName})(?:组)?(?:相比|比较|相较)`, 'u'),
  new RegExp(
    String.raw`(?:优于|高于|低于|多于|少于|劣于|大于|小于|长于|短于|不如|不及)(${hanName})(?:的|组|$|[，；。（(,;])`,
    'u',
  ),
  new RegExp(
    String.raw`(?:较|比)(${hanName})(?:组|者)?(?:更|明显|显著|有|的)?(?=升高|增高|增加|增多|上升|降低|下降|减少|缩短|延长|提高|改善|常见|高|低|多|少|长|短|好|差)`,
    'u',
  ),
];

/**
 * The arms of a comparison; undefined where none is made. `right` is empty where the other language has no word for what stands
 * there: then nobody can tell which way round it is. Linear in the text.
 */
export function readArms(text: string, across: 'same' | 'english'): Arms | undefined {
  for (const pattern of comparators) {
    const match = pattern.exec(text);
    const named = match?.[1];
    if (!match || named === undefined || /^[\d.%\s]+$/.test(named)) continue;
    const [start, end] = [match.index, match.index + match[0].length];
    const rest = `${text.slice(0, start)} ${text.slice(end)}`;
    let [left, right] = [topics(rest, across), topics(named, across)];
    // "Than in men": nothing but such words names the arm.
    if (right.length === 0) [left, right] = [words(rest, across), words(named, across)];
    if (right.length === 0 && across === 'same') continue;
    return {
      left: left.filter((term) => !isIn(term, right)),
      right: right.filter((term) => !isIn(term, left)),
      rest: words(rest, across),
    };
  }
  return undefined;
}

/** Words that name no arm by themselves. */
const empty =
  /^(?:patients?|groups?|rates?|treatment|therapy|risk|women|men|children|adults?|participants?|arms?|receiv\w*|taking|took|treated|assigned|operations?|surgery|given|occurred|had|使用|组)$/i;

/** Returns the terms of a text, without words that name no arm by themselves. */
export function topics(text: string, across: 'same' | 'english'): Term[] {
  return words(text, across).filter((term) => !empty.test(term.text));
}

function words(text: string, across: 'same' | 'english'): Term[] {
  return readTerms(readText(text), across).filter(({ stems }) => stems.length > 0);
}

function isIn({ stems }: Term, terms: readonly Term[]): boolean {
  return terms.some((term) => term.stems.some((stem) => stems.includes(stem)));
}

/** Weighted share of these terms among those of the others, 0 to 1. */
export function held(terms: readonly Term[], others: readonly Term[]): number {
  const stems = stemSet(others.flatMap((term) => term.stems));
  let [sum, all] = [0, 0];
  for (const term of terms) {
    all += term.weight;
    sum += term.weight * presence(term, stems);
  }
  return all === 0 ? 0 : sum / all;
}

const clear = 0.5;

/** Returns true if two comparisons have their arms swapped; undefined if that cannot be determined. */
export function isSwapped(
  mine: Arms | undefined,
  theirs: Arms | undefined,
  own: readonly Term[],
  their: readonly Term[],
): boolean | undefined {
  if (mine && theirs) {
    const crossed = Math.min(held(theirs.right, mine.rest), held(mine.right, theirs.rest));
    const straight = held(theirs.right, mine.right);
    if (crossed >= clear && crossed > straight) return true;
    return straight >= clear ? false : undefined;
  }
  // One of them tells of a single arm: of which?
  const [arms, single] = mine ? [mine, their] : [theirs, own];
  if (!arms || held(arms.right, single) < clear) return false;
  return arms.left.some((term) => !isIn(term, single)) ? true : undefined;
}
