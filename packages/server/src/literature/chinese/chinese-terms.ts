import { medicalEntries } from '@citewell/core/lexicon/chinese.ts';
import { otherWordings } from '@citewell/core/lexicon/wordings.ts';
import { indexTerms } from '@citewell/core/text/words.ts';
import { studyGroups } from '../studies/study-groups.ts';

/** Translates an English phrase completely, or returns undefined. */
export type ToChinese = (phrase: string) => string | undefined;

/** Terms of findings that are missing from the lexicon, which is made for questions. */
const ofFindings: Record<string, string> = {
  placebo: '安慰剂',
  statin: '他汀类药物',
  'pre-eclampsia': '子痫前期',
  preeclampsia: '子痫前期',
  exercise: '运动',
  mortality: '死亡率',
  'usual care': '常规治疗',
  'standard care': '标准治疗',
  'no treatment': '不治疗',
  control: '对照',
  controls: '对照',
  'hospital stay': '住院时间',
  'length of stay': '住院时间',
  'length of hospital stay': '住院时间',
  'hospital readmission': '再入院',
  readmission: '再入院',
  hospitalization: '住院',
  'adverse event': '不良事件',
  'side effect': '不良反应',
  'cardiovascular event': '心血管事件',
  'major bleeding': '大出血',
  'systolic blood pressure': '收缩压',
  'diastolic blood pressure': '舒张压',
  'LDL cholesterol': '低密度脂蛋白胆固醇',
  'total mortality': '全因死亡率',
  'overall mortality': '总死亡率',
  'overall survival': '总生存期',
  'progression-free survival': '无进展生存期',
  survival: '生存',
  death: '死亡',
  relapse: '复发',
  recurrence: '复发',
  symptom: '症状',
  fracture: '骨折',
  fall: '跌倒',
  complication: '并发症',
  'blood pressure': '血压',
  'body weight': '体重',
  'body mass index': '体重指数',
  'waist circumference': '腰围',
  'heart rate': '心率',
  'hospital mortality': '院内死亡率',
  'in-hospital mortality': '院内死亡率',
  'perioperative mortality': '围手术期死亡率',
  'infant mortality': '婴儿死亡率',
  'neonatal mortality': '新生儿死亡率',
  'maternal mortality': '孕产妇死亡率',
  'cardiovascular mortality': '心血管死亡率',
  'mortality rate': '死亡率',
  'survival rate': '生存率',
  'infection rate': '感染率',
  'recurrence rate': '复发率',
  'complication rate': '并发症发生率',
  'response rate': '缓解率',
  'pregnancy rate': '妊娠率',
  'live birth rate': '活产率',
  'disease-free survival': '无病生存期',
  'event-free survival': '无事件生存期',
  'recurrence-free survival': '无复发生存期',
  'disease progression': '疾病进展',
  'disease severity': '疾病严重程度',
  'quality of life': '生活质量',
  'health-related quality of life': '健康相关生活质量',
  'bone mineral density': '骨密度',
  'blood loss': '失血量',
  'operative time': '手术时间',
  'operation time': '手术时间',
  'surgical site infection': '手术部位感染',
  'wound infection': '伤口感染',
  'insulin resistance': '胰岛素抵抗',
  'insulin sensitivity': '胰岛素敏感性',
  'glycemic control': '血糖控制',
  'glycaemic control': '血糖控制',
  'fasting glucose': '空腹血糖',
  'total cholesterol': '总胆固醇',
  'HDL cholesterol': '高密度脂蛋白胆固醇',
  triglyceride: '甘油三酯',
  'C-reactive protein': 'C反应蛋白',
  'lung function': '肺功能',
  'renal function': '肾功能',
  'kidney function': '肾功能',
  'liver function': '肝功能',
  'cognitive function': '认知功能',
  'cognitive decline': '认知功能下降',
  'physical activity': '身体活动',
  'sleep quality': '睡眠质量',
  'birth weight': '出生体重',
  'low birth weight': '低出生体重',
  'gestational age': '胎龄',
  'exclusive breastfeeding': '纯母乳喂养',
  breastfeeding: '母乳喂养',
  'cesarean delivery': '剖宫产',
  'caesarean section': '剖宫产',
  'vaginal delivery': '阴道分娩',
  vaccination: '疫苗接种',
  radiotherapy: '放疗',
  chemotherapy: '化疗',
  surgery: '手术',
  'physical therapy': '物理治疗',
  'alcohol consumption': '饮酒',
  'alcohol use': '饮酒',
  'coffee consumption': '喝咖啡',
  'medication adherence': '用药依从性',
  'patient satisfaction': '患者满意度',
  'male sex': '男性',
  'female sex': '女性',
  'older age': '高龄',
  age: '年龄',
  sex: '性别',
  men: '男性',
  women: '女性',
  boys: '男孩',
  girls: '女孩',
  smoker: '吸烟者',
  'non-smoker': '非吸烟者',
  nonsmoker: '非吸烟者',
  'healthy control': '健康对照',
  cohort: '队列',
  'all-cause death': '全因死亡',
  'sudden cardiac death': '心源性猝死',
  'preterm delivery': '早产',
  stillbirth: '死产',
  miscarriage: '流产',
  nausea: '恶心',
  vomiting: '呕吐',
  headache: '头痛',
  fatigue: '疲劳',
  'depressive symptom': '抑郁症状',
  anxiety: '焦虑',
  'seizure frequency': '癫痫发作频率',
  'exercise capacity': '运动能力',
  'muscle strength': '肌力',
  'muscle mass': '肌肉量',
  'fat mass': '脂肪量',
  'visual acuity': '视力',
  'intraocular pressure': '眼压',
  'left ventricular ejection fraction': '左心室射血分数',
};

/** Colloquial entries of the lexicon that suit a question but not a finding. */
const isColloquial = /[吗么呢吧]|会|不好|怎|[我你他她]/;

let dictionary: Map<string, string> | undefined;

const keyOf = (phrase: string) => indexTerms(phrase).join(' ');

/** English terms with their usual Chinese: our own list before others, the first wording of each. */
function readDictionary(): Map<string, string> {
  const byRank: Map<string, string>[] = [new Map(), new Map()];
  for (const [zh, wordings] of medicalEntries()) {
    if (isColloquial.test(zh) || !/\p{Script=Han}/u.test(zh)) continue;
    for (const [at, wording] of wordings.entries()) {
      const known = byRank[Math.min(at, 1)];
      const key = keyOf(wording);
      const other = known?.get(key);
      // The fullest name is preferred: 脑卒中 before 卒中.
      if (other === undefined || zh.length > other.length || (zh.length === other.length && zh > other))
        known?.set(key, zh);
    }
  }
  const [first = new Map(), others = new Map()] = byRank;
  const findings = Object.entries(ofFindings).map(([en, zh]) => [keyOf(en), zh] as const);
  return new Map([...others, ...first, ...findings]);
}

/** Patterns around a term, with their translations; each takes one term. */
const frames: [pattern: RegExp, zh: (term: string) => string][] = [
  [/^(?:the )?risks? (?:of|for) (.{3,60})$/i, (term) => `${term}风险`],
  [/^(.{3,40}) risks?$/i, (term) => `${term}风险`],
  [/^(?:the )?(?:incidence|occurrence|rates?|frequency) of (.{3,60})$/i, (term) => `${term}发生率`],
  [/^(?:the )?(?:incident|new-onset) (.{3,60})$/i, (term) => `新发${term}`],
  [/^(?:the )?prevalence of (.{3,60})$/i, (term) => `${term}患病率`],
  [/^(?:the )?severity of (.{3,60})$/i, (term) => `${term}的严重程度`],
  [/^(?:the )?duration of (.{3,60})$/i, (term) => `${term}持续时间`],
  [/^(?:levels of|concentrations of) (.{3,60})$/i, (term) => `${term}水平`],
  [/^(.{3,40}) (?:levels?|concentrations?)$/i, (term) => `${term}水平`],
  [/^(.{3,40}) scores?$/i, (term) => `${term}评分`],
  [/^(?:treatment with|therapy with) (.{3,60})$/i, (term) => `${term}治疗`],
  [/^(.{3,40}) (?:treatment|therapy)$/i, (term) => `${term}治疗`],
  [/^(?:the )?use of (.{3,60})$/i, (term) => `使用${term}`],
  [/^(?:supplementation with) (.{3,60})$/i, (term) => `补充${term}`],
  [/^(.{3,40}) supplementation$/i, (term) => `补充${term}`],
  [/^severe (.{3,60})$/i, (term) => `严重${term}`],
  [/^(.{3,40}) use$/i, (term) => `使用${term}`],
  [/^(.{3,40}) mortality$/i, (term) => `${term}死亡率`],
  [/^early (.{3,60})$/i, (term) => `早期${term}`],
  [/^postoperative (.{3,60})$/i, (term) => `术后${term}`],
];

/** Matches abbreviations that Chinese texts use unchanged: HbA1c, COPD, LDL-C. */
const isShortForm = /^(?=.*[A-Z].*[A-Z\d])[A-Za-z\d-]{2,8}$/;

/**
 * Translates English phrases, first with the words of the question, which the reader chose, then with the lexicon.
 * @param asked Wordings of the question's terms, each with its Chinese.
 */
export function chineseTerms(asked: ReadonlyMap<string, string>): ToChinese {
  dictionary ??= readDictionary();
  const known = dictionary;
  const ofAsked = new Map([...asked].map(([wording, zh]) => [keyOf(wording), zh]));
  const one = (phrase: string): string | undefined => {
    const text = phrase.trim().replace(/^(?:the|an?|both|overall) /i, '');
    if (text === '') return undefined;
    if (isShortForm.test(text)) return text;
    const key = keyOf(text);
    if (key === '') return undefined;
    const inQuestion = [key, ...otherWordings(text).map(keyOf)].flatMap((name) => ofAsked.get(name) ?? []);
    const found = inQuestion[0] ?? known.get(key) ?? groups.get(text.toLowerCase());
    if (found) return found;
    for (const [pattern, zh] of frames) {
      const inner = pattern.exec(text)?.[1];
      const term = inner === undefined ? undefined : one(inner);
      if (term) return zh(term);
    }
    return undefined;
  };
  return (phrase) => {
    const whole = one(phrase);
    if (whole) return whole;
    const parts = phrase.split(/, (?:and |or )?| and (?:the )?| or (?:the )?/i).map(one);
    return parts.length > 1 && parts.length < 5 && parts.every((part) => part !== undefined)
      ? `${parts.slice(0, -1).join('、')}${/ or /i.test(phrase) ? '或' : '和'}${parts.at(-1)}`
      : undefined;
  };
}

const groups = new Map(studyGroups.map(({ group }) => [group.en, group.zh]));

/** Translates the population of a phrase: "patients with heart failure", "older adults", "children". */
export function chinesePopulation(phrase: string, toChinese: ToChinese): string | undefined {
  const text = phrase.trim().replace(/^(?:the|these|all|our) /i, '');
  // Without these words, a part would become the whole.
  if (/^(?:both|either|neither|each|some|most|many|other|only|no) /i.test(text)) return undefined;
  const [, who = '', what = ''] =
    /^(.{3,30}?) (?:with|who have|who had|suffering from) (.{3,60})$/i.exec(text) ?? [];
  if (who === '') return groups.get(text.toLowerCase()) ?? (/ /.test(text) ? toChinese(text) : undefined);
  const [group, condition] = [groups.get(who.toLowerCase()), toChinese(what)];
  if (!group || !condition) return undefined;
  return /^患者$|^受试者$|^人$/.test(group) ? `${condition}患者` : `${condition}${group}`;
}
