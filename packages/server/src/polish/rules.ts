import { changeAround } from './protect.ts';
import { polishChinese } from './rules-chinese.ts';
import { polishEnglish } from './rules-english.ts';

/**
 * A text polished by rules alone, for want of a model: what they change is wrong whatever it means. Text in code, equations,
 * links and marks stays as it is.
 */
export function polishByRules(text: string): string {
  return changeAround(text, (masked) =>
    masked
      .split('\n')
      .map((line) => {
        const [, indent = '', rest = ''] = /^(\s*)(.*)$/s.exec(line) ?? [];
        if (rest === '') return line;
        const han = /\p{Script=Han}/u.test(rest);
        return indent + (han ? polishChinese(rest) : polishEnglish(rest));
      })
      .join('\n'),
  );
}
