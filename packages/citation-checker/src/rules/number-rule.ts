import type { Comparison } from '../comparison.ts';
import type { Finding } from '../finding.ts';
import { derive } from '../numbers/derived-numbers.ts';
import { figuresIn, readFigures } from '../numbers/figures.ts';
import { contradictsUnit, matchQuantity, type QuantityMatch } from '../numbers/match-quantity.ts';
import { isRatio } from '../numbers/measures.ts';
import { exchanged, reordered } from '../numbers/number-order.ts';
import type { Quantity } from '../reading/quantities.ts';
import type { Token } from '../reading/tokens.ts';
import { held } from '../statements/arms.ts';

/** A number of the sentence and what became of it. */
export type NumberCheck = {
  text: string;
  found: boolean;
  how: QuantityMatch | 'derived' | undefined;
  evidence: string | undefined;
};

/** A number with what it was read as. */
export type CheckedNumber = NumberCheck & { quantity: Quantity };

/** Every number of the sentence, looked up in the abstract and its title. */
export function checkNumbers(
  comparison: Pick<Comparison, 'claim' | 'abstract' | 'ranked' | 'cross' | 'source'>,
): CheckedNumber[] {
  const { claim, abstract } = comparison;
  return claim.quantities.map((quantity) => {
    const text = quantity.text.trim();
    // A difference that the abstract also has as a share of something else is still a difference.
    const difference = /point|点$/i.test(text) ? derive(quantity, comparison) : undefined;
    if (difference) return { quantity, text, found: true, how: 'derived', evidence: difference };
    const order: QuantityMatch[] = ['same', 'share', 'converted', 'rounded'];
    let best: { how: QuantityMatch; text: string } | undefined;
    // "6 weeks" is not the 6 of a score where the abstract has 6 months.
    const isOtherUnit =
      quantity.unit !== undefined &&
      abstract.quantities.some((other) => other.value === quantity.value && contradictsUnit(quantity, other));
    for (const other of abstract.quantities) {
      if (isOtherUnit && !other.unit) continue;
      const how = matchQuantity(quantity, other);
      if (how && (!best || order.indexOf(how) < order.indexOf(best.how))) best = { how, text: other.text };
      if (how === 'same') break;
    }
    if (best) return { quantity, text, found: true, how: best.how, evidence: best.text };
    const derived = isEdited(quantity, comparison) ? undefined : derive(quantity, comparison);
    return derived
      ? { quantity, text, found: true, how: 'derived', evidence: derived }
      : { quantity, text, found: false, how: undefined, evidence: undefined };
  });
}

/** Returns true if the source has a different number of the same kind in this place: it was changed, not computed. */
function isEdited(quantity: Quantity, comparison: Pick<Comparison, 'source' | 'claim'>): boolean {
  const counterpart = counterpartOf(quantity, comparison);
  if (!counterpart || /%/.test(counterpart.text) !== quantity.percent) return false;
  const neighbours = (tokens: readonly Token[], start: number) => {
    const at = tokens.findIndex((token) => token.start === start);
    return [tokens[at - 1]?.stem, tokens[at + 1]?.stem];
  };
  const mine = neighbours(comparison.claim.tokens, quantity.start);
  const theirs = neighbours(comparison.source?.sentence.tokens ?? [], counterpart.start);
  return mine.some((stem, index) => stem !== undefined && stem === theirs[index]);
}

/** Numbers that the abstract does not have, has in another unit, or has elsewhere in the sentence this one was taken from. */
export function numberFindings(comparison: Comparison): Finding[] {
  const { source, verbatim } = comparison;
  if (verbatim) return [];
  const checks = comparison.numbers;
  const findings = checks.flatMap((check) =>
    check.found
      ? [
          ...wrongSign(check, comparison),
          ...ratioAsChange(check, comparison),
          ...pointsForPercent(check, comparison),
        ]
      : absent(check, comparison),
  );
  if (source)
    findings.push(
      ...exchanged(
        comparison,
        checks.filter(({ how }) => how !== 'derived').map(({ quantity }) => quantity),
      ),
    );
  if (findings.length === 0) findings.push(...reordered(comparison));
  return unique(findings);
}

function absent({ quantity, text }: NumberCheck & { quantity: Quantity }, comparison: Comparison): Finding[] {
  const { abstract, covered } = comparison;
  const inOtherUnit = abstract.quantities.find(
    (other) => other.value === quantity.value && contradictsUnit(quantity, other),
  );
  if (inOtherUnit) {
    // Days of something else can be as many as the weeks meant: small numbers meet by chance.
    const isMet = covered.best < told && quantity.value < 10 && quantity.decimals === 0;
    return [
      { kind: 'unit', force: isMet ? 'doubt' : 'certain', claim: text, evidence: inOtherUnit.text.trim() },
    ];
  }
  const counterpart = counterpartOf(quantity, comparison);
  if (quantity.kind === 'label') return label(quantity, comparison, counterpart);
  // A year tells when, and a small number in words how many; abstracts leave both out.
  const isSoft =
    quantity.small || (quantity.kind === 'year' && !abstract.quantities.some(({ kind }) => kind === 'year'));
  // "Doubled" and "halved" are small numbers in words that say much.
  const soft = quantity.unit?.name === 'fold' ? 'doubt' : 'note';
  const force = counterpart || (covered.best >= told && !isSoft) ? 'certain' : isSoft ? soft : 'possible';
  const evidence =
    counterpart?.text.trim() ??
    (covered.best >= told ? nearest(quantity, comparison)?.text.trim() : undefined);
  return [{ kind: 'numeric', force, claim: text, evidence }];
}

/** From this share of the sentence's terms on, its best sentence tells the same, and would have the number. */
const told = 0.6;

/** "Type 2" where the abstract speaks of type 1 alone. */
function label(
  quantity: Quantity,
  { claim, abstract, covered }: Comparison,
  counterpart: Token | undefined,
): Finding[] {
  const leadOf = (text: string, { start }: Quantity) =>
    /(?<!\p{L})(\p{L}+)[ -]?$/u
      .exec(text.slice(Math.max(0, start - 14), start))?.[1]
      ?.toLowerCase()
      .replace(/s$/, '') ?? '';
  const lead = leadOf(claim.text, quantity);
  const others = abstract.sentences.flatMap((sentence) =>
    sentence.quantities.filter((other) => other.kind === 'label' && leadOf(sentence.text, other) === lead),
  );
  const instead = counterpart?.text ?? others[0]?.text;
  const text = `${lead} ${quantity.text.trim()}`;
  if (instead === undefined) return [{ kind: 'context', force: 'note', claim: text, evidence: undefined }];
  return [
    {
      kind: 'context',
      force: counterpart || covered.best >= told ? 'certain' : 'possible',
      claim: text,
      evidence: `${lead} ${instead.trim()}`,
    },
  ];
}

/** Returns the source's token in the place of this number. */
function counterpartOf(quantity: Quantity, { source }: Pick<Comparison, 'source'>): Token | undefined {
  const difference = source?.alignment.differences.find(({ claim }) =>
    claim.some(({ start }) => start === quantity.start),
  );
  const index =
    difference?.claim
      .filter(({ kind }) => kind === 'number')
      .findIndex(({ start }) => start === quantity.start) ?? -1;
  const numbers = difference?.evidence.filter(({ kind }) => kind === 'number') ?? [];
  return index < 0 ? undefined : (numbers[index] ?? numbers.at(-1));
}

/** "Lowered by 36 %" tells how far, not how many. */
function isChange(text: string, { start }: Quantity): boolean {
  return /(?:\bby|降低|减少|下降|升高|增加|提高)了?(?:约| about)?\s*$/i.test(
    text.slice(Math.max(0, start - 14), start),
  );
}

/** The number of the best sentence that is of the same kind, and of the same arm where it has several. */
function nearest(quantity: Quantity, { claim, ranked, cross }: Comparison): Quantity | undefined {
  const across = cross ? 'english' : 'same';
  const best = ranked[0]?.sentence;
  const mine = readFigures(claim, across).find((figure) => figure.quantity === quantity);
  if (!best || !mine) return undefined;
  const alike = figuresIn(best, across).filter(
    ({ quantity: other, measure }) =>
      measure !== 'level' &&
      isChange(best.text, other) === isChange(claim.text, quantity) &&
      other.percent === quantity.percent &&
      other.unit?.dimension === quantity.unit?.dimension &&
      other.kind === quantity.kind,
  );
  const found = alike.length === 1 ? alike[0] : alike.find(({ label }) => held(label, mine.label) >= 0.5);
  return found?.quantity;
}

/** "Lowered by 45 %" where 0.45 is the ratio: what is left, not what was taken. */
function ratioAsChange({ quantity, text, how }: CheckedNumber, comparison: Comparison): Finding[] {
  if (how !== 'share' || !quantity.percent || !isChange(comparison.claim.text, quantity)) return [];
  const same = comparison.abstract.sentences
    .flatMap((sentence) => figuresIn(sentence, comparison.cross ? 'english' : 'same'))
    .filter((figure) => matchQuantity(quantity, figure.quantity) !== undefined);
  if (same.length === 0 || !same.every(({ measure }) => isRatio(measure)) || derive(quantity, comparison))
    return [];
  const [ratio] = same;
  return ratio
    ? [
        {
          kind: 'numeric',
          force: 'certain',
          claim: text,
          evidence: `${ratio.measure} ${ratio.quantity.text.trim()}`,
        },
      ]
    : [];
}

/** A relative change told in percentage points, or a difference of two percentages told as a relative change. */
function pointsForPercent(
  { quantity, text, how, evidence }: CheckedNumber,
  comparison: Comparison,
): Finding[] {
  if (!quantity.percent) return [];
  const { claim, abstract } = comparison;
  const isPoints = /point|点/i.test(text);
  if (how === 'derived') {
    const around = claim.text.slice(Math.max(0, quantity.start - 60), quantity.end + 40);
    if (isPoints || !/\d[%％]? − \d/.test(evidence ?? '') || /^1(?:00%)? −/.test(evidence ?? '')) return [];
    if (/absolute|differ|point|margin|gap|绝对|差|点/i.test(around)) return [];
    return [{ kind: 'numeric', force: 'doubt', claim: text, evidence }];
  }
  if (!isPoints) return [];
  const places = abstract.sentences.flatMap((sentence) =>
    sentence.quantities
      .filter((other) => matchQuantity(quantity, other) !== undefined)
      .map((other) => ({ other, sentence })),
  );
  const isRelative = places.every(
    ({ other, sentence }) =>
      !/point|点/i.test(other.text) &&
      isChange(sentence.text, other) &&
      !/hba1c|glyc|糖化|absolute|绝对/i.test(sentence.text),
  );
  return places.length > 0 && isRelative
    ? [{ kind: 'unit', force: 'doubt', claim: text, evidence: places[0]?.other.text.trim() }]
    : [];
}

/** p < 0.05 is not p > 0.05. */
function wrongSign({ quantity }: NumberCheck & { quantity: Quantity }, { abstract }: Comparison): Finding[] {
  if (quantity.kind !== 'p' || !quantity.sign || quantity.sign === '=') return [];
  const same = abstract.quantities.filter(
    ({ kind, value, sign }) => kind === 'p' && value === quantity.value && sign && sign !== '=',
  );
  if (same.length === 0 || same.some(({ sign }) => sign === quantity.sign)) return [];
  return [
    {
      kind: 'numeric',
      force: 'certain',
      claim: `p ${quantity.sign} ${quantity.text}`,
      evidence: `p ${same[0]?.sign} ${same[0]?.text}`,
    },
  ];
}

/** One of a kind and place. */
function unique(findings: readonly Finding[]): Finding[] {
  const seen = new Set<string>();
  return findings.filter(({ claim, force }) => {
    const key = `${claim}|${force === 'note'}`;
    return !seen.has(key) && Boolean(seen.add(key));
  });
}
