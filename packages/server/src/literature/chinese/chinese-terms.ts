import { chineseLexicon } from '@citewell/core/lexicon/chinese.ts';
import { otherWordings } from '@citewell/core/lexicon/wordings.ts';
import { indexTerms } from '@citewell/core/text/words.ts';
import { studyGroups } from '../studies/study-groups.ts';

/** Chinese of an English phrase, or undefined: a line says nothing that it cannot say whole. */
export type ToChinese = (phrase: string) => string | undefined;

/** Terms of findings that the lexicon, which is made for questions, has no entry for. */
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
};

/** Colloquial entries of the lexicon, which a question may use and a finding does not. */
const isColloquial = /[吗么呢吧]|会|不好|怎|[我你他她]/;

let dictionary: Map<string, string> | undefined;

const keyOf = (phrase: string) => indexTerms(phrase).join(' ');

/** English terms with their usual Chinese: entries of our own list, by their first wording before any other. */
function readDictionary(): Map<string, string> {
  const byRank: Map<string, string>[] = [new Map(), new Map()];
  for (const [zh, { wordings, general }] of chineseLexicon().entries) {
    if (general || isColloquial.test(zh) || !/\p{Script=Han}/u.test(zh)) continue;
    for (const [at, wording] of wordings.entries()) {
      const known = byRank[Math.min(at, 1)];
      const key = keyOf(wording);
      const other = known?.get(key);
      // Of several the fullest name: 脑卒中 before 卒中.
      if (other === undefined || zh.length > other.length || (zh.length === other.length && zh > other))
        known?.set(key, zh);
    }
  }
  const [first = new Map(), others = new Map()] = byRank;
  const findings = Object.entries(ofFindings).map(([en, zh]) => [keyOf(en), zh] as const);
  return new Map([...others, ...first, ...findings]);
}

/** Around a term, with what they make of it; each takes one term. */
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

/** Short forms stand in Chinese texts as they are: HbA1c, COPD, LDL-C. */
const isShortForm = /^(?=.*[A-Z].*[A-Z\d])[A-Za-z\d-]{2,8}$/;

/**
 * Reads English phrases into Chinese: first by the words of the question, which the reader chose, then by the lexicon.
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

/** Reads whom a phrase names: "patients with heart failure", "older adults", "children". */
export function chinesePopulation(phrase: string, toChinese: ToChinese): string | undefined {
  const text = phrase.trim().replace(/^(?:the|these|all|our) /i, '');
  const [, who = '', what = ''] =
    /^(.{3,30}?) (?:with|who have|who had|suffering from) (.{3,60})$/i.exec(text) ?? [];
  if (who === '') return groups.get(text.toLowerCase()) ?? (/ /.test(text) ? toChinese(text) : undefined);
  const [group, condition] = [groups.get(who.toLowerCase()), toChinese(what)];
  if (!group || !condition) return undefined;
  return /^患者$|^受试者$|^人$/.test(group) ? `${condition}患者` : `${condition}${group}`;
}
