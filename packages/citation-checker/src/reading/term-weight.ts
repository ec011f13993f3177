import { readFileSync } from 'node:fs';

/** Weight of a stem that is not in the list, which is rare. */
const unseen = 7;

let weights: ReadonlyMap<string, number> | undefined;

/** Returns the weight of a stem: its inverse document frequency in abstracts, 0 for one in all of them. */
export function termWeight(stem: string): number {
  weights ??= readWeights();
  return weights.get(stem.startsWith('~') ? stem.slice(1) : stem) ?? unseen;
}

function readWeights(): Map<string, number> {
  const lines = readFileSync(new URL('./stem-weights.tsv', import.meta.url), 'utf8').split('\n');
  return new Map(
    lines
      .filter((line) => line !== '' && !line.startsWith('#'))
      .map((line) => {
        const [stem = '', weight] = line.split('\t');
        return [stem, Number(weight)];
      }),
  );
}
