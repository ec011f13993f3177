import { statesFinding } from '../polish/claims.ts';
import { marksIn } from '../polish/marks.ts';
import { splitSentences } from '../text/sentences.ts';

const leadingMarks = /^(?:\s*\[\d+\])+\s*/;

/** A number that is not the number of a list's item. */
const hasFigure = /(?<!^[\s*-]*)\d|^\d+(?![\d.)、])/;

/**
 * Lets a text through sentence by sentence, without those that state a finding and cite nothing. The last two sentences wait: a
 * mark that follows a full stop belongs to the sentence before it.
 */
export function createClaimGate(): { write(text: string): string; end(): string } {
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
      const isStatement = statesFinding(own) || hasFigure.test(own);
      // A sentence takes the white space before it with it.
      if (cited || !isStatement) out += pending.slice(from, end);
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
