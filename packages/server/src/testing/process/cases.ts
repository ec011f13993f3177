/** Returns the number of cases with which a property is tested: `usual`, or as many as `npm run test:oracle` requests. */
export function casesOf(usual: number): number {
  return Number(process.env.CITEWELL_TEST_SEQUENCES ?? usual);
}
