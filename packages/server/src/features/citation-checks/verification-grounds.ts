import { readAbstract, type Span } from '@citewell/citation-checker/locate.ts';
import { nothingChanged } from '@citewell/citation-checker/statements/no-effect.ts';
import { findingDirection } from '../../literature/ranking/direction.ts';
import type { ComparedPart } from '../../llm/engine.ts';
import type { SentenceCheck, SentenceToCheck } from './check-by-rules.ts';

/**
 * Tells whether a passage can support or refute a sentence: a result or a conclusion, or, for a sentence that tells no
 * finding, a method. Background and aims never can.
 */
export function groundsVerdict(passage: Span, { sentence, article }: SentenceToCheck): boolean {
  const isFinding = findingDirection(sentence) !== undefined;
  return readAbstract(article, 'same')
    .sentences.filter(({ start, end }) => passage.start < end && start < passage.end)
    .some(
      ({ section }) => section !== 'background' && section !== 'aim' && (section !== 'method' || !isFinding),
    );
}

/** Tells whether the numbers of a sentence, where the rules did not find them, stand in what its parts were compared with. */
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

/** 142,795 is 143,000, and 54.54 is 55: equal to half of the last digit that counts. */
function roundsTo({ value: stated }: Value, { value, text }: Value): boolean {
  const plain = text.replaceAll(',', '');
  const [whole = '', decimals] = plain.split('.');
  const zeros = decimals === undefined ? whole.length - whole.replace(/(?<!0)0+$/, '').length : 0;
  const unit = decimals === undefined ? 10 ** zeros : 10 ** -decimals.length;
  // More would make 1,000 of 1,400.
  const isPrecise = decimals !== undefined || whole.length - zeros >= 2 || zeros === 0;
  return stated === value || (isPrecise && Math.abs(stated - value) <= unit / 2);
}

/** Tells whether no part that is called the same states an effect on one side and its absence on the other. */
export function keepsEffects(parts: readonly ComparedPart[]): boolean {
  return parts
    .filter(({ part, relation }) => part === 'effect' && relation === 'same')
    .every(({ claim, quote }) => !nothingChanged(claim) === !nothingChanged(quote));
}
