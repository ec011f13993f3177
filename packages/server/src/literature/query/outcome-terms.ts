import { indexTerms } from '@citewell/core/text/words.ts';

/**
 * Outcomes, measures, settings and people in general, in either language: what is found out about a subject, or in whom,
 * and no subject that a record must hold.
 */
const outcomes = `mortality|survival|death|die|deaths|quality of life|pain|anxiety|anxious|blood pressure|body weight|weight|weight loss|weight gain|cost|costs|cost-effectiveness|worth the money
satisfaction|satisfied|side effects|adverse events|adverse effects|safety|efficacy|prognosis|diagnosis|recurrence|relapse|complications|hospitalization|hospital stay|length of stay|readmission
physicians|doctor|doctors|general practitioner|family doctor|nurse|nurses|hospital|hospitals|emergency department|intensive care unit|caregivers|parents|mother|father|mom|mum|mums|moms|dads|dad|children|child|kids|toddler|infant
baby|babies|newborn|adolescents|elderly|old people|adults|women|men|patients|people|family|elderly|older people|teenagers|boys|girls|young adults|athletes|students
function|physical function|physical activity|exercise|life expectancy|live longer|disability|mobility|fatigue|sleep|mood|stress|memory|cognition|attention|learning|behavior|sensitivity
specificity|accuracy|predictive value|marker|markers|biomarker|biomarkers|gene expression|expression|gene|genes|protein|proteins|cells|cell|cell proliferation|proliferation|apoptosis|differentiation|mutation|mutations|polymorphism|signaling
receptor|receptors|transcription|phenotype|genotype|mouse|mice|rat|rats|animal|human|humans|model|surgery|operation|surgical|treatment|therapy|drug|drugs|tablets|medication|medicine
antibiotics|imaging|scan|radiography|computed tomography|CT|MRI|ultrasonography|ultrasound|biopsy|test|screening|questionnaire|survey|prevention|risk factors|risk factor|age|sex
gender|inflammation|infection|infections|cancer|tumor|tumour|tumors|tumours|neoplasms|metastasis|has spread|lesions|growths|injury|injuries|wound|wounds|fever|bleeding|blood loss|swelling|edema
symptoms|symptom|syndrome|disease|disorder|illness|health|tissue|organ|blood|heart|brain|lung|liver|kidney|skin|bone|bones|muscle|muscles|stomach|gut|bowel|belly|tummy|womb|eye|eyes|ear|ears|nose|throat|knee|hip|shoulder|back|neck|face|hand|hands|foot|feet|bladder
in vivo|in vitro|ex vivo|pathogenesis|allele|consumption|subtype|subtypes|homeostasis|upregulation|downregulation|overexpression|mitosis|murine|cytokine|cytokines|peptide|peptides|cell death|autophagy|monocytes|carcinoma|ablation|in-hospital|long-term|short-term|high-dose|low-dose|premature|oxygenation|first choice|second chance|last decade|weak link|cold chain|clinical practice|children's hospital|information technology|risk indicator|contraindication|pretreatment|early adulthood|functional capacity|cognitive function|urban environment|head and neck|medical student|high-risk cases|corrective surgery|socioeconomic status|marital status|smoking|vision loss|ureter|endometrium|needles and drugs|medical procedures|keep skipping|extra year of good health|quality-adjusted life years|nonadherent|medical care|insurance|long-term care|general anesthesia|put to sleep for an operation|epidural|sedation|radiotherapy|chemotherapy|radiation|biopsies|transplant|transplantation|mice|animals|
Africa|America|American|Americans|Asia|Australia|Australian|Austria|Brazil|Britain|British|Canada|Canadian|China|Chinese|Denmark|Danish|Dutch|Egypt|England|English|Europe|European|Finland|Finnish|France|French|German|Germany|Ghana|Greece|Greek|India|Indian|Iran|Iranian|Iraq|Ireland|Irish|Israel|Italian|Italy|Japan|Japanese|Kenya|Korea|Korean|London|Mexico|Nepal|Netherlands|Nigeria|Norway|Norwegian|Pakistan|Poland|Polish|Scotland|Scottish|Singapore|Spain|Spanish|Sweden|Swedish|Swiss|Switzerland|Taiwan|Texas|Thailand|Turkey|Turkish|Uganda|UK|US|USA|Vietnam|York|
laparoscopic|incision|anesthesia|analgesia|painkiller|painkillers|pain relief|hormone|hormones|enzyme|enzymes|serum|plasma|concentration|baseline|duration|follow-up|dose|placebo|laser|X-ray|vaccine|vaccination
oral intake|weekend|reminders|questionnaires|leaflet|family history|continuity of care|general practice|primary care|willingness to pay|telephone counseling|physical work|workload|catch it|newly infected|come back|coming back|grow back|work as well|as good as|tell apart|find out|rule out|ruled out|picked up|check-up|check-ups|get going again|gut|looks afterwards|without surgery|without cutting|push it back|spotting growths|stress hormone|stress hormones|last longer|life support
burning|high-risk|high risk|high-risk groups|高危|高危人群|危险人群|加拿大|美国|英国|日本|法国|德国|印度|以色列|韩国|意大利|西班牙|澳大利亚|瑞典|荷兰|高表达|尿路|骨髓|脊髓|输尿管|声带|长期|短期|确诊|治疗方案|一线治疗|康复训练|停药|手术前|术前|术后|良性|恶性|静脉|动脉|受试者|有效率|住院患者|门诊|死亡率|生存率|生存期|生存|死亡|预后|疼痛|焦虑|血压|体重|费用|成本|生活质量|满意度|副作用|不良反应|安全性|疗效|复发|并发症|住院|住院时间|敏感性|特异性|标志物|表达|基因|蛋白|细胞|增殖|凋亡|分化|突变|信号|受体|手术|治疗|药物|筛查|检查|诊断|儿童|孩子|小孩|婴儿|新生儿|老人|老年人|青少年|孕期|成人|女性|男性|小鼠|大鼠|动物|患者|病人|炎症|感染|肿瘤|癌症|转移|出血|发热|症状|心脏|大脑|肝脏|肾脏|皮肤|骨|肌肉|胃|肠|眼|耳|膝|髋|肩|足|手|血液|血清|剂量|模型|风险|危险因素|标准|激光|打针|疫苗|麻醉|B超|睡眠|运动|锻炼|情绪|压力|记忆|功能|年龄|性别|影像|扫描|活检|疼|疼痛|肿块|化疗|放疗|切除|结石|骨折|随访|早期|晚期|高龄|青年|年轻人|宝宝`;

const keys = new Set(outcomes.split(/[|\n]/).map((each) => indexTerms(each).join(' ')));

/** Tells whether one of a concept's wordings names an outcome, a measure, a setting or people in general. Takes the first two: the others are further off. */
export function isOutcome(wordings: readonly string[]): boolean {
  return wordings.slice(0, 2).some((wording) => keys.has(indexTerms(wording).join(' ')));
}
