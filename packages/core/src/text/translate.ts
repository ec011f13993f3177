import {
  type ChineseEntry,
  type ChineseLexicon,
  chineseLexicon,
  medicalEntries,
} from '../lexicon/chinese.ts';
import { cutsWord } from '../lexicon/cut-word.ts';
import { classOfStem, drugNameAt, medicineAt, saltNameAt } from '../lexicon/drug-names.ts';
import { eponymAt, eponymSpellings } from '../lexicon/eponyms.ts';
import { measureAt } from '../lexicon/measures.ts';
import { hanStopWords } from './stop-words.ts';

/** A Chinese term of a question, with its English if known. */
export type HanTerm = {
  zh: string;
  en: string | undefined;
  /** Further English wordings of the same thing. */
  synonyms?: readonly string[];
  /** Known only from a general dictionary, whose gloss may differ from the meaning in a medical text. */
  general?: true;
  /** A name that is in no list; `en` is the class that the name of a drug indicates. */
  isUnlisted?: true;
  /** A colloquial word that medical texts do not use; `en` is its likely medical meaning, and other meanings are possible. */
  isSpoken?: true;
};

const stops = new Set(hanStopWords);
const longestStop = Math.max(...hanStopWords.map((word) => word.length));
const hanCharacter = /\p{Script=Han}/u;

/** A part of the text read as a unit; without a term it does not contribute to the topic. */
type Piece = { length: number; cost: number; term?: HanTerm; unknown?: true };

/**
 * Costs of a reading. The cheapest reading of the whole sentence wins: the one with the fewest and longest known
 * words. Sentences are read as a whole because the longest word at a position may take the first character of the
 * next word.
 */
const costs = {
  term: 1,
  stop: 0.95,
  measure: 0.9,
  heading: 1.05,
  general: 1.15,
  name: 1.2,
  letter: 0.5,
  unknown: 2.5,
};

/**
 * Returns the terms of a Chinese text in order: the longest words in the lexicon and whole drug names, without function words
 * and counted measures. Unknown parts are returned unchanged, without English. Latin letters and numbers inside a term
 * ("2型糖尿病") belong to it.
 */
export function hanTerms(text: string, lexicon: ChineseLexicon = chineseLexicon()): HanTerm[] {
  return text.split(/[\n。！？；!?;]/).flatMap((sentence) => termsOfSentence(sentence, lexicon));
}

function termsOfSentence(text: string, lexicon: ChineseLexicon): HanTerm[] {
  // Most English sentences: reading them character by character would find nothing.
  if (!hanCharacter.test(text) && !lexicon.latin.some((word) => text.includes(word))) return [];
  const best = new Float64Array(text.length + 1);
  const chosen: Piece[] = [];
  // From the end, so that among readings of equal cost the one with the longest first word wins.
  for (let at = text.length - 1; at >= 0; at--) {
    let cheapest: Piece | undefined;
    let cost = Number.POSITIVE_INFINITY;
    for (const piece of piecesAt(text, at, lexicon)) {
      const total = piece.cost + (best[at + piece.length] ?? 0);
      if (total < cost - 1e-9) {
        cost = total;
        cheapest = piece;
      }
    }
    best[at] = cost;
    if (cheapest) chosen[at] = cheapest;
  }
  const terms: HanTerm[] = [];
  let unknown = '';
  const endUnknown = () => {
    // "用什么药好" asks what is good; no unlisted word ends so.
    const zh = unknown.replace(/[治好]$/, '');
    if (zh.length > 1) terms.push({ zh, en: undefined });
    unknown = '';
  };
  for (let at = 0; at < text.length; ) {
    const piece = chosen[at] ?? { length: 1, cost: 0 };
    if (piece.unknown) unknown += text.slice(at, at + piece.length);
    else {
      const drugClass = unknown.length < nameMin || !piece.term ? undefined : classOfStem(piece.term.zh);
      if (piece.term && drugClass) {
        // What no list has before the stem of a drug's name belongs to the name: 纳武单抗 is no 单抗 in general.
        terms.push({ zh: unknown + piece.term.zh, en: drugClass, isUnlisted: true });
        unknown = '';
      } else {
        endUnknown();
        if (piece.term) terms.push(piece.term);
      }
    }
    at += piece.length;
  }
  endUnknown();
  return terms;
}

/** Minimum length of what belongs to a drug's name before its stem: 鼠单抗 is an antibody of mice. */
const nameMin = 2;

/** Yields every possible piece at a position, the longest first. */
function* piecesAt(text: string, at: number, { entries, longestFrom }: ChineseLexicon): Generator<Piece> {
  for (const name of namesAt(text, at))
    if (!isJoined(name.zh, entries) && !isParticleAt(text, at, name.zh, entries))
      yield readName(name, entries);
  const operation = operationAt(text, at, entries);
  if (operation) yield { length: operation.zh.length, cost: costs.term, term: operation };
  const act = actAt(text, at, entries);
  if (act) yield { length: act.zh.length, cost: costs.term, term: act };
  const removal = removalAt(text, at, entries);
  if (removal) yield { length: removal.zh.length, cost: costs.term, term: removal };
  const measure = measureAt(text, at);
  if (measure) yield { length: measure, cost: costs.measure };
  const longest = Math.max(longestStop, longestFrom(text.slice(at, at + 1)));
  for (let length = Math.min(longest, text.length - at); length > 0; length--) {
    const word = text.slice(at, at + length);
    const entry = entries.get(word);
    const stop = length <= longestStop && stops.has(word);
    if (!(entry || stop) || cutsLatin(text, at, at + length)) continue;
    if (stop) yield { length, cost: costs.stop };
    else if (entry && !(entry.isHeading && cutsWord(text, at, word)))
      yield { length, cost: costOf(entry), term: termOf(word, entry) };
  }
  const character = String.fromCodePoint(text.codePointAt(at) ?? 0);
  if (hanCharacter.test(character)) yield { length: character.length, cost: costs.unknown, unknown: true };
  else yield { length: character.length, cost: costs.letter };
}

/** Returns the cost of a listed word: names of headings, many of them short and rare, come after words of our lists. */
function costOf({ general, isHeading }: ChineseEntry): number {
  if (general) return costs.general;
  return isHeading ? costs.heading : costs.term;
}

/** Yields the names at a position that can be told by their characters, listed or not. */
function* namesAt(text: string, at: number): Generator<Pick<HanTerm, 'zh' | 'en'>> {
  const drug = drugNameAt(text, at);
  if (drug) yield drug;
  for (const zh of [saltNameAt(text, at), medicineAt(text, at), eponymAt(text, at)])
    if (zh) yield { zh, en: undefined };
}

/** Returns true before a known name, where 比 means "than" and 加 "plus", although they also begin names. */
function isJoined(name: string, entries: ChineseLexicon['entries']): boolean {
  return /^[比加]/.test(name) && listedName(name.slice(1), entries) !== undefined;
}

/** Returns true if 那 before an unlisted name begins a follow-up: of 那司美格鲁肽呢 the name is 司美格鲁肽. */
function isParticleAt(text: string, at: number, name: string, entries: ChineseLexicon['entries']): boolean {
  return (
    name.startsWith('那') &&
    listedName(name, entries) === undefined &&
    !hanCharacter.test(text[at - 1] ?? '') &&
    (listedName(name.slice(1), entries) !== undefined || drugNameAt(text, at + 1) !== undefined)
  );
}

/** Returns the name as lists have it, such as 氯沙坦 for 氯沙坦钾 and 亨廷顿病 for 亨廷顿氏病. */
function listedName(zh: string, entries: ChineseLexicon['entries']): string | undefined {
  return [zh, zh.replace(/[钠钾钙镁]$/, ''), ...eponymSpellings(zh)].find((each) => entries.has(each));
}

function readName({ zh, en }: Pick<HanTerm, 'zh' | 'en'>, entries: ChineseLexicon['entries']): Piece {
  const listed = listedName(zh, entries);
  const entry = listed && entries.get(listed);
  if (!entry) return { length: zh.length, cost: costs.name, term: { zh, en, isUnlisted: true } };
  const cost = entry.general ? costs.general : costs.term;
  return { length: zh.length, cost, term: termOf(zh, entry) };
}

/** Returns the term of an entry. The second gloss of a general dictionary is less accurate than the first. */
function termOf(zh: string, { wordings, general, isSpoken, isOurs }: ChineseEntry): HanTerm {
  const [en, ...synonyms] = wordings;
  return {
    ...{ zh, en },
    ...(synonyms.length > 0 && (!general || isOurs) && { synonyms }),
    ...(general && { general }),
    ...(isSpoken && { isSpoken }),
  };
}

/** Reads "手术后疼痛" as the list's 术后疼痛: 手术 and 术 are interchangeable in terms for before, during and after an operation. */
function operationAt(text: string, at: number, entries: ChineseLexicon['entries']): HanTerm | undefined {
  if (!/^手术[前中后]/.test(text.slice(at, at + 3))) return undefined;
  for (let length = Math.min(operationMax, text.length - at - 1); length > 2; length--) {
    const entry = entries.get(text.slice(at + 1, at + 1 + length));
    if (entry && !entry.general) return termOf(text.slice(at, at + 1 + length), entry);
  }
  return undefined;
}

/** Characters of the longest name that begins with 术前, 术中 or 术后. */
const operationMax = 10;

/** Reads "割完扁桃体" as the list's 割扁桃体: particles between a verb and its object say when something was done, not what. */
function actAt(text: string, at: number, entries: ChineseLexicon['entries']): HanTerm | undefined {
  const [particle] = aspect.exec(text.slice(at + 1, at + 3)) ?? [];
  if (!particle) return undefined;
  const from = at + 1 + particle.length;
  for (let length = Math.min(objectMax, text.length - from); length > 0; length--) {
    const entry = entries.get(text.charAt(at) + text.slice(from, from + length));
    if (entry && !entry.general) return termOf(text.slice(at, from + length), entry);
  }
  return undefined;
}

const aspect = /^(?:[完掉过除]了?|了|个)/;
/** Characters of the longest object of a listed verb. */
const objectMax = 6;

/** Reads "扁桃体摘除" as the list's 扁桃体切除: whatever is said of an organ that was taken out. */
function removalAt(text: string, at: number, entries: ChineseLexicon['entries']): HanTerm | undefined {
  for (let length = Math.min(organMax, text.length - at); length > 0; length--) {
    const [said] = removed.exec(text.slice(at + length, at + length + 4)) ?? [];
    const organ = text.slice(at, at + length);
    const entry = said && (entries.get(`${organ}切除`) ?? entries.get(`${organ}切除术`));
    if (entry && !entry.general) return termOf(organ + said, entry);
  }
  return undefined;
}

/** Words for the removal of an organ, which is not what was removed from it: 子宫拿掉节育环. */
const removed =
  /^(?:[摘割]除术?|[切摘割][掉了]了?|拿掉了?)(?=$|[后之前的吗呢，。,?？！\s；;以会能还怎对可要多是有])/;
/** Characters of the longest organ whose removal is listed. */
const organMax = 4;

const latin = /[A-Za-z0-9]/;

/** Returns true if a piece would cut a Latin word: "IL" does not match inside "ILD". */
function cutsLatin(text: string, start: number, end: number): boolean {
  const cut = (at: number) => latin.test(text[at - 1] ?? '') && latin.test(text[at] ?? '');
  return cut(start) || cut(end);
}

/**
 * Returns the English phrases of the lexicon, so that "heart failure" in an English question remains one concept. Translations of
 * colloquial Chinese, such as "stone composition", are not included.
 */
export function englishPhrases(): ReadonlySet<string> {
  if (!phrases) {
    phrases = new Set();
    for (const [, wordings] of medicalEntries())
      for (const en of wordings) if (en.includes(' ')) phrases.add(en.toLowerCase());
  }
  return phrases;
}

let phrases: Set<string> | undefined;
