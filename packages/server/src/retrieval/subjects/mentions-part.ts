import type { Subject } from '@citewell/core/records/query.ts';
import { isGenericTerm } from '@citewell/core/text/stop-words.ts';
import { foldText, indexTerms } from '@citewell/core/text/words.ts';
import type { RecordText } from './record-text.ts';
import { rootOf } from './word-roots.ts';

/** Last words of names, which many different things have. */
const commonHead =
  /^(?:failure|syndrome|disease|disorder|infection|surgery|operation|procedure|injury|pain|test|attack|failing|defect|care|loss|use|level|count|rate|score|index|factor|drug|agent|cell|block|shock|bypass|replacement|repair|stone|virus|acid|vaccine)s?$/i;
/** Diseases whose names begin as other things of the same organ do: pancreatitis, and pancreatic cancer. */
const ofOrgan = /(?:itis|oma|osis|asis|a?emia|pathy|algia|ectomy|plasty|scopy|uria)s?$/i;

const prefix = /^(?:post|pre|peri|non|anti|inter|intra|co|multi|semi|sub|super|trans|ultra)$/i;

/** Maximum number of letters at the end by which two forms of a word differ. */
const endingMax = 3;
/** Minimum number of letters of a word that is recognized within another. */
const partMin = 5;

/**
 * Returns true if a record has a part of a subject's name that is most of it, or another form of its word: epilepsy for "partial
 * epilepsy", hypoxia for "hypoxia-driven", endothelial for endothelium. It may then be about the subject in words that no list has.
 */
export function mentionsPart({ wordings }: Subject, text: RecordText): boolean {
  return wordings.some((wording) => {
    if (/\p{Script=Han}/u.test(wording)) return false;
    const words = foldText(wording)
      .split(/[\s-]+/)
      .filter((word) => word.length > 2 && !prefix.test(word));
    if (words.length === 0) return false;
    if (words.length === 1) return hasForm(words[0] ?? '', text);
    const held = words.filter((word) =>
      indexTerms(word).some((term) => text.all.has(rootOf(term)) && !isGenericTerm(term)),
    );
    const head = /-driven|-mutant|-induced|-related/.test(wording) ? words[0] : words.at(-1);
    return (
      head !== undefined && held.includes(head) && !commonHead.test(head) && held.length >= words.length / 2
    );
  });
}

function hasForm(word: string, { all }: RecordText): boolean {
  if (word.length < partMin + 1 || ofOrgan.test(word)) return false;
  for (const term of all.values()) {
    if (term.length < partMin) continue;
    let shared = 0;
    while (shared < term.length && term[shared] === word[shared]) shared++;
    if (shared >= partMin && shared >= word.length - endingMax) return true;
    if (word.endsWith(term) || (term.length > partMin && word.includes(term))) return true;
  }
  return false;
}
