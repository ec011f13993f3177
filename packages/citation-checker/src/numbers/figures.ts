import { type EvidenceSentence, oncePerSentence } from '../locate.ts';
import type { ReadText } from '../reading/tokens.ts';
import { groupNumbers } from './group-numbers.ts';
import { type Measured, readMeasures } from './measures.ts';

/** Maximum number of figures per sentence; further ones are looked up, but not used in computations. */
const quantitiesMax = 60;

/**
 * Reads the numbers of a text with their roles, without those that name an arm ("group 2"); at most 60. Linear in the
 * text.
 */
export function readFigures({ text, quantities }: Pick<ReadText, 'text' | 'quantities'>): Measured[] {
  const names = groupNumbers({ text, quantities });
  return readMeasures({
    text,
    quantities: quantities.slice(0, quantitiesMax).filter((quantity) => !names.has(quantity)),
  });
}

/** Returns the figures of a sentence of the abstract, read once. */
export const figuresIn: (sentence: EvidenceSentence) => Measured[] = oncePerSentence(readFigures);
