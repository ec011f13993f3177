import { type HtmlMark, htmlMarkStart, isInBracket, readHtmlMark } from './html-marks.ts';

/** Number of preceding characters needed to tell whether a number stands in a bracket, or what it is raised above. */
const beforeMax = 160;

/** A judged text: what of it leaves, and what of it is still to be judged. */
type Step = { leaves: string; stays: string };

/** Hands a text on while it streams through, its HTML replaced; nothing that is half of a tag or a reference leaves. */
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

  /** The rest, when the text has ended. */
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

/** HTML as the plain text it shows, a number that it sets as a citation in the brackets of one. */
export function createHtmlDecoder(): HtmlFilter {
  return new HtmlFilter((mark, text, before) => {
    switch (mark.kind) {
      case 'tag':
        return { leaves: '', stays: text.slice(mark.length) };
      case 'character':
        // Judged once more, as it may be a superscript digit; it is none of those that begin a reference or a tag.
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

/** Keeps out what has been built from pieces where something between them was taken away. */
export function createHtmlBreaker(): HtmlFilter {
  return new HtmlFilter((mark, text) => {
    if (mark.kind === 'text') return { leaves: text.slice(0, 1), stays: text.slice(1) };
    if (mark.kind === 'number' && !text.startsWith('<'))
      return { leaves: '', stays: text.slice(mark.length) };
    return breakUp(text);
  });
}

/** A space behind "&" or "<" makes text of it. */
function breakUp(text: string): Step {
  return { leaves: `${text.slice(0, 1)} `, stays: text.slice(1) };
}
