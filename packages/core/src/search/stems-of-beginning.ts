import { stemWord } from '../text/words.ts';

/**
 * Returns stems of words with this beginning that do not begin so themselves: an index contains "vaccin" for
 * vaccination, which `vaccinat` would not find. Such a stem can have other words too (vaccine). Endings are those that
 * Porter's algorithm removes, if the beginning ends within one.
 *
 * @param beginning Folded.
 */
export function stemsOfBeginning(beginning: string): string[] {
  const stems = new Set([stemWord(beginning)]);
  for (const { ending, from, to } of endings)
    for (let part = from; part <= to; part++) {
      const rootMin = part === 1 ? 5 : 4;
      // A clinician or physician is meant, and every clinical or physical study would be found.
      if (part === 1 && beginning.endsWith('ici')) continue;
      if (beginning.length - part >= rootMin && beginning.endsWith(ending.slice(0, part)))
        stems.add(stemWord(beginning + ending.slice(part)));
    }
  return [...stems].filter((stem) => !stem.startsWith(beginning));
}

/** Ending with the fewest and the most of its letters that a beginning may have. */
type Ending = { ending: string; from: number; to: number };

/**
 * Chosen by the prefixes of five letters and more of the words of 5,558 abstracts (SciFact). 17 % found none of the
 * records with a word that begins so, 3 % with these endings; of 0.5 %, which found them, other words are found too.
 */
const endings: readonly Ending[] = [
  ...endingsFrom(1, 'ation ational ative al ity ive ic ical ization ize ment'),
  ...endingsFrom(2, 'ism tion sion tional ance ence ancy ency ant ent able ible ous ies'),
  ...endingsFrom(2, 'ability ibility ality ivity ously ently ely ively ically ially ually onally'),
  ...endingsFrom(3, 'iveness ness ably'),
  // "in" is how names of substances end: statin and aspirin must not find "state" and "aspire".
  { ending: 'ing', from: 1, to: 1 },
];

function endingsFrom(from: number, list: string): Ending[] {
  return list.split(' ').map((ending) => ({ ending, from, to: ending.length - 1 }));
}
