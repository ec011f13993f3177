import { type HtmlMark, htmlMarkStart, isInBracket, readHtmlMark } from './html-marks.ts';

/** Preceding characters needed to tell whether a number is inside a bracket, or what it is raised above. */
const beforeMax = 160;

/** Judged text: the part to send and the part still to be judged. */
type Step = { leaves: string; stays: string };

/** Replaces HTML in streaming text; never sends half of a tag or character reference. */
export class HtmlFilter {
  readonly #replace: (mark: HtmlMark, text: string, before: string) => Step;
  #pending = '';
  #before = '';

  constructor(replace: (mark: HtmlMark, text: string, before: string) => Step) {
    this.#replace = replace;
  }

  write(chunk: string): string {
    if (this.#pending === '' && !htmlMarkStart.test(chunk)) return this.#pass(chunk);
    this.#pending += chunk;
    return this.#drain(false);
  }

  /** Returns the rest at the end of the text. */
  end(): string {
    return this.#drain(true);
  }

  #drain(ended: boolean): string {
    let out = '';
    while (this.#pending !== '') {
      const at = this.#pending.search(htmlMarkStart);
      if (at !== 0) {
        out += this.#pass(at < 0 ? this.#pending : this.#pending.slice(0, at));
        this.#pending = at < 0 ? '' : this.#pending.slice(at);
        continue;
      }
      const mark = readHtmlMark(this.#pending, this.#before, ended);
      if (mark.kind === 'open') break;
      const { leaves, stays } = this.#replace(mark, this.#pending, this.#before);
      out += this.#pass(leaves);
      this.#pending = stays;
    }
    return out;
  }

  #pass(text: string): string {
    this.#before =
      text.length >= beforeMax ? text.slice(-beforeMax) : (this.#before + text).slice(-beforeMax);
    return text;
  }
}

/** Replaces HTML with the plain text it displays; numbers set as citations become bracketed. */
export function createHtmlDecoder(): HtmlFilter {
  return new HtmlFilter((mark, text, before) => {
    switch (mark.kind) {
      case 'tag':
        return { leaves: '', stays: text.slice(mark.length) };
      case 'character':
        // Judged again, as it may be a superscript digit; it cannot begin a reference or a tag.
        return { leaves: '', stays: mark.shows + text.slice(mark.length) };
      case 'script':
        return { leaves: mark.shows, stays: text.slice(mark.length) };
      case 'number': {
        const { shows, length } = mark;
        return { leaves: isInBracket(before) ? shows : `[${shows}]`, stays: text.slice(length) };
      }
      default:
        return mark.kind === 'broken' ? breakUp(text) : { leaves: text.slice(0, 1), stays: text.slice(1) };
    }
  });
}

/** Removes markup formed by joining the text around a removed part. */
export function createHtmlBreaker(): HtmlFilter {
  return new HtmlFilter((mark, text) => {
    if (mark.kind === 'text') return { leaves: text.slice(0, 1), stays: text.slice(1) };
    if (mark.kind === 'number' && !text.startsWith('<'))
      return { leaves: '', stays: text.slice(mark.length) };
    return breakUp(text);
  });
}

/** A space after "&" or "<" makes it plain text. */
function breakUp(text: string): Step {
  return { leaves: `${text.slice(0, 1)} `, stays: text.slice(1) };
}
