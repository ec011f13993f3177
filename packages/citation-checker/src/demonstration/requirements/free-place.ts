import type { Token } from '../../reading/tokens.ts';
import type { Alignment, Source } from '../align-claim.ts';
import type { Claim, Unit } from '../claim-units.ts';
import { isSameRoot } from '../keys.ts';
import { hasOwnWords } from './own-words.ts';

/** Direction in which words are read, in tokens. */
type Step = 1 | -1;

/**
 * Returns false if the sentence has the words next to one that only title, aims or methods contain, with another in the
 * place of that: losartan in the title does not stand for aliskiren in "aliskiren, compared with placebo". Population
 * and time have a requirement of their own.
 */
export function hasFreePlaces(claim: Claim, alignment: Alignment, { title }: Source): boolean {
  const moved = alignment.elsewhere.filter(({ isCircumstance, isFronted }) => !isCircumstance && !isFronted);
  if (moved.length === 0) return true;
  if (moved.some((unit) => isReplacedHan(unit, claim, alignment))) return false;
  const isMoved = ({ start, end }: Token) => moved.some((unit) => start < unit.end && unit.start < end);
  return claim.read.tokens.every(
    (token, at) =>
      !isMoved(token) ||
      ([1, -1] as const).every((step) =>
        replacingWords(frameFrom(at + step, step, claim, isMoved), step, claim, alignment).every(
          (other) =>
            general.test(other.text) ||
            isSameRoot(other.stem, token.stem) ||
            isPartOfName(other, token, title.read.tokens),
        ),
      ),
  );
}

/** Characters of a Chinese text that identify a place, and those examined before or after it. */
const han = { frame: 4, own: 8 };

/** Returns true for a Chinese word that takes another one's place in a Chinese sentence, by the characters next to it. */
function isReplacedHan({ start, end }: Unit, claim: Claim, alignment: Alignment): boolean {
  const [mine, theirs] = [claim.read.text, alignment.indexed.read.text];
  const isOwn = (span: { start: number; end: number }) => hasOwnWords(span, claim, alignment);
  const [before, after] = [
    mine.slice(Math.max(0, start - han.frame), start),
    mine.slice(end, end + han.frame),
  ];
  const isFrame = (text: string) => text.length === han.frame && /^\p{Script=Han}+$/u.test(text);
  if (isFrame(after)) {
    const at = theirs.indexOf(after);
    const run =
      /(?<!\p{Script=Han})\p{Script=Han}*$/u.exec(
        theirs.slice(Math.max(0, at - han.own), Math.max(0, at)),
      )?.[0] ?? '';
    if (at >= 0 && isOwn({ start: at - run.length, end: at })) return true;
  }
  if (isFrame(before)) {
    const from = theirs.indexOf(before) + han.frame;
    const run = /^\p{Script=Han}*/u.exec(theirs.slice(from, from + han.own))?.[0] ?? '';
    if (from >= han.frame && isOwn({ start: from, end: from + run.length })) return true;
  }
  return false;
}

/** Returns the words of a claim from a position up to the next one with content; empty if there is none. */
function frameFrom(from: number, step: Step, { read }: Claim, isMoved: (token: Token) => boolean): Token[] {
  const frame: Token[] = [];
  for (let at = from; frame.length < frameMax; at += step) {
    const [token, last] = [read.tokens[at], read.tokens[at - step]];
    if (!token || isMoved(token) || token.kind === 'number') return [];
    // "Survival in carcinoma (HR 0.38": what follows a bracket or comma is not next to the word.
    if (
      last &&
      /[,;:()]/.test(read.text.slice(Math.min(last.end, token.end), Math.max(last.start, token.start)))
    )
      return [];
    frame.push(token);
    if (!token.empty) return frame;
  }
  return [];
}

/** Maximum number of words to the next one with content. */
const frameMax = 5;

/** Returns the words of its own that the sentence has before (or after) the given ones, wherever these are. */
function replacingWords(frame: readonly Token[], step: Step, claim: Claim, alignment: Alignment): Token[] {
  const { tokens } = alignment.indexed.read;
  if (frame.length === 0) return [];
  // A word directly before another describes it, and only that before the same is in its place.
  const within = frame.length === 1 ? 1 : replacingWithin;
  return tokens.flatMap((_, from) =>
    frame.every(({ stem }, index) => tokens[from + index * step]?.stem === stem)
      ? (ownWordFrom(from - step, -step as Step, within, claim, alignment) ?? [])
      : [],
  );
}

/** Maximum number of words between the place of a word and its neighbours. */
const replacingWithin = 4;

/** Finds a word that the claim lacks, before one of the claim and in the same part of the sentence. */
function ownWordFrom(
  from: number,
  step: Step,
  within: number,
  claim: Claim,
  alignment: Alignment,
): Token | undefined {
  const { text, tokens } = alignment.indexed.read;
  const matched = new Set([...alignment.places.values()].flat());
  for (let at = from, steps = 0; steps < within; at += step, steps++) {
    const token = tokens[at];
    if (!token || matched.has(at)) return undefined;
    const [first, last] = [tokens[at - step], token].toSorted(
      (one, other) => (one?.start ?? 0) - (other?.start ?? 0),
    );
    if (steps > 0 && /[,;:.()]/.test(text.slice(first?.end ?? 0, last?.start ?? 0))) return undefined;
    if (hasOwnWords(token, claim, alignment)) return token;
  }
  return undefined;
}

/** Nouns that stand for one named before. */
const general =
  /^(?:drug|agent|medication|compound|substance|supplement|supplementation|vaccine|vaccination|procedure|operation|surgery|technique|device|intervention|program|programme|exposure|disease|disorder|condition|infection|protein|gene|population|difference)s?$/i;

/** Returns true for two words next to each other in the title: "supplementation" is that with "vitamin D". */
function isPartOfName({ stem }: Token, own: Token, tokens: readonly Token[]): boolean {
  return tokens.some(
    (token, at) =>
      token.stem === own.stem && (tokens[at - 1]?.stem === stem || tokens[at + 1]?.stem === stem),
  );
}
