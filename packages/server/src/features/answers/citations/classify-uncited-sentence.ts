import { cueFinder } from '@citewell/citation-checker/reading/cues.ts';
import { readQuantities } from '@citewell/citation-checker/reading/quantities.ts';
import { removeSourcePointers } from '@citewell/citation-checker/reading/remove-source-pointers.ts';
import { readTerms } from '@citewell/citation-checker/reading/terms.ts';
import { readText } from '@citewell/citation-checker/reading/tokens.ts';
import { findPolarityCues } from '@citewell/citation-checker/statements/polarity-cues.ts';
import { isTermsLine } from '../../../literature/chinese/bilingual-terms.ts';

/** Kind of a sentence without a citation: framing, or a statement of a finding. */
export type UncitedKind = 'connective' | 'needs_citation';

/** Minimum number of content words of a medical sentence; a shorter one states nothing unless it asserts an effect. */
const fewestTerms = 4;

/** Matches sentences about the answer, its evidence or its reader rather than patients. */
const aboutItself = cueFinder({
  frame: {
    en: `in (?:summary|conclusion|short|brief)|overall|to sum up|taken together|this (?:answer|summary|review|section)|these (?:findings|results|studies|data|trials|records)|the (?:available |cited |retrieved |current )?(?:evidence|literature|abstracts?|records?|studies|passages|sources)|no (?:record|study|abstract|trial|evidence)s? (?:was|were|found|here|above|among)|further (?:research|studies|trials)|more research|consult|talk to|speak with|ask your|as follows|the following|note|limitations?`,
    zh: '综上|总之|总体(?:而言|来看)|总的来说|本(?:回答|文|综述|节)|上述|以上|现有(?:证据|研究|文献)|所引|检索到|尚需|有待|进一步研究|请咨询|如下|以下|注意|局限',
  },
});

/** Classifies an uncited sentence by its own words. */
export function classifyUncitedSentence(sentence: string): UncitedKind {
  const { text, hasFigure, terms, directions } = readSentence(sentence);
  if (leads.test(text) || isTermsLine(text) || /^[#|]/.test(text) || !/\p{L}/u.test(text))
    return 'connective';
  if (hasFigure) return 'needs_citation';
  if (asserts.test(text)) return 'needs_citation';
  if (aboutItself(text).length > 0) return 'connective';
  return directions > 0 || (terms.length >= fewestTerms && states.test(text))
    ? 'needs_citation'
    : 'connective';
}

/**
 * Returns true if a sentence whose citations fail can remain without them because no record could support or contradict
 * it. One that begins "In summary" and names an effect cannot.
 */
export function statesNothing(sentence: string): boolean {
  const { text, hasFigure, terms, directions } = readSentence(sentence);
  if (hasFigure) return false;
  // A bare name, such as a list item, states nothing.
  if (leads.test(text) || terms.every((term) => lettersOf(term) === lettersOf(text))) return true;
  return directions === 0 && !asserts.test(text) && aboutItself(text).length > 0;
}

function readSentence(sentence: string) {
  const text = removeSourcePointers(sentence);
  return {
    text,
    hasFigure: readQuantities(text).some(({ small }) => !small),
    terms: readTerms(readText(text), 'same').map((term) => term.text),
    directions: findPolarityCues(text).length,
  };
}

function lettersOf(text: string): string {
  return text.replace(/[^\p{L}\p{N}]/gu, '');
}

const leads = /[:：?？]$/;
/** Verbs for effects on people. */
const asserts =
  /\b(?:cures?|cured|kills?|killed|treats?|causes?|caused|prevents?|prevented|heals?|protects?|works?|eliminates?|eradicates?)\b|治愈|根治|治好|致癌|致死|致畸|导致|引起|预防|禁用|有毒/i;
const states =
  /\b(?:is|are|was|were|has|have|had|shows?|showed|shown|found|treated|associated|related|linked|leads?|led|occurs?|affects?|recommend\w*|indicated|effective|safe)\b|[是为有可能使致与]|发现|显示|推荐|有效|安全|相关/i;
