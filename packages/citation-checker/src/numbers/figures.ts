import { type EvidenceSentence, oncePerSentence } from '../locate.ts';
import type { ReadText } from '../reading/tokens.ts';
import { groupNumbers } from './group-numbers.ts';
import { type Measured, readMeasures } from './measures.ts';

/** No sentence has more; those behind are looked up, and nothing is computed from them. */
const quantitiesMax = 60;

/** The numbers of a text with what they are, without those that name an arm ("group 2"); at most 60. Linear in the text. */
export function readFigures({ text, quantities }: Pick<ReadText, 'text' | 'quantities'>): Measured[] {
  const names = groupNumbers({ text, quantities });
  return readMeasures({
    text,
    quantities: quantities.slice(0, quantitiesMax).filter((quantity) => !names.has(quantity)),
  });
}

/** The figures of a sentence of the abstract, read once. */
export const figuresIn: (sentence: EvidenceSentence) => Measured[] = oncePerSentence(readFigures);
