import { below, type Random, zipf } from './generate-random.ts';

const heads = 'b br c ch d dr f g gl h k kr l m n p pr q r s st t tr v w x y z'.split(' ');
const vowels = 'a e i o u ai ei ia io ou'.split(' ');
const tails = 'b d l m n r s t x mab nib rin ver zol'.split(' ');

/** Returns the k-th invented name: always the same, unlike any real word, and nearly always unlike the others. */
function inventedName(k: number): string {
  let state = Math.imul(k, 0x9e3779b1) >>> 0;
  const take = (list: readonly string[]) => {
    const taken = list[state % list.length] ?? '';
    state = Math.floor(state / list.length);
    return taken;
  };
  return take(heads) + take(vowels) + take(heads) + take(vowels) + take(tails) + take(vowels) + take(tails);
}

/**
 * Invented compounds, genes and scales. Real literature continually introduces new words; resampled literature does not,
 * and its rarest word would be in a hundred records.
 */
export function newWord(random: Random): string {
  return inventedName(zipf(random, 2_000_000));
}

const pinyin =
  `Wang Li Zhang Liu Chen Yang Huang Zhao Wu Zhou Xu Sun Ma Zhu Hu Guo He Lin Gao Luo Zheng Liang Xie Tang
Song Xu Deng Han Feng Cao Peng Kim Lee Park Choi Nguyen Tanaka Suzuki Sato`.split(/\s+/);
const letters = 'ABCDEFGHIJKLMNOPRSTWYZ';

export type Surnames = { real: readonly string[]; invented: number };

/** Returns "Last Initials". In the newest papers, a third of the authors have one of a few dozen names. */
export function author(random: Random, { real, invented }: Surnames, year: number): string {
  const chance = random();
  const last =
    chance < (year - 1975) / 150
      ? pinyin[below(random, pinyin.length)]
      : chance < 0.7
        ? real[below(random, real.length)]
        : capitalized(inventedName(zipf(random, invented)));
  const initials = letters[below(random, letters.length)] ?? 'A';
  return `${last} ${initials}${random() < 0.55 ? letters[below(random, letters.length)] : ''}`;
}

/** Returns the last names of "Last Initials". */
export function surnamesOf(authors: readonly string[]): string[] {
  const names = authors.flatMap((name) => /^(\p{Lu}[\p{L}'-]+) \p{Lu}{1,3}$/u.exec(name)?.[1] ?? []);
  return [...new Set(names)];
}

const journalPatterns: ((subject: string) => string)[] = [
  (subject) => `Journal of ${subject.toLowerCase()}`,
  (subject) => `${subject} research`,
  (subject) => `European journal of ${subject.toLowerCase()}`,
  (subject) => `Annals of ${subject.toLowerCase()} and medicine`,
  (subject) => `Archives of ${subject.toLowerCase()}`,
  (subject) => `${subject} & therapy`,
  (subject) => `International ${subject.toLowerCase()} reports`,
];

/** Lists journals, most productive first: the real ones, and invented ones on all subjects. */
export function journalNames(real: readonly string[], subjects: readonly string[]): string[] {
  const short = subjects.filter((subject) => /^[A-Z][a-z]+(?: [A-Z][a-z]+)?$/.test(subject));
  return [...real, ...journalPatterns.flatMap((pattern) => short.map(pattern))];
}

/** Ending of the collective names of generated records, which no personal name has. */
export const groupEnd = ' Study Group';

const smallWords = new Set(['of', 'the', 'and', 'for', 'in', 'on', '&', 'de', 'et']);

/** Abbreviates a title like "J Cell Separ", in the style of lists of abbreviations. */
export function abbreviated(journal: string): string {
  const words = journal.split(/[\s:]+/).filter((word) => !smallWords.has(word.toLowerCase()));
  return words.map((word) => (/^journal$/i.test(word) ? 'J' : capitalized(word.slice(0, 5)))).join(' ');
}

export function capitalized(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
