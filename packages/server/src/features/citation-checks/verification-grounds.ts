import { readAbstract, type Span } from '@citewell/citation-checker/locate.ts';
import { nothingChanged } from '@citewell/citation-checker/statements/no-effect.ts';
import { findingDirection } from '../../literature/ranking/direction.ts';
import type { SentenceCheck, SentenceToCheck } from './check-by-rules.ts';
import type { ComparedPart } from './verifier/verification.ts';

/**
 * Returns true if a passage can support or refute a sentence: a result or conclusion, or a method for a sentence
 * without a finding. Background and aims never can.
 */
export function groundsVerdict(passage: Span, { sentence, article }: SentenceToCheck): boolean {
  const isFinding = findingDirection(sentence) !== undefined;
  return readAbstract(article, 'same')
    .sentences.filter(({ start, end }) => passage.start < end && start < passage.end)
    .some(
      ({ section }) => section !== 'background' && section !== 'aim' && (section !== 'method' || !isFinding),
    );
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
