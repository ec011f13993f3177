import type { Section } from '../bench/report.ts';

/** Options of every attack. */
export type AttackOptions = {
  /** Seed of everything random: the same seed gives the same attack. */
  seed: number;
  /** A few seconds instead of minutes: the form that `npm test` runs. */
  short: boolean;
};

/** Figures of an attack, and every guarantee that it found violated. */
export type AttackReport = Section & { violations: string[] };

/** Attack on a real service on loopback. */
export type Attack = {
  /** One line for the help. */
  about: string;
  run(options: AttackOptions): Promise<AttackReport>;
};
