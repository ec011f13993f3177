import { indexTerms } from '@citewell/core/text/words.ts';

/**
 * Treatments, tests and habits that are the outcome or setting of a study as often as its subject, each with further
 * names used by records. One per line.
 */
const interventions = `antibiotics|antibiotic|antimicrobial|antibacterial|penicillin|amoxicillin|cefazolin|cephalosporin|azithromycin|doxycycline|macrolide|抗生素|抗菌药物|抗菌药
ultrasound|ultrasonography|sonography|ultrasonic|sonographic|ultrasonographic|echography|Doppler|B超|超声
MRI|magnetic resonance imaging|magnetic resonance
CT|computed tomography|tomography|CT检查
epidural|epidural analgesia|neuraxial|硬膜外
smoking|smoke|smokers|smoker|cigarette|tobacco|吸烟|抽烟
radiotherapy|radiation|irradiation|radiation therapy|brachytherapy|放疗|放射治疗
chemotherapy|chemo|cytotoxic|chemoradiotherapy|化疗
laser|激光
exercise|physical activity|training|运动|锻炼
sedation|sedated|sedative|镇静`;

/** Food, drink and habits, each with further names used by records. */
const habits = `coffee|caffeine|咖啡|咖啡因
tea|green tea|茶|喝茶|绿茶
egg|eggs|鸡蛋
milk|dairy|牛奶
honey|蜂蜜
walking|walk|走路|步行|散步
swimming|swim|aquatic|游泳`;

const rows = interventions.split('\n').map((line) => line.split('|'));
const keyOf = (term: string) => indexTerms(term).join(' ');
const namesByKey = new Map(rows.flatMap((row) => row.map((each) => [keyOf(each), row] as const)));

/** Words that begin a question about what follows them. */
const openers = new Set(
  'do does did is are was were can could should will would may might has have give giving given get getting take taking use using need receive receiving adding of'.split(
    ' ',
  ),
);
/** Words between the beginning and the thing asked about: "Does long-term use of antibiotics …". */
const betweenMax = 2;
const hanOpeners = /(?:^|[，、。]|使用|应用|服用|采用|接受|需要|注射|进行|做|用)$/;
const hanVerbs = /^(?:能|会|可以|可否|是否|有助|有没有|对)/;

/**
 * Returns the other names of a treatment, test or habit that the question asks about: as its subject, or as something
 * given, taken or used. Returns undefined if it is only mentioned.
 *
 * @example
 * askedIntervention('Do antibiotics prevent infection?', ['antibiotics']); // ['antibiotics', 'antimicrobial', …]
 */
export function askedIntervention(question: string, wordings: readonly string[]): string[] | undefined {
  const [term = ''] = wordings;
  const names = wordings.slice(0, 2).flatMap((each) => namesByKey.get(keyOf(each)) ?? []);
  if (names.length === 0 || !(isAskedInEnglish(question, term) || isAskedInChinese(question, term)))
    return undefined;
  return names;
}

function isAskedInEnglish(question: string, term: string): boolean {
  const words: string[] = question.toLowerCase().match(/[\p{Script=Latin}\p{N}'’-]+/gu) ?? [];
  const [first = ''] = term.toLowerCase().split(' ');
  const at = words.indexOf(first);
  if (at < 1) return false;
  return words.slice(Math.max(0, at - betweenMax - 1), at).some((word) => openers.has(word));
}

function isAskedInChinese(question: string, term: string): boolean {
  const at = question.indexOf(term);
  if (at < 0 || !/\p{Script=Han}/u.test(term)) return false;
  return hanOpeners.test(question.slice(0, at)) || hanVerbs.test(question.slice(at + term.length));
}

/** Verbs and judgments before which a single word is what a question asks about: "Does honey help …", "Is coffee bad …". */
const asksOf =
  /^\W{0,3}(?:do|does|did|is|are|can|could|will|would|should)(?: (?:i|we|you|he|she|they|eating|drinking|taking|using|wearing|doing|eat|drink|take|use|regular|daily|more|much|too|a|an|the|any|my|still|it)){0,4} (\p{L}[\p{L}-]{2,20}(?: \p{L}[\p{L}-]{2,20})??) (?:really |actually )?(?:helps?|causes?|prevents?|reduces?|improves?|increases?|affects?|works?|treats?|triggers?|worsens?|lowers?|raises?|protects?|harms?|cures?|relieves?|delays?|makes?|leads? to|sets? off|good|bad|safe|safely|unsafe|dangerous|harmful|ok|okay|allowed|healthy)\b|^\W{0,3}(?:can|could|may|should|is it (?:ok|okay|safe|bad|good|harmful|dangerous))\b(?: \p{L}{1,10}){0,4} (?:eat|drink|have|chew|smoke|eating|drinking) (?:a |an |the |any |some |raw |much )?(\p{L}[\p{L}-]{2,20})\b/iu;
/** Matches questions for the time between two things: "How long after coffee …". */
const asksTimeFrom =
  /\bhow (?:long|soon|many hours) (?:after|before) (?:an? |the |my |eating |drinking |having |taking )?(\p{L}[\p{L}-]{2,20})\b/iu;
const hanAsksOf =
  /^(?:请问|想问一?下?|问一下|明天|今天|后天|周末)?[，,]?(?:(?:孕妇|孕期|怀孕|儿童|孩子|老人|老年人|患者|病人|我|人)?(?:经常|每天|长期|多|常|老是)?(?:吃|喝|服用|服|用|使用|做|打|练))?(?!未|不|没|无)(\p{Script=Han}{2,8}?)(?:治疗?|(?:能不能|可不可以|能|会不会|会|可以|是否)(?!吃|喝|服|用|打|做|得|患|怀)|有助于|对\p{Script=Han}{2,10}(?:有|好|管用|的))/u;
/** Matches questions whether something may be eaten or used: 孕妇能喝咖啡吗. */
const hanMay =
  /(?:能不能|可不可以|可以|能|可|会)(?:经常|每天|长期|多|常)?(?:吃|喝|服用|用|做|打|练)(\p{Script=Han}{2,8}?)(?:吗|么|[?？]|$)/u;

/** Matches words for people, who do something themselves. */
const people = /(?:人|者|员|医生|学生|孕妇|妇女|护士|师|家属|孩子?|妈妈?|爸爸?|太太?|奶奶|爷爷)$/;

/**
 * Returns true if a question asks what a thing does or is good for, by its place in the question: an everyday word is a subject there,
 * as any drug would be.
 *
 * @example
 * isAskedAgent('Is coffee bad in pregnancy?', 'coffee'); // true
 * isAskedAgent('Which coffee was served to the controls?', 'coffee'); // false
 */
export function isAskedAgent(question: string, term: string): boolean {
  // An abbreviation is a name, or a word of its own: "ACT".
  if (/\p{Lu}{2}/u.test(term) || people.test(term)) return false;
  const patterns = /\p{Script=Han}/u.test(term) ? [hanAsksOf, hanMay] : [asksOf, asksTimeFrom];
  const agents = patterns.flatMap((pattern) => pattern.exec(question)?.slice(1).filter(Boolean) ?? []);
  return agents.some((agent) => agent === term || (keyOf(agent) !== '' && keyOf(agent) === keyOf(term)));
}

const habitRows = habits.split('\n').map((line) => line.split('|'));
const habitsByKey = new Map(habitRows.flatMap((row) => row.map((each) => [keyOf(each), row] as const)));

/** Returns the further names of food, drink or a habit; none if no list has it. */
export function habitNames(term: string): readonly string[] {
  return habitsByKey.get(keyOf(term)) ?? [];
}
