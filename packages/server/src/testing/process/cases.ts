/** Number of cases that a property is tested with: `usual` of them, or as many as `npm run test:oracle` asks for. */
export function casesOf(usual: number): number {
  return Number(process.env.CITEWELL_TEST_SEQUENCES ?? usual);
}
