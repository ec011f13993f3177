import type { Comparison } from '@citewell/citation-checker/comparison.ts';
import { presence } from '@citewell/citation-checker/locate.ts';
import { drugName } from '@citewell/citation-checker/reading/drug-names.ts';
import { readTerms } from '@citewell/citation-checker/reading/terms.ts';
import { readText } from '@citewell/citation-checker/reading/tokens.ts';
import { findPolarityCues } from '@citewell/citation-checker/statements/polarity-cues.ts';
import { medicalTerms } from '../../../literature/query/medical-term.ts';

/** Connectives before a further statement: "…, and it prevents dementia", 并可预防痴呆. */
const joints =
  /[,，;；:：。]|\b(?:and|but|while|whereas|or|plus)\b|以及|并且?|还[能可会有]|也[能可会]|同时|而且?|且/i;

/** Verbs for effects on people, besides the words for directions. */
const asserts =
  /\b(?:cur(?:es?|ed|ing)|kill\w*|treat(?:s|ed|ing)?|caus(?:es?|ed|ing)|heal\w*|works?|eliminat\w*|eradicat\w*|trigger\w*|revers(?:es?|ed|ing))\b|治|导致|引起|引发|诱发|逆转|消除/i;

/**
 * Returns true if part of a sentence reports an effect on something that the record never names, whatever the rest
 * says: "… reduced strokes, and it prevents dementia". Words without a translation cannot be compared.
 */
export function hasUnsupportedClause({ claim, abstract, isCrossLingual }: Comparison): boolean {
  const across = isCrossLingual ? 'english' : 'same';
  const isBeyond = (text: string): boolean => {
    const named = medicalTerms(text)
      .filter(
        (name) =>
          !asserts.test(name) &&
          !/^停|withdraw|discontinu/i.test(name) &&
          findPolarityCues(name).length === 0,
      )
      .flatMap((name) => readTerms(readText(name), across))
      .filter(({ stems }) => stems.length > 0);
    return named.length > 0 && named.every((term) => presence(term, abstract.stems) < heldFrom);
  };
  let isList = false;
  return claim.text.split(joints).some((part) => {
    const [direction] = findPolarityCues(part);
    const does = direction ?? asserts.exec(part);
    // The verb applies to every item of a list: "Lowered weight and the risk of dementia".
    if (!does) return isList && (part.match(/[\p{L}\d]+/gu)?.length ?? 0) <= listed && isBeyond(part);
    isList = true;
    // Another group follows "higher than".
    if (compared.test(part)) return false;
    const end = 'end' in does ? does.end : does.index + does[0].length;
    const word = 'text' in does ? does.text : does[0];
    // The object follows the verb, or occurs anywhere in the part.
    return isBeyond(part) || (!compares.test(word) && isBeyond(part.slice(end)));
  });
}

/** Words of a list item; a run of Chinese is one. */
const listed = 5;
const heldFrom = 0.5;
const compared = /\bthan\b|[高低多少大小长短]于/i;
const compares =
  /^(?:high|low|more|less|few|great|larg|long|short|small|better|worse)|[于高低多少大小长短好差]$/i;

/** Drug names without a WHO stem. */
const oldDrugs =
  /^(?:insulin|aspirin|heparin|warfarin|morphin|ibuprofen|paracetamol|acetaminophen|digoxin|lithium|opioid|steroid|alcohol|ethanol|cannabi\w*|ivermectin|quinin|codein|fentanyl|methadon|levothyroxin|berberin)$/;

/** Returns true if a sentence names a drug that its record never mentions. */
function namesOtherDrug({ terms, abstract }: Comparison): boolean {
  return terms.some(
    (term) =>
      [term.text.toLowerCase(), ...term.stems].some((word) => drugName.test(word) || oldDrugs.test(word)) &&
      presence(term, abstract.stems) < heldFrom &&
      ![...abstract.stems].some(
        (stem) => stem.length > 4 && stem.endsWith(term.text.toLowerCase().replace(/s$/, '')),
      ),
  );
}

/** Detects a "type 1" where the record only has type 2. */
function namesOtherType({ claim, abstract }: Comparison): boolean {
  const typesIn = (text: string) =>
    new Set(Array.from(text.matchAll(type), ([, one, other]) => one ?? other));
  const theirs = typesIn(`${abstract.title.text}\n${abstract.abstract}`);
  return theirs.size > 0 && [...typesIn(claim.text)].some((each) => !theirs.has(each));
}

const type = /\btypes?[ -]([1-9])\b|(?<![\d.])([1-9])\s?型/gi;

/** Detects a dose whose figure occurs nowhere in the record; small figures count. */
function hasOtherDose({ numbers }: Comparison): boolean {
  return numbers.some(
    ({ found, quantity: { unit, small } }) =>
      !found && !small && unit !== undefined && ['mass', 'volume', 'dose'].includes(unit.dimension),
  );
}

const majority =
  /\b(?:most|nearly all|almost all|the majority|every second|one in two|more than half|over half)(?: of)?(?: (?:the|all|these))?(?: \w+)? (?:patients|people|participants|adults|women|men|children|users|cases)\b|多数患者|多数病人|几乎所有|绝大多数/i;
const anyMajority =
  /\b(?:majority|half|most (?:of|patients|participants|people|adults|women|men|children|users|cases))\b|多数|半数|一半/i;

/** Detects "most patients stopped" if the record reports no majority, in words or as a share. */
function inventsMajority({ claim, abstract }: Comparison): boolean {
  if (!majority.test(claim.text) || anyMajority.test(abstract.abstract)) return false;
  return !abstract.quantities.some(
    ({ percent, value }) => percent && value >= 50 && ![90, 95, 99].includes(value),
  );
}

/** Returns true if the comparison forbids citing its record for the sentence. */
export function exceedsSource(comparison: Comparison): boolean {
  return [hasUnsupportedClause, namesOtherDrug, namesOtherType, hasOtherDose, inventsMajority].some((finds) =>
    finds(comparison),
  );
}
