/** Outcomes that patients want more of, and those they want less of: what makes "longer survival" and "lower mortality" one. */
const good =
  /\b(?:surviv\w+|quality of life|remissions?|responses?|response rates?|recovery|adherence|function(?:ing)?|tolerab\w+|life expectancy|lifespan|longevity|healing|cure rates?|accuracy|safety|efficacy|effectiveness|wellbeing|well-being|fertility|success|ejection fraction|LVEF)\b|射血分数|生存|存活|生活质量|缓解率|应答|康复|依从性|功能|寿命|愈合|治愈率|疗效|安全性|有效率/i;
const bad =
  /\b(?:mortality|deaths?|risks?|incidence|relapses?|recurrences?|pain|symptoms?|complications?|adverse events?|side effects?|toxicit\w+|progression(?! ?-?free)|hospitali[sz]ations?|readmissions?|infections?|strokes?|infarctions?|bleeding|failure|severity|injur\w+|tumou?r (?:growth|size|burden|volume)|metastas[ei]s|inflammation|depression|anxiety|fatigue|nausea|falls|fractures?|disability|morbidity|blood pressure|hba1c|blood glucose|viral load|weight gain)\b|死亡|病死|风险|发生率|发病率|复发|疼痛|症状|并发症|不良反应|不良事件|毒性|住院|感染|卒中|梗死|出血|肿瘤生长|转移|炎症|抑郁|焦虑|骨折|血压|血糖/i;

/** +1 near an outcome that is wanted, −1 near one that is not; undefined near neither or both. */
export function outcomeSign(text: string): 1 | -1 | undefined {
  const [isGood, isBad] = [good.test(text), bad.test(text)];
  return isGood === isBad ? undefined : isGood ? 1 : -1;
}
