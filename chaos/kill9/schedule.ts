import { drawAt } from './draw.ts';

/** Moment at which a process is killed: this many milliseconds after its callers' operation of this number began. */
export type Death = { operations: number; delayMs: number };

/** Events directly after a kill, while the other processes continue. */
export type Aftermath = {
  /** The database server is stopped abruptly and restarted. */
  crash: boolean;
  /**
   * Every running call is settled as if its lease had expired, including those of live processes, as if they had been
   * frozen.
   */
  reap: boolean;
};

/**
 * Some die early, most after a second or so. An operation takes about a millisecond: the delay decides at which of its
 * statements, or of the next operations, the process dies.
 */
export function deathOf(seed: number, process: number, life: number): Death {
  const draw = drawAt(seed, 'death', process, life);
  return {
    operations: draw.chance(0.2) ? draw.between(1, 20) : draw.between(20, 300),
    delayMs: draw.pick([0, 0, 0, 1, 2, 3, 5]),
  };
}

/** Events after the kill of this number. */
export function aftermathOf(seed: number, kill: number): Aftermath {
  const draw = drawAt(seed, 'aftermath', kill);
  return { crash: draw.chance(0.15), reap: draw.chance(0.3) };
}
