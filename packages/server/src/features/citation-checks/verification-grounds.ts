import {
  type EvidenceSentence,
  locateQuote,
  readAbstract,
  type Span,
} from '@citewell/citation-checker/locate.ts';
import { nothingChanged } from '@citewell/citation-checker/statements/no-effect.ts';
import { findingDirection } from '../../literature/ranking/direction.ts';
import type { SentenceCheck, SentenceToCheck } from './check-by-rules.ts';
import { isQuotedIn } from './verifier/is-quoted-in.ts';
import type { ComparedPart } from './verifier/verification.ts';

/**
 * Returns true if a passage can support or refute a sentence: a result or conclusion, or a method for a sentence
 * without a finding. Background and aims never can.
 */
export function groundsVerdict(passage: Span, input: SentenceToCheck): boolean {
  return sentencesIn(passage, input.article).some(({ section }) => isGround(section, input));
}

function isGround(section: EvidenceSentence['section'], { sentence }: SentenceToCheck): boolean {
  if (section === 'background' || section === 'aim') return false;
  return section !== 'method' || findingDirection(sentence) === undefined;
}

function sentencesIn({ start, end }: Span, article: SentenceToCheck['article']): EvidenceSentence[] {
  return readAbstract(article, 'same').sentences.filter((each) => start < each.end && each.start < end);
}

/** Parts that carry a finding, and not its setting: people, treatment, time and design may be described anywhere. */
const ofFinding: ReadonlySet<ComparedPart['part']> = new Set([
  'effect',
  'number',
  'outcome',
  'comparator',
  'strength',
]);

/**
 * Returns true unless a part of a finding is quoted only from the title or from a passage that can decide nothing: what
 * others found or what was asked.
 */
export function groundsPart({ part, quote, relation }: ComparedPart, input: SentenceToCheck): boolean {
  if (relation === 'absent' || !ofFinding.has(part)) return true;
  const { abstract } = input.article;
  const grounds = readAbstract(input.article, 'same').sentences.filter(({ section }) =>
    isGround(section, input),
  );
  if (grounds.some(({ text }) => isQuotedIn(quote, text))) return true;
  const span = locateQuote(quote, abstract);
  return span !== undefined && groundsVerdict(span, input);
}

/**
 * Returns the passages on which a verifier's support relies, each in whole sentences: a fragment may lack the negation of
 * its sentence. The first is the one it cites, the others contain effects and outcomes quoted from elsewhere.
 */
export function quotedPassages(
  evidence: Span,
  parts: readonly ComparedPart[],
  article: SentenceToCheck['article'],
): string[] {
  const whole = (span: Span) =>
    sentencesIn(span, article)
      .map(({ text }) => text.trim())
      .join(' ');
  const cited = whole(evidence);
  const others = parts.flatMap(({ part, quote }) => {
    if ((part !== 'effect' && part !== 'outcome') || quote === '' || isQuotedIn(quote, cited)) return [];
    const span = locateQuote(quote, article.abstract);
    return span ? [whole(span)] : [];
  });
  return [...new Set([cited, ...others])];
}

/**
 * Returns true if the numbers of a sentence that the rules did not find occur in the passages compared with its parts.
 */
export function numbersAgree(numbers: SentenceCheck['numbers'], parts: readonly ComparedPart[]): boolean {
  return numbers
    .filter(({ found, text }) => !found && /\d/.test(text))
    .every(({ text }) =>
      parts.some(
        ({ claim, quote }) =>
          claim.includes(text.trim()) &&
          valuesIn(text).every((value) => valuesIn(quote).some((stated) => roundsTo(stated, value))),
      ),
    );
}

/** Figures that identify a result, unlike counts and the numbers of names. */
const isFigure = /[%％‰]|\d[.,·]\d|\d{3}|[成万亿]/;

/** Returns true if a figure of a sentence occurs in an abstract, but only in background or aims. */
export function hasFigureOfOthers(numbers: SentenceCheck['numbers'], { article }: SentenceToCheck): boolean {
  const { sentences, title } = readAbstract(article, 'same');
  const [background, own] = [
    sentences.filter(({ section }) => section === 'background' || section === 'aim'),
    sentences.filter(({ section }) => section !== 'background' && section !== 'aim'),
  ].map((each) => valuesIn(each.map(({ text }) => text).join('\n'))) as [Value[], Value[]];
  const others = [...own, ...valuesIn(title.text)];
  return numbers
    .filter(({ found, text, how }) => found && how !== 'derived' && isFigure.test(text))
    .some(({ text }) =>
      valuesIn(text).some(
        (value) =>
          background.some((stated) => roundsTo(stated, value)) &&
          !others.some((stated) => roundsTo(stated, value)),
      ),
    );
}

type Value = { value: number; text: string };

function valuesIn(text: string): Value[] {
  return (text.match(/\d[\d,]*(?:\.\d+)?/g) ?? []).map((found) => ({
    text: found,
    value: Number(found.replaceAll(',', '')),
  }));
}

/**
 * Returns true for equal numbers after rounding: 142,795 and 143,000, 54.54 and 55, within half of the last significant
 * digit.
 */
function roundsTo({ value: stated }: Value, { value, text }: Value): boolean {
  const plain = text.replaceAll(',', '');
  const [whole = '', decimals] = plain.split('.');
  const zeros = decimals === undefined ? whole.length - whole.replace(/(?<!0)0+$/, '').length : 0;
  const unit = decimals === undefined ? 10 ** zeros : 10 ** -decimals.length;
  // A wider tolerance would turn 1,400 into 1,000.
  const isPrecise = decimals !== undefined || whole.length - zeros >= 2 || zeros === 0;
  return stated === value || (isPrecise && Math.abs(stated - value) <= unit / 2);
}

/** Returns true unless parts of the same name state an effect on one side and its absence on the other. */
export function keepsEffects(parts: readonly ComparedPart[]): boolean {
  return parts
    .filter(({ part, relation }) => part === 'effect' && relation === 'same')
    .every(({ claim, quote }) => !nothingChanged(claim) === !nothingChanged(quote));
}
