import { type Article, abstractText } from '@citewell/core/records/article.ts';
import type { Subject } from '@citewell/core/records/query.ts';

/** Placeholder for every name of the topic's subjects in a text. */
export const subjectMark = '§';

/**
 * Matches words that may come between an aspect and its subject: "risk of developing acute §", but not "retinopathy of
 * §".
 */
export const between = String.raw`(?:(?!(?:of|in|among|with|after|on|from|during|for|by|to)\b)[\w-]{1,30},? ){0,5}`;

/** Words before a disease that records may omit. */
export const qualifier =
  /^(?:(?:acute|chronic|recurrent|primary|severe|childhood|juvenile|pa?ediatric|adult) (?=\S)|(?:急性|慢性|原发性|儿童|小儿)(?=\p{Script=Han}{2}))/iu;
/** Names of tumours that are interchangeable. */
const tumour = /\b(?:cancer|carcinoma|neoplasm|tumou?r)s?$/i;
const tumours = '(?:cancers?|(?:adeno)?carcinomas?|neoplasms?|tumou?rs?|adenomas?)';
/** Matches an abbreviation in brackets after the name: "preterm birth (PTB)". */
const shortForm = /^ \(([A-Z][A-Za-z-]{1,6})\)/;

/**
 * Creates a function that replaces the names of the subjects in texts of a record with `subjectMark`, including the
 * record's own abbreviations. Returns undefined if the topic has no subject.
 *
 * @example
 * markSubjects([pretermBirth])?.(record)('Risk of preterm birth (PTB)'); // 'Risk of § (§)'
 */
export function markSubjects(
  subjects: readonly Subject[],
): ((record: Pick<Article, 'title' | 'abstract'>) => (text: string) => string) | undefined {
  const patterns = namePatterns(subjects);
  if (!patterns) return undefined;
  const replace = (text: string, all: readonly RegExp[]) =>
    all.reduce((marked, pattern) => marked.replace(pattern, subjectMark), text);
  return (article) => {
    const own = formsIn(article, patterns);
    const all = own.length > 0 ? [...patterns, asForm(own)] : patterns;
    return (text) => replace(text, all);
  };
}

/** Returns expressions for the names of subjects: long ones in any case, abbreviations as they are written. */
export function namePatterns(subjects: readonly Subject[]): RegExp[] | undefined {
  const wordings = subjects.flatMap(({ wordings }) => wordings);
  if (wordings.length === 0) return undefined;
  const names = wordings
    .map((wording) => wording.replace(qualifier, ''))
    .filter((name) => name.length >= 2)
    .sort((one, other) => other.length - one.length);
  const short = names.filter((name) => /^[A-Z\d-]{2,5}$/.test(name));
  const long = names.filter((name) => !short.includes(name));
  return [
    ...(long.length > 0 ? [new RegExp(long.map(asPattern).join('|'), 'gi')] : []),
    ...(short.length > 0 ? [new RegExp(`\\b(?:${short.map(escaped).join('|')})\\b`, 'g')] : []),
  ];
}

/** Returns a record's own abbreviations of the names that the patterns match. */
export function formsIn(article: Pick<Article, 'title' | 'abstract'>, patterns: readonly RegExp[]): string[] {
  const whole = `${article.title}\n${abstractText(article)}`;
  return [
    ...new Set(
      patterns.flatMap((pattern) => [...whole.matchAll(pattern)].flatMap((match) => formOf(match, whole))),
    ),
  ];
}

export function asForm(forms: readonly string[]): RegExp {
  return new RegExp(`\\b(?:${forms.map(escaped).join('|')})s?\\b`, 'g');
}

/** Words before a name that its abbreviation may begin with: "postoperative vomiting (POV)". */
const describing = /\b(?:post-?operative|peri-?operative|acute|chronic|recurrent|severe|persistent)(?= $)/i;

/** Returns the abbreviation after a name if its letters match: ROP after "prematurity" means retinopathy. */
function formOf({ 0: name, index }: RegExpExecArray, whole: string): string[] {
  const [, form] = shortForm.exec(whole.slice(index + name.length, index + name.length + 12)) ?? [];
  if (form === undefined) return [];
  const letters = [...form.toLowerCase()];
  const initials = name
    .toLowerCase()
    .split(/[\s-]+/)
    .map(([first = '']) => first);
  const [described = ''] = describing.exec(whole.slice(Math.max(0, index - 20), index)) ?? [];
  const isIts =
    [initials[0], described[0]?.toLowerCase()].includes(letters[0]) ||
    (initials.length > 1 &&
      initials.reduce((at, initial) => (at < 0 ? at : letters.indexOf(initial, at) + 1 || -1), 0) > 0);
  return isIts ? [form] : [];
}

function asPattern(name: string): string {
  if (/\p{Script=Han}/u.test(name)) return escaped(name);
  const stem = tumour.test(name)
    ? `${spaced(name.replace(tumour, ''))}${tumours}`
    : /[^aeiou]y$/.test(name)
      ? `${spaced(name.slice(0, -1))}(?:y|ies)`
      : `${spaced(name)}(?:e?s)?`;
  return `\\b${stem}\\b`;
}

function spaced(name: string): string {
  return name
    .split(/[\s-]+/)
    .map(escaped)
    .join('[\\s-]');
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
