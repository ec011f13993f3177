import { foldText } from '@citewell/core/text/words.ts';

/** Part of a message between commas or ends of sentences, and whether it belongs to what the message asks. */
export type Clause = { text: string; start: number; end: number; isAsked: boolean };

/** Ends of sentences; a decimal point is none. */
const sentenceEnd = /[!?。！？；;\n]+|(?<!\b\p{L})\.(?=\s|$)| [-–—]+ /gu;
const clauseEnd = /[,，、:：]/g;

/** Words with which a part of a message begins to ask. */
const begins =
  /^\W*(?:(?:and|so|but|or|then|also|now|ok|okay) )?(?:do|does|did|is|are|was|were|can|could|should|shall|will|would|may|might|must|has|have|am|what|what's|which|when|where|who|whom|whose|why|how|how's|any|anything|worth|next step)\b|\b(?:now what|what now|any good|any evidence|worth it)\W*$/i;
/** Words by which a part of a Chinese message asks. */
const asksInChinese =
  /[吗呢么]|哪|多少|多久|多长|多大|几(?![乎率])|怎|什么|啥|是否|能不能|要不要|可不可以|可以不|行不行|会不会|有没有|好不好|该不该|值不值|够不够|是不是|需不需要|能否|可否|可行|为何|如何|还是(?![高低有没不痛疼])(?=.{1,12}(?:好|[?？]|$))|有用没/;
/** A choice with nothing around it: "colchicine or pred". */
const choice =
  /^\W{0,3}(?:[\p{L}\p{N}-]{1,25} ){1,3}or [\p{L}\p{N}-]{1,25}(?: [\p{L}\p{N}-]{1,25}){0,2}[\s?？.]{0,4}$/iu;

/** Matches what says that somebody else proposes a treatment. */
export const proposes =
  /\b(?:gives?|giving|offer\w*|prescrib\w*|suggest\w*|recommend\w*|put (?:me|him|her) on|wants? (?:me|him|her|us) (?:to|on))\b|让|给开|开了|建议|推荐/i;

/** Returns the parts of a message in order. */
export function clausesOf(message: string): Clause[] {
  const clauses = readClauses(message);
  const last = clauses.at(-1);
  // A note may end with a choice and no sign of a question: "methotrexate alone or add adalimumab".
  const isAsked = last !== undefined && / or |还是/.test(last.text) && !clauses.some((each) => each.isAsked);
  return isAsked ? [...clauses.slice(0, -1), { ...last, isAsked }] : clauses;
}

function readClauses(message: string): Clause[] {
  return splitAt(message, sentenceEnd).flatMap(({ text, start, end }) => {
    const parts = splitAt(text, clauseEnd).map((part) => ({
      ...part,
      start: start + part.start,
      end: start + part.end,
    }));
    const first = parts.findIndex((part) => begins.test(part.text));
    const isQuestion = /^\s*[?？]/.test(message.slice(end));
    const isAsked = parts.map(
      (part, at) =>
        (first >= 0 && at >= first) ||
        asksInChinese.test(part.text) ||
        (at === parts.length - 1 && (choice.test(part.text) || (first < 0 && isQuestion))),
    );
    // "The doctor won't give thyroxine, is he right?" asks of what is proposed.
    return parts.map((part, at) => ({
      ...part,
      isAsked: isAsked[at] === true || (isAsked[at + 1] === true && proposes.test(part.text)),
    }));
  });
}

function splitAt(text: string, pattern: RegExp): { text: string; start: number; end: number }[] {
  const parts: { text: string; start: number; end: number }[] = [];
  let start = 0;
  const add = (end: number) => {
    if (/[\p{L}\p{N}]/u.test(text.slice(start, end)))
      parts.push({ text: text.slice(start, end), start, end });
  };
  for (const { index, 0: match } of text.matchAll(pattern)) {
    add(index);
    start = index + match.length;
  }
  add(text.length);
  return parts;
}

/** Matches what a question is about though it names no topic: "should I loosen her target?" */
const ofTreatment = /\b(?:targets?|goals?|thresholds?)\b/i;

/** Returns true if a part of a message names one of its topics: not "carry on?". */
export function isOnTopic(text: string, topics: readonly string[]): boolean {
  return ofTreatment.test(text) || topics.some((name) => foldText(text).includes(foldText(name)));
}
