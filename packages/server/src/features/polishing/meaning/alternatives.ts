/**
 * Words that exclude each other in the description of a study: replacing one by another of its line changes what was
 * done, where, or to whom.
 */
const lines: readonly (readonly RegExp[])[] = [
  [/\bmeans?\b|\baverages?\b|平均|均数|均值/i, /\bmedians?\b|中位/i, /\bmodes?\b|众数/i],
  [/\binclu(?:ded|sion|de|ding)\b|\benrol\w*|纳入|入选/i, /\bexclu(?:ded|sion|de|ding)\b|排除|剔除/i],
  [/\bretrospective\w*|回顾性/i, /\bprospective\w*|前瞻性/i],
  [/\bleft\b|左/i, /\bright\b|右/i],
  [
    /\bchild(?:ren)?\b|\bpa?ediatric\b|儿童|患儿|小儿/i,
    /\badults?\b|成人|成年人/i,
    /\bneonat\w+|\bnewborns?\b|新生儿/i,
    /\bolder (?:people|adults)\b|\belderly\b|老年/i,
  ],
  [
    /\b(?:mice|mouse)\b|小鼠/i,
    /\brats?\b|大鼠/i,
    /\b(?:patients?|humans?|people|men|women|volunteers|adults)\b|患者|病人|人群|志愿者/i,
  ],
  [/(?<!wo)\bm[ea]n\b|\bmales?\b|\bboys?\b|男/i, /\bwom[ea]n\b|\bfemales?\b|\bgirls?\b|女/i],
  [/\bin vitro\b|体外/i, /\bin vivo\b|体内/i],
  [/\bsystolic\b|收缩/i, /\bdiastolic\b|舒张/i],
  [
    /\boral(?:ly)?\b|口服/i,
    /\bintravenous(?:ly)?\b|静脉(?:注射|滴注|给药)/i,
    /\bsubcutaneous(?:ly)?\b|皮下/i,
    /\btopical(?:ly)?\b|外用|局部/i,
  ],
  [
    /\bdaily\b|\b(?:a|per|each|every) day\b|每[日天]/i,
    /\bweekly\b|\b(?:a|per|each|every) week\b|每周/i,
    /\bmonthly\b|\b(?:a|per|each|every) month\b|每月/i,
  ],
  [/\brare(?:ly)?\b|\buncommon\b|罕见|少见/i, /\bcommon(?:ly)?\b|\bfrequent(?:ly)?\b|常见/i],
  [/\bsmall\b|[较很]小/i, /\blarge\b|[较很]大/i],
  [/\bunilateral\w*|单侧/i, /\bbilateral\w*|双侧/i],
  [/\bproximal\w*|近端/i, /\bdistal\w*|远端/i],
  [/\banterior\w*|前路|前壁/i, /\bposterior\w*|后路|后壁/i],
  [/\binpatients?\b|住院/i, /\boutpatients?\b|门诊/i],
  [
    /\bhazard ratios?\b|风险比/i,
    /\bodds ratios?\b|比值比|优势比/i,
    /\b(?:relative risks?|risk ratios?)\b|相对危险度/i,
  ],
  [/\bsensitivity\b|敏感[度性]|灵敏度/i, /\bspecificity\b|特异[度性]/i],
  [/\bprevalence\b|患病率/i, /\bincidence\b|发病率|发生率/i, /\bmortality\b|死亡率|病死率/i],
  [/\bprimary\b|主要(?:终点|结局)|原发/i, /\bsecondary\b|次要(?:终点|结局)|继发/i],
  [/\bminim(?:um|al)\b|最小|最低/i, /\bmaxim(?:um|al)\b|最大|最高/i],
  [/\bmaternal\b|母亲|母体/i, /\bpaternal\b|父亲/i],
  [/\bcrude\b|\bunadjusted\b|未校正|未调整/i, /(?<!un)\badjusted\b|(?<!未)(?:校正|调整)后/i],
  [
    /\bsingle-?(?:blind|centre|center)\w*|单盲|单中心/i,
    /\bdouble-?blind\w*|双盲/i,
    /\bmulti-?cent(?:re|er)\w*|多中心/i,
  ],
];

/** Returns the word of a version that replaced its alternative; undefined if none did. */
export function replacedAlternative(was: string, is: string): string | undefined {
  for (const line of lines) {
    const lost = line.find((word) => word.test(was) && !word.test(is));
    const added = line.find((word) => word.test(is) && !word.test(was));
    if (lost && added) return added.exec(is)?.[0];
  }
  return undefined;
}
