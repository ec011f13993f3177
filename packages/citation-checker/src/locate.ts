import { splitSentences } from '@citewell/core/text/sentences.ts';
import { type Abbreviation, addAbbreviationForms, readAbbreviations } from './reading/abbreviations.ts';
import { isAsciiAlphanumeric } from './reading/ascii.ts';
import { memoizeByText } from './reading/memoize-by-text.ts';
import { plainDigits, type Quantity } from './reading/quantities.ts';
import { headingLength, isAim, isBackground, type Section, sectionOf } from './reading/sections.ts';
import { prefixLength, prefixOf, stemsOf, type Term } from './reading/terms.ts';
import { type ReadText, readText } from './reading/tokens.ts';

/** Sentence of the abstract; offsets within it are relative, `start` is its offset in the abstract. */
export type EvidenceSentence = ReadText & {
  start: number;
  end: number;
  section: Section;
  stems: Set<string>;
  /** Abbreviations defined in its abstract. */
  shortForms: readonly Abbreviation[];
};

/** Abstract, read once per check. */
export type ReadAbstract = {
  abstract: string;
  sentences: EvidenceSentence[];
  title: ReadText & { stems: Set<string> };
  /** Quantities of abstract and title. */
  quantities: Quantity[];
  stems: Set<string>;
};

/**
 * Bounds of the parsed abstracts that are cached: the sentences of an answer cite a dozen papers in any order, and batches and
 * checks of suggestions use the same one again. What is parsed takes some hundred times the space of the text.
 */
const kept = { fewest: 4, length: 40_000 };
/** The most recently used one first. */
const cache: { abstract: string; title: string; across: string; read: ReadAbstract }[] = [];

export function readAbstract(
  { abstract, title }: { abstract: string; title: string },
  across: 'same' | 'english',
): ReadAbstract {
  const at = cache.findIndex(
    (each) => each.abstract === abstract && each.title === title && each.across === across,
  );
  const [known] = at < 0 ? [] : cache.splice(at, 1);
  const entry = known ?? { abstract, title, across, read: readAnew({ abstract, title }, across) };
  cache.unshift(entry);
  if (!known) dropOldest();
  return entry.read;
}

function dropOldest(): void {
  let length = 0;
  const end = cache.findIndex((entry, at) => {
    length += entry.abstract.length;
    return at >= kept.fewest && length > kept.length;
  });
  if (end >= 0) cache.length = end;
}

/** Computes a value of an abstract's sentence once, for as long as the abstract is cached. */
export function oncePerSentence<T>(
  read: (sentence: EvidenceSentence) => T,
): (sentence: EvidenceSentence) => T {
  const done = new WeakMap<EvidenceSentence, { result: T }>();
  return (sentence) => {
    let entry = done.get(sentence);
    if (!entry) {
      entry = { result: read(sentence) };
      done.set(sentence, entry);
    }
    return entry.result;
  };
}

function readAnew(
  { abstract, title }: { abstract: string; title: string },
  across: 'same' | 'english',
): ReadAbstract {
  let section: Section = 'unknown';
  const shortForms = readAbbreviations(`${title}\n${abstract}`, across);
  const sentences = splitSentences(abstract).map(({ text, start, end }) => {
    const heading = sectionOf(text);
    if (heading) section = heading;
    const length = headingLength(text);
    const body = text.slice(length);
    const own: Section = isAim(body)
      ? 'aim'
      : section === 'unknown' && isBackground(body)
        ? 'background'
        : section;
    const read = readText(text);
    const tokens = length === 0 ? read.tokens : read.tokens.filter((token) => token.start >= length);
    const stems = addAbbreviationForms(stemsOf(read, across), text, shortForms);
    return { ...read, tokens, start, end, section: own, stems, shortForms };
  });
  const readTitle = readText(title);
  const titled = { ...readTitle, stems: addAbbreviationForms(stemsOf(readTitle, across), title, shortForms) };
  const stems = new Set(titled.stems);
  for (const sentence of sentences) for (const stem of sentence.stems) stems.add(stem);
  return {
    abstract,
    sentences,
    title: titled,
    quantities: [...sentences.flatMap(({ quantities }) => quantities), ...titled.quantities],
    stems,
  };
}

/**
 * Returns the share of the terms' weight that these stems cover, 0 to 1. Terms that could not be translated count as
 * absent.
 */
export function coverage(terms: readonly Term[], stems: ReadonlySet<string>): number {
  let [held, all] = [0, 0];
  for (const term of terms) {
    all += term.weight;
    held += term.weight * presence(term, stems);
  }
  return all === 0 ? 0 : held / all;
}

const nearPresence = 0.7;

/** Returns 1 for a term that is present, less if only a part or similar form of it is. */
export function presence({ stems: wanted }: Term, stems: ReadonlySet<string>): number {
  if (wanted.length === 0) return 0;
  let sum = 0;
  for (const stem of wanted) sum += stems.has(stem) ? 1 : hasNear(stem, stems) ? nearPresence : 0;
  return sum / wanted.length;
}

function hasNear(stem: string, stems: ReadonlySet<string>): boolean {
  if (stem.length < prefixLength || /\d/.test(stem)) return false;
  return stems.has(prefixOf(stem));
}

export type Ranked = { sentence: EvidenceSentence; index: number; coverage: number };

/** Returns the sentences that contain most of the claim, best first; results precede aims in a tie. */
export function rankSentences(terms: readonly Term[], { sentences }: ReadAbstract): Ranked[] {
  const bonus: Record<Section, number> = {
    conclusion: 0.02,
    result: 0.02,
    unknown: 0,
    method: -0.02,
    background: -0.04,
    aim: -0.06,
  };
  return sentences
    .map((sentence, index) => ({ sentence, index, coverage: coverage(terms, sentence.stems) }))
    .sort(
      (one, other) =>
        other.coverage + bonus[other.sentence.section] - one.coverage - bonus[one.sentence.section] ||
        one.index - other.index,
    );
}

/**
 * Reduces a quotation to letters and digits in lower case, whatever its typography: an answer quotes its papers in any order.
 */
const lettersOf = memoizeByText((text: string): { letters: string; places: number[] } => {
  const plain = plainDigits(text);
  let letters = '';
  const places: number[] = [];
  for (let i = 0; i < plain.length; i++) {
    const character = plain[i] ?? '';
    if (isAsciiAlphanumeric(plain.charCodeAt(i))) {
      letters += character.toLowerCase();
      places.push(i);
      continue;
    }
    if (character === ' ') continue;
    // A sign belongs to its number, a hyphen between two does not.
    const isSign =
      /[+-]/.test(character) && /\d/.test(plain[i + 1] ?? '') && !/[\p{L}\p{N}%]/u.test(plain[i - 1] ?? '');
    if (!isSign && !/[\p{L}\p{N}<>%]|[\ud800-\udfff]/u.test(character)) continue;
    const lower = character.toLowerCase();
    letters += lower.length === 1 ? lower : character;
    places.push(i);
  }
  return { letters, places };
});

export type Span = { text: string; start: number; end: number };

/** Finds a quotation in the abstract regardless of spaces, case and punctuation; undefined if it is not there. */
export function locateQuote(quote: string, abstract: string): Span | undefined {
  const exact = abstract.indexOf(quote);
  if (quote !== '' && exact >= 0) return { text: quote, start: exact, end: exact + quote.length };
  const wanted = lettersOf(quote).letters;
  if (wanted.length < 8) return undefined;
  const { letters, places } = lettersOf(abstract);
  const at = letters.indexOf(wanted);
  if (at < 0) return undefined;
  const start = places[at] ?? 0;
  const end = (places[at + wanted.length - 1] ?? start) + 1;
  return { text: abstract.slice(start, end), start, end };
}
