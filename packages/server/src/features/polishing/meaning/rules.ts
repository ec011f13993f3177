import { detectLanguage } from '@citewell/core/text/language.ts';
import { changeAround } from './protected-spans.ts';
import { polishChinese } from './rules-chinese.ts';
import { polishEnglish } from './rules-english.ts';

/**
 * Maximum number of rounds, since one rule's correction can enable another; no text is known to need more than three.
 */
const roundsMax = 8;

/**
 * Polishes a text by rules alone if there is no model: they only change what is wrong in any context. Code, equations,
 * links and citation markers stay unchanged, and so does a text that was already polished.
 */
export function polishByRules(text: string): string {
  let polished = text;
  for (let round = 0; round < roundsMax; round += 1) {
    const before = polished;
    polished = changeAround(before, (masked) => masked.split('\n').map(polishLine).join('\n'));
    if (polished === before) break;
  }
  return polished;
}

function polishLine(line: string): string {
  const [, indent = '', rest = ''] = /^(\s*)(.*)$/s.exec(line) ?? [];
  if (rest === '') return line;
  // A Chinese name in an English sentence does not make its commas full-width.
  return indent + (detectLanguage(rest) === 'zh' ? polishChinese(rest) : polishEnglish(rest));
}
