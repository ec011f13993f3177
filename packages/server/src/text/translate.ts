import { readFileSync } from 'node:fs';
import { hanStopWords } from './stop-words.ts';

/** A Chinese term of a question, with its English where the lexicon has it. */
export type HanTerm = { zh: string; en: string | undefined };

let lexicon: Map<string, string> | undefined;
let longest = 0;

/** zh → en, read once from the shipped list: one "zh<TAB>en" a line, lines that start with # are comments. */
function loadLexicon(): Map<string, string> {
  if (lexicon) return lexicon;
  lexicon = new Map();
  for (const line of readFileSync(new URL('./zh-en.tsv', import.meta.url), 'utf8').split('\n')) {
    const [zh, en] = line.split('\t');
    if (!zh || !en || zh.startsWith('#')) continue;
    lexicon.set(zh, en.trim());
    longest = Math.max(longest, zh.length);
  }
  return lexicon;
}

const stops = new Set(hanStopWords);
const longestStop = Math.max(...hanStopWords.map((word) => word.length));
const hanCharacter = /\p{Script=Han}/u;

/**
 * The terms of a Chinese text: longest match over the lexicon, function words dropped; what the lexicon does not know
 * comes as it stands, without English. Latin words and numbers inside a term ("2型糖尿病") belong to it.
 */
export function hanTerms(text: string): HanTerm[] {
  const known = loadLexicon();
  const terms: HanTerm[] = [];
  let unknown = '';
  let i = 0;
  while (i < text.length) {
    const match = longestMatch(text, i, longest, (word) => known.has(word));
    if (match) {
      flush();
      terms.push({ zh: match, en: known.get(match) });
      i += match.length;
      continue;
    }
    const stop = longestMatch(text, i, longestStop, (word) => stops.has(word));
    if (stop) {
      flush();
      i += stop.length;
    } else {
      const character = String.fromCodePoint(text.codePointAt(i) ?? 0);
      if (hanCharacter.test(character)) unknown += character;
      else flush();
      i += character.length;
    }
  }
  flush();
  return terms;

  function flush(): void {
    if (unknown.length > 1) terms.push({ zh: unknown, en: undefined });
    unknown = '';
  }
}

function longestMatch(
  text: string,
  at: number,
  limit: number,
  known: (word: string) => boolean,
): string | undefined {
  // Latin words are never cut in half: "IL" does not match inside "ILD".
  for (let length = Math.min(limit, text.length - at); length > 0; length--) {
    const word = text.slice(at, at + length);
    if (known(word) && !cutsLatin(text, at, at + length)) return word;
  }
  return undefined;
}

const latin = /[A-Za-z0-9]/;

function cutsLatin(text: string, start: number, end: number): boolean {
  const cut = (at: number) => latin.test(text[at - 1] ?? '') && latin.test(text[at] ?? '');
  return cut(start) || cut(end);
}

/** English phrases of the lexicon, so that "heart failure" in an English question stays one concept. */
export function englishPhrases(): ReadonlySet<string> {
  phrases ??= new Set(
    [...loadLexicon().values()].map((en) => en.toLowerCase()).filter((en) => en.includes(' ')),
  );
  return phrases;
}

let phrases: Set<string> | undefined;
