import type { Ranked } from '../locate.ts';
import type { Quantity } from '../reading/quantities.ts';
import type { ReadText } from '../reading/tokens.ts';
import { findPolarityCues } from '../statements/polarity-cues.ts';
import { figuresIn } from './figures.ts';
import { isRatio, type Measured } from './measures.ts';

/** Words required for reading a number as a difference, remainder or quotient of others. */
const words = {
  less: /\b(?:lower|less|fewer|reduc\w*|decreas\w*|declin\w*|fell|cut|protect\w*|drop\w*)\b|降低|减少|下降|低|少/i,
  more: /\b(?:higher|more|greater|increas\w*|rais\w*|excess|elevat\w*|rose|gain\w*)\b|升高|增加|增高|上升|高|多/i,
  difference:
    /\b(?:differ\w*|points?|absolute|shorter|longer|earlier|later|lower|higher|more|fewer|less|reduc\w*|increas\w*|decreas\w*|gain\w*|improv\w*|fell|rose)\b|差|百分点|缩短|延长|高|低|多|少|减|增|下降|升/i,
  rest: /\b(?:not|no|without|other|remain\w*|rest|never|un\w+|free|surviv\w*|die[ds]?|fail\w*|mortality)\b|未|没有|其余|剩余|余下|无|不/i,
  sum: /\b(?:total|overall|together|combined|all|altogether|in both|either|during|women|patients|participants|cases)\b|共|总|合计|两组/i,
  quotient: /\b(?:fold|times|twice|double\w*|half|halv\w*|triple\w*)\b|倍|一半|翻/i,
};

/** Sentence, with those of the abstract that contain most of its words, best first. */
export type RankedTexts = { claim: ReadText; ranked: readonly Ranked[] };

/**
 * Derives a number that the abstract does not state from stated ones: 26 % lower from a hazard ratio of 0.74, 73 % from
 * 440 of 600, 5 points from 15 % and 20 %. It uses numbers of one sentence only, and only if the claim's words fit the
 * computation. Returns the computation as text; undefined if there is none.
 */
export function derive(quantity: Quantity, { claim, ranked }: RankedTexts): string | undefined {
  const around = nearby(claim.text, quantity);
  for (const { sentence, coverage } of ranked.slice(0, sentencesRead)) {
    if (coverage < (quantity.small ? saidThere : onTopic)) continue;
    const figures = figuresIn(sentence).filter(
      ({ quantity: { small, kind, unit }, measure }) =>
        (!small || unit?.name === 'fold') &&
        kind !== 'year' &&
        kind !== 'label' &&
        measure !== 'p' &&
        measure !== 'level',
    );
    const found = deriveFrom(quantity, around, figures, claim.quantities);
    if (found !== undefined) return found;
  }
  return undefined;
}

const sentencesRead = 3;
const onTopic = 0.3;
/** "Tripled" follows from many pairs of numbers by chance. */
const saidThere = 0.6;

function deriveFrom(
  quantity: Quantity,
  around: string,
  figures: readonly Measured[],
  stated: readonly Quantity[],
): string | undefined {
  const says = (value: number) => isRounded(quantity, value);
  // Points are always a difference of two percentages.
  const isPoints = /point|点/i.test(quantity.text);
  if (quantity.percent && !isPoints) {
    for (const { quantity: ratio, measure } of figures) {
      if (!isRatio(measure) || ratio.value <= 0) continue;
      const change = (ratio.value - 1) * 100;
      if (says(Math.abs(change)) && goes(around, change)) return `1 − ${written(ratio)}`;
    }
    // "Doubled" is by 100 %, and 1.4 times is 40 % more.
    for (const { quantity: times } of figures)
      if (times.unit?.name === 'fold') {
        const change = (times.value - 1) * 100;
        if (says(Math.abs(change)) && goes(around, change)) return `${written(times)} − 1`;
      }
    for (const [part, whole] of parts(figures, stated)) {
      if (says((100 * part.value) / whole.value)) return `${written(part)} / ${written(whole)}`;
      if (words.rest.test(around) && says(100 - (100 * part.value) / whole.value))
        return `1 − ${written(part)} / ${written(whole)}`;
    }
    if (words.rest.test(around))
      for (const { quantity: part } of figures)
        if (part.percent && says(100 - part.value)) return `100% − ${written(part)}`;
  }
  for (const [one, other] of pairs(figures)) {
    const [a, b] = [one.quantity, other.quantity];
    const alike = a.percent === quantity.percent && a.unit?.dimension === quantity.unit?.dimension;
    if (alike && words.difference.test(around) && says(Math.abs(a.value - b.value)))
      return a.value > b.value ? `${written(a)} − ${written(b)}` : `${written(b)} − ${written(a)}`;
    if (alike && !a.percent && isCount(a) && isCount(b) && words.sum.test(around) && says(a.value + b.value))
      return `${written(a)} + ${written(b)}`;
    if (quantity.percent && !isPoints && b.value > 0 && a.value > 0)
      for (const [from, to] of [
        [a, b],
        [b, a],
      ] as const) {
        const change = (100 * (to.value - from.value)) / from.value;
        if (says(Math.abs(change)) && goes(around, change)) return `${written(to)} / ${written(from)} − 1`;
      }
    if (quantity.unit?.name === 'fold' && words.quotient.test(around) && a.value > 0 && b.value > 0)
      if (isTimes(quantity, a.value / b.value) || isTimes(quantity, b.value / a.value))
        return `${written(a)} / ${written(b)}`;
    if (quantity.value < 1 && fraction.test(quantity.text) && a.value > 0 && b.value > 0) {
      const left = Math.min(a.value, b.value) / Math.max(a.value, b.value);
      const said = /\bby\s(?:about\s|nearly\s)?\u0000|(?:减少|下降|降低)了?约?\u0000/i.test(around)
        ? 1 - left
        : left;
      if (words.less.test(around) && isTimes(quantity, said)) return `${written(a)} / ${written(b)}`;
    }
  }
  const per = /^\s?(?:\w+\s)?(?:per|in|out of|\/|每)\s?(1,?000|10,?000|100,?000|100)\b/.exec(after(around));
  if (per && !quantity.percent)
    for (const { quantity: share } of figures)
      if (share.percent && says((share.value / 100) * Number(per[1]?.replace(',', ''))))
        return `${written(share)} × ${per[1]}`;
  return undefined;
}

const written = ({ text }: Quantity): string => text.trim();

/** Returns the sentence's words near the number, with a placeholder for it. */
function nearby(text: string, { start, end }: Quantity): string {
  return `${text.slice(Math.max(0, start - 70), start)}\u0000${text.slice(end, end + 50)}`;
}

const after = (around: string): string => around.slice(around.indexOf('\u0000') + 1);

/** Returns true if the words allow a change in this direction. */
function goes(around: string, change: number): boolean {
  if (change === 0) return false;
  const directions = findPolarityCues(around).filter(({ axis }) => axis === 'amount');
  const [less, more] = [
    directions.some(({ polarity }) => polarity === '-') || words.less.test(around),
    directions.some(({ polarity }) => polarity === '+') || words.more.test(around),
  ];
  return change < 0 ? less : more && !directions.some(({ polarity }) => polarity === '-');
}

/** "A third", 一半. */
const fraction = /half|third|quarter|fourth|fifth|分之|一半|半数/i;

/** Returns true for an equal quotient; words such as "twofold" and "doubled" permit an approximate one. */
function isTimes(quantity: Quantity, quotient: number): boolean {
  return quantity.small || fraction.test(quantity.text)
    ? Math.abs(quantity.value - quotient) <= nearlyTimes * quantity.value
    : isRounded(quantity, quotient);
}

const nearlyTimes = 0.15;

/** Returns true within half a unit of the last digit; "about" permits more. */
function isRounded({ value, decimals, about }: Quantity, computed: number): boolean {
  if (!Number.isFinite(computed) || computed === 0) return false;
  const off = Math.abs(value - computed);
  return off <= 0.5 * 10 ** -decimals + 1e-9 || (about && off <= 0.06 * computed);
}

const isCount = ({ value, percent, unit, decimals }: Quantity): boolean =>
  !percent && decimals === 0 && value >= 1 && (!unit || unit.dimension === 'people');

/** Returns counts with their wholes: the number after them, or one in the sentence itself. */
function* parts(figures: readonly Measured[], stated: readonly Quantity[]): Generator<[Quantity, Quantity]> {
  for (const [index, { quantity: part }] of figures.entries()) {
    if (!isCount(part)) continue;
    for (const whole of [figures[index + 1]?.quantity, ...stated])
      if (whole && isCount(whole) && whole.value > part.value) yield [part, whole];
  }
}

/** Maximum figures of a sentence used in computations. */
const figuresMax = 12;

/** Returns figures of one kind and measure, or two of different arms. */
function* pairs(figures: readonly Measured[]): Generator<[Measured, Measured]> {
  const some = figures
    .filter(({ measure }) => !['low', 'high', 'range', 'spread'].includes(measure))
    .slice(0, figuresMax);
  for (const [index, one] of some.entries())
    for (const other of some.slice(index + 1))
      if (
        one.quantity.percent === other.quantity.percent &&
        one.quantity.unit?.dimension === other.quantity.unit?.dimension &&
        one.measure === other.measure
      )
        yield [one, other];
}
