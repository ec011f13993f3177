/** Suffixes and particles that belong to the word before them: 钝性, 手术前, 怀孕期间, 不再. */
const endsWord = /(?:[\p{Script=Han}](?<![的与和或及对在是有把将给让吃打做用查伴、])[性前间]|[不一]再)$/u;

/** Endings of names of substances, of which a shorter name is only the beginning: 微球 in 微球蛋白, 鸟苷 in 鸟苷酸. */
const goesOn = /^(?:蛋白|[酸酶醇苷胺酮酯烷烯醛](?![类的]))/;

/**
 * Returns true if a name at a position of a text cuts a word there: it begins with the end of the word before it (性创伤 in 钝性创伤), or is the
 * beginning of the name of another substance (微球 in 微球蛋白). Long names are hardly ever read so by chance.
 */
export function cutsWord(text: string, at: number, name: string): boolean {
  if (name.length > longMin) return false;
  return endsWord.test(text.slice(Math.max(0, at - 1), at + 1)) || goesOn.test(text.slice(at + name.length));
}

const longMin = 4;
