import { isStopWord } from '../../text/stop-words.ts';
import { foldText, stemWord } from '../../text/words.ts';
import { type Quantity, readQuantities } from './quantities.ts';

/** A word, number or Chinese character of a text with its place. */
export type Token = {
  text: string;
  start: number;
  end: number;
  /** What it is compared by: the stem of a word, a Chinese character, or "#" and the value of a number. */
  stem: string;
  kind: 'word' | 'name' | 'number' | 'han';
  /** Says nothing of its own ("the", "of"). */
  empty: boolean;
};

/** A text, read once: its numbers, and its words and numbers in order. */
export type ReadText = { text: string; quantities: Quantity[]; tokens: Token[] };

/** Words; a name holds a digit and stays whole whatever joins it (IL-6, miR-142-5p, 5-HT). */
const word = /\p{Script=Han}|[[\p{L}\p{N}]--\p{Script=Han}]+(?:['’][\p{L}]+)?/gv;
const name =
  /[[\p{L}\p{N}]--\p{Script=Han}]*(?:[\p{L}--\p{Script=Han}][\-‐‑–]?\p{N}|\p{N}[\-‐‑–]?\p{Lu})(?:[\-‐‑–\/]?[[\p{L}\p{N}]--\p{Script=Han}])*/vy;

/** Reads a text. Linear in it. */
export function readText(text: string): ReadText {
  const quantities = readQuantities(text);
  const tokens: Token[] = [];
  let at = 0;
  for (const quantity of quantities) {
    pushWords(text, at, quantity.start, tokens);
    const { start, end, text: written } = quantity;
    tokens.push({ text: written, start, end, stem: quantityKey(quantity), kind: 'number', empty: false });
    at = end;
  }
  pushWords(text, at, text.length, tokens);
  return { text, quantities, tokens };
}

/** Equal for numbers that say the same in the same unit. */
export function quantityKey({ value, percent, unit, kind, text }: Quantity): string {
  const written = kind === 'label' ? text.trim() : String(Number(value.toPrecision(10)));
  return `#${written}${percent ? '%' : ''}${unit && unit.dimension !== 'people' ? unit.name : ''}`;
}

function pushWords(text: string, from: number, to: number, tokens: Token[]): void {
  const part = text.slice(from, to);
  word.lastIndex = 0;
  for (let match = word.exec(part); match; match = word.exec(part)) {
    let [written] = match;
    let kind: Token['kind'] = 'word';
    if (/^\p{Script=Han}$/u.test(written)) kind = 'han';
    else {
      name.lastIndex = match.index;
      const whole = name.exec(part)?.[0];
      if (whole && whole.length >= written.length) {
        written = whole;
        kind = 'name';
        word.lastIndex = match.index + whole.length;
      }
    }
    const stem = stemOf(written, kind);
    if (stem === '') continue;
    tokens.push({
      text: written,
      start: from + match.index,
      end: from + match.index + written.length,
      stem,
      kind,
      empty: kind === 'word' && (stem.length < 2 || isStopWord(written.toLowerCase())),
    });
  }
}

function stemOf(written: string, kind: Token['kind']): string {
  if (kind === 'han') return written;
  const folded = /^[A-Za-z0-9]+$/.test(written) ? written : foldText(written).replace(/[^\p{L}\p{N}]/gu, '');
  return kind === 'name'
    ? folded.toLowerCase()
    : stemWord(british(folded.toLowerCase().replace(/['’].*$/, '')));
}

/** One spelling for both sides of the Atlantic: haematology, tumour, oestrogen, randomised. */
function british(word: string): string {
  if (word.length < 5) return word;
  return word
    .replace(/haem/g, 'hem')
    .replace(/aemia/g, 'emia')
    .replace(/oedem/g, 'edem')
    .replace(/oestr/g, 'estr')
    .replace(/paed/g, 'ped')
    .replace(/our(?=s?$|ed$|ing$)/, 'or')
    .replace(/is(?=(?:e|ed|es|ing|ation|ations)$)/, 'iz')
    .replace(/foet/g, 'fet')
    .replace(/yse(?=[sd]?$)/, 'yze');
}
