/** A goal on a figure: a bound from above, or an exact count. */
export type Goal = { atMost: number } | { exactly: number };

export type Row = {
  /** What was measured, in words. */
  figure: string;
  value: number;
  unit: string;
  /** Absent for figures that are shown beside the goals. */
  goal?: Goal;
};

/** Figures that were measured together. */
export type Section = { title: string; rows: Row[] };

/** Where a bench shows a section as soon as it has it. */
export type Show = (section: Section) => void;

/** Undefined where there is no goal. A figure that is not a number meets none. */
export function isMet({ value, goal }: Row): boolean | undefined {
  if (!goal) return undefined;
  return 'atMost' in goal ? value <= goal.atMost : value === goal.exactly;
}

/** One line a figure: the figure, its goal, whether that is met. */
export function formatSection({ title, rows }: Section): string {
  const lines = rows.map((row) => {
    const cells = [
      row.figure.padEnd(76),
      format(row.value).padStart(8),
      row.unit.padEnd(10),
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
  return 'atMost' in goal ? `<= ${goal.atMost}` : `= ${goal.exactly}`;
}

function format(value: number): string {
  if (!Number.isFinite(value)) return '-';
  if (Number.isInteger(value)) return String(value);
  return value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2);
}
