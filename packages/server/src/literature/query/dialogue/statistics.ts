/** Names of statistics, which are what is asked of a study. */
const statistic =
  /^(?:samples?|sample sizes?|NNT|NNH|ARR|RRR|RR|HRs?|ORs?|CIs?|SD|IQR|AUC|PPV|NPV|ITT|p|n|p[- ]?values?|false[- ](?:positives?|negatives?)|true[- ](?:positives?|negatives?)|number needed to (?:treat|harm)|(?:absolute|relative) risk(?: reduction)?|I2|对照组?|安慰剂组|治疗组|试验组|控制组|(?:control|placebo|treatment|intervention) (?:group|arm)s?|假阳性率?|假阴性率?|阳性率|阴性率|检出率|需治人数|绝对风险|相对风险|[Pp]值)$/i;

/** A statistic anywhere in a message, which is asked of a study whatever it is about. */
const asksStatistic =
  /\b(?:NNT|NNH|ARR|RRR|PPV|NPV|AUC|p[- ]?values?|(?:false|true)[- ](?:positives?|negatives?)|confidence intervals?|(?:hazard|odds|risk|rate|likelihood) ratios?|absolute risk|relative risk|effect size|numbers? needed to (?:treat|harm)|statistical(?:ly)?|heterogeneity|follow-?up)\b|^\W{0,3}(?:n|CI|HR|OR|RR)\W{0,3}$/i;
/** Returns true if a message asks for a statistic, which says nothing of an outcome. */
export function isStatistic(phrase: string): boolean {
  return (
    asksStatistic.test(phrase) ||
    /假[阴阳]性|[阴阳]性率|[风危]险比|比值比|统计学|显著性|[Pp]值|置信区间|风险比|需治/.test(phrase)
  );
}

/** Returns true for the name of a statistic. */
export function namesStatistic(name: string): boolean {
  return statistic.test(name);
}
