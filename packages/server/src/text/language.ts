import type { Language } from '@citewell/sdk';

const han = /\p{Script=Han}/gu;
const letter = /\p{L}/gu;

/** How much of a text must be Chinese for its author to expect a Chinese answer: "IL-6 在脓毒症中的作用" is Chinese. */
const hanShare = 0.2;

/** The language an answer to this text is expected in. */
export function detectLanguage(text: string): Language {
  const letters = text.match(letter)?.length ?? 0;
  const hans = text.match(han)?.length ?? 0;
  return letters > 0 && hans / letters >= hanShare ? 'zh' : 'en';
}
