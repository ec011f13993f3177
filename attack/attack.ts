import type { Section } from '../bench/report.ts';

/** The options that every attack takes. */
export type AttackOptions = {
  /** Seeds everything drawn by lot: the same seed is the same attack. */
  seed: number;
  /** A few seconds instead of minutes: the form that `npm test` runs. */
  short: boolean;
};

/** The figures of an attack, and every promise it saw broken. */
export type AttackReport = Section & { violations: string[] };

/** One way to hurt the service, run against a real one on loopback. */
export type Attack = {
  /** One line for the help. */
  about: string;
  run(options: AttackOptions): Promise<AttackReport>;
};
