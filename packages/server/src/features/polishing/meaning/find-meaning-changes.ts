import { splitSentences } from '@citewell/core/text/sentences.ts';
import { isStopWord } from '@citewell/core/text/stop-words.ts';
import { indexTerms } from '@citewell/core/text/words.ts';
import { type Aligned, alignSentences } from './align.ts';
import type { AllowedChanges } from './allowed-changes.ts';
import { beginsWithMarker } from './caller-markers.ts';
import type { MeaningChange } from './meaning-change.ts';
import { differences, orderViolations } from './order-violations.ts';
import { maskPieces, pieceOf, placeholders } from './protected-spans.ts';
import { plainQuantities, quantitiesIn } from './quantities.ts';
import { strengthenings } from './strengthenings.ts';
import { swappedTermsAcross } from './swapped-terms.ts';

/**
 * Finds the changes of meaning in a version: numbers with their units, citation markers, code, equations, links,
 * abbreviations, the structure of Markdown, and the strength and direction of claims. Sentences are compared with
 * their counterparts, and in order. If empty, the version may replace the text.
 */
export function findMeaningChanges(text: string, version: string, allowed: AllowedChanges): MeaningChange[] {
  const [was, is] = [read(text), read(version)];
  return [
    ...(allowed.language ? inAnyLanguage(was, is) : bySentence(was, is, allowed)),
    ...abbreviationChanges(was.abbreviations, is.abbreviations),
    ...(was.shape === is.shape ? [] : [{ kind: 'shape' as const, text: '' }]),
    ...lengthChanges(was.plain, is.plain, allowed),
  ];
}

type Read = {
  masked: string;
  pieces: string[];
  /** Text without protected spans, in half-width form. */
  plain: string;
  abbreviations: Set<string>;
  shape: string;
};

function read(text: string): Read {
  const { masked: written, pieces } = maskPieces(text);
  const masked = evenly(written);
  const plain = plainQuantities(masked);
  const abbreviations = new Set((plain.match(abbreviation) ?? []).filter((name) => !unit.test(name)));
  return { masked, pieces, plain, abbreviations, shape: shapeOf(text) };
}

const stops: Record<string, string> = { ',': '，', ';': '；', '?': '？', '!': '！', '.': '。' };

/**
 * Normalizes spaces between scripts and the width of Chinese punctuation, which polishing changes; sentence boundaries
 * stay the same.
 */
function evenly(text: string): string {
  return text
    .replace(/[ \t]+/g, ' ')
    .replace(/(?<=\p{Script=Han})(?=[A-Za-z\d])|(?<=[A-Za-z\d])(?=\p{Script=Han})/gu, ' ')
    .replace(
      /(?<=[\p{Script=Han}）”])[ \t]*[,;?!](?=\s*[\p{Script=Han}A-Za-z\d\uE000-\uF8FF]|\s*$)/gmu,
      (stop) => stops[stop.trim()] ?? stop,
    )
    .replace(/(?<=[\p{Script=Han}\uE000-\uF8FF）)”])[ \t]*\.(?=[ \t]*(?:\p{Script=Han}|$))/gmu, '。')
    .replace(/(?<=[A-Za-z\d%]) ?\.(?= ?\p{Script=Han})/gu, '。');
}

/**
 * Compares a translation, in which the order of words differs: numbers with their units and protected spans, each as
 * often as it occurs. Citation markers keep their order, since sentences do.
 */
function inAnyLanguage(was: Read, is: Read): MeaningChange[] {
  const [left = [], right = []] = [was, is].map(({ plain, pieces }) => [
    ...quantitiesIn(plain).flatMap(({ value, unit, isWord }) =>
      isWord ? [] : [{ kind: 'number' as const, text: `${value}${unit}` }],
    ),
    ...pieces.map((text) => ({
      kind: beginsWithMarker(text) ? ('citation' as const) : ('piece' as const),
      text,
    })),
  ]);
  const changes = differences(left, right);
  const [before = [], after = []] = [was, is].map(({ pieces }) => pieces.filter(beginsWithMarker));
  const moved = before.find((mark, at) => mark !== after[at]);
  return changes.length > 0 || moved === undefined ? changes : [{ kind: 'order', text: moved }];
}

function bySentence(was: Read, is: Read, allowed: AllowedChanges): MeaningChange[] {
  const pairs = alignSentences(sentencesOf(was), sentencesOf(is));
  const changes = pairs.flatMap((pair) => {
    const [left, right] = [pair.was.join(' '), pair.is.join(' ')];
    const ordered = orderViolations({ ...was, masked: left }, { ...is, masked: right });
    if (left !== '' && right !== '') return [...ordered, ...strengthenings(left, right)];
    // A sentence without a counterpart.
    const content = `${left}${right}`.replace(placeholders, '');
    return allowed.length || !/\p{L}/u.test(content)
      ? ordered
      : [...ordered, { kind: 'words' as const, text: content }];
  });
  const exchanged =
    changes.length === 0 ? swappedTermsAcross(sideOf(pairs, 'was'), sideOf(pairs, 'is')) : undefined;
  return exchanged ? [{ kind: 'order', text: exchanged.join(', ') }] : changes;
}

/** Joins one side of all pairs, with anchors at the boundaries: words exchanged between two sentences change both. */
function sideOf(pairs: readonly Aligned[], side: 'was' | 'is') {
  let plain = '';
  const anchors = pairs.map((pair) => {
    plain += `${pair[side].join(' ')}\n`;
    return { start: plain.length, end: plain.length };
  });
  return { plain, anchors };
}

/** Splits into sentences with the markers after their full stops. */
function sentencesOf({ masked, pieces }: Read): string[] {
  const sentences: string[] = [];
  for (const { text } of splitSentences(masked)) {
    const marks = /^(?:\s*[\uE000-\uF8FF])+/.exec(text)?.[0] ?? '';
    const last = sentences.length - 1;
    const isAfter =
      last >= 0 && marks !== '' && [...marks.trim()].every((each) => beginsWithMarker(pieceOf(each, pieces)));
    if (isAfter) sentences[last] += marks;
    const rest = isAfter ? text.slice(marks.length) : text;
    if (/[\p{L}\p{N}\uE000-\uF8FF]/u.test(rest)) sentences.push(rest);
  }
  return sentences;
}

/** Matches HbA1c, IL-6, mTOR, eGFR, COVID-19, RCTs: at least two capitals, or a capital within a word. */
const abbreviation =
  /(?<![\p{Script=Latin}\p{Script=Greek}\p{N}])(?=[\p{Script=Latin}\p{Script=Greek}\d-]{0,40}\p{Lu}[\p{Script=Latin}\p{Script=Greek}\d-]{0,40}\p{Lu}|\p{Ll}{1,40}\p{Lu})[\p{Script=Latin}\p{Script=Greek}\d]+(?:-[\p{Lu}\d]+)*/gu;

/** Units are compared with their numbers. */
const unit = /^(?:mm?Hg|[mdµμu]?L|kPa|kJ|[kM]?Hz|m?Gy|m?I?U|[µμnm]M)$/;

function abbreviationChanges(was: ReadonlySet<string>, is: ReadonlySet<string>): MeaningChange[] {
  const bare = (name: string) => name.replace(/(?<=\p{Lu})s$/u, '');
  const [had, has] = [was, is].map((names) => new Set([...names].map(bare)));
  const missing = [...(had ?? [])].filter((name) => !has?.has(name));
  const added = [...(has ?? [])].filter((name) => !had?.has(name));
  return [...missing, ...added].map((text) => ({ kind: 'abbreviation', text }));
}

const prefix =
  /^\s*(#{1,6}\s|>\s?|[-*+•]\s|\d{1,3}[.)、]\s?|[（(]\d{1,2}[)）]|[一二三四五六七八九十]{1,3}、)/;

/** Lists headings, list items and paragraphs in order. Lines of a wrapped paragraph are one. */
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

function lengthChanges(was: string, is: string, allowed: AllowedChanges): MeaningChange[] {
  const changes: MeaningChange[] = [];
  const ratio = is.trim().length / Math.max(1, was.trim().length);
  const [shortest, longest] = allowed.length ? [0.2, 5] : [0.5, 1.8];
  // A few characters may double: turning "ok" into a sentence would still be an answer.
  if (ratio < shortest || is.length > was.length * longest + 20) changes.push({ kind: 'length', text: '' });
  if (!allowed.language && sharedWords(was, is) < sharedMin) changes.push({ kind: 'words', text: '' });
  return changes;
}

/** Minimum share of a version's words that come from the text: polished prose is still the same prose. */
const sharedMin = 0.3;

/** Computes the share of a version's stemmed words that the text contains; numbers and units do not count. */
function sharedWords(text: string, version: string): number {
  const had = new Set(indexTerms(text));
  const terms = indexTerms(version).filter(
    (term) => /^[a-z]{3,}$|\p{Script=Han}/u.test(term) && !isStopWord(term),
  );
  return terms.length === 0 ? 1 : terms.filter((term) => had.has(term)).length / terms.length;
}
