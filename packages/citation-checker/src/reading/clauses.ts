import { isAsciiAlphanumeric } from './ascii.ts';

/** Part of a sentence with one statement; offsets refer to the sentence. */
export type ClauseSpan = { text: string; start: number; end: number };

/** Words that begin a separate statement after "and". */
const verbs =
  '(?:did|does|do|was|were|had|has|have|is|are|could|can|will|may|might|showed|shows|failed|no|not|without)\\b|(?:increas|reduc|decreas|improv|worsen|lower|rais|prolong|shorten|leads?|led|caus|affect)\\w*';
const boundary = new RegExp(
  String.raw`[;；，。]|,\s(?=(?:but(?! not )|while|whilst|whereas|although|though|however(?!,)|yet|with no|without|nor|there (?:was|were)|suggesting|indicating|implying)\b)|,?\s(?=despite\s)|\s(?=(?:but(?! not )|while|whilst|whereas|although|though|yet)\s)|\s(?=without\s(?:causing|increasing|affecting|raising)\b)|,?(?<!\bwith)\sand\s(?=(?:also |significantly |thus )?(?:${verbs})(?! ejection))|(?:但|而(?!言|且|不)|然而|同时)(?=\p{Script=Han})`,
  'giu',
);

/** Minimum length; shorter pieces belong to the preceding clause. */
const shortest = 6;

/** Maximum number of clauses; the rest is one, or an artificial text would take quadratic time. */
const clausesMax = 40;

/** Splits a sentence into clauses, in order. Brackets belong to the clause before them. Linear in the text. */
export function splitClauses(text: string): ClauseSpan[] {
  const clauses: ClauseSpan[] = [];
  const bracketed = bracketsOf(text);
  let start = 0;
  const push = (end: number) => {
    if (end - start < shortest && clauses.length > 0) return;
    clauses.push({ text: text.slice(start, end), start, end });
    start = end;
  };
  for (const { index } of text.matchAll(boundary)) {
    if (clauses.length >= clausesMax) break;
    if (!bracketed[index] && index > start) push(index);
  }
  if (text.length > start) {
    const last = clauses.at(-1);
    if (last && text.length - start < shortest) {
      last.end = text.length;
      last.text = text.slice(last.start);
    } else clauses.push({ text: text.slice(start), start, end: text.length });
  }
  return clauses;
}

/** Marks each position of the text inside a closed bracket. */
function bracketsOf(text: string): Uint8Array {
  const inside = new Uint8Array(text.length);
  const open: number[] = [];
  for (let i = 0; i < text.length; i++) {
    const character = text[i] ?? '';
    if (isAsciiAlphanumeric(text.charCodeAt(i)) || character === ' ') continue;
    if ('([（［'.includes(character)) open.push(i);
    else if (')]）］'.includes(character)) {
      const from = open.pop();
      // An inner bracket is marked with the outer one.
      if (from !== undefined && open.length === 0) inside.fill(1, from, i + 1);
    }
  }
  return inside;
}
