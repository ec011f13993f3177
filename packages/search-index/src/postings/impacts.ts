/** Weighted frequency (fields.ts, half points) and field norm of a record that has at least that frequency. */
export type Impact = { weight: number; fieldNorm: number };

/**
 * Number of impacts stored per block; further ones are folded into the last, which then overestimates, never
 * underestimates.
 */
const impactsMax = 8;

const weightsMax = 256;
const shortest = new Int32Array(weightsMax);

/**
 * Returns the postings of a block that no other dominates: a higher weight in a shorter record always scores more. The
 * best score of the block is the best score of these, whatever the library's statistics at search time.
 */
export function impactsOf(
  ids: Int32Array,
  weights: Int32Array,
  size: number,
  fieldNorms: Uint16Array,
): Impact[] {
  // By weight; all beyond the last place count as the heaviest of them in the shortest.
  let highest = 0;
  let lowest = weightsMax;
  let heaviest = 0;
  for (let at = 0; at < size; at++) {
    const weight = weights[at] ?? 0;
    const place = Math.min(weight, weightsMax - 1);
    const length = (fieldNorms[ids[at] ?? 0] ?? 0) + 1;
    if (weight > heaviest) heaviest = weight;
    if (place > highest) highest = place;
    if (place < lowest) lowest = place;
    const known = shortest[place] ?? 0;
    if (known === 0 || length < known) shortest[place] = length;
  }
  const impacts: Impact[] = [];
  let best = Number.POSITIVE_INFINITY;
  for (let place = highest; place >= lowest; place--) {
    const found = shortest[place] ?? 0;
    shortest[place] = 0;
    if (found === 0 || found - 1 >= best) continue;
    best = found - 1;
    const last = impacts.at(-1);
    if (impacts.length === impactsMax && last) last.fieldNorm = best;
    else impacts.push({ weight: place === weightsMax - 1 ? heaviest : place, fieldNorm: best });
  }
  return impacts;
}

/**
 * Returns true if the impact with this weight, at this place among those of its block, is that of one record exactly, and
 * not made of several.
 */
export function isOfOneRecord(weight: number, place: number): boolean {
  return weight < weightsMax - 1 && place < impactsMax - 1;
}
