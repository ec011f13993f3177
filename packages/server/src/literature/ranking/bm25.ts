/** Parameter k1 of BM25 (Robertson and Zaragoza 2009), tuned by `npm run eval -- train-ranker`. */
const k1 = 1.5;
const b = 0.75;

/** Saturates a term frequency: from 0 to below 1, one half at k1 in a text of average length. */
export function saturated(frequency: number, length: number, averageLength: number, lengthShare = b): number {
  if (frequency <= 0) return 0;
  return frequency / (frequency + k1 * (1 - lengthShare + (lengthShare * length) / (averageLength || 1)));
}
