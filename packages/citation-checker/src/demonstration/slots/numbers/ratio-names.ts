const ratios = [
  /\b(?:hazard ratios?|[ac]?HRs?)\b|风险比|危险比/,
  /\b(?:odds ratios?|[ac]?ORs?)\b|比值比|优势比/,
  /\b(?:relative risks?|risk ratios?|[ac]?RRs?)\b|相对危险度|相对风险/,
];

/** Returns true if a claim names one kind of ratio and the sentence only others. */
export function namesOtherRatio(mine: string, theirs: string): boolean {
  const named = ratios.filter((ratio) => ratio.test(mine));
  return (
    named.length > 0 &&
    ratios.some((ratio) => ratio.test(theirs)) &&
    !named.every((ratio) => ratio.test(theirs))
  );
}
