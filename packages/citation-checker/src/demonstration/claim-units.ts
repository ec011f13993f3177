import { abbreviations } from '@citewell/core/lexicon/abbreviations.ts';
import { hanTerms } from '@citewell/core/text/translate.ts';
import type { Quantity } from '../reading/quantities.ts';
import { type ReadText, readText, type Token } from '../reading/tokens.ts';
import { harmlessHan, isHarmless } from './harmless-words.ts';
import { isExcluded } from './index-sentence.ts';
import { findQuantifiers, type Reach } from './quantifiers.ts';
import { type Clause, readClauses } from './statement.ts';

/** A word of a claim that its source has to account for. */
export type Unit = {
  text: string;
  start: number;
  end: number;
  /** Its place among the words and numbers of the claim. */
  index: number;
  clause: number;
  /** It stands in a phrase of whom, where or when, which a study tells once. */
  isCircumstance: boolean;
  /** The ways in which it may be written, each the stems that must all be there; none where it could not be translated. */
  wordings: readonly (readonly string[])[];
};

/** A claim, read into what is compared: its words, its numbers, and its clauses with their effects. */
export type Claim = {
  read: ReadText;
  clauses: Clause[];
  units: Unit[];
  numbers: { quantity: Quantity; index: number; clause: number }[];
};

/**
 * Phrase of place, time or population: it begins with a preposition and names people, animals, a place or a time. Its
 * words may stand elsewhere in the abstract, since a study describes its population once.
 */
const circumstance =
  /(?<![\p{L}\d])(?:(?:in|among|amongst|for|of|from|with) (?:(?!(?:in|on|was|were|is|are|than|and)\b)[\p{L}\d%+’'.,–-]+ ){0,6}?(?:patients?|people|persons?|individuals?|participants?|subjects?|adults?|adolescents?|child(?:ren)?|women|men|girls|boys|infants?|neonates?|newborns?|mothers|mice|rats|pigs|rabbits|dogs|animals|cells|volunteers|residents|students|survivors|recipients|population|hospitals?|cent(?:er|re)s?|schools?|trial|study|cohort|analysis|model|survey|series|review)(?: (?:with|who|having|undergoing|aged|from|of|given|treated|receiving|on|after) [^,;:.()]{1,80})?|(?:after|following|during|before|at|by|over|within) [^,;:.()]{2,60}?(?= (?:was|were|is|are|had|did|did not|showed|reduced|increased|improved|lowered)\b|[,;:.()]|$)|在[^，。；]{2,30}(?:中|后|时|期间|内)|对[^，。；]{2,30}(?:患者|人群|小鼠|大鼠)|\p{Script=Han}{0,12}(?:患者|病人|小鼠|大鼠|儿童|成人|女性|男性|老年人|孕妇|受试者))/giu;

/** Phrases that connect and say nothing. */
const phrases =
  /\b(?:in (?:short|brief|fact|sum|total|all|general|particular|addition)|of note|on average|as well|by and large)\b/gi;

const isHan = /\p{Script=Han}/u;

/** Quantifiers that are words of the claim, too. */
const saidInWords: ReadonlySet<Reach> = new Set(['without', 'extreme', 'normative']);

/** Reads a claim. Linear in it. */
export function readClaim(read: ReadText): Claim {
  const clauses = readClauses(read.text);
  const clauseAt = (start: number) =>
    Math.max(
      0,
      clauses.findLastIndex((clause) => clause.start <= start),
    );
  const skipped: Place[] = [
    ...clauses.flatMap(({ effects }) => effects),
    ...findQuantifiers(read.text).filter(({ sense }) => !saidInWords.has(sense)),
  ];
  for (const { index, 0: text } of read.text.matchAll(phrases))
    skipped.push({ start: index, end: index + text.length });
  const circumstances = [...read.text.matchAll(circumstance)].map(({ index, 0: text }) => ({
    start: index,
    end: index + text.length,
  }));
  const within = (part: Place, spans: readonly Place[]) =>
    spans.some(({ start, end }) => start <= part.start && part.end <= end);
  const units: Unit[] = [];
  const numbers: Claim['numbers'] = [];
  const byStart = new Map(read.quantities.map((quantity) => [quantity.start, quantity]));
  const add = (part: Place & { text: string; index: number }, wordings: Unit['wordings']) => {
    if (within(part, skipped)) return;
    const { text, start, end, index } = part;
    units.push({
      ...{ text, start, end, index, wordings },
      clause: clauseAt(start),
      isCircumstance: within(part, circumstances),
    });
  };
  for (const [index, token] of read.tokens.entries()) {
    if (token.kind === 'number') {
      const quantity = byStart.get(token.start);
      if (quantity) numbers.push({ quantity, index, clause: clauseAt(token.start) });
      continue;
    }
    if (token.kind === 'han' || (token.empty && !isLetterName(read, index)) || isHarmless(token.stem))
      continue;
    add({ ...token, index }, [[isExcluded(read, index) ? `non-${token.stem}` : token.stem]]);
  }
  if (isHan.test(read.text))
    for (const { zh, start, wordings } of hanWords(read.text)) {
      const index = read.tokens.findIndex((token) => token.start >= start);
      add({ text: zh, start, end: start + zh.length, index: Math.max(0, index) }, wordings);
    }
  units.sort((one, other) => one.start - other.start);
  return { read, clauses, units, numbers };
}

/** The letter of a name: vitamin D, hepatitis B, group A, T cells. */
function isLetterName({ text, tokens }: ReadText, index: number): boolean {
  const { text: letter = '', start = 0, end = 0 } = tokens[index] ?? {};
  return (
    /^[A-Z]$/.test(letter) &&
    (/^[ -](?:cells?|lymphocytes?|helper|wave|allele|virus)\b/i.test(text.slice(end, end + 16)) ||
      /(?:vitamins?|hepatitis|types?|groups?|factors?|proteins?|influenza|class|stage|grade|arm|cohort|immunoglobulin) $/i.test(
        text.slice(Math.max(0, start - 16), start),
      ))
  );
}

type Place = { start: number; end: number };

/** The Chinese words of a text with their places and English wordings; each is also found as it is written. */
function hanWords(text: string): { zh: string; start: number; wordings: string[][] }[] {
  const words: { zh: string; start: number; wordings: string[][] }[] = [];
  let cursor = 0;
  for (const { zh, en, synonyms = [] } of hanTerms(text.slice(0, hanMax))) {
    const start = text.indexOf(zh, cursor);
    if (start < 0) continue;
    cursor = start + zh.length;
    if (!isHan.test(zh) || harmlessHan.has(zh)) continue;
    const english = en === undefined ? [] : [en, ...synonyms, ...shortFormsOf(en)].map(contentStems);
    if (en !== undefined && english.every((stems) => stems.every(isHarmless))) continue;
    words.push({ zh, start, wordings: [[`han:${zh}`], ...english.filter((stems) => stems.length > 0)] });
  }
  return words;
}

let shortForms: Map<string, string[]> | undefined;

/** The abbreviations of an English term: HbA1c for glycated hemoglobin. */
function shortFormsOf(long: string): string[] {
  if (!shortForms) {
    shortForms = new Map();
    for (const [short, written] of abbreviations())
      shortForms.set(written.toLowerCase(), [...(shortForms.get(written.toLowerCase()) ?? []), short]);
  }
  return shortForms.get(long.toLowerCase()) ?? [];
}

/** Longer texts would take their square in time to translate; a claim has a tenth of it. */
const hanMax = 600;

function contentStems(english: string): string[] {
  return readText(english)
    .tokens.filter(({ empty, kind }: Token) => !empty && kind !== 'number')
    .map(({ stem }) => stem);
}
