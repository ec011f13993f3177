/** Readings of the figures of a sentence whose effect is shown with the whole sentence. */

const interval = /\d[.·]\d{1,4} ?%? ?(?:-|–|—|−|to|～|~|至) ?[-−–]?\d{1,4}[.·]\d/g;
/** Figures called an interval, in any form: "(95% CI: 0.02, 0.10)", "confidence interval 5 to 12 mm". */
const named =
  /(?:\bCIs?|\bC\.I\.|\bCrI|\bintervals?|置信区间|可信区间)(?: ?[)\]])?[\s:,=：，(（[]{0,4}(?:95 ?%[\s:,=(]{0,3})?[-−–+]?\d{1,5}(?:[.·]\d{1,4})? ?(?:%|[a-z/]{1,8})? ?(?:-|–|—|−|to|,|;|～|~|至) ?[-−–+]?\d/i;
const level = /\b9\d(?:\.\d)? ?(?:%|per ?cent)|\bCIs?\b|置信区间|可信区间/i;
/** A measure of an effect by its words. */
const measure =
  /\b(?:(?:hazards?|odds|risk|rate|prevalence|standardi[sz]ed (?:mortality|incidence)) ratios?|relative (?:risks?|hazards?|rates?|odds)|[asA]?HRs?|[acA]?ORs?|[aA]?[iI]?RRs?|a?PRs?|SMRs?|SIRs?|SMD|W?MD|differences?|reductions?|increase[sd]?|decrease[sd]?|reduced|improve(?:d|ments?)|declined|fell|fold|effect sizes?|percentage points?|lower|higher|greater|fewer|longer|shorter)\b|风险比|比值比|优势比|相对危险度|均数差/;
/** Ratios of tests, and figures that a model expects: no effects of the study. */
const otherFigures =
  /\blikelihood ratios?\b|\bdiagnostic odds\b|\b(?:predicted|expected|anticipated|projected)\b|预测值/i;

/** Counts the intervals of a sentence. */
export function intervalsIn(text: string): number {
  return text.match(interval)?.length ?? 0;
}

/** Returns true if a sentence has an interval that it calls so. */
export function hasInterval(text: string): boolean {
  return (level.test(text) && intervalsIn(text) > 0) || named.test(text);
}

/** Returns true if a sentence names a measure of an effect. */
export function isMeasured(text: string): boolean {
  return measure.test(text) && !otherFigures.test(text);
}

const test = /\b[Pp](?:[- ]?values?)? ?(?:[<>=≤≥＜＞＝]|was|of) ?(?:0?[.·]\d{1,6}|[1-9] ?[x×] ?10)/g;
/** Figures other than those of tests and intervals. */
const figure = /(?<![A-Za-z\d.·-])\d{1,9}(?:[.·]\d{1,6})?(?![A-Za-z\d])/g;
/** Words that set one group against another. */
const against =
  /\b(?:vs?\.?|versus|compared (?:with|to)|than|whereas|differences? (?:between|in)|respectively)\b|相比|比较|高于|低于|多于|少于|优于/i;
/** Words for groups before anything was done, one group at two times, and measures other than effects. */
const noEffect =
  /\b(?:baseline|demographics?|characteristics|before and after|pre-? ?(?:and|to) post|from pre|pre-?(?:procedure|operative|treatment|intervention)|well[- ]matched|comparable|correlat\w+|sensitivity|specificity|predictive value|AUC|area under)\b|基线|治疗前|相关(?:系数|性)|灵敏度|敏感(?:度|性)/i;

/** Returns true if a sentence has the figures of two groups and the test that compares them: "12% versus 30% (P < .01)". */
export function comparesGroups(text: string): boolean {
  const rest = text.replace(test, ' ');
  return (
    rest.length < text.length &&
    against.test(text) &&
    !noEffect.test(text) &&
    !otherFigures.test(text) &&
    new Set(rest.match(figure)).size >= 2
  );
}
