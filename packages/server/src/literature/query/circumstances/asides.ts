import { foldText } from '@citewell/core/text/words.ts';
import { clausesOf, isOnTopic } from './clauses.ts';

/** Matches the age of the person in a note: "84F", "58 yo", "I'm 77", "Mum is 72", 78岁. */
const statesAge =
  /^\W*\d{1,3} ?(?:[mf]|y\/?o|yrs?|years?[- ]olds?)?\b(?= ?[\p{L},.])|\b\d{1,3} ?(?:y\/?o|[MF])\b|\b(?:i['’]?m|am|is|aged?) \d{2}\b(?! ?(?:%|mg|g|kg|ml|weeks?|wks?|months?|days?))|[一二三四五六七八九十\d]{1,3}多?岁/iu;
/** Matches what refers to the part of a message before it. */
const refers =
  /(?<!\b(?:worth|is|was|does) )\bit\b(?! (?:worth|safe|ok|okay|true|normal|help|work|matter)\b)|\b(?:its|this(?! (?:late|early|week|month|year|winter|summer))|they|them|these|those|which(?: one)?(?=\s|$))\b|它|这|哪/i;
/** Number of fragments before a question that make a note of a message. */
const fragmentsMin = 2;

/**
 * Returns the words that a note has only before its question, without those of `names`, if the question itself is on one of the `topics`: of "STEMI last week, still tired, does he need
 * bisoprolol?" all but the disease. Empty for other messages.
 */
export function asidesIn(message: string, names: readonly string[], topics: readonly string[]): string[] {
  const clauses = clausesOf(message);
  const asked = clauses.filter(({ isAsked }) => isAsked).map(({ text }) => text);
  if (!asked.some((text) => isOnTopic(text, topics))) return [];
  // "Shakes diet, can it cure diabetes?": the question is about what it refers to.
  if (asked.some((text) => refers.test(text))) return [];
  const stated = clauses.filter(({ isAsked }) => !isAsked);
  const isNote =
    stated.some(({ text }) => statesAge.test(text)) || (stated.length >= fragmentsMin && !han.test(message));
  if (stated.length === 0 || !isNote) return [];
  const kept = new Set(
    [...clauses.filter((each) => !stated.includes(each)).map(({ text }) => text), ...names].flatMap(wordsIn),
  );
  const isKept = (name: string) =>
    names.includes(name) || clauses.some((each) => !stated.includes(each) && each.text.includes(name));
  const inChinese = topics.filter(
    (name) => han.test(name) && stated.some(({ text }) => text.includes(name)) && !isKept(name),
  );
  return [
    ...new Set(stated.flatMap(({ text }) => wordsIn(text)).filter((word) => !kept.has(word))),
    ...inChinese,
  ];
}

const han = /\p{Script=Han}/u;

function wordsIn(text: string): string[] {
  return foldText(text).match(/[a-z0-9]+/g) ?? [];
}
