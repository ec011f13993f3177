import { codeAt } from '@citewell/core/text/code-at.ts';
import { isAsciiAlphanumeric } from './ascii.ts';
import { literalPrefixesOf, literalPrefixLength } from './literal-prefixes.ts';

/** Expression by what it matches: words, which no ASCII letter or digit precedes, or text anywhere. */
export type Wording = { words: string; anywhere: string };

/**
 * Table that finds out from three characters which of several expressions can match at an offset, without running any.
 */
export type PrefixIndex = {
  /** Indexes of the patterns for which the characters are not informative. */
  unindexed: readonly number[];
  /** Returns the others that can match here, in order; undefined if none can. */
  at(text: string, place: number): readonly number[] | undefined;
};

/**
 * Number of keys of three characters with five bits. A shared key costs a futile attempt, but causes no false match.
 */
const keys = 2 ** 15;

/**
 * Creates the table, only for texts of which `foldsToAscii` is false. It is built on first use: that takes a tenth of a
 * second, and most programs that import it never need it.
 */
export function buildPrefixIndex(wordings: readonly Wording[]): PrefixIndex {
  let built: PrefixIndex | undefined;
  return {
    get unindexed() {
      built ??= buildTable(wordings);
      return built.unindexed;
    },
    at(text, place) {
      built ??= buildTable(wordings);
      return built.at(text, place);
    },
  };
}

function buildTable(wordings: readonly Wording[]): PrefixIndex {
  const byKey: (Set<number> | undefined)[] = [];
  const byCharacter = new Map<number, Set<number>>();
  const unindexed = new Set<number>();
  for (const [index, { words, anywhere }] of wordings.entries()) {
    for (const beginning of words === '' ? [] : literalPrefixesOf(words))
      if (beginning.charCodeAt(0) < 128 && !/^(?:\?|$)/.test(beginning))
        for (const key of keysOf(beginning)) byKey[key] = (byKey[key] ?? new Set()).add(index);
      else unindexed.add(index);
    for (const beginning of anywhere === '' ? [] : literalPrefixesOf(anywhere)) {
      const first = beginning.charCodeAt(0);
      if (first >= 128) byCharacter.set(first, (byCharacter.get(first) ?? new Set()).add(index));
      else unindexed.add(index);
    }
  }
  const inOrder = (list: Iterable<number>) =>
    [...list].filter((index) => !unindexed.has(index)).sort((one, other) => one - other);
  // Many keys share the same few expressions.
  const lists: (number[] | undefined)[] = [undefined];
  const numbers = new Map<string, number>([['', 0]]);
  const listOf = new Uint16Array(keys);
  for (let key = 0; key < byKey.length; key++) {
    const list = byKey[key];
    if (!list) continue;
    const own = inOrder(list);
    const name = own.join();
    if (!numbers.has(name)) numbers.set(name, lists.push(own) - 1);
    listOf[key] = numbers.get(name) ?? 0;
  }
  const characters = new Map(Array.from(byCharacter, ([first, list]) => [first, inOrder(list)]));
  return {
    unindexed: [...unindexed],
    at(text, place) {
      const code = codeAt(text, place);
      if (code >= 128) return characters.get(code);
      if (isAsciiAlphanumeric(code) && isAsciiAlphanumeric(codeAt(text, place - 1))) return undefined;
      return lists[listOf[keyOf(code, codeAt(text, place + 1), codeAt(text, place + 2))] ?? 0];
    },
  };
}

/**
 * Returns true if a text contains one of the two characters beyond ASCII that expressions with "iu" treat as ASCII
 * letters: ſ and K.
 */
export function foldsToAscii(text: string): boolean {
  return text.includes('\u017f') || text.includes('\u212a');
}

/** Folds both cases of a letter to one. Beyond the end of a text it counts as zero. */
function keyOf(first: number, second: number, third: number): number {
  return ((first & 31) << 10) | ((second & 31) << 5) | (third & 31);
}

function keysOf(beginning: string): number[] {
  const codes = Array.from({ length: literalPrefixLength }, (_, place) => {
    const character = beginning[place] ?? '?';
    return character === '?' ? Array.from({ length: 32 }, (_, code) => code) : [character.charCodeAt(0)];
  });
  const [first = [], second = [], third = []] = codes;
  return first.flatMap((one) => second.flatMap((two) => third.map((three) => keyOf(one, two, three))));
}
