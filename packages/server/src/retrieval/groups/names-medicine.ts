import { isEnglishWord } from '@citewell/core/lexicon/english-words.ts';
import { isHealthWord, isHealthWordChinese } from '@citewell/core/lexicon/health-words.ts';
import { otherWordings } from '@citewell/core/lexicon/wordings.ts';
import { isEverydayTerm } from '../../literature/query/medical-term.ts';
import { isMeshSubject } from '../../literature/query/mesh/mesh.ts';
import { isGenericConcept } from '../../literature/query/outcome-terms.ts';
import { populationsInWords } from '../../literature/query/question-hints.ts';

const isHan = /\p{Script=Han}/u;

/**
 * Returns true if a name says by itself what a record is not on: a disease, drug, organ, group of people, or word in no dictionary of
 * everyday words. A verb or adjective of the question says nothing, even if lists give it a medical meaning: "run", "catches", "worse off".
 *
 * @param wordings Name and its wordings in lists, those in English last.
 */
export function namesMedicine(name: string, wordings: readonly string[] = []): boolean {
  if (isHan.test(name)) return isChineseName(name, wordings);
  if (ofOnePerson.test(name) || ofBodies.test(name)) return false;
  if (manyPeople.test(name)) return true;
  if (isEverydayTerm(name.toLowerCase())) return false;
  if (isMeshSubject(name)) return true;
  const words = name.split(/[\s/-]+/).filter(Boolean);
  if (words.some((word) => isHealthWord(word) || !(isEnglishWord(word) || isContraction.test(word))))
    return true;
  // A lay name of a disease or device, unless it is a verb: "drip", "strawberry birthmark".
  return !verb.test(name) && otherWordings(name).slice(0, meantMax).some(isMeshSubject);
}

function isChineseName(name: string, wordings: readonly string[]): boolean {
  if (isEverydayTerm(name)) return false;
  const english = wordings.filter((wording) => !isHan.test(wording)).slice(0, meantMax);
  if (isHealthWordChinese(name) || english.some(isMeshSubject) || english.length === 0) return true;
  return populationsInWords(name).length > 0 || !isGenericConcept([name, ...english]);
}

/** Number of the first wordings in lists, which are what a lay name mostly means. */
const meantMax = 2;
const ofOnePerson =
  /^(?:boy|girl|man|woman|lady|guy|bloke|lad|lass|person|\d{1,3}-(?:year|yr|month|week|day)-olds?)$/i;
const manyPeople = /^(?:wo)?men$/i;
/** Matches contractions without their apostrophe. */
const isContraction = /^(?:do|does|did|is|was|has|had|wo|ca|could|should|would|are|were)nt$/i;
/** Matches verbs for what bodies do, which name nothing by themselves. */
const ofBodies =
  /^(?:eats?|breathe[sd]?|chew(?:s|ed)?|di(?:e|es|ed)|forgets?|hurts?|heal(?:s|ed)?|hears?|inherit(?:s|ed)?|operate[sd]?|conceive[sd]?|prescribe[sd]?)$/i;
/** Matches verbs by their forms: "catching", "picks up". */
const verb =
  /^\w+(?:ing|ed|es)$|^\w+ (?:up|off|out|down|on|over|back|away)$|^(?:do|get|have|had|go|make|take)s? /i;
