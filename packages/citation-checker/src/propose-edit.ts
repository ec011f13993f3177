import type { CheckInput } from './check.ts';
import { isComparable } from './comparable.ts';
import { type Comparison, compare } from './comparison.ts';
import { estimateSupport } from './estimate.ts';
import type { Finding } from './finding.ts';
import type { EvidenceSentence } from './locate.ts';
import { matchQuantity } from './numbers/match-quantity.ts';
import { readQuantities } from './reading/quantities.ts';
import { headingLength } from './reading/sections.ts';
import { spanOf } from './reading/spans.ts';
import { quantityKey, type Token } from './reading/tokens.ts';
import { findDirections } from './statements/directions.ts';

/**
 * Proposes the sentence with the fewest changes that take it back to its abstract, for a text that is being written;
 * undefined where none can be made. Every number in it stands in the abstract, and `estimateSupport` finds it supported.
 */
export function proposeEdit(input: CheckInput, deviations: readonly Finding[]): string | undefined {
  if (!isComparable(input.sentence, input.article)) return undefined;
  const comparison = compare(input.sentence, input.article);
  const candidates = new Set([
    respliced(comparison),
    ...(deviations.length > 0 ? [replaced(input.sentence, deviations)] : []),
    ...(comparison.cross ? [] : [quoted(comparison, deviations)]),
  ]);
  return [...candidates].find(
    (candidate) =>
      candidate !== undefined &&
      candidate !== input.sentence &&
      isWhole(candidate, input) &&
      estimateSupport({ sentence: candidate, article: input.article }).verdict === 'supported',
  );
}

/** True for a sentence with balanced brackets whose numbers all stand in the abstract. */
export function isWhole(candidate: string, { article }: CheckInput): boolean {
  if (candidate.trim() === '' || candidate.length > 4_000 || !isBalanced(candidate)) return false;
  return hasOnlyItsNumbers(candidate, `${article.title}\n${article.abstract}`);
}

/** Returns true if every bracket is closed and no pair is empty. */
function isBalanced(text: string): boolean {
  let depth = 0;
  for (const character of text) {
    if ('([（［'.includes(character)) depth++;
    else if (')]）］'.includes(character)) depth--;
    if (depth < 0) return false;
  }
  return depth === 0 && !/[(（[][\s,;，；]*[)）\]]/.test(text);
}

/** True where every number of the one text stands in the other. */
export function hasOnlyItsNumbers(candidate: string, source: string): boolean {
  const known = readQuantities(source);
  return readQuantities(candidate).every(
    (quantity) => quantity.small || known.some((other) => matchQuantity(quantity, other) !== undefined),
  );
}

/** Below this share of common words, putting words back makes no sentence. */
const respliceFrom = 0.75;

/** Restores the words by which the sentence differs from the abstract's sentence it was derived from. */
function respliced({ claim, source, abstract }: Comparison): string | undefined {
  if (!source || source.alignment.shared < respliceFrom) return undefined;
  const { sentence, alignment } = source;
  const edits: { start: number; end: number; instead: string }[] = [];
  for (const { claim: mine, evidence } of alignment.differences) {
    const [first, last] = [mine[0], mine.at(-1)];
    const instead = insteadOf(evidence, sentence.text);
    if (first === claim.tokens[0] && instead !== '' && !beginsClause(evidence[0], sentence)) return undefined;
    if (first && last) {
      // Words that the abstract has as well are a paraphrase, which may stay.
      if (
        evidence.length === 0 &&
        mine.every(({ empty, stem }) => empty || abstract.stems.has(stem)) &&
        !isTelling(mine)
      )
        continue;
      edits.push({ start: first.start, end: last.end, instead: inCaseOf(spanOf(claim, mine), instead) });
    } else if (isTelling(evidence)) {
      const at = placeOf(evidence, sentence.tokens, claim.tokens);
      if (at !== undefined) edits.push({ start: at, end: at, instead });
    }
  }
  // "did not improve" loses its "did not", and the verb takes the form it had.
  for (const [mine, theirs] of alignment.pairs)
    if (
      mine.text.toLowerCase() !== theirs.text.toLowerCase() &&
      edits.some(({ end }) => end <= mine.start && mine.start - end <= 2)
    )
      edits.push({ start: mine.start, end: mine.end, instead: theirs.text });
  if (edits.length === 0) return undefined;
  edits.sort((one, other) => other.start - one.start);
  const text = edits.reduce(
    (whole, { start, end, instead }) => spliced(whole, start, end, instead),
    claim.text,
  );
  return text.replace(/(?<!\s)\s*[(（]\s{0,99}[)）]/g, '');
}

/**
 * Returns the source's words for a span of the sentence; empty if they are only a connective or the beginning of a
 * bracket.
 */
function insteadOf(evidence: readonly Token[], text: string): string {
  const [first] = evidence;
  if (!first) return '';
  const span = spanOf({ text }, evidence);
  if (evidence.every(({ empty }) => empty) && !isTelling(evidence) && findDirections(span).length === 0)
    return '';
  const lead = text.slice(Math.max(0, first.start - 2), first.start);
  if (/[([（［]\s*$/.test(lead)) return '';
  // The sign belongs to its number.
  return `${first.kind === 'number' ? (/[<>≤≥]\s?$/.exec(lead)?.[0] ?? '') : ''}${span}`;
}

/** Returns true if a clause of the source begins with this word, whose beginning would otherwise be lost. */
function beginsClause(token: Token | undefined, { text, tokens }: EvidenceSentence): boolean {
  return token === undefined || token === tokens[0] || /[,;:，；：]\s*$/.test(text.slice(0, token.start));
}

/** In capitals where the words it stands for are. */
function inCaseOf(words: string, instead: string): string {
  return /\p{Lu}{3}/u.test(words) && !/\p{Ll}/u.test(words) ? instead.toUpperCase() : instead;
}

/** Words whose loss or addition changes what is said. */
function isTelling(tokens: readonly Token[]): boolean {
  return tokens.some(({ text }) =>
    /^(?:not|no|never|without|may|might|could|possibly|potentially|all|always|every|only|proven?|cures?|不|未|无|没|可|能|均|全|都)$/i.test(
      text,
    ),
  );
}

/** Returns the place in the claim where omitted words belong: behind those that precede them in the source. */
function placeOf(
  dropped: readonly Token[],
  source: readonly Token[],
  claim: readonly Token[],
): number | undefined {
  const at = source.findIndex(({ start }) => start === dropped[0]?.start);
  const after = source[at + dropped.length];
  const next = after && claim.find(({ stem }) => stem === after.stem);
  if (next) return next.start;
  const before = source[at - 1];
  return before && claim.find(({ stem }) => stem === before.stem)?.end;
}

function spliced(text: string, start: number, end: number, instead: string): string {
  const [before, after] = [text.slice(0, start), text.slice(end)];
  if (instead === '') return `${before.replace(/(?<!\s)\s+$/, '')}${after}`;
  const space = (left: string, right: string) =>
    /[\p{L}\p{N}%)]$/u.test(left) &&
    /^[\p{L}\p{N}(]/u.test(right) &&
    !/\p{Script=Han}$/u.test(left) &&
    !/^\p{Script=Han}/u.test(right)
      ? ' '
      : '';
  return `${before}${space(before, instead)}${instead}${space(instead, after)}${after}`;
}

/** The words that deviate, exchanged for the abstract's, where both are the same part of speech; all at once, as numbers may change places. */
function replaced(sentence: string, deviations: readonly Finding[]): string | undefined {
  const edits: { start: number; end: number; instead: string }[] = [];
  for (const { kind, claim, evidence } of deviations) {
    const [mine, theirs] = [unnamed(claim), unnamed(evidence ?? '')];
    const start = sentence.indexOf(mine);
    if (mine === '' || theirs === '' || start < 0 || sentence.indexOf(mine, start + 1) >= 0) return undefined;
    const areNumbers = /\d/.test(mine) && /\d/.test(theirs) && theirs.length <= longestNumber;
    const fits =
      kind === 'numeric' || kind === 'unit' || kind === 'comparator'
        ? areNumbers && /[%％]/.test(mine) === /[%％]/.test(theirs) && hasUnit(mine) === hasUnit(theirs)
        : kind === 'direction' && ending(claim) === ending(theirs);
    if (!fits) return undefined;
    edits.push({ start, end: start + mine.length, instead: theirs });
  }
  edits.sort((one, other) => other.start - one.start);
  let text = sentence;
  for (const { start, end, instead } of edits) text = text.slice(0, start) + instead + text.slice(end);
  // Of two arms that changed places one alone was found: both would have one number.
  return text === sentence || distinct(text) < distinct(sentence) ? undefined : text;
}

function distinct(text: string): number {
  return new Set(readQuantities(text).map(quantityKey)).size;
}

/** A number with its unit, or the two bounds of an interval. */
const longestNumber = 30;

/** "HR 0.74" names its number, which the sentence may name in other words. */
function unnamed(text: string): string {
  return text.replace(/^(?:HR|OR|RR|CI|SD\/SE|mean|median|range|n|p) (?=\d)/, '');
}

function hasUnit(text: string): boolean {
  return readQuantities(text).some(({ unit }) => unit !== undefined);
}

function ending(word: string): string {
  return /(?:ed|ing|es|s|er)$/.exec(word)?.[0].replace('es', 's') ?? '';
}

/** The abstract's own sentence, where it speaks of the same. */
function quoted({ ranked, covered, source }: Comparison, deviations: readonly Finding[]): string | undefined {
  const close = ranked.filter(
    ({ sentence: { section }, coverage }) =>
      section !== 'aim' && section !== 'background' && coverage >= 0.7 * covered.best,
  );
  // Best where the words stand that speak against it.
  const named = close.find(({ sentence: { text } }) =>
    deviations.some(({ evidence }) => evidence !== undefined && text.includes(evidence)),
  );
  const best = source?.sentence ?? (named ?? close[0])?.sentence;
  if (!best || covered.best < 0.4 || best.text.length > 1_000) return undefined;
  return best.text.slice(headingLength(best.text)).trim();
}
