import { readFileSync } from 'node:fs';
import { BoundedCache } from '@citewell/core/bounded-cache.ts';
import { isEnglishWord } from '@citewell/core/lexicon/english-words.ts';
import { codeAt } from '@citewell/core/text/code-at.ts';
import { inAmericanSpelling } from '@citewell/core/text/spelling.ts';
import { foldText } from '@citewell/core/text/words.ts';

/** A heading of MeSH, as PubMed writes it, with its names in natural word order. */
export type Descriptor = {
  heading: string;
  names: string[];
  /**
   * Tree numbers of a disease, with a final C if it is also a sign or a consequence. For other headings their branch: B for
   * organisms, C for signs, D for chemicals, E for procedures; S for a drug that is not a heading.
   */
  trees: string[];
};

/**
 * The list of all headings (made by eval/mesh-descriptors.ts) and a hash table of the places where its terms begin. Lines are
 * parsed only when a term is looked up: a question contains a few of some fifty thousand.
 */
type List = { text: string; hashes: Uint32Array; places: Uint32Array };

/** Slots of the hash table, a power of two more than twice the number of terms. */
const slots = 2 ** 17;
const newline = 10;
const tab = 9;
const bar = 124;

let list: List | undefined;

/**
 * Returns the heading of which a term is a name, in singular or plural and in either spelling; undefined if MeSH has none. Other
 * forms of its words do not count ("burning" is not a burn, "sugar blood" not blood sugar), and no single word of a dictionary.
 */
export function findDescriptor(term: string): Descriptor | undefined {
  return !/[ -]/.test(term) && isEnglishWord(term) ? undefined : findHeading(term);
}

/** Returns the heading with this name, which may be a word of a dictionary: "Asthma". */
export function findHeading(term: string): Descriptor | undefined {
  const american = inAmericanSpelling(term);
  return findSpelled(term) ?? (american === term.toLowerCase() ? undefined : findSpelled(american));
}

/** Maximum number of kinds: a disease with more is a group, such as cancer. */
const narrowerMax = 45;

/**
 * Returns the names of the diseases that are kinds of this one: ascariasis for helminthiasis; undefined if it has too many to be
 * one thing, or is not a disease. `withConsequences`: with what is also a sign or a consequence, such as cirrhosis among the diseases of
 * the liver.
 */
export function narrowerNames(
  { trees }: Descriptor,
  { max = narrowerMax, withConsequences = false }: { max?: number; withConsequences?: boolean } = {},
): string[] | undefined {
  const diseases = trees.filter((tree) => tree.length > 1);
  if (diseases.length === 0) return undefined;
  const { text } = load();
  const all = numbersOfDiseases();
  const lines = new Set<number>();
  for (const tree of diseases)
    for (let at = firstFrom(all, `${tree}.`); all[at]?.number.startsWith(`${tree}.`); at++) {
      if (all[at]?.isConsequence && !withConsequences) continue;
      lines.add(all[at]?.line ?? 0);
      if (lines.size > max) return undefined;
    }
  return Array.from(lines, (line) => uninvertHeading(text.slice(line, text.indexOf('\t', line))));
}

/** Returns the names of the chemicals whose heading begins with a word part, such as `Anti`. */
export function chemicalsBeginning(start: string): string[] {
  const { text } = load();
  const lines = text.matchAll(new RegExp(`^${start}[^\\t\\n]*\\tD\\t[^\\n]*$`, 'gm'));
  return Array.from(lines, ({ 0: line }) => parse(line, 0)).flatMap(({ heading, names }) => [
    heading,
    ...names,
  ]);
}

type TreeNumber = { number: string; line: number; isConsequence: boolean };
let treeNumbers: TreeNumber[] | undefined;

/**
 * Tree numbers of diseases with the places of their lines, in order. Signs and consequences are not kinds of the disease above
 * them: cardiogenic shock is not a myocardial infarction.
 */
function numbersOfDiseases(): readonly TreeNumber[] {
  if (treeNumbers) return treeNumbers;
  const { text } = load();
  const all: TreeNumber[] = [];
  for (const { index, 1: trees = '' } of text.matchAll(/\t([CF]\d[^\t]*)\t/g))
    for (const number of trees.replace(/ C$/, '').split(' '))
      all.push({ number, line: lineStart(text, index), isConsequence: trees.endsWith(' C') });
  treeNumbers = all.toSorted(({ number: one }, { number: other }) => (one < other ? -1 : 1));
  return treeNumbers;
}

/** Returns the position of the first tree number that is not before this one. */
function firstFrom(all: readonly TreeNumber[], number: string): number {
  let [low, high] = [0, all.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((all[middle]?.number ?? '') < number) low = middle + 1;
    else high = middle;
  }
  return low;
}

function findSpelled(term: string): Descriptor | undefined {
  const { text, hashes, places } = load();
  const hash = hashOf(term, 0, term.length);
  let form: string | undefined;
  for (let slot = hash % slots; places[slot] !== 0; slot = (slot + 1) % slots) {
    if (hashes[slot] !== hash) continue;
    const place = places[slot] ?? 0;
    form ??= nameForm(term);
    if (form !== '' && formsAt(text, place).includes(form)) return parse(text, lineStart(text, place));
  }
  return undefined;
}

/** Forms of the names compared lately: those that begin as everyday words do are compared with every question. */
const forms = new BoundedCache<readonly string[], number>(4_096);

/** Returns the forms of the name at this place, as it is written and in natural word order. */
function formsAt(text: string, place: number): readonly string[] {
  let known = forms.get(place);
  if (!known) {
    const name = nameAt(text, place);
    known = [nameForm(name), nameForm(uninvertHeading(name))];
    forms.set(place, known, 1);
  }
  return known;
}

const word = /[\p{L}\p{N}]+/gu;

/** Returns the words of a name without the ending of a plural ("-ies", "-itides", "-oses"), in American spelling. */
export function nameForm(name: string): string {
  const words = inAmericanSpelling(foldText(name)).match(word) ?? [];
  return words.map(singular).join(' ');
}

function singular(written: string): string {
  return written
    .replace(/itides$/, 'itis')
    .replace(/(?<=[^d]o|sta|the|ly)ses$/, 'sis')
    .replace(/(?:ies|y)$/, 'i')
    .replace(/(?<=[sxz]|[cs]h)es$|(?<=[^sui])s$/, '')
    .replace(/(?<=..)e$/, '');
}

function lineStart(text: string, at: number): number {
  return text.lastIndexOf('\n', at - 1) + 1;
}

function nameAt(text: string, place: number): string {
  let end = place;
  while (!endsName(codeAt(text, end))) end++;
  return text.slice(place, end).trim();
}

function endsName(code: number): boolean {
  return code === tab || code === bar || code === newline;
}

function parse(text: string, start: number): Descriptor {
  const [heading = '', trees = '', entries = ''] = text.slice(start, text.indexOf('\n', start)).split('\t');
  return {
    heading,
    names: [uninvertHeading(heading), ...entries.split(' | ').filter(Boolean)],
    trees: trees.split(' ').filter(Boolean),
  };
}

/** Writes an inverted heading in natural word order: "Infarction, Myocardial" is "Myocardial Infarction". */
export function uninvertHeading(heading: string): string {
  return heading.split(', ').toReversed().join(' ');
}

function load(): List {
  if (list) return list;
  const text = readFileSync(new URL('./descriptors.tsv', import.meta.url), 'latin1');
  const found: List = { text, hashes: new Uint32Array(slots), places: new Uint32Array(slots) };
  for (let start = 0; start < text.length; start = text.indexOf('\n', start) + 1) {
    if (text.startsWith('#', start)) continue;
    const headingEnd = text.indexOf('\t', start);
    enter(found, start, headingEnd);
    const end = text.indexOf('\n', headingEnd);
    for (let at = text.indexOf('\t', headingEnd + 1) + 1; at < end; ) {
      const next = text.indexOf(' | ', at);
      const nameEnd = next < 0 || next > end ? end : next;
      enter(found, at, nameEnd);
      at = nameEnd + ' | '.length;
    }
  }
  list = found;
  return list;
}

function enter({ text, hashes, places }: List, start: number, end: number): void {
  const hash = hashOf(text, start, end);
  let slot = hash % slots;
  while (places[slot] !== 0) slot = (slot + 1) % slots;
  hashes[slot] = hash;
  places[slot] = start;
}

/** Hashes the beginnings of a term's words, which the order of words and their endings do not change. */
function hashOf(text: string, start: number, end: number): number {
  let hash = 0;
  let word = 0;
  let length = 0;
  for (let at = start; at <= end; at++) {
    const code = at < end ? beginningCode(codeAt(text, at)) : 0;
    if (code > 0) {
      if (length < beginningLength) word = word * codes + code;
      length++;
    } else if (length > 0) {
      hash = (hash + Math.imul(word, 0x9e3779b1)) >>> 0;
      word = 0;
      length = 0;
    }
  }
  return (hash ^ (hash >>> 15)) >>> 0;
}

const beginningLength = 3;
const codes = 64;

/** Returns the code of a letter or digit, regardless of case and with y as i, as stemming changes it; 0 for others. */
function beginningCode(code: number): number {
  if (code >= 48 && code <= 57) return code - 47;
  const letter = code | 32;
  if (letter < 97 || letter > 122) return 0;
  return (letter === 121 ? 105 : letter) - 97 + 11;
}
