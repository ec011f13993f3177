/**
 * Characters that no text of ours needs and a reader does not see: controls but tab and line feed, the marks that turn the
 * direction of writing, joiners and spaces without width, tags and the supplement of variation selectors.
 */
const unseen =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u115f\u1160\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb\u{e0000}-\u{e0fff}]/gu;

/** The text with unseen characters removed, line separators as line feeds and halves of surrogate pairs as U+FFFD. */
export function cleanText(text: string): string {
  return text
    .replace(/\r\n?|[\u0085\u2028\u2029]/g, '\n')
    .toWellFormed()
    .replace(unseen, '');
}

/** Cleans a text that arrives in pieces: `end` gives what was held back because the next piece could have completed it. */
export type TextCleaner = { write(piece: string): string; end(): string };

/** Cleans by `cleanText`, whatever the cuts between the pieces: a pair of surrogates and a CRLF may be split. */
export function createTextCleaner(): TextCleaner {
  let held = '';
  return {
    write(piece) {
      const text = held + piece;
      held = /[\ud800-\udbff\r]$/.exec(text)?.[0] ?? '';
      return cleanText(held === '' ? text : text.slice(0, -1));
    },
    end() {
      const rest = held;
      held = '';
      return cleanText(rest);
    },
  };
}
