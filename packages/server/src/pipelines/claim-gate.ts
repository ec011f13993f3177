import type { Language } from '@citewell/sdk';
import { marksIn } from '../polish/marks.ts';
import { detectLanguage } from '../text/language.ts';
import { splitSentences } from '../text/sentences.ts';
import { isForbidden, needsEvidence } from './avatar-speech.ts';

const leadingMarks = /^(?:\s*\[\d+\])+\s*/;

/**
 * Lets a reply through sentence by sentence, without those that need evidence and cite none, that nobody may say, or that are not
 * in its language. The last two sentences wait: a mark that follows a full stop belongs to the sentence before it.
 */
export function createClaimGate(language: Language): { write(text: string): string; end(): string } {
  let pending = '';

  function release(keep: number): string {
    const spans = splitSentences(pending);
    const free = spans.slice(0, Math.max(0, spans.length - keep));
    const last = free.at(-1);
    if (!last) return '';
    let out = '';
    let from = 0;
    for (const [at, { text, start, end }] of free.entries()) {
      // Marks at its beginning are those of the sentence before it.
      const [others = ''] = leadingMarks.exec(text) ?? [];
      const own = text.slice(others.length);
      const cited = marksIn(own).length > 0 || leadingMarks.test(spans[at + 1]?.text ?? '');
      const passes = !isForbidden(own) && isIn(own, language) && (cited || !needsEvidence(own));
      // A sentence takes the white space before it with it.
      if (passes) out += pending.slice(from, end);
      else if (others !== '') out += pending.slice(from, start + others.length).trimEnd();
      from = end;
    }
    pending = pending.slice(last.end);
    return out;
  }

  return {
    write(text) {
      pending += text;
      return release(2);
    },
    end() {
      const out = release(0);
      const rest = pending;
      pending = '';
      return out + rest.trimEnd();
    },
  };
}

/** Whether a sentence is in a language; names and quotations of the other one do not make it another. */
export function isIn(sentence: string, language: Language): boolean {
  const own = sentence.replace(/[“"「][^“”"「」]*[”"」]|\[[^\]]*\]/g, ' ');
  // Too little to tell: "OK.", "COPD".
  return (
    (own.match(/\p{Script=Latin}{2,}|\p{Script=Han}/gu)?.length ?? 0) < 3 || detectLanguage(own) === language
  );
}
