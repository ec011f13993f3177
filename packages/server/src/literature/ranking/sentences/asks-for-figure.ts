/** Words that ask for a number: "how many", "what proportion", "发生率是多少". */
const figure =
  /\bhow (?:many|much|often|common|frequent(?:ly)?|high|low|large|long|likely|strong(?:ly)?)\b|\b(?:rates?|incidence|prevalence|proportion|percent(?:age)?|frequency|number|magnitude|(?:share|fraction) of|size of the effect|effect size|(?:hazard|odds|risk) ratio|median|mean)\b|\bin (?:kg|pounds|mm ?Hg|percent|points)\b|\bin %|多少|多大|多高|多长|几[例个次成倍]|几分之几|(?:发生|发病|患病|死亡|生存|缓解|有效|检出|比)率|比例|百分之|概率|中位/i;

/** Returns true if a question asks for a figure. */
export function asksForFigure(question: string): boolean {
  return figure.test(question);
}
