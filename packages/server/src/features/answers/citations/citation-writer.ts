import type { Pmid } from '@citewell/core/records/article.ts';
import { closers, openers, parseCitationMarker, renderCitationMarker } from '@citewell/sdk/citation-markers';
import type { CitableArticle, Passage } from '../../../literature/ranking/passage.ts';
import { createHtmlBreaker, createHtmlDecoder } from './html-filter.ts';

const opener = new RegExp(`[${openers.replace('[', '\\[')}]`);
/** Maximum length of a citation bracket that contains words; a longer one is treated as text. */
const bracketMax = 120;
const linkMax = 2_000;
/** Matches characters that occur in no list of numbers or citation markers, however long. */
const word = /[^\s\p{P}\p{N}\p{Cf}^`~|$Ee]/u;
/** Matches a scheme, path, anchor, DOI or host, which makes a round bracket after a square one a link. */
const address = String.raw`\s*<?(?:[a-z][a-z0-9+.-]*:|\/|#|10\.\d{4}|[a-z0-9-]+(?:\.[a-z0-9-]+)*\.[a-z]{2,}(?=[/?#:)>\s]|$))`;
const linkTarget = new RegExp(`^\\(${address}`, 'i');
const definitionTarget = new RegExp(`^:${address}`, 'i');

/**
 * Converts evidence ids to ordinals while a text streams: `[E7]` becomes `[1]` if E7 is the first evidence cited. Drops
 * unknown markers, replaces HTML with the text it displays, removes link targets and link definitions, and never sends
 * half a marker. For any input, every `[n]` in the output has its reference and every reference is cited.
 */
export class CitationWriter {
  readonly #passages: ReadonlyMap<string, Passage>;
  readonly #ordinals = new Map<Pmid, number>();
  readonly #references: CitableArticle[] = [];
  readonly #html = createHtmlDecoder();
  readonly #breaker = createHtmlBreaker();
  /** Text that cannot be judged yet: from an opening bracket on, or the spaces before one. */
  #pending = '';
  #atLineStart = true;
  /**
   * Literal output since a bracket that was passed on as text, as long as it could still become a marker: "[", "[1",
   * "[1-".
   */
  #openTail = '';
  /** Ordinals written since the last other character, so that `[E1][E2]` for one paper is cited once. */
  readonly #run = new Set<number>();
  /** Trailing spaces are kept back: they are dropped with a marker that punctuation follows. */
  #heldSpace = '';
  #dropped = false;

  /** `numbered`: articles that have their numbers already, in order. */
  constructor(passages: readonly Passage[], numbered: Iterable<CitableArticle> = []) {
    this.#passages = new Map(passages.map((passage) => [passage.id, passage]));
    for (const article of numbered) this.#ordinals.set(article.pmid, this.#references.push(article));
  }

  /** Articles cited so far, in order of first use: `references[n - 1]` is `[n]`. */
  get references(): readonly CitableArticle[] {
    return this.#references;
  }

  /** Accepts a piece of text and returns what can be sent. */
  write(chunk: string): string {
    return this.#breaker.write(this.#take(this.#html.write(chunk)));
  }

  /** Returns the rest at the end of the text. */
  end(): string {
    const last = this.#take(this.#html.end()) + this.#drain(true) + (this.#dropped ? '' : this.#heldSpace);
    this.#heldSpace = '';
    return this.#breaker.write(last) + this.#breaker.end();
  }

  #take(text: string): string {
    if (this.#isIdle() && !opener.test(text) && !/[ \t]$/.test(text)) return this.#passText(text);
    this.#pending += text;
    return this.#drain(false);
  }

  #isIdle(): boolean {
    return this.#pending === '' && this.#openTail === '' && this.#heldSpace === '';
  }

  #passText(text: string): string {
    if (text === '') return '';
    this.#run.clear();
    this.#atLineStart = text.endsWith('\n');
    return text;
  }

  #drain(ended: boolean): string {
    let out = '';
    while (this.#pending !== '') {
      const at = this.#pending.search(opener);
      if (at !== 0) {
        const text = at < 0 ? this.#pending : this.#pending.slice(0, at);
        this.#pending = at < 0 ? '' : this.#pending.slice(at);
        out += this.#literal(text);
        continue;
      }
      const bracket = this.#bracket(ended);
      if (bracket === undefined) break;
      out += bracket;
    }
    return out;
  }

  /** Handles the bracket at the start of `#pending`; returns undefined if it needs more text. */
  #bracket(ended: boolean): string | undefined {
    const text = this.#pending;
    const end = findClose(text);
    if (end === 'open') return ended ? this.#letGo(1) : undefined;
    if (end === 'none') return this.#letGo(1);
    const content = text.slice(1, end);
    const ids = this.#idsIn(content);
    const next = text[end + 1];
    if (next === undefined && !ended) return undefined;

    if (this.#atLineStart && next === ':' && !ids) {
      const line = text.indexOf('\n', end);
      if (line < 0 && !ended && text.length < linkMax) return undefined;
      if (definitionTarget.test(text.slice(end + 1, line < 0 ? undefined : line))) {
        this.#pending = line < 0 ? '' : text.slice(line + 1);
        return '';
      }
    }
    if (next === '(') {
      const target = findLinkEnd(text, end + 1);
      if (target === 'open' && !ended) return undefined;
      if (typeof target === 'number' && linkTarget.test(text.slice(end + 1, target + 1))) {
        this.#pending = text.slice(target + 1);
        return ids ? this.#cite(ids) : this.#literal(content);
      }
    }
    if (!ids) return this.#letGo(end + 1);
    this.#pending = text.slice(end + 1);
    return this.#cite(ids);
  }

  /**
   * Returns the evidence ids that a bracket's content cites; undefined if it is ordinary text. A known evidence id
   * counts even next to other text.
   */
  #idsIn(content: string): string[] | undefined {
    const ids = parseCitationMarker(content);
    const isAllMark = ids && !/\p{L}{3,}/u.test(content.replace(/\b(?:and|see|also|evidence)\b/gi, ''));
    return isAllMark || ids?.length === 0 || ids?.some((id) => this.#passages.has(id)) ? ids : undefined;
  }

  /** Passes on the first characters of `#pending` as text. */
  #letGo(length: number): string {
    const text = this.#pending.slice(0, length);
    this.#pending = this.#pending.slice(length);
    return this.#literal(text);
  }

  #cite(ids: readonly string[]): string {
    let out = '';
    for (const id of ids) {
      const article = this.#passages.get(id)?.article;
      if (!article) continue;
      let ordinal = this.#ordinals.get(article.pmid);
      if (ordinal === undefined) {
        ordinal = this.#references.push(article);
        this.#ordinals.set(article.pmid, ordinal);
      }
      if (this.#run.has(ordinal)) continue;
      this.#run.add(ordinal);
      out += renderCitationMarker(ordinal);
    }
    if (out === '') {
      this.#dropped = true;
      return '';
    }
    this.#atLineStart = false;
    this.#openTail = isInTag(this.#openTail) ? this.#openTail + out : '';
    const space = this.#heldSpace;
    this.#heldSpace = '';
    return space + out;
  }

  /**
   * Returns text unchanged, with two exceptions: a closing bracket that would form `[n]` is dropped, and trailing
   * spaces are kept back until more text arrives.
   */
  #literal(text: string): string {
    const whole = this.#heldSpace + text;
    const upToSpace = whole.replace(/(?<![ \t])[ \t]+$/, '');
    this.#heldSpace = whole.slice(upToSpace.length);
    if (upToSpace === '') return '';
    const body = this.#dropped
      ? upToSpace.replace(/^[ \t]+(?=[\s.,;:!?)\]。，、；：！？）])/, '')
      : upToSpace;
    this.#dropped = false;
    let out = '';
    for (const character of body) {
      const inTag = isInTag(this.#openTail);
      if (openers.includes(character)) {
        // Some readers take "<x" in a bracket for text, others for a tag: the result must be safe for both.
        if (inTag) continue;
        this.#openTail = character;
      } else if (this.#openTail !== '') {
        if (closers.includes(character) && !inTag) {
          // The bracket stays open after the drop: the next closing one would form the same marker.
          if (parseCitationMarker(this.#openTail.slice(1))) continue;
          this.#openTail = '';
        } else this.#openTail = grown(this.#openTail, character);
      }
      out += character;
    }
    this.#run.clear();
    this.#atLineStart = out.endsWith('\n');
    return out;
  }
}

/**
 * Finds the end of the bracket at the start of a text: 'open' if it may still close, 'none' if it is too long for a
 * citation.
 */
function findClose(text: string): number | 'open' | 'none' {
  let words = false;
  for (let i = 1; i < text.length; i++) {
    const character = text[i] ?? '';
    if (closers.includes(character)) return i;
    words ||= word.test(character);
    if (i > (words ? bracketMax : linkMax) || openers.includes(character)) return 'none';
    if (words && character === '\n') return 'none';
  }
  return 'open';
}

/** Returns true if the text could be part of a tag, where brackets are invisible to readers. */
function isInTag(tail: string): boolean {
  return tail.includes('<') && /<[a-z/!?][^>]*$/i.test(tail);
}

/** Appends a character to an open bracket; returns an empty string once it can no longer become a marker. */
function grown(tail: string, character: string): string {
  const longer = tail + character;
  if (longer.length <= bracketMax) return longer;
  if (word.test(longer)) return '';
  // Equivalent to the whole list, but short: a list of numbers remains one however long it grows.
  return /\p{N}/u.test(longer) ? `${tail.slice(0, 1)}1` : tail.slice(0, 1);
}

/** Finds the end of the round bracket at `start`, counting nested ones. */
function findLinkEnd(text: string, start: number): number | 'open' | 'none' {
  let depth = 0;
  for (let i = start; i < text.length; i++) {
    const character = text[i];
    if (character === '(') depth++;
    else if (character === ')' && --depth === 0) return i;
    else if (character === '\n' || i - start > linkMax) return 'none';
  }
  return 'open';
}
