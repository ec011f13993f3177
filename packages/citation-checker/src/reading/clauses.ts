import { isAsciiAlphanumeric } from './ascii.ts';

/** A part of a sentence that says one thing; places are the sentence's. */
export type ClauseSpan = { text: string; start: number; end: number };

/** Words that begin a statement of their own behind "and". */
const verbs =
  '(?:did|does|do|was|were|had|has|have|is|are|could|can|will|may|might|showed|shows|failed|no|not|without)\\b|(?:increas|reduc|decreas|improv|worsen|lower|rais|prolong|shorten|leads?|led|caus|affect)\\w*';
const boundary = new RegExp(
  String.raw`[;；，。]|,\s(?=(?:but(?! not )|while|whilst|whereas|although|though|however(?!,)|yet|with no|without|nor|there (?:was|were)|suggesting|indicating|implying)\b)|,?\s(?=despite\s)|\s(?=(?:but(?! not )|while|whilst|whereas|although|though|yet)\s)|\s(?=without\s(?:causing|increasing|affecting|raising)\b)|,?(?<!\bwith)\sand\s(?=(?:also |significantly |thus )?(?:${verbs})(?! ejection))|(?:但|而(?!言|且|不)|然而|同时)(?=\p{Script=Han})`,
  'giu',
);

/** Shorter pieces belong to what stands before them. */
const shortest = 6;

/** No sentence has more; what follows them is one, or a text of nothing else would take its square in time. */
const clausesMax = 40;

/** The clauses of a sentence in order. What stands in brackets belongs to the clause before it. Linear in the text. */
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

/** Marks each place of the text that stands in a closed bracket. */
function bracketsOf(text: string): Uint8Array {
  const inside = new Uint8Array(text.length);
  const open: number[] = [];
  for (let i = 0; i < text.length; i++) {
    const character = text[i] ?? '';
    if (isAsciiAlphanumeric(text.charCodeAt(i)) || character === ' ') continue;
    if ('([（［'.includes(character)) open.push(i);
    else if (')]）］'.includes(character)) {
      const from = open.pop();
      // What stands in an inner bracket is marked with the outer one.
      if (from !== undefined && open.length === 0) inside.fill(1, from, i + 1);
    }
  }
  return inside;
}
