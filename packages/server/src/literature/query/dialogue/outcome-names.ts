/**
 * Names of procedures, drugs and measured values that studies count as results of something else. MeSH lists them as treatments or
 * chemicals, and many as nothing.
 */
const english =
  /^(?:(?:re-?)?intubations?|(?:(?:re)?invasive |mechanical )?ventilation|(?:red (?:blood )?cell |blood |platelet )?transfusions?|(?:renal |kidney )?dialysis|ha?emodialysis|renal replacement(?: therapy)?|c(?:a?e|æ)sareans?(?: (?:sections?|deliver(?:y|ies)|births?))?|c-sections?|tracheostom(?:y|ies)|tracheotom(?:y|ies)|re-?operations?|re-?interventions?|revision surgery|revasculari[sz]ations?|amputations?|hysterectom(?:y|ies)|colectom(?:y|ies)|laparotom(?:y|ies)|open conversion|(?:re-?)?hospitali[sz]ations?|(?:hospital |icu |nicu )?(?:re-?)?admissions?|icu|nicu|picu|intensive care|episiotom(?:y|ies)|forceps|(?:instrumental|assisted) deliver(?:y|ies)|labou?r induction|vasopressors?|inotropes?|ecmo|(?:serum )?potassium|(?:serum )?sodium|(?:serum )?creatinine|e?gfr|(?:blood |fasting )?glucose|blood sugar|hba1c|a1c|gly[ck](?:os[iy]lated|ated) ha?emoglobin|(?:total |ldl |hdl )?cholesterol|ldl(?:-c)?|hdl(?:-c)?|triglycerides?|lipids?|ha?emoglobin|ha?ematocrit|bilirubin|crp|c-reactive protein|esr|tsh|uric acid|urate|ferritin|phosphate|troponin|bone (?:mineral )?density|bmd|lung function|fev1|ejection fraction|walking|vomiting|nausea|scar(?:s|ring)|(?:complete )?remission|large for gestational age|macrosomia|birth ?weight)$/i;
const han =
  /^(?:再?插管|气管插管|(?:有创|机械)通气|输血|红细胞输注|血液?透析?|透析|肾脏?替代(?:治疗)?|剖宫产|剖腹产|气管切开|再次?手术|二次手术|翻修(?:手术)?|血运重建|截肢|子宫切除|中转开腹|转开腹|开腹|(?:再)?住院|再?入院|[NP]?ICU|重症监护室?|引产|产钳|侧切|助产|升压药|血?钾|血?钠|血?肌酐|肾小球滤过率|(?:空腹)?血糖|糖化(?:血红蛋白)?|(?:低密度|高密度)?(?:脂蛋白)?胆固醇|血脂|甘油三酯|血红蛋白|胆红素|C反应蛋白|血沉|尿酸|铁蛋白|血?磷|肌钙蛋白|骨(?:矿物质?)?密度|肺功能|射血分数|走路|步行|恶心|呕吐|瘢痕|疤痕|(?:完全|部分)?缓解|大于胎龄儿|巨大儿|出生体重|满意度)$/i;

/** Names of what is measured, of whatever. */
const ofMeasure = /(?:\bdensity|\bscores?|\bindex|\blevels?|\bcounts?|密度|评分|水平|指数|浓度|计数)$/i;

/** Returns true for a procedure, drug or value that, named alone after a treatment, is what may follow from it. */
export function isOutcomeName(name: string): boolean {
  return english.test(name) || han.test(name) || ofMeasure.test(name);
}
