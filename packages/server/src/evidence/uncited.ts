import { cueFinder } from './check/cues.ts';
import { findDirections } from './check/directions.ts';
import { readQuantities } from './check/quantities.ts';
import { readTerms } from './check/terms.ts';
import { readText } from './check/tokens.ts';

/** What a sentence without a mark is: it leads, joins and weighs, or it states something that somebody found. */
export type UncitedKind = 'connective' | 'needs_citation';

/** With fewer content words a sentence says nothing of medicine by itself. */
const fewestTerms = 4;

/** Speaks of the answer, its evidence or its reader, and not of patients. */
const aboutItself = cueFinder({
  frame: {
    en: `in (?:summary|conclusion|short|brief)|overall|to sum up|taken together|this (?:answer|summary|review|section)|these (?:findings|results|studies|data|trials|records)|the (?:available |cited |retrieved |current )?(?:evidence|literature|abstracts?|records?|studies|passages|sources)|no (?:record|study|abstract|trial|evidence)s? (?:was|were|found|here|above|among)|further (?:research|studies|trials)|more research|consult|talk to|speak with|ask your|as follows|the following|note|limitations?`,
    zh: '综上|总之|总体(?:而言|来看)|总的来说|本(?:回答|文|综述|节)|上述|以上|现有(?:证据|研究|文献)|所引|检索到|尚需|有待|进一步研究|请咨询|如下|以下|注意|局限',
  },
});

/** Which of the two, by its own words. */
export function uncitedKind(sentence: string): UncitedKind {
  const text = sentence.trim();
  if (/[:：?？]$/.test(text) || /^[#|]/.test(text)) return 'connective';
  const read = readText(text);
  const hasFigure = readQuantities(text).some(({ small }) => !small);
  if (!hasFigure && aboutItself(text).length > 0) return 'connective';
  if (readTerms(read, 'same').length < fewestTerms && !hasFigure) return 'connective';
  return hasFigure || findDirections(text).length > 0 || states.test(text) ? 'needs_citation' : 'connective';
}

const states =
  /\b(?:is|are|was|were|has|have|had|shows?|showed|shown|found|causes?|caused|treats?|treated|associated|related|linked|works?|leads?|led|occurs?|affects?|recommend\w*|indicated|effective|safe)\b|[是为有可能使致与]|发现|显示|推荐|有效|安全|相关|导致|引起/i;
