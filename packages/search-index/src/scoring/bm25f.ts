/** BM25F (Robertson and Zaragoza 2009) with the usual k1 and b; fields.ts has the field weights. */
const k1 = 1.2;
const b = 0.75;

/**
 * Scores are whole numbers with this many per unit. Sums of whole numbers below 2^53 are exact in any order, so that
 * equal records get equal scores whatever was skipped, and ties are ties.
 */
const scoreUnit = 2 ** 40;

/** Number of terms of a question beyond which sums could exceed 2^53: the rarest are kept. */
export const questionTermsMax = 100;

/** Returns the factor of a term's postings: ln(1 + (N − n + 0.5) / (n + 0.5)) × (k1 + 1). */
export function termFactor(documentFrequencies: number, records: number): number {
  const idf = Math.log(1 + (Math.max(records - documentFrequencies, 0) + 0.5) / (documentFrequencies + 0.5));
  return idf * (k1 + 1) * scoreUnit;
}

/** Returns the length norm for each field norm, with which `weight`, in half points, is compared. */
export function computeLengthNorms(averageLength: number): Float64Array {
  const lengthNorms = new Float64Array(2 ** 16);
  for (let length = 0; length < lengthNorms.length; length++)
    lengthNorms[length] = 2 * k1 * (1 - b + (b * length) / (averageLength || 1));
  return lengthNorms;
}

/**
 * Returns the contribution of a posting to its record's score. It never falls with the weight and never rises with the
 * length, in floating point as well, since each step is monotonic. Skipping by bounds relies on this.
 */
export function contribution(factor: number, weight: number, lengthNorm: number): number {
  return Math.floor(factor / (1 + lengthNorm / weight));
}
