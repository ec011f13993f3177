import type { Language } from '@citewell/sdk';

/** Outcome that a text names: its name in the list, its qualifiers and its offsets. */
export type NamedOutcome = { name: string; start: number; end: number };

/** Outcomes by the words that name them, in both languages. */
const outcomes: readonly [name: string, words: RegExp][] = [
  ['mortality', /\b(?:mortality|deaths?|died|fatal\w*)\b|死亡(?:率|风险)?|病死率?/i],
  ['survival', /\bsurviv\w*|生存|存活/i],
  // Short forms, in capitals alone.
  ['survival', /\bOS\b/],
  ['progression-free survival', /\bPFS\b/],
  ['disease-free survival', /\bDFS\b/],
  [
    'adverse events',
    /\b(?:adverse (?:[a-z-]+ ){0,2}(?:events?|effects?|reactions?)|side effects?|toxicit\w+|tolerab\w+)\b|不良(?:反应|事件)|毒性|副作用/i,
  ],
  ['quality of life', /\bquality of life\b|生活质量|生存质量/i],
  ['pain', /\bpain\b(?! (?:and [a-z]+ )?syndromes?\b)|疼痛(?!综合征)/i],
  ['bleeding', /\b(?:bleed\w*|ha?emorrhages?)\b|出血/i],
  ['infection', /\binfections?\b|感染(?!者|患者)/i],
  ['recurrence', /\b(?:recurren\w+|relaps\w+)\b|复发/i],
  ['remission', /\bremission\b|缓解率/i],
  ['readmission', /\breadmission\w*|再入院/i],
  ['length of stay', /\b(?:length of (?:hospital )?stay|hospital stay)\b|住院(?:时间|天数)/i],
  [
    'duration of illness',
    /\bduration of (?:the |an? )?(?:[a-z-]+ )?(?:illness|disease|symptoms?|colds?|episodes?|diarrho?ea|fever)\b|病程|(?:症状|发热|腹泻)持续时间/i,
  ],
  [
    'duration of ventilation',
    /\b(?:duration of|days on) (?:mechanical |invasive )?ventilation\b|机械通气时间/i,
  ],
  ['hospitalization', /\bhospitali[sz]ations?\b|住院率/i],
  ['depression', /\bdepressi\w+|抑郁/i],
  ['anxiety', /\banxi\w+|焦虑/i],
  ['fatigue', /\bfatigue\b(?! syndromes?\b)|疲(?:劳|乏)(?!综合征)/i],
  ['sleep', /\b(?:sleep|insomnia)\b|睡眠/i],
  ['cognition', /\b(?:cogniti\w+|memory)\b|认知|记忆/i],
  ['blood pressure', /\b(?:blood pressure|hypotensi\w+)\b|(?<!高)血压/i],
  ['glucose', /\b(?:HbA1c|glyc(?:ated|a?emic)|glucose|a?emoglobin A1c)\b|血糖|糖化血红蛋白/i],
  ['hypoglycaemia', /\bhypoglyca?emi\w+|低血糖/i],
  ['lipids', /\b(?:cholesterol|LDL|triglycerides?|lipids?)\b|胆固醇|血脂|甘油三酯/i],
  [
    'birth weight',
    /\b(?:(?:low |high )?birth[- ]?weights?|size at birth|small[- ]for[- ]gestational[- ]age)\b|(?:低)?出生体[重质]量?|低体重儿/i,
  ],
  ['weight', /\b(?:weight|BMI|body mass)\b|体重|体质指数/i],
  ['fracture', /\bfractures?\b|骨折/i],
  ['falls', /\bfalls\b|跌倒/i],
  ['stroke', /\bstrokes?\b|卒中|中风/i],
  ['myocardial infarction', /\bmyocardial infarction\w*|心肌梗死/i],
  [
    'cardiovascular events',
    /\b(?:cardiovascular|MACE|cardiac) ?(?:events?|outcomes?)?\b|心血管(?:事件|结局|风险)/i,
  ],
  [
    'cardiovascular risk factors',
    /\b(?:cardiovascular|cardiometabolic|metabolic|coronary) risk factors?\b|\brisk factors? for (?:cardiovascular|coronary(?: heart| artery)?) disease\b|(?:心血管|代谢)(?:疾?病)?(?:的)?危险因素/i,
  ],
  [
    'kidney outcomes',
    /\b(?:renal|kidney) (?:outcomes?|events?|end-?points?|function)\b|肾脏?(?:结局|事件|功能)/i,
  ],
  [
    'acute kidney injury',
    /\b(?:acute )?(?:kidney|renal) injury\b|\bacute (?:kidney|renal) failure\b|\bAKI\b|急性肾脏?(?:损[伤害]|(?:功能)?衰竭)/i,
  ],
  ['complications', /\bcomplications?\b|并发症/i],
  ['adherence', /\b(?:adheren\w+|complian\w+)\b|依从/i],
  ['costs', /\bcosts?\b|费用|成本/i],
  ['prevalence', /\bprevalen\w+|患病率/i],
  ['incidence', /\binciden\w+|发病率|发生率/i],
];

/** Chinese names of the listed outcomes. */
const inChinese: ReadonlyMap<string, string> = new Map([
  ['mortality', '死亡'],
  ['survival', '生存'],
  ['adverse events', '不良事件'],
  ['quality of life', '生活质量'],
  ['pain', '疼痛'],
  ['bleeding', '出血'],
  ['infection', '感染'],
  ['recurrence', '复发'],
  ['remission', '缓解'],
  ['readmission', '再入院'],
  ['length of stay', '住院时间'],
  ['duration of illness', '病程'],
  ['duration of ventilation', '机械通气时间'],
  ['hospitalization', '住院'],
  ['depression', '抑郁'],
  ['anxiety', '焦虑'],
  ['fatigue', '疲劳'],
  ['sleep', '睡眠'],
  ['cognition', '认知'],
  ['blood pressure', '血压'],
  ['glucose', '血糖'],
  ['hypoglycaemia', '低血糖'],
  ['lipids', '血脂'],
  ['birth weight', '出生体重'],
  ['weight', '体重'],
  ['fracture', '骨折'],
  ['falls', '跌倒'],
  ['stroke', '卒中'],
  ['myocardial infarction', '心肌梗死'],
  ['cardiovascular events', '心血管事件'],
  ['cardiovascular risk factors', '心血管危险因素'],
  ['kidney outcomes', '肾脏结局'],
  ['acute kidney injury', '急性肾损伤'],
  ['complications', '并发症'],
  ['adherence', '依从性'],
  ['costs', '费用'],
  ['prevalence', '患病率'],
  ['incidence', '发生率'],
]);

/** Chinese qualifiers of the list, which count only before an outcome. */
const qualifiersInChinese: ReadonlyMap<string, string> = new Map([
  ['cardiovascular', '心血管'],
  ['cardiac', '心源性'],
  ['cancer', '癌症'],
  ['cancer-specific', '癌症特异性'],
  ['in-hospital', '院内'],
  ['hospital', '院内'],
  ['perioperative', '围术期'],
  ['postoperative', '术后'],
  ['maternal', '孕产妇'],
  ['neonatal', '新生儿'],
  ['infant', '婴儿'],
  ['perinatal', '围产期'],
  ['progression-free', '无进展'],
  ['disease-free', '无病'],
  ['event-free', '无事件'],
  ['relapse-free', '无复发'],
  ['major', '严重'],
  ['severe', '重度'],
  ['serious', '严重'],
  ['recurrent', '复发性'],
  ['nosocomial', '院内'],
  ['ischemic', '缺血性'],
  ['ischaemic', '缺血性'],
  ['hemorrhagic', '出血性'],
  ['haemorrhagic', '出血性'],
  ['systolic', '收缩期'],
  ['diastolic', '舒张期'],
  ['wound', '伤口'],
  ['surgical-site', '手术部位'],
  ['hip', '髋部'],
  ['vertebral', '椎体'],
  ['nonvertebral', '非椎体'],
  ['intracranial', '颅内'],
  ['gastrointestinal', '胃肠道'],
  ['urinary tract', '泌尿道'],
  ['respiratory', '呼吸道'],
]);

/** Names of qualifiers in the list by their Chinese words, so that both languages name one outcome. */
const qualifiersOfChinese: ReadonlyMap<string, string> = new Map([
  ['心血管', 'cardiovascular'],
  ['住院', 'in-hospital'],
  ['围术期', 'perioperative'],
  ['术后', 'postoperative'],
  ['新生儿', 'neonatal'],
  ['孕产妇', 'maternal'],
  ['严重', 'severe'],
  ['主要', 'major'],
  ['复发', 'recurrent'],
  ['复发性', 'recurrent'],
  ['缺血性', 'ischemic'],
  ['出血性', 'hemorrhagic'],
  ['髋部', 'hip'],
  ['椎体', 'vertebral'],
  ['非椎体', 'nonvertebral'],
  ['颅内', 'intracranial'],
  ['胃肠道', 'gastrointestinal'],
  ['收缩', 'systolic'],
  ['收缩期', 'systolic'],
  ['舒张', 'diastolic'],
  ['舒张期', 'diastolic'],
]);

/**
 * Returns the Chinese name of an outcome with its qualifiers ("30-day mortality" is 30天死亡); undefined if there is none.
 */
function chineseName(name: string): string | undefined {
  const own = inChinese.get(name);
  if (own) return own;
  const listed = listedName(name);
  const outcome = inChinese.get(listed);
  if (outcome === undefined || listed === name) return undefined;
  const words = name.slice(0, -listed.length).trim().split(' ');
  const qualifiers = words.map((word) => {
    const [, count, unit] = /^(\d{1,3})-(day|month|year)$/.exec(word) ?? [];
    if (count) return `${count}${unit === 'day' ? '天' : unit === 'month' ? '个月' : '年'}`;
    return qualifiersInChinese.get(word);
  });
  return qualifiers.includes(undefined) ? undefined : `${qualifiers.join('')}${outcome}`;
}

/**
 * Returns an outcome's name as a heading; in Chinese, one with an unlisted qualifier is quoted in English. `stated` are
 * the record's words for it, which have the right capitals of abbreviations.
 */
export function outcomeHeading(name: string, language: Language, stated = ''): string {
  const written = (
    stated.match(/(?<![\p{L}\p{N}])(?=\p{Lu}{2}|[\p{Ll}\p{N}-]+\p{Lu})[\p{L}\p{N}-]{2,}/gu) ?? []
  ).reduce((text, form) => text.replace(form.toLowerCase(), form), name);
  if (language === 'zh') return chineseName(name) ?? `“${written}”`;
  return written.slice(0, 1).toUpperCase() + written.slice(1);
}

/** Words before an outcome that make it a different one: cardiovascular mortality is not mortality. */
const qualifiers =
  /(?:\b(?:all-cause|overall|total|cardiovascular|cardiac|cancer|cancer-specific|in-hospital|hospital|perioperative|postoperative|maternal|neonatal|infant|perinatal|progression-free|disease-free|event-free|relapse-free|\d{1,3}-(?:day|month|year)|major|severe|serious|recurrent|nosocomial|ischemic|ischaemic|hemorrhagic|haemorrhagic|hip|vertebral|nonvertebral|systolic|diastolic|intracranial|gastrointestinal|wound|surgical[- ]site|urinary tract|respiratory) ){1,3}$|(?:全因|总体?|心血管|住院|围术期|(?<!手)术后|新生儿|孕产妇|严重|主要|复发性?|缺血性|出血性|髋部|非?椎体|颅内|胃肠道|收缩期?|舒张期?)$/i;
/** Qualifiers that change nothing. */
const neutral = /^(?:all-cause|overall|total|全因|总体?)$/i;

/** Names the outcomes of a text, in order, with their qualifiers: "cardiovascular mortality". */
export function namedOutcomes(text: string): NamedOutcome[] {
  const found = outcomes.flatMap(([name, words]) =>
    [...text.matchAll(new RegExp(words.source, `${words.flags}g`))].map((match): NamedOutcome => {
      const before = text.slice(Math.max(0, match.index - 60), match.index);
      const [qualifier = ''] = qualifiers.exec(before) ?? [];
      const qualifierWords = qualifier
        .trim()
        .toLowerCase()
        .split(' ')
        .filter((word) => word !== '' && !neutral.test(word))
        .map((word) => qualifiersOfChinese.get(word) ?? word);
      return {
        name: [...qualifierWords, name].join(' '),
        start: match.index - qualifier.length,
        end: match.index + match[0].length,
      };
    }),
  );
  // A word that qualifies another outcome is not one itself.
  return found
    .filter(
      (one) =>
        !found.some(
          (other) =>
            other !== one &&
            other.start <= one.start &&
            one.end <= other.end &&
            other.end - other.start > one.end - one.start,
        ),
    )
    .sort((one, other) => one.start - other.start);
}

/** Returns the name of an outcome in the list, without its qualifiers: "mortality" for "breast cancer mortality". */
export function listedName(name: string): string {
  return (
    outcomes.map(([listed]) => listed).find((listed) => name === listed || name.endsWith(` ${listed}`)) ??
    name
  );
}
