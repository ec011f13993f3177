import { splitSentences } from '@citewell/core/text/sentences.ts';
import { isUnfinishedMarker, leadingMarkersLength } from '@citewell/sdk/citation-markers';

/** A sentence of a text that cites by [n], with the markers behind it; `before` is what stands between it and the one before. */
export type AnswerUnit = { before: string; text: string };

export type SplitAnswer = {
  /** Sentences that nothing to come can change. */
  units: AnswerUnit[];
  /** Text that is not complete yet. */
  rest: string;
};

/** "1." and "(2)" at the beginning of a line belong to the sentence behind them. */
const itemNumber = /^[(（]?\d{1,3}[.)）、]$/;
const possibleEnd = /[.!?。！？；\n]/;
/** Number of characters after a full stop that decide whether it ends a sentence. */
const deciding = 24;

/** Returns true if added text can have completed a sentence; called every few letters of a stream. */
export function mayComplete(text: string, addedFrom: number): boolean {
  return possibleEnd.test(text.slice(Math.max(0, addedFrom - deciding)));
}

/**
 * Cuts a text that is still growing into its complete sentences and the rest. A sentence is complete when the next one has
 * begun, or its line has ended: markers that follow its full stop are its own. Nothing of the text is lost.
 */
export function splitAnswer(text: string, ended: boolean): SplitAnswer {
  const units: AnswerUnit[] = [];
  let taken = 0;
  for (const { start, end, closed } of spansOf(text)) {
    if (!closed && !ended) break;
    units.push({ before: text.slice(taken, start), text: text.slice(start, end) });
    taken = end;
  }
  return { units, rest: text.slice(taken) };
}

type Span = { start: number; end: number; closed: boolean };

function spansOf(text: string): Span[] {
  const spans: Span[] = [];
  for (let { start, end } of splitSentences(text)) {
    const last = spans.at(-1);
    if (last && !text.slice(last.end, start).includes('\n')) {
      const marks = leadingMarkersLength(text.slice(start, end));
      if (marks > 0 || itemNumber.test(text.slice(last.start, last.end))) {
        if (marks === 0 || start + marks === end) {
          last.end = marks === 0 ? end : start + marks;
          continue;
        }
        last.end = start + marks;
        start += marks;
        while (start < end && /\s/.test(text[start] ?? '')) start++;
      }
    }
    spans.push({ start, end, closed: false });
  }
  spans.forEach((span, index) => {
    const next = spans[index + 1];
    span.closed = next
      ? !isUnfinishedMarker(text.slice(next.start, next.end))
      : text.slice(span.end).includes('\n');
  });
  return spans;
}
