/** Kinds of violation, and their names in the report. */
export const kinds = {
  admission: 'acknowledged admissions lost, or refused ones found',
  step: 'acknowledged steps lost or changed',
  checkpoint: 'acknowledged checkpoints lost',
  settlement: 'acknowledged settlements lost or changed',
  charge: 'calls charged twice or wrongly',
  once: 'calls that were to run once and ran again, or were answered with another reply',
  adjustment: 'acknowledged adjustments lost, changed or doubled',
  accounts: 'places where the accounts do not balance',
  process: 'processes that fell by themselves, operations that failed without cause',
} as const;

export type Violation = {
  kind: keyof typeof kinds;
  /** The call, key or operation. */
  place: string;
  what: string;
};
