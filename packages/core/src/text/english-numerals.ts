/** Words for 0 to 19, in order. */
export const unitWords =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
/** Words for the tens from 20, in order. */
export const tenWords = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');

const unitValues = new Map(unitWords.map((word, at) => [word, at]));
const tenValues = new Map(tenWords.map((word, at) => [word, 20 + 10 * at]));
const scales = new Map([
  ['thousand', 1_000],
  ['million', 1_000_000],
  ['billion', 1_000_000_000],
]);

/**
 * Parses a number in English words; undefined if they are not a single number ("two three", "second").
 *
 * @example englishNumeral('Two hundred and fifty') // 250
 */
export function englishNumeral(words: string): number | undefined {
  let total = 0;
  let group: number | undefined;
  for (const word of words.toLowerCase().split(/[ -]+/)) {
    const scale = scales.get(word);
    const unit = unitValues.get(word);
    const ten = tenValues.get(word);
    if (word === 'hundred') group = (group ?? 1) * 100;
    else if (scale !== undefined) {
      total += (group ?? 1) * scale;
      group = undefined;
    } else if (unit !== undefined) {
      if (group !== undefined && (group % 10 !== 0 || (group % 100 !== 0 && unit > 9))) return undefined;
      group = (group ?? 0) + unit;
    } else if (ten !== undefined) {
      if (group !== undefined && group % 100 !== 0) return undefined;
      group = (group ?? 0) + ten;
    } else if (word !== 'and') return undefined;
  }
  return total + (group ?? 0);
}
