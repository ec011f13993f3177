/**
 * Invisible characters that no text needs: control characters except tab and line feed, direction marks, zero-width joiners and
 * spaces, tags and the supplement of variation selectors.
 */
const unseen =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u115f\u1160\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb\u{e0000}-\u{e0fff}]/gu;

/** Removes invisible characters from a text, and replaces line separators by line feeds and lone surrogates by U+FFFD. */
export function cleanText(text: string): string {
  return text
    .replace(/\r\n?|[\u0085\u2028\u2029]/g, '\n')
    .toWellFormed()
    .replace(unseen, '');
}

/** Cleaner for a text that arrives in pieces. `end` returns the rest, kept because the next piece could have completed it. */
export type TextCleaner = { write(piece: string): string; end(): string };

/** Creates a cleaner with the same result as `cleanText`, even if a surrogate pair or a CRLF is split between pieces. */
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
