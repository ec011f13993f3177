import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isEnglishWord } from '../packages/core/src/lexicon/english-words.ts';
import { indexTerms } from '../packages/core/src/text/words.ts';
import { nameForm, uninvertHeading } from '../packages/server/src/literature/query/mesh/descriptors.ts';

const descriptorsFile = fileURLToPath(
  new URL('../packages/server/src/literature/query/mesh/descriptors.tsv', import.meta.url),
);

/**
 * Branches of MeSH with possible subjects of questions: organisms other than vertebrates, diseases, drugs and chemicals,
 * procedures and devices, mental disorders and psychotherapy.
 */
const branches = /^(?:B(?!01\.050\.(?:050|150\.900))|C|D|E0[1-467]|F03|F04)/;
/** Diseases, without phenomena that occur in any of them (C23): recurrence, cysts, pain. */
const disease = /^(?:C(?!23)|F03)/;

/** Maximum length of a term, and of numbers in it: systematic names of chemicals are longer, and nobody types them. */
const lengthMax = 50;
const numbersMax = 2;

/** Abbreviations, which are ambiguous; the hand-made list has the unambiguous ones. */
const shortForm = /^[A-Z][A-Za-z]?[A-Z]{0,4}s?$/;

type Source = { heading: string; entries: string[]; trees: string[] };

/**
 * Writes the list of MeSH's headings with their entry terms from a folder with a table of all descriptors (identifier,
 * heading, entry terms, tree numbers) and one of supplementary concepts, from which named drugs are taken. Omits other
 * branches, inverted forms, plurals and spellings that reading makes equal, systematic names, abbreviations and everyday
 * English words.
 */
export function listDescriptors(
  folder: string,
  file = descriptorsFile,
): { headings: number; terms: number; file: string } {
  const sources = [
    ...readDescriptors(join(folder, 'mesh_id_label_mappings.tsv')),
    ...readDrugs(join(folder, 'mesh_supp_id_label_mappings.tsv')),
  ].filter(
    ({ heading, trees }) =>
      isTyped(uninvertHeading(heading)) &&
      (isEveryday(heading) ? trees.some((tree) => disease.test(tree)) : trees.length > 0),
  );
  // A heading's own name takes precedence over another's entry term.
  const taken = new Set(sources.map(({ heading }) => keyOf(heading)));
  let terms = 0;
  const lines = sources
    .toSorted(({ heading: one }, { heading: other }) => (one < other ? -1 : 1))
    .map(({ heading, entries, trees }) => {
      const kept = entries.map(uninvertHeading).filter((entry) => {
        const key = keyOf(entry);
        if (taken.has(key) || !isTyped(entry) || isEveryday(entry)) return false;
        taken.add(key);
        return true;
      });
      terms += 1 + kept.length;
      return `${heading}\t${placesOf(trees).join(' ')}\t${kept.join(' | ')}\n`;
    });
  writeFileSync(
    file,
    '# MeSH heading<TAB>tree numbers of diseases, or the branches of others<TAB>entry terms | …; made by npm run eval -- list-descriptors\n' +
      `# From the Medical Subject Headings (2025) of the U.S. National Library of Medicine; see NOTICE.md\n${lines.join('')}`,
  );
  return { headings: lines.length, terms, file };
}

function readDescriptors(file: string): Source[] {
  return readRows(file).map(([, heading = '', entries = '', trees = '']) => ({
    heading,
    entries: entries.split('|'),
    trees: trees.split('|').filter((tree) => branches.test(tree)),
  }));
}

/** Endings of international nonproprietary names. */
const drugName =
  /^[a-z]{4,24}(?:mab|nib|statin|pril|sartan|olol|gliptin|gliflozin|glitazone|tide|cillin|mycin|floxacin|azole|vir|parin|xaban|gatran|azepam|zolam|idine|oxetine|cept|siran|lukast|triptan|gepant|parib|ciclib|lisib|zomib|feron|grel|stat|afil|relix|relin|bactam|penem|dronate|rubicin|platin|taxel|tecan|azine|pride|setron|giline|pitant|renone|caine|profen|cycline|thiazide|semide|dipine|terol|olone|tropium|prazole|orexant|degib|limus|imod|vaptan|glinide|fibrate|curium|curonium|fungin|bendazole|terone|gestrel)$/;
const brandName = /^(?:[A-Z][a-z]{3,20}|[a-z]{5,25})$/;
/** Marks a drug that is not a heading, so that PubMed is not searched for one. */
const supplement = 'S';

/** Reads drugs with brand names or further names from the supplementary concepts, most of which are chemicals. */
function readDrugs(file: string): Source[] {
  return readRows(file)
    .filter(([, name = '']) => drugName.test(name))
    .map(([, heading = '', entries = '']) => ({
      heading,
      entries: entries.split('|').filter((entry) => brandName.test(entry)),
      trees: [supplement],
    }))
    .filter(({ entries }) => entries.length > 0);
}

function readRows(file: string): string[][] {
  const rows = readFileSync(file, 'utf8').split('\n').filter(Boolean);
  return rows.map((row) =>
    row
      .normalize('NFKD')
      .replace(/\p{M}+/gu, '')
      .split('\t'),
  );
}

/** Equal for permutations, plurals and spellings of one name. */
function keyOf(name: string): string {
  return indexTerms(nameForm(name)).toSorted().join(' ');
}

function isTyped(name: string): boolean {
  return (
    name.length > 2 &&
    name.length <= lengthMax &&
    /^[\x20-\x7e]+$/.test(name) &&
    !/[()[\]{}"*,;:<>=|]/.test(name) &&
    (name.match(/\d+/g) ?? []).length <= numbersMax &&
    !shortForm.test(name)
  );
}

/**
 * Single words of a dictionary ("lead", "cold") are left to our own lists, which have the unambiguous ones; only diseases
 * stay, for their kinds and other names.
 */
function isEveryday(name: string): boolean {
  return !/[ -]/.test(name) && isEnglishWord(name);
}

/**
 * Returns the tree numbers of a disease, by which its kinds are found, and its branch if it is also a sign or a
 * consequence; the branches of others.
 */
function placesOf(trees: readonly string[]): string[] {
  const diseases = trees.filter((tree) => disease.test(tree));
  const others = diseases.length > 0 ? trees.filter((tree) => tree.startsWith('C23')) : trees;
  return [...diseases, ...new Set(others.map((tree) => tree.slice(0, 1)))];
}
