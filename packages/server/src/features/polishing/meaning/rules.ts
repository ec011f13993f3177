import { detectLanguage } from '@citewell/core/text/language.ts';
import { changeAround } from './protected-spans.ts';
import { polishChinese } from './rules-chinese.ts';
import { polishEnglish } from './rules-english.ts';

/**
 * Maximum number of rounds, since one rule's correction can enable another; no text is known to need more than three.
 */
const roundsMax = 8;

/**
 * A text polished by rules alone, for want of a model: what they change is wrong whatever it means. Text in code, equations,
 * links and marks stays as it is, and so does a text that was polished already.
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
  // A Chinese name in an English sentence does not make its commas wide.
  return indent + (detectLanguage(rest) === 'zh' ? polishChinese(rest) : polishEnglish(rest));
}
