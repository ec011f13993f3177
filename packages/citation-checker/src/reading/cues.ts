import { memoizeByText } from './memoize-by-text.ts';
import { buildPrefixIndex, foldsToAscii } from './prefix-index.ts';

/** Word of a text that a rule looks for, with its category and offset. */
export type Cue<Category extends string = string> = {
  category: Category;
  text: string;
  start: number;
  end: number;
};

/** Maps each category to its wordings, as the source of a regular expression: whole English words, Chinese anywhere. */
export type Wordings<Category extends string> = Record<Category, { en: string; zh?: string }>;

/**
 * Finds the cues of a text in order; of two that begin at the same offset, the longer wins. A list has hundreds of
 * words of which a text has three: an expression is only run if the characters could begin one of its words.
 */
export function cueFinder<Category extends string>(
  wordings: Wordings<Category>,
): (text: string) => readonly Cue<Category>[] {
  const categories = Object.keys(wordings) as Category[];
  const patterns = categories.map((category) => {
    const { en, zh } = wordings[category];
    return `(?<![\\p{L}\\p{N}])(?:${en})(?![\\p{Script=Latin}\\p{N}])${zh ? `|${zh}` : ''}`;
  });
  const sticky = patterns.map((pattern) => new RegExp(pattern, 'iuy'));
  const global = patterns.map((pattern) => new RegExp(pattern, 'giu'));
  const table = buildPrefixIndex(
    categories.map((category) => ({ words: wordings[category].en, anywhere: wordings[category].zh ?? '' })),
  );
  const all = [...categories.keys()];
  return memoizeByText((text) => {
    const found: (Cue<Category> & { index: number })[] = [];
    const push = (index: number, start: number, end: number) => {
      const category = categories[index];
      if (category && end > start) found.push({ category, text: text.slice(start, end), start, end, index });
    };
    const byTable = !foldsToAscii(text);
    if (byTable) {
      // Of one category, a cue begins where the previous one ended.
      const ends = new Uint32Array(categories.length);
      for (let place = 0; place < text.length; place++)
        for (const index of table.at(text, place) ?? []) {
          const pattern = sticky[index];
          if (!pattern || place < (ends[index] ?? 0)) continue;
          pattern.lastIndex = place;
          if (!pattern.test(text)) continue;
          ends[index] = pattern.lastIndex;
          push(index, place, pattern.lastIndex);
        }
    }
    for (const index of byTable ? table.unindexed : all)
      for (const match of text.matchAll(global[index] ?? /$^/g))
        push(index, match.index, match.index + match[0].length);
    found.sort((one, other) => one.start - other.start || other.end - one.end || one.index - other.index);
    let end = -1;
    return found.flatMap(({ index, ...cue }) => {
      if (cue.start < end) return [];
      end = cue.end;
      return [cue];
    });
  });
}
