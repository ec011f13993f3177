import { medicalTerms } from '../literature/medical-term.ts';
import type { Comparison } from './check/comparison.ts';
import { presence } from './check/locate.ts';
import { readTerms } from './check/reading/terms.ts';
import { readText } from './check/reading/tokens.ts';
import { findDirections } from './check/statements/directions.ts';

/** Where one thing is said after another: "…, and it prevents dementia", 并可预防痴呆. */
const joints =
  /[,，;；:：。]|\b(?:and|but|while|whereas|or|plus)\b|以及|并且?|还[能可会有]|也[能可会]|同时|而且?|且/i;

/** What something does to somebody, beside the words that name a direction. */
const asserts =
  /\b(?:cur(?:es?|ed|ing)|kill\w*|treat(?:s|ed|ing)?|caus(?:es?|ed|ing)|heal\w*|works?|eliminat\w*|eradicat\w*|trigger\w*|revers(?:es?|ed|ing))\b|治|导致|引起|引发|诱发|逆转|消除/i;

/**
 * True where a part of a sentence says that something is done to what its record never names, in whatever words the rest of
 * the sentence stands there: "… reduced strokes, and it prevents dementia". What has no translation cannot be compared.
 */
export function hasClauseBeyond({ claim, abstract, cross }: Comparison): boolean {
  return claim.text.split(joints).some((part) => {
    const [direction] = findDirections(part);
    const does = direction ?? asserts.exec(part);
    if (!does) return false;
    const end = 'end' in does ? does.end : does.index + does[0].length;
    const word = 'text' in does ? does.text : does[0];
    // Behind "higher than" stands another group.
    if (compared.test(part)) return false;
    // What is done is named behind the word for it, or anywhere in the part.
    return [part, compares.test(word) ? part : part.slice(end)].some((text) => {
      const named = medicalTerms(text)
        .filter((name) => !asserts.test(name) && findDirections(name).length === 0)
        .flatMap((name) => readTerms(readText(name), cross ? 'english' : 'same'))
        .filter(({ stems }) => stems.length > 0);
      return named.length > 0 && named.every((term) => presence(term, abstract.stems) < heldFrom);
    });
  });
}

const heldFrom = 0.5;
const compared = /\bthan\b|[高低多少大小长短]于/i;
const compares =
  /^(?:high|low|more|less|few|great|larg|long|short|small|better|worse)|[于高低多少大小长短好差]$/i;
