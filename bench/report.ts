import { median } from './statistics.ts';

/** Goal for a figure: an upper or lower bound, or an exact count. */
export type Goal = { atMost: number } | { atLeast: number } | { exactly: number };

export type Row = {
  /** Name of the figure. */
  figure: string;
  value: number;
  unit: string;
  /** Range of its repetitions. */
  range?: [from: number, to: number];
  /** Goal of the figure; figures shown for comparison have none. */
  goal?: Goal;
};

/** Figures that were measured together. */
export type Section = { title: string; rows: Row[] };

/** Prints a section of a bench as soon as it is complete. */
export type Show = (section: Section) => void;

/** Returns the median of repetitions and their range, which shows the effect of the machine's other work. */
export function repeated(figure: string, values: readonly number[], unit: string, goal?: Goal): Row {
  const range: Row['range'] = [Math.min(...values), Math.max(...values)];
  return { figure, value: median(values), unit, range, ...(goal && { goal }) };
}

/** Indicates whether a figure meets its goal; undefined without a goal. A figure that is not a number meets none. */
export function isMet({ value, goal }: Row): boolean | undefined {
  if (!goal) return undefined;
  if ('atMost' in goal) return value <= goal.atMost;
  return 'atLeast' in goal ? value >= goal.atLeast : value === goal.exactly;
}

/** Formats one line per figure: the figure, its range, its goal, and whether it is met. */
export function formatSection({ title, rows }: Section): string {
  const ranges = rows.some(({ range }) => range);
  const lines = rows.map((row) => {
    const cells = [
      row.figure.padEnd(76),
      format(row.value).padStart(8),
      row.unit.padEnd(10),
      ...(ranges ? [formatRange(row).padEnd(15)] : []),
      formatGoal(row).padEnd(9),
    ];
    return `  ${cells.join(' ')} ${verdict(row)}`.trimEnd();
  });
  return `\n${title}\n${lines.join('\n')}\n`;
}

function verdict(row: Row): string {
  switch (isMet(row)) {
    case true:
      return 'met';
    case false:
      return 'NOT MET';
    default:
      return '';
  }
}

function formatGoal({ goal }: Row): string {
  if (!goal) return '';
  if ('atMost' in goal) return `<= ${goal.atMost}`;
  return 'atLeast' in goal ? `>= ${goal.atLeast}` : `= ${goal.exactly}`;
}

function formatRange({ range }: Row): string {
  return range ? `(${range.map(format).join(' to ')})` : '';
}

function format(value: number): string {
  if (!Number.isFinite(value)) return '-';
  if (Number.isInteger(value)) return String(value);
  return value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2);
}
