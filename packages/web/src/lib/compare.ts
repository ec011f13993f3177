/** Stretch of a text before and after polishing. All `before`s joined are the original, all `after`s the new text. */
export type Change = { before: string; after: string };

/** Part of a sentence: kept, only before, or only after. */
export type Piece = { kind: 'same' | 'removed' | 'added'; text: string };

/** Pairs the sentences of both texts; a sentence without a counterpart stays alone. */
export function compareSentences(before: string, after: string, locale: string): Change[] {
  const [old, now] = [splitSentences(before, locale), splitSentences(after, locale)];
  const words = { old: old.map(wordsOf), now: now.map(wordsOf) };
  // The alignment with the most shared words; a pair with too few becomes two single ones.
  const width = now.length + 1;
  const best = new Float64Array((old.length + 1) * width);
  const score = (i: number, j: number) =>
    likeness(words.old[i] as Set<string>, words.now[j] as Set<string>) - 0.2;
  for (let i = old.length - 1; i >= 0; i -= 1)
    for (let j = now.length - 1; j >= 0; j -= 1)
      best[i * width + j] = Math.max(
        best[(i + 1) * width + j] as number,
        best[i * width + j + 1] as number,
        (best[(i + 1) * width + j + 1] as number) + score(i, j),
      );
  const changes: Change[] = [];
  let [i, j] = [0, 0];
  while (i < old.length || j < now.length) {
    const here = best[i * width + j] as number;
    if (
      i < old.length &&
      j < now.length &&
      here === (best[(i + 1) * width + j + 1] as number) + score(i, j) &&
      score(i, j) > 0
    )
      changes.push({ before: old[i++] as string, after: now[j++] as string });
    else if (i < old.length && (j === now.length || here === best[(i + 1) * width + j]))
      changes.push({ before: old[i++] as string, after: '' });
    else changes.push({ before: '', after: now[j++] as string });
  }
  return joined(changes);
}

/** Returns the text without these changes, given by index. */
export function textWith(changes: readonly Change[], rejected: ReadonlySet<number>): string {
  return changes.map(({ before, after }, index) => (rejected.has(index) ? before : after)).join('');
}

/** Compares the two texts of a change word by word, Chinese by character. */
export function compareWords({ before, after }: Change): Piece[] {
  const [old, now] = [tokensOf(before), tokensOf(after)];
  const width = now.length + 1;
  const longest = new Uint16Array((old.length + 1) * width);
  for (let i = old.length - 1; i >= 0; i -= 1)
    for (let j = now.length - 1; j >= 0; j -= 1)
      longest[i * width + j] =
        old[i] === now[j]
          ? (longest[(i + 1) * width + j + 1] as number) + 1
          : Math.max(longest[(i + 1) * width + j] as number, longest[i * width + j + 1] as number);
  const pieces: Piece[] = [];
  const push = (kind: Piece['kind'], text: string) => {
    const last = pieces.at(-1);
    if (last?.kind === kind) last.text += text;
    else pieces.push({ kind, text });
  };
  let [i, j] = [0, 0];
  while (i < old.length || j < now.length) {
    if (i < old.length && j < now.length && old[i] === now[j]) {
      push('same', old[i++] as string);
      j += 1;
    } else if (
      j === now.length ||
      (i < old.length && (longest[(i + 1) * width + j] as number) >= (longest[i * width + j + 1] as number))
    )
      push('removed', old[i++] as string);
    else push('added', now[j++] as string);
  }
  return pieces;
}

/** An omitted and an added one next to each other are one change. */
function joined(changes: readonly Change[]): Change[] {
  const result: Change[] = [];
  for (const change of changes) {
    const last = result.at(-1);
    if (last && last.after === '' && change.before === '') last.after = change.after;
    else if (last && last.before === '' && change.after === '') last.before = change.before;
    else result.push({ ...change });
  }
  return result;
}

function splitSentences(text: string, locale: string): string[] {
  const segmenter = new Intl.Segmenter(locale, { granularity: 'sentence' });
  return (
    text
      .match(/[^\n]*\n+|[^\n]+$/g)
      ?.flatMap((line) => Array.from(segmenter.segment(line), ({ segment }) => segment)) ?? []
  );
}

function tokensOf(text: string): string[] {
  return text.match(/\p{Script=Han}|[[\p{L}\p{N}]--\p{Script=Han}]+|\s+|[^\p{L}\p{N}\s]/gv) ?? [];
}

function wordsOf(text: string): Set<string> {
  return new Set(tokensOf(text.toLowerCase()).filter((token) => /[\p{L}\p{N}]/u.test(token)));
}

/** Returns the share of common words, 0 to 1. Two texts without words, such as empty lines, are equal. */
function likeness(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  if (one.size === 0 && other.size === 0) return 1;
  return (2 * one.intersection(other).size) / (one.size + other.size);
}
