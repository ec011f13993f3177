import { splitSentences } from '@citewell/core/text/sentences.ts';
import { isUnfinishedMarker, leadingMarkersLength } from '@citewell/sdk/citation-markers';

/**
 * Sentence of a text with [n] citations, including the markers behind it; `before` is the text between it and the
 * previous sentence.
 */
export type AnswerUnit = { before: string; text: string };

export type SplitAnswer = {
  /** Sentences that later text cannot change. */
  units: AnswerUnit[];
  /** Text that is not yet complete. */
  rest: string;
};

/** Matches "1." and "(2)" at the beginning of a line, which belong to the sentence that follows. */
const itemNumber = /^[(（]?\d{1,3}[.)）、]$/;
const possibleEnd = /[.!?。！？；\n]/;
/** Characters after a full stop needed to decide whether it ends a sentence. */
const deciding = 24;

/** Returns true if added text can have completed a sentence; called for every few characters of a stream. */
export function mayComplete(text: string, addedFrom: number): boolean {
  return possibleEnd.test(text.slice(Math.max(0, addedFrom - deciding)));
}

/**
 * Splits a growing text into complete sentences and the rest, without losing anything. A sentence is complete when the
 * next one has begun or its line has ended: markers after its full stop belong to it.
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

/** Splits a text into sentences; a quotation ends with its markers where another begins, though its last sentence has no full stop. */
function* sentencesOf(text: string): Generator<{ start: number; end: number }> {
  for (const { start, end } of splitSentences(text)) {
    let from = start;
    for (let at = text.indexOf('”', start); at >= 0 && at < end; at = text.indexOf('”', at + 1)) {
      const marks = leadingMarkersLength(text.slice(at + 1, end));
      const next = at + 1 + marks;
      if (marks === 0 || !/^\s{0,3}“/.test(text.slice(next, end))) continue;
      yield { start: from, end: next };
      from = text.indexOf('“', next);
    }
    yield { start: from, end };
  }
}

function spansOf(text: string): Span[] {
  const spans: Span[] = [];
  for (let { start, end } of sentencesOf(text)) {
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
