/**
 * Moments as words: what a model says has to pass through a product that leaves out every figure no record supports, and a
 * sentence of these words states nothing.
 */
const digits = ['ten', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'];
const length = 10;
const places = 10 ** length;
const word = `(?:${digits.join('|')})`;
const stampPattern = new RegExp(`(?:${word} ){${length - 1}}${word}\\.`, 'g');

/** Longest stamp. */
export const stampLength = length * 'three '.length;

/** The present on the clock that all processes of a machine share, in microseconds. */
export function nowMicros(): number {
  return Number(process.hrtime.bigint() / 1000n);
}

/** The last digits of a moment, enough for some hours. */
export function toStamp(micros: number): number {
  return micros % places;
}

/** Returns a stamp as a sentence. */
export function writeStamp(stamp: number): string {
  const figures = String(stamp).padStart(length, '0');
  return `${[...figures].map((figure) => digits[Number(figure)]).join(' ')}.`;
}

/** Finds the whole stamps of a text; `end` is where the last one ends. */
export function readStamps(text: string): { stamps: number[]; end: number } {
  let end = 0;
  const stamps = Array.from(text.matchAll(stampPattern), ({ 0: found, index }) => {
    end = index + found.length;
    const figures = found.slice(0, -1).split(' ');
    return Number(figures.map((figure) => digits.indexOf(figure)).join(''));
  });
  return { stamps, end };
}

/** Returns the microseconds that have passed since a stamp. */
export function microsSince(stamp: number): number {
  return (toStamp(nowMicros()) - stamp + places) % places;
}
