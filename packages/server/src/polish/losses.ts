import { unitAt } from '../evidence/check/units.ts';
import { isStopWord } from '../text/stop-words.ts';
import { indexTerms } from '../text/words.ts';
import { changeAround, protectedPieces } from './protect.ts';
import { spellUnits } from './rules-units.ts';

/** What keeps a version from taking the place of a text: words for who is asked to do it again. */
export type Loss = {
  kind: 'number' | 'mark' | 'abbreviation' | 'piece' | 'shape' | 'length' | 'words' | 'meaning';
  /** What is missing or was added, as it stands; empty for what is of the whole. */
  text: string;
};

/** With a wish such as "shorten it" or "translate it", length and words may change as much as that takes. */
export type Freedom = { length: boolean; words: boolean };

/**
 * What a version lost or added that nobody may: numbers with their units, marks of citations, code, equations, links,
 * abbreviations, the shape of Markdown. Empty: the version may take the text's place.
 */
export function lossesOf(text: string, version: string, freedom: Freedom): Loss[] {
  const [was, is] = [read(text), read(version)];
  return [
    ...differences('piece', was.pieces, is.pieces),
    ...differences('number', was.numbers, is.numbers),
    ...abbreviationLosses(was.abbreviations, is.abbreviations),
    ...(was.shape === is.shape ? [] : [{ kind: 'shape' as const, text: '' }]),
    ...lengthLosses(was.plain, is.plain, freedom),
  ];
}

type Read = { pieces: string[]; numbers: string[]; abbreviations: Set<string>; shape: string; plain: string };

function read(text: string): Read {
  let plain = '';
  // What stands in code or in an equation is no number of the text; it is compared as a whole.
  changeAround(text, (masked) => {
    plain = spellUnits(plainWidth(masked));
    return masked;
  });
  return {
    pieces: protectedPieces(text).map((piece) => piece.replace(/\s+/g, ' ')),
    numbers: numbersIn(plain),
    abbreviations: new Set((plain.match(abbreviation) ?? []).filter((name) => !unit.test(name))),
    shape: shapeOf(text),
    plain,
  };
}

const number = /(?<![\p{L}\p{N}.])[-−+±](?=[\d.])|(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?|\.\d+/gu;

/** Every number with what it is counted in: "-1.5 %", "5 mg/kg", "2019". A name's digits count too: IL-6, HbA1c. */
export function numbersIn(text: string): string[] {
  const numbers: string[] = [];
  let sign = '';
  const plain = spellUnits(plainWidth(text));
  for (const match of plain.matchAll(number)) {
    const [found] = match;
    const end = match.index + found.length;
    if (/^[-−+±]$/.test(found)) {
      sign = found === '+' ? '' : found.replace('−', '-');
      continue;
    }
    const value = found.replaceAll(',', '').replace(/^\./, '0.');
    const percent = /^\s?[%‰℃°]/.exec(plain.slice(end, end + 3))?.[0].trim();
    numbers.push(`${sign}${value}${percent ?? unitBehind(plain, end)}`);
    sign = '';
  }
  return numbers;
}

/** "500 mg per day" may become "500 mg daily"; "5 mg/kg" stays what it is. */
function unitBehind(text: string, at: number): string {
  const unit = unitAt(text, at);
  if (!unit) return '';
  return /per |每/.test(text.slice(at, unit.end)) ? unit.name.replace(/\/.*/, '') : unit.name;
}

/** Full-width digits and signs as their plain ones; superscripts stay what they are. */
function plainWidth(text: string): string {
  return text
    .replace(/[ \t]+/g, ' ')
    .replace(/[！-～]/g, (character) => String.fromCharCode(character.charCodeAt(0) - 0xfee0))
    .replace(/(?<=\d)\s?(?:±|\+\/-)\s?(?=\d)/g, ' ± ')
    .replace(/(?<=\d)\s+(?=[%‰])/g, '');
}

/** HbA1c, IL-6, mTOR, eGFR, COVID-19, RCTs: two capitals or more, or a capital within a word. */
const abbreviation =
  /(?<![\p{Script=Latin}\p{Script=Greek}\p{N}])(?=[\p{Script=Latin}\p{Script=Greek}\d-]*\p{Lu}[\p{Script=Latin}\p{Script=Greek}\d-]*\p{Lu}|\p{Ll}+\p{Lu})[\p{Script=Latin}\p{Script=Greek}\d]+(?:-[\p{Lu}\d]+)*/gu;

/** Units stand with their numbers. */
const unit = /^(?:mm?Hg|[mdµμu]?L|kPa|kJ|[kM]?Hz|m?Gy|m?I?U|[µμnm]M)$/;

function abbreviationLosses(was: ReadonlySet<string>, is: ReadonlySet<string>): Loss[] {
  const bare = (name: string) => name.replace(/(?<=\p{Lu})s$/u, '');
  const [had, has] = [was, is].map((names) => new Set([...names].map(bare)));
  const missing = [...(had ?? [])].filter((name) => !has?.has(name));
  const added = [...(has ?? [])].filter((name) => !had?.has(name));
  return [...missing, ...added].map((text) => ({ kind: 'abbreviation', text }));
}

/** What one list has more of than the other, each as often as it is missing or added. */
function differences(kind: Loss['kind'], was: readonly string[], is: readonly string[]): Loss[] {
  const left = new Map<string, number>();
  for (const each of was) left.set(each, (left.get(each) ?? 0) + 1);
  for (const each of is) left.set(each, (left.get(each) ?? 0) - 1);
  return [...left]
    .filter(([, count]) => count !== 0)
    .map(([text]) => ({ kind: kind === 'piece' && /^[[［【]/.test(text) ? 'mark' : kind, text }));
}

const prefix =
  /^\s*(#{1,6}\s|>\s?|[-*+•]\s|\d{1,3}[.)、]\s?|[（(]\d{1,2}[)）]|[一二三四五六七八九十]{1,3}、)/;

/** Headings, list items and paragraphs in their order. Lines of a paragraph that was only wrapped are one. */
function shapeOf(text: string): string {
  const paragraphs = text.trim().split(/\n[ \t]*\n+/);
  return paragraphs
    .map((paragraph) => {
      const lines = paragraph
        .split('\n')
        .map((line) => ({ line, mark: prefix.exec(line)?.[1]?.trim() ?? '' }));
      const wrapped = lines
        .slice(0, -1)
        .some(({ line, mark }) => mark === '' && !/[.。!?！？:：;；…]["”’)）]?\s*$/.test(line));
      const marks = lines.map(({ mark }) => mark.replace(/^\d+/, '1'));
      return (wrapped ? marks.filter(Boolean) : marks).join('|');
    })
    .join('\n')
    .concat(`\n${text.match(/\*\*/g)?.length ?? 0}`);
}

function lengthLosses(was: string, is: string, freedom: Freedom): Loss[] {
  const losses: Loss[] = [];
  const ratio = is.trim().length / Math.max(1, was.trim().length);
  const [shortest, longest] = freedom.length ? [0.2, 5] : [0.5, 1.8];
  // A few characters may double: "ok" into a sentence would be an answer all the same.
  if (ratio < shortest || is.length > was.length * longest + 20) losses.push({ kind: 'length', text: '' });
  if (!freedom.words && sharedWords(was, is) < sharedMin) losses.push({ kind: 'words', text: '' });
  return losses;
}

/** Of a version's words so many are the text's own: prose that was polished is still the same prose. */
const sharedMin = 0.3;

/** The share of a version's words that the text has, by their stems; numbers and units tell nothing. */
function sharedWords(text: string, version: string): number {
  const had = new Set(indexTerms(text));
  const terms = indexTerms(version).filter(
    (term) => /^[a-z]{3,}$|\p{Script=Han}/u.test(term) && !isStopWord(term),
  );
  return terms.length === 0 ? 1 : terms.filter((term) => had.has(term)).length / terms.length;
}
