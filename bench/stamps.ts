/**
 * Times encoded as words: a product that omits every figure not supported by a record must pass a model's text on, and a
 * sentence of these words states nothing.
 */
const digits = ['ten', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'];
const length = 10;
const places = 10 ** length;
const word = `(?:${digits.join('|')})`;
const stampPattern = new RegExp(`(?:${word} ){${length - 1}}${word}\\.`, 'g');

/** Longest stamp. */
export const stampLength = length * 'three '.length;

/** Returns the current time of the clock shared by all processes of a machine, in microseconds. */
export function nowMicros(): number {
  return Number(process.hrtime.bigint() / 1000n);
}

/** The last digits of a time, enough for some hours. */
export function toStamp(micros: number): number {
  return micros % places;
}

/** Formats a stamp as a sentence. */
export function writeStamp(stamp: number): string {
  const figures = String(stamp).padStart(length, '0');
  return `${[...figures].map((figure) => digits[Number(figure)]).join(' ')}.`;
}

/** Finds the complete stamps of a text; `end` is the end of the last one. */
export function readStamps(text: string): { stamps: number[]; end: number } {
  let end = 0;
  const stamps = Array.from(text.matchAll(stampPattern), ({ 0: found, index }) => {
    end = index + found.length;
    const figures = found.slice(0, -1).split(' ');
    return Number(figures.map((figure) => digits.indexOf(figure)).join(''));
  });
  return { stamps, end };
}

/** Returns the microseconds since a stamp. */
export function microsSince(stamp: number): number {
  return (toStamp(nowMicros()) - stamp + places) % places;
}
