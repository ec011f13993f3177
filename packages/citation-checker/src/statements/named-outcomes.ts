/**
 * Names of outcomes, diseases, diets and drugs that contain a direction word but claim no direction: "reduced ejection
 * fraction", "hearing loss", "low-density lipoprotein", 颅内压增高.
 */
const names = new RegExp(
  [
    String.raw`\b(?:hearing|blood|bone|hair|vision|visual|memory|fluid|tooth|sensory|pregnancy|fetal|foetal|volume|tissue|cell|muscle)[ -](?:loss(?:es)?|gain)\b`,
    // People's falls; "a fall in mortality" and "mortality falls by 5%" are directions.
    String.raw`\bfalls\b(?! (?:by|below|sharply|steeply|significantly|markedly|slightly|further)\b| (?:to|from) (?:an? |about |around |approximately )?[\d<>≤≥])|\bfall(?=[- ](?:risk|prevention|rates?|related|injur\w+|incidence|detection|frequency)\b)|(?<=\b(?:risk|fear|history|likelihood|odds|prevention) of )fall(?:s|ing)?\b`,
    String.raw`\b(?:eye|ear|nasal|nose) drops?\b|\bfoot[ -]drop\b|\b(?:nerve|plexus|sciatic|femoral|popliteal|interscalene|axillary|adductor canal|paravertebral|plane|caudal|epidural|heart|bundle[ -]branch|atrioventricular|AV) blocks?\b`,
    String.raw`\bST(?:[- ]segment)?[- ](?:elevation|depression)\b|\b(?:labou?r|ana?esthesia) induction\b|\binduction (?:of (?:labou?r|ana?esthesia)|chemotherapy)\b|\bhealth promotion\b`,
    String.raw`\b(?:success|failure|recovery) (?:rates?|times?)\b`,
    String.raw`\bloss of (?:consciousness|appetite|smell|taste|hearing|vision|function|heterozygosity|response)\b`,
    String.raw`\blost to follow-?up\b`,
    String.raw`\b(?:mildly |mid-?range |severely )?reduced (?:left ventricular )?(?:ejection fraction|LVEF|EF)\b|\bHF(?:r|mr)EF\b`,
    String.raw`\b(?:increased|raised|elevated) (?:intracranial|intraocular) pressure\b`,
    // "A lower risk of" is a direction, but a "lower-risk" group is a name.
    String.raw`\b(?:(?:high|low)[ -]|lower(?:-| (?!(?:risk|frequency|intensity|volume|certainty|quality|sodium|glyc[ae]mic|flow|income)\b(?! (?:patients?|groups?|women|men|individuals?|diet|categor(?:y|ies)|countr(?:y|ies)|settings?|households?|famil(?:y|ies)|areas?|neighbou?rhoods?|people|populations?|status|brackets?|quintiles?|communit(?:y|ies)|regions?|children|adults|participants)\b))))(?:density|risk|dose|income|fat|grade|resolution|molecular|calorie|carbohydrate|protein|sodium|salt|fibre|fiber|quality|sensitivity(?= (?:C-reactive|CRP|troponin|cardiac))|flow|intensity|birth|back|volume|frequency|glyc[ae]mic|certainty)\b`,
    String.raw`\b(?:lower|upper) (?:limb|extremit|respiratory|gastrointestinal|GI|urinary|back|abdom|bound|limit|confidence|pole|caly|calic|lobe|third|segment|eyelid|incisor|molar|jaw|lip|arm|leg|body|quadrant|uterine|genital|tract|o?esophag|thoracic|cervical|lumbar|rect(?:al|um)|trunk|airway)\w*|\b(?:greater|lesser) (?:trochanter|tuberosity|oment|curvature|sac|saphenous|occipital|palatine)\w*`,
    String.raw`\b(?:CT|x-ray|signal|photon|beam)[- ]attenuation\b|\battenuation (?:values?|coefficients?|correction)\b`,
    String.raw`\b(?:(?:excess|mean|percent(?:age)?|total|maximum|median|average|body|subsequent) ){1,6}weight (?:loss|gain)\b|\bweight (?:loss|gain)(?= (?:after|did|was|at|outcomes?|surgery|maintenance|between|among)\b)`,
    String.raw`\bnegative binomial\b|\b(?:negative|positive) (?:predictive|control|symptoms?)\b`,
    String.raw`\bcommon (?:bile|carotid|cold|femoral|hepatic|iliac|peroneal|terminology|variable|warts?)\b`,
    String.raw`\bhigh blood pressure\b|\bprolonged QT\w*|\b(?:extended|slow|sustained)[- ]release\b|\b(?:higher|lower|more|less|longer|greater) than (?=\d)`,
    String.raw`\b(?:glucose|lipid|LDL|cholesterol|blood[- ]pressure|BP|urate)[- ]lowering (?=(?:drug|therap|treatment|agent|medication|effect)\w*)`,
    String.raw`\b(?:cognitive|memory|visual|renal|hearing|hepatic|motor) impairment\b|\bimpaired (?:glucose|fasting|renal|kidney|hepatic)\b`,
    String.raw`\b(?:vitamin(?: [A-EK]\d*)?|iron|iodine|zinc|folate|immune|growth hormone|enzyme|G6PD) (?:deficien(?:cy|cies|t))\b|\b(?:acquired )?immuno-?deficiency\b`,
    String.raw`\b(?:primary|secondary|infection|disease|stroke|suicide|accident) prevention\b|\bprevention (?:trial|study|program\w*)\b`,
    String.raw`\b(?:kinase|pump|reuptake|reductase|enzyme|checkpoint|oxidase|transport(?:er)?|channel|receptor|beta|alpha|nerve|factor \w+|TNF|PCSK9|SGLT2|ACE|DPP-4) (?:inhibitors?|block(?:ers?|ade))\b`,
    String.raw`\bmany (?:patients|people|studies)\b|\bno (?:more|less|fewer) than (?=\d|(?:one|two|three|four|five|six|seven|eight|nine|ten|half)\b)|\bat (?:least|most)\b|\bup to\b|\bfollow(?:ed)?[- ]up\b|\b(?:more|less|fewer|lower|higher) than (?=\d|(?:one|two|three|half)\b)|\bfor (?:more|less) than\b|(?<=\d[%)]?(?:\s\p{L}+)?\s)or (?:more|less|fewer|higher|lower|older|younger|greater|above|below)\b`,
    // 无 is part of the name of a kind of survival, and denies nothing.
    String.raw`无(?!显著|明显|统计|总|法|助|关|论|差异|影响|改善|延长|提高|获益|[增减长短更较])\p{Script=Han}{1,6}(?=的?(?:生存|存活)(?!获益|差异|优势|影响))`,
    '成功率|(?:超重|体重)(?:减轻|下降|丢失)(?:百分比|率|幅度|量)|射血分数(?:降低|减低|保留|下降)|射血分数(?:轻度)?降低|颅内压(?:增高|升高)|眼压升高|听力(?:下降|损失|减退)|低密度|高密度|高脂(?=饮食|血)|高危|低危|高剂量|低剂量|低收入|高收入|维生素[A-EK]?\\d?缺乏|免疫缺陷|免疫抑制(?=剂|治疗|药)|抑制剂|阻断剂|多发|高于(?=\\d)|低于(?=\\d)|少于(?=\\d)|多于(?=\\d)|大于(?=\\d)|小于(?=\\d)|缺血|缺氧|(?:总|显)?有效率|高质量',
  ].join('|'),
  'giu',
);

/** Masks such names with spaces, so that offsets stay valid. */
export function maskOutcomeNames(text: string): string {
  return text.replace(names, (name) => ' '.repeat(name.length));
}
