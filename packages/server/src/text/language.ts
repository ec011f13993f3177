import type { Language } from '@citewell/sdk';

const hanCharacter = /\p{Script=Han}/gu;
const otherWord = /[[\p{L}\p{N}]--\p{Script=Han}]+/gv;

/**
 * The language an answer to this text is expected in. Whoever writes Chinese around English names wants Chinese:
 * a text is Chinese where it has at least one Han character for every two other words.
 */
export function detectLanguage(text: string): Language {
  const han = text.match(hanCharacter)?.length ?? 0;
  const words = text.match(otherWord)?.length ?? 0;
  return han > 0 && han * 2 >= words ? 'zh' : 'en';
}
