import { closers, openers, parseMark } from './parse-mark.ts';

const bracketed = new RegExp(
  `[${openers.replace('[', '\\[')}]([^\\n${openers.replace('[', '\\[')}${closers.replace(']', '\\]')}]{1,120})[${closers.replace(']', '\\]')}]`,
  'g',
);

/** A bracketed number inside a quotation would read as a citation of ours; round brackets keep its meaning. */
export function escapeCitationMarkers(text: string): string {
  return text.replace(bracketed, (bracket, content: string) =>
    parseMark(content) ? `(${content})` : bracket,
  );
}
