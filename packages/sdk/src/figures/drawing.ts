/** An element of a drawing, in CSS pixels from the upper left corner. `y` of a text is its baseline. */
export type Mark =
  | { kind: 'line'; x1: number; y1: number; x2: number; y2: number; dashed?: true }
  | { kind: 'box'; x: number; y: number; width: number; height: number; filled?: true }
  | { kind: 'text'; x: number; y: number; text: string; anchor: 'start' | 'middle' | 'end'; bold?: true };

/** A figure of lines, boxes and texts, for SVG or the shapes of a word processor. */
export type Drawing = {
  /** Pixels. */
  width: number;
  /** Pixels. */
  height: number;
  /** Text alternative of the figure. */
  label: string;
  marks: Mark[];
};

/** Font size of every drawing, and the space between two lines, in pixels. */
export const drawingFontSize = 12;
export const drawingLineHeight = 17;

/**
 * Estimates the width of a text: a Chinese character is as wide as the font size, a Latin one about .56 of it.
 * @returns pixels.
 * @example textWidth('Statins') // 47.04
 */
export function textWidth(text: string): number {
  return Array.from(text).reduce(
    (sum, character) => sum + drawingFontSize * (/[\u2e80-\uffef]/.test(character) ? 1 : 0.56),
    0,
  );
}

/**
 * Breaks a text into lines of a width, at spaces other than no-break spaces, and between Chinese characters.
 * @param width pixels.
 */
export function wrapText(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const piece of text.match(/[\u2e80-\uffef]|[^ \u2e80-\uffef]+ ?| /g) ?? []) {
    if (line !== '' && textWidth((line + piece).trimEnd()) > width) {
      lines.push(line.trimEnd());
      line = '';
    }
    line += piece;
  }
  return line.trim() === '' ? lines : [...lines, line.trimEnd()];
}
