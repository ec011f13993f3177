import { abbreviations } from '@citewell/core/lexicon/abbreviations.ts';
import { reportLexicon } from '@citewell/core/lexicon/chinese.ts';
import { hanStopWords } from '@citewell/core/text/stop-words.ts';
import { hanTerms } from '@citewell/core/text/translate.ts';
import type { Quantity } from '../reading/quantities.ts';
import { type ReadText, readText, type Token } from '../reading/tokens.ts';
import { countryWordings } from './countries.ts';
import { addGlosses } from './glosses.ts';
import { harmlessHan, isHarmless, isHarmlessWord } from './harmless-words.ts';
import { isExcluded } from './index-sentence.ts';
import { findQuantifiers, type QuantifierScope } from './quantifiers.ts';
import {
  findCountedPopulations,
  findFramedSources,
  findFrontedPhrases,
  findReportFrames,
} from './report-frames.ts';
import { type Clause, readClauses } from './statement.ts';

/** Word of a claim for which its source must account. */
export type Unit = {
  text: string;
  start: number;
  end: number;
  /** Position among the words and numbers of the claim. */
  index: number;
  clause: number;
  /** Set in a phrase for population, place or time, which a study states once. */
  isCircumstance: boolean;
  /** Set in a phrase before the statement, which gives its subject or means: "On univariate analysis, …". */
  isFronted: boolean;
  /** Indicates that its name in another language follows in brackets. */
  isGlossed?: true;
  /** Alternative forms, each a list of stems that must all be present; empty if it could not be translated. */
  wordings: readonly (readonly string[])[];
};

/** Claim prepared for comparison: its words, its numbers, and its clauses with their effects. */
export type Claim = {
  read: ReadText;
  clauses: Clause[];
  units: Unit[];
  numbers: { quantity: Quantity; index: number; clause: number }[];
};

/**
 * Matches a phrase of place, time or population: it begins with a preposition and names people, animals, a place or a
 * time. Its words may occur elsewhere in the abstract, since a study describes its population once.
 */
const circumstance =
  /(?<![\p{L}\d])(?:(?:in|among|amongst|for|of|from|with) (?:(?!(?:in|on|was|were|is|are|than|and)\b)[\p{L}\d%+’'.,–-]+ ){0,6}?(?:patients?|people|persons?|individuals?|participants?|subjects?|adults?|adolescents?|child(?:ren)?|women|men|girls|boys|infants?|neonates?|newborns?|mothers|mice|rats|pigs|rabbits|dogs|animals|cells|volunteers|residents|students|survivors|recipients|population|school-?children|preschoolers|toddlers|teenagers|youths|pupils|veterans|males|females|out-?patients|in-?patients|respondents|interviewees|enrollees|attendees|farmers|soldiers|athletes|monkeys|macaques|primates|hamsters|sheep|lambs|piglets|calves|cows|chickens|rodents|mammals|hospitals?|clinics|cent(?:er|re)s?|schools?|universities|trial|study|cohort|analysis|model|survey|series|review|register|registry|database)(?: (?:with|who|having|undergoing|aged|from|of|given|treated|receiving|on|after)(?: (?!(?:had|has|have|was|were|is|are|did|do|does|showed|developed|died|received|underwent|reported|experienced|needed|required)\b)[^\s,;:.()]{1,30}){1,8})?|(?:after|following|during|before|at|by|over|within) [^,;:.()]{2,60}?(?= (?:was|were|is|are|had|did|did not|showed|reduced|increased|improved|lowered)\b|[,;:.()]|$)|在[^，。；]{2,30}(?:中|后|时|期间|内)|对[^，。；]{2,30}(?:患者|人群|小鼠|大鼠)|(?:(?!与|可|能|使|水平|预防|增加|减少|降低|升高|改善|导致|引起)\p{Script=Han}){0,12}(?:患者|病人|小鼠|大鼠|儿童|成人|女性|男性|老年人|孕妇|受试者))/giu;

/** Connecting phrases without content. */
const phrases =
  /(?<=\b(?:of|in|at|with|from|for|by|using|two|three|four|five|several|many|under|across|among|these|through|on) )different(?= [a-z])|\b(?:less|fewer|more|greater|lower|higher) than (?=(?:a |one[- ])?(?:half|third|quarter|fifth|tenth)\b|(?:two|three|four)[- ](?:thirds|quarters|fifths)\b)|(?:超过|不足|不到|逾)(?=\s?\d)|\b(?:taken|took|taking|take) (?:\w+ ){0,3}?into (?:account|consideration)\b|(?<=\d%? )or (?:more|less|fewer|older|younger|over|above|below|higher|lower|greater)\b|\b(?:a total of|in terms of|in (?:the )?light of|shed(?:s|ding)? light on|on the other hand|in order to|in the eyes of|in the hands of|the rest of|to (?:a|some|any|what|the) (?:\w+ )?(?:degree|extent)|in (?:short|brief|fact|sum|total|all|general|particular|addition)|of note|on average|as well|by and large)\b/gi;

const isHan = /\p{Script=Han}/u;

/** Quantifiers that also count as words of the claim. */
const saidInWords: ReadonlySet<QuantifierScope> = new Set(['without', 'extreme', 'normative']);

const claims = new WeakMap<ReadText, Claim>();

/**
 * Reads a claim, once for all records with which it is compared. Linear in it. The result is shared and must not be modified.
 */
export function readClaim(read: ReadText): Claim {
  const claim = claims.get(read) ?? readAnew(read);
  claims.set(read, claim);
  return claim;
}

function readAnew(read: ReadText): Claim {
  const clauses = readClauses(read.text);
  const clauseAt = (start: number) =>
    Math.max(
      0,
      clauses.findLastIndex((clause) => clause.start <= start),
    );
  const skipped: Place[] = [
    ...clauses.flatMap(({ effects }) =>
      effects.flatMap((effect): readonly Place[] => effect.cues ?? [effect]),
    ),
    ...findQuantifiers(read.text).filter(({ category }) => !saidInWords.has(category)),
  ];
  for (const { index, 0: text } of read.text.matchAll(phrases))
    skipped.push({ start: index, end: index + text.length });
  skipped.push(...findReportFrames(read.text));
  const circumstances = [
    ...[...read.text.matchAll(circumstance)].map(({ index, 0: text }) => ({
      start: index,
      end: index + text.length,
    })),
    ...findCountedPopulations(read.text),
    ...findFramedSources(read.text),
  ];
  const fronted = findFrontedPhrases(read.text);
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
      isFronted: within(part, fronted),
    });
  };
  for (const [index, token] of read.tokens.entries()) {
    if (token.kind === 'number') {
      const quantity = byStart.get(token.start);
      if (quantity) numbers.push({ quantity, index, clause: clauseAt(token.start) });
      continue;
    }
    if (token.kind === 'han' || (token.empty && !isLetterName(read, index))) continue;
    // "A gluten-containing diet": after a hyphen every word counts.
    if (
      isHarmlessWord(
        token,
        read.text.slice(Math.max(0, token.start - 10), token.start),
        read.text.slice(token.end, token.end + 16),
      ) &&
      !/\p{L}[-‐‑]$/u.test(read.text.slice(Math.max(0, token.start - 2), token.start))
    )
      continue;
    const parts = token.kind === 'name' ? partsOfName(token.text) : [];
    add({ ...token, index }, [
      [isExcluded(read, index) ? `non-${token.stem}` : token.stem],
      ...(parts.length > 1 ? [parts] : []),
      ...countryWordings(token.stem),
      // A gluten-free diet is one without gluten.
      ...(token.stem === 'free' &&
      /\p{L}[-‐‑]$/u.test(read.text.slice(Math.max(0, token.start - 2), token.start))
        ? [['without']]
        : []),
    ]);
  }
  if (isHan.test(read.text)) {
    const words = hanWords(read.text);
    const known = [...words, ...skipped, ...read.quantities];
    for (const { zh, start, wordings } of [...words, ...unreadHan(read.text, known)]) {
      if (wordings.length === 0 || within({ start, end: start + zh.length }, read.quantities)) continue;
      const index = read.tokens.findIndex((token) => token.start >= start);
      add({ text: zh, start, end: start + zh.length, index: Math.max(0, index) }, wordings);
    }
  }
  units.sort((one, other) => one.start - other.start);
  return { read, clauses, units: addGlosses(units, read.text), numbers };
}

/** Returns the stems of a name and of the word joined to it: "Her2-enriched" is "Her2 enriched". */
function partsOfName(name: string): string[] {
  return /^[^-‐‑–]{2,}[-‐‑–]\p{Ll}{3,}$/u.test(name) ? contentStems(name.replace(/[-‐‑–]/g, ' ')) : [];
}

/** Matches the letter of a name: vitamin D, hepatitis B, group A, T cells. */
function isLetterName({ text, tokens }: ReadText, index: number): boolean {
  const { text: letter = '', start = 0, end = 0 } = tokens[index] ?? {};
  return (
    /^[A-Z]$/.test(letter) &&
    (/^[ -](?:cells?|lymphocytes?|helper|wave|allele|virus)\b/i.test(text.slice(end, end + 16)) ||
      /(?:vitamins?|hepatitis|types?|groups?|factors?|proteins?|influenza|class|stage|grade|arm|cohort|immunoglobulin|drug|treatment|agent|compound|regimen|method|test|device) $/i.test(
        text.slice(Math.max(0, start - 16), start),
      ))
  );
}

type Place = { start: number; end: number };

type HanWord = Place & { zh: string; wordings: string[][] };

/**
 * Returns the Chinese words of a text with their offsets and English wordings; each can also be found as written. A
 * word without content has no wordings.
 */
function hanWords(text: string): HanWord[] {
  const words: HanWord[] = [];
  let cursor = 0;
  for (const { zh, en, synonyms = [] } of hanTerms(text.slice(0, hanMax), reportLexicon())) {
    const start = text.indexOf(zh, cursor);
    if (start < 0) continue;
    cursor = start + zh.length;
    if (!isHan.test(zh)) continue;
    const written = en === undefined ? [] : [en, ...synonyms, ...shortFormsOf(en)];
    // 非他汀组 is the group without statins.
    const isDenied =
      (text[start - 1] === '非' && !/[并而是除绝]/.test(text[start - 2] ?? '')) ||
      (/^非(?!洲|常|法|裔)/.test(zh) && !written.some((each) => /^(?:non|un|in|extra)/i.test(each)));
    const english = written.map((each) =>
      isDenied && !/^(?:non|un|in)/i.test(each)
        ? contentStems(each).map((stem, at) => (at === 0 ? `non-${stem}` : stem))
        : contentStems(each),
    );
    const saysNothing =
      harmlessHan.has(zh) ||
      // 表现出 means "show", 表现 "performance".
      (zh === '表现' && /^[出为]/.test(text.slice(cursor))) ||
      (en !== undefined && english.every((stems) => stems.every(isHarmless)));
    words.push({
      ...{ zh, start, end: cursor },
      wordings: saysNothing
        ? []
        : [
            [`han:${zh}`],
            ...english.filter((stems) => stems.length > 0),
            ...(isDenied ? [] : composedWordings(zh, english)),
          ],
    });
  }
  return words;
}

/** Minimum length of a term that is also read by its parts, and maximum number of wordings per part. */
const composed = { length: 4, wordings: 8 };

/**
 * Combines the wordings of a term's two parts, if its English also has several words: 一级预防 is "primary prevention" and
 * "primary prophylaxis". A term with a one-word translation is not the sum of its parts.
 */
function composedWordings(zh: string, english: readonly string[][]): string[][] {
  if (zh.length < composed.length || !isHanOnly.test(zh) || !english.some((stems) => stems.length > 1))
    return [];
  const { entries } = reportLexicon();
  const partOf = (part: string): string[][] | undefined => {
    const entry = entries.get(part);
    if (!entry || entry.general) return harmlessHan.has(part) ? [[]] : undefined;
    return entry.wordings
      .slice(0, composed.wordings)
      .map((each) => contentStems(each).filter((stem) => !isHarmless(stem)));
  };
  for (let at = 2; at <= zh.length - 2; at++) {
    const [first, second] = [partOf(zh.slice(0, at)), partOf(zh.slice(at))];
    if (!first || !second) continue;
    return first.flatMap((one) =>
      second.map((other) => [...new Set([...one, ...other])]).filter((stems) => stems.length > 1),
    );
  }
  return [];
}

const isHanOnly = /^\p{Script=Han}+$/u;

/** Words that a question may omit but that have meaning in a claim. */
const distinctiveStopWords = new Set(
  '外 国产 进口 吃 喝 打 不如 必须 必需 同时 一般 往往 通常 常常 随着 无论 不论 除了 不可 多于 少于 大于 小于'.split(
    ' ',
  ),
);
/** Characters without content that the lexicon's words do not cover. */
const functional = new Set([
  ...hanStopWords.filter((word) => !distinctiveStopWords.has(word)),
  ...harmlessHan,
  ...'行予太必论言虽条份枚示们者仅均各及其后前再曾已经仍尚还即约近逾余第个年一二三两将占家所新出但合并见加自呈并',
]);
const functionalMax = Math.max(...[...functional].map((word) => word.length));

/** Finds the characters of a text that belong to no known word: a claim that contains one is not fully understood. */
function unreadHan(text: string, known: readonly Place[]): HanWord[] {
  const read = new Uint8Array(text.length);
  for (const { start, end } of known) read.fill(1, start, end);
  const unread: HanWord[] = [];
  const end = Math.min(text.length, hanMax);
  for (let at = 0; at < end; ) {
    if (read[at] || !isHan.test(text[at] ?? '')) {
      at++;
      continue;
    }
    let length = functionalMax;
    while (length > 0 && !functional.has(text.slice(at, at + length))) length--;
    if (length === 0) {
      const zh = text.slice(at, at + 1);
      unread.push({ zh, start: at, end: at + 1, wordings: [[`han:${zh}`]] });
    }
    at += Math.max(1, length);
  }
  return unread;
}

let shortForms: Map<string, string[]> | undefined;

/** Returns the abbreviations of an English term: HbA1c for glycated hemoglobin. */
function shortFormsOf(long: string): string[] {
  if (!shortForms) {
    shortForms = new Map();
    for (const [short, written] of abbreviations())
      shortForms.set(written.toLowerCase(), [...(shortForms.get(written.toLowerCase()) ?? []), short]);
  }
  return shortForms.get(long.toLowerCase()) ?? [];
}

/** Maximum length for translation, which takes quadratic time; a claim has a tenth of it. */
const hanMax = 600;

function contentStems(english: string): string[] {
  return readText(english)
    .tokens.filter(({ empty, kind }: Token) => !empty && kind !== 'number')
    .map(({ stem }) => stem);
}
