import { formatSection, type Section } from '../bench/report.ts';

/** Result of a run: its figures, and all violations. */
export type Verdict = Section & {
  violations: string[];
  /** Command that repeats the run. */
  replay: string;
};

export function formatVerdict(verdict: Verdict): string {
  const { violations, replay } = verdict;
  const found = violations.map((violation) => `  VIOLATION ${violation}\n`).join('');
  return `${formatSection(verdict)}${found}  violations: ${violations.length}   again: npm run chaos -- ${replay}\n`;
}
