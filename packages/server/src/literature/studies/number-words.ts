/** English numerals by value. */
const values = new Map(
  Object.entries({
    one: 1,
    two: 2,
    three: 3,
    four: 4,
    five: 5,
    six: 6,
    seven: 7,
    eight: 8,
    nine: 9,
    ten: 10,
    eleven: 11,
    twelve: 12,
    thirteen: 13,
    fourteen: 14,
    fifteen: 15,
    sixteen: 16,
    seventeen: 17,
    eighteen: 18,
    nineteen: 19,
    twenty: 20,
    thirty: 30,
    forty: 40,
    fifty: 50,
    sixty: 60,
    seventy: 70,
    eighty: 80,
    ninety: 90,
    hundred: 100,
    thousand: 1000,
  }),
);

const word = [...values.keys()].sort((one, other) => other.length - one.length).join('|');

/** The source of a pattern for a count: "2,512", "2 512", "4120", "Ninety-four", "one thousand and ninety-nine". */
export const countPattern = String.raw`(?<![\d.,/\p{L}-])(?:\d{1,3}(?:[, ]\d{3}){1,3}(?!\d)|\d{1,7})(?![\d%–-]|[.,]\d)|\b(?:${word})(?:(?:[ -]| and )(?:${word})){0,7}\b`;

/** A count as a number; undefined for words that are none ("hundred and"). */
export function readCount(text: string): number | undefined {
  if (/^\d/.test(text)) return Number(text.replace(/[, ]/g, ''));
  let total = 0;
  let group = 0;
  for (const each of text.toLowerCase().split(/[ -]/)) {
    if (each === 'and') continue;
    const value = values.get(each);
    if (value === undefined) return undefined;
    if (value === 1000) {
      total += Math.max(1, group) * 1000;
      group = 0;
    } else if (value === 100) group = Math.max(1, group) * 100;
    else group += value;
  }
  return total + group;
}
