import type { Article } from '@citewell/core/records/article.ts';
import { abstractSentences } from '../../studies/abstract-sentences.ts';
import { sentenceKindsOf } from '../sentences/sentence-kinds.ts';
import { askedAct } from './asked-acts.ts';

/** A detail that a question asks for, such as a dose. */
export type AskedDetail = {
  /** Indicates that methods state it as well as findings do. */
  isOfMethods: boolean;
  /** Returns true if a sentence gives the detail itself: "500 mg daily". */
  isGivenIn(text: string): boolean;
  /** Returns true if a sentence gives the detail, or says something of it in words: "no adjustment of the dose". */
  isStatedIn(text: string): boolean;
  /** Matches the act whose time is asked for: "How soon may I drive?" */
  act?: RegExp;
};

type DetailKind = 'dose' | 'duration' | 'age' | 'price' | 'portion';

/** Kind of detail: the words in which questions ask for one, in either language, and the form in which sentences state it. */
type DetailForm = {
  kind: DetailKind;
  asked: RegExp;
  given: RegExp | ((question: string) => RegExp);
  /** Words in which sentences state it without giving it. */
  stated?: RegExp | ((question: string) => RegExp | undefined);
  /** Matches text of the same form that is not such a detail; it is removed first. */
  except?: RegExp;
  /** Matches weaker statements of the detail, which are quoted only after those that give it. */
  notFirst?: RegExp;
  /** Set if a question that is answered by yes or no can ask for it: "Is it cheaper?" */
  isAskedByWhether?: true;
  isOfMethods?: true;
};

const number = String.raw`(?:\d{1,4}(?:[.,·]\d{1,3})?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|fifty|several|(?:within|for|after|about|over|half) an?)`;
const hanNumber = '[\\d一二两三四五六七八九十半]';
/** Units of time, shortest first. */
const timeUnits: readonly { en: string; zh: string; short: string }[] = [
  { en: 'minutes?|mins?', zh: '分钟', short: 'min' },
  { en: 'hours?|hrs?', zh: '小时', short: 'h' },
  { en: 'days?|nights?', zh: '[天日夜晚]', short: 'd' },
  { en: 'weeks?|wks?', zh: '周|星期|礼拜', short: 'wks?' },
  { en: 'months?', zh: '月', short: 'mo' },
  { en: 'years?|yrs?', zh: '年', short: 'yrs?|y' },
];
const anyUnit = timeUnits.map(({ en }) => en).join('|');

/** Matches ages, lengths of follow-up and periods of statistics, which are no durations of what is asked. */
const notDurations = new RegExp(
  String.raw`\b(?:age[ds]?|ages)\b.{0,60}?\byears?\b(?:.{0,30}?\d.{0,12}?\byears?\b)?|\d[- ](?:${anyUnit})[- ](?:old|of age|(?:and|or) (?:older|over|above|younger))\b|\bfollow(?:ed)?[- ]?up\b[^;]{0,50}?\d(?:\.\d)? ?(?:${anyUnit})\b|\b${number}[- ](?:${anyUnit})[- ](?:of )?(?:follow|surviv|mortality|period|risk)|随访.{0,12}?年|年龄.{0,12}?岁`,
  'gi',
);

/** Matches times of measurement: they say until when something was seen, but are not quoted first. */
const timesOfMeasurement = new RegExp(
  String.raw`\b(?:at|during|over) (?:the |a |an )?${number}(?: (?:and|or|to) ${number})?[ -](?:${anyUnit})\b`,
  'gi',
);

const dose =
  /\d\)? ?(?:mg|milligrams?|µg|μg|micro ?g(?:rams?)?|mcg|g|grams?|IU|[mk]?U|units?|c?Gy|rads?|mCi|[MG]Bq|mEq|[mµμ]mol|mSv|ml|l|lit(?:er|re)s?|k?cal|drops|tablets|vials?)\b(?! ?\/ ?(?:d?l|ml)\b)(?<!\d ?(?:ml|l)(?= ?(?:\/|per|[·.⋅]?) ?(?:min|sec|s)\b))|\d ?(?:毫克|微克|克|毫升|升|千卡|大卡|单位|片|滴|戈瑞|居里)/i;
const wordsOnDoses =
  /\b(?:half|full|low|high|higher|lower|single|double|standard|reduced)[- ]dos|\bdos(?:es?|ages?|ing)\b|剂量/i;
const weightUnit = String.raw`(?:k(?:ilo)?g(?:rams?)?\b|公斤|千克)`;
/** Matches a question for a dose by body weight, unless it names one itself. */
const asksByWeight = new RegExp(
  String.raw`(?<!\d[ -]?)(?<!\p{L})(?:mg|milligrams?|mcg|[µμ]g|g|grams?|units?|IU|ml) ?(?:\/|per) ?${weightUnit}|每(?:公斤|千克)(?:体重)?.{0,8}(?:多少|几)|(?:多少|几)(?:毫克|微克|克|毫升|单位|mg|[µμ]g|ml)(?:\/|每)${weightUnit}`,
  'iu',
);
const doseByWeight = new RegExp(
  String.raw`\d ?(?:mg|milligrams?|mcg|[µμ]g|g|grams?|units?|IU|U|ml|毫克|微克|克|毫升|单位)(?: ?(?:\/|per|每) ?${weightUnit}|[·.⋅ ]?kg ?\(?[-−]1)|每(?:公斤|千克)(?:体重)?[^\d。；]{0,8}\d`,
  'iu',
);

/** Portions in which something is given, taken or done. */
const portions: readonly { en: string; zh: string }[] = [
  { en: 'cups?|mugs?|glasses', zh: '杯' },
  { en: 'sessions?|appointments?', zh: '次' },
  { en: 'injections?|shots?|jabs?', zh: '针' },
  { en: 'cycles?|courses?', zh: '疗程|周期' },
  { en: 'servings?|portions?', zh: '份' },
  { en: 'times (?:a|per|each|every) (?:day|week|month|year)', zh: '次' },
];

const forms: readonly DetailForm[] = [
  {
    kind: 'dose',
    isOfMethods: true,
    asked: either(
      asksByWeight,
      /\b(?:what|which|optimal|right|best|correct|recommended|usual|effective|starting)(?: \w{1,15}){0,3} dos(?:es?|age|ing)\b|\bdosing\b|\bdos(?:e|age) (?:adjustment|for|in|and)\b|[:,-] dos(?:e|age)\b|\bhow (?:many|much)(?: \w{1,15}){0,2} (?:mg|milligrams?|micrograms?|mcg|units|drops|tablets|pills|grams?)\b|\bhow much\b(?!.{0,30}\b(?:benefit|relief|sleep|exercise|activity|weight|time|risk|pain|difference|help|improvement|training|rest)\b).{1,40}\b(?:take|need|needs|give|given|taken|get)\b|\bhow (?:small|large|big|high|low) a dose\b|什么剂量|多[大少]的?剂量|剂量(?:是|要|该|应|为|怎么|如何|多)|(?:几|多少)(?:毫克|微克|克|毫升|单位|片|粒|滴|mg|μg|IU)|用量(?:是|多|怎|如)|用到?多少量|[吃补](?:几|多少)(?=[^钱年天次人种岁顿个]|$)/i,
    ),
    given: (question) => (asksByWeight.test(question) ? doseByWeight : dose),
    stated: (question) => (asksByWeight.test(question) ? undefined : wordsOnDoses),
  },
  {
    kind: 'duration',
    asked:
      /(?<!no matter )\bhow (?:long(?! an? )|soon|quickly)\b(?!.{1,60}\b(?:live|survive|grow|progress|spread|decline|worsen|dilate)\b)|\bhow many (?:\w{1,15}[- ]){0,2}(?:minutes|hours|hrs|days|nights|weeks|months|years)\b|\bwhen (?:can|may|could) (?:i|he|she|we|they|you|my|patients|children)\b|(?<![活没])(?:多久|多长时间)|多少(?:分钟|个?小时|天|周|个?星期|个?月|年)|(?<![好十活这近前过了])几(?:分钟|个?小时|天|周|个?星期|个?月|年)(?![前来了大])/i,
    given: durationPattern,
    stated:
      /\b(?:each|every) (?:minute|hour|day|week|month|year)\b|\b(?:immediate|permanent|indefinite)(?:ly)?\b|\blife-?long\b|\bovernight\b|\bwithin (?:minutes|hours|days|weeks|months)\b|\bdecades?\b|[几数]十年|\b(?:extended|prolonged|longer|shorter|short) (?:duration|course)\b|终身|立即/i,
    except: notDurations,
    notFirst: timesOfMeasurement,
  },
  {
    kind: 'age',
    asked:
      /\b(?:what|which|optimal|best|right|ideal) age\b|\bhow old (?:should|must|does|do|is best|can)\b|多大(?:年龄|年纪|岁)|(?:孩子|宝宝|小孩|患儿|婴儿|儿童|男孩|女孩|男性|女性|人)多大(?!可能|风险|几率)|(?<![十多])几岁|多少岁|什么年龄|(?<![才刚]|只有)(?:几|多少)个月[大龄]/i,
    given:
      /\b(?:before|less|under|over|after|by|within|than|between|from|until|up to)\b[^.;]{0,25}\d(?:[-– ]+(?:to |and |or )?\d{1,3})?[- ](?:years?|months?|yrs?|(?:weeks?|days?) (?:old|of (?:age|life)|after birth))\b|\b(?:at|aged?|ages)\b[^.;]{0,25}\d(?:[-– ]+(?:to |and |or )?\d{1,3})?[- ](?:years?|months?|weeks?|days?|yrs?)\b|\d[- ](?:years?|months?|weeks?)[- ](?:old|of (?:age|life))\b|\bage[ds]? (?:of |group )?(?:\d|[≥><])|\d\s?(?:岁|个月|月龄)|\b(?:early|earlier|delayed) (?:surgery|repair|operation|treatment|intervention|implantation)\b|\bdecade of life\b|\bpuberty\b/i,
    // The age of the people studied or counted, but not at an event ("the median age at menopause"), and how long something was done.
    except:
      /\((?:all )?(?:aged?|age range)\b[^()]{0,40}\)|\d ?% (?:of (?:[\w-]{2,15} ){1,3})?aged [^.;%]{0,20}?\b(?:years|yrs)\b|\bpopulation aged \d{1,3}(?:[-–]| to | and )\d{1,3} (?:years|yrs)\b|\b(?:for|lasting|during) (?:at least |more than |up to |about |a (?:mean|median) of )?\d{1,3}(?:\.\d)?(?:[-– ]+(?:to |and |or )?\d{1,3})? (?:years?|months?|weeks?|days?)\b(?! (?:old|of age))|\b(?:treat|follow|therap|inject|receiv)\w{0,12}\b[^.;]{0,60}\bfrom \d{1,3}(?:\.\d)? to \d{1,3}(?:\.\d)? (?:years|months|weeks|days)\b(?! of age)|\b(?:mean|median|average) (?:\w{1,12} )?age\b(?! at (?!enrol|recruit|diagnos|inclusion|entry|baseline|surgery|operation|presentation))[^;]{0,40}|(?<!(?:初潮|绝经|发病|起病)的?)平均年龄.{0,12}/gi,
  },
  {
    kind: 'price',
    asked:
      /\bcosts?\b(?! of\b.{0,40}\bto\b)|\b(?:list |retail |market )?prices?\b|\b(?:in|how many) (?:US )?(?:dollars|euros|pounds sterling|yuan)\b|\bcheap(?:er)?\b|\bexpensive\b|\bdearer\b|\bhow much (?:money|would it|is it)\b|\bsave money\b|费用|多少(?:块?钱|美元|欧元)|省钱|便宜|成本|贵(?=[吗么不多一])|价格/i,
    given:
      /\b(?:costs?|cost-\w{1,15}|costly|savings?|saves?|expenditures?|charges|QALYs?|euros?|dollars?|economic(?:al|ally)?|prices?|cheap(?:er)?|expensive|expenses?|spending|budget)\b|[$€£¥]|成本|费用|经济|\d元/i,
    isAskedByWhether: true,
  },
  {
    kind: 'portion',
    isOfMethods: true,
    asked: new RegExp(
      String.raw`\bhow many (?:[a-z-]{2,15} ){0,2}?(?:${portions.map(({ en }) => en).join('|')})\b|[几多][少]?(?:个)?(?:${portions.map(({ zh }) => zh).join('|')})`,
      'i',
    ),
    given: portionPattern,
  },
];

/** Matches a part of a question that is answered by yes or no, in which a detail is only mentioned: "I had fever for several days, do I need …". */
const asksWhether =
  /^\W{0,3}(?:can(?! (?:you|anyone|someone)\b)|does|do|did|is|are|was|were|has|have|will|would|should|could)\b|, (?:does|do|did|is|are|was|will|would|should|can|could)\b|吗|是否|能不能|会不会|要不要|有没有|是不是|好不好|可不可以|该不该/i;

/** Matches another question beside the one for a detail: "no matter how long I sleep, what causes this?" */
const asksOtherwise = /\b(?:what|which|why|who|where)\b|怎么|什么|原因|哪|如何|为何|咋/i;

/** Separates the parts of a question: "Does it work, and how long does it take?" */
const partBorders = /[?？。]|(?<=吗)[，,、]|, and (?=how|what|when|which|do|does|is|are|can)|; /i;

/** Returns the parts of a question that may each ask for something. */
export function partsOf(question: string): string[] {
  return question.split(partBorders).filter((part) => /[\p{L}\p{N}]/u.test(part));
}

/**
 * Returns the details that a question asks for: a dose, a duration, an age, a price or a number of portions. None if a part of it asks for
 * something else, which a record without the detail can answer.
 */
export function askedDetails(question: string): AskedDetail[] {
  const parts = partsOf(question);
  const [act] = parts.flatMap((part) => askedAct(part) ?? []);
  const byPart = parts.map((part) =>
    forms.filter(
      ({ asked, isAskedByWhether }) =>
        asked.test(part) &&
        (isAskedByWhether || !(asksWhether.test(part) || asksOtherwise.test(part.replace(asked, ' ')))),
    ),
  );
  if (byPart.some((found) => found.length === 0)) return [];
  return forms
    .filter((form) => byPart.some((found) => found.includes(form)))
    .map(({ given, stated, except, notFirst, isOfMethods = false }) => {
      const detail = given instanceof RegExp ? given : given(question);
      const words = typeof stated === 'function' ? stated(question) : stated;
      const without = (text: string, pattern?: RegExp) => (pattern ? text.replace(pattern, ' ') : text);
      return {
        isOfMethods,
        ...(act && { act }),
        isGivenIn: (text) => detail.test(without(without(text, except), notFirst)),
        isStatedIn(text) {
          const rest = without(text, except);
          return detail.test(rest) || (words?.test(rest) ?? false);
        },
      };
    });
}

/** Joins two patterns: matches if either does. */
function either(one: RegExp, other: RegExp): RegExp {
  return new RegExp(`${one.source}|${other.source}`, one.flags);
}

/** Matches durations in the unit of time that a question names, or in the next shorter or longer one: hours are not answered by years. */
function durationPattern(question: string): RegExp {
  const asked = timeUnits.findIndex(({ en, zh }) =>
    new RegExp(`how many (?:\\w{1,15}[- ]){0,2}(?:${en})\\b|[几少]个?(?:${zh})`, 'i').test(question),
  );
  const units = timeUnits.filter((_, at) => asked < 0 || Math.abs(at - asked) <= 1);
  const of = (part: 'en' | 'zh' | 'short') => units.map((unit) => unit[part]).join('|');
  return new RegExp(
    `\\b${number}[ -](?:${of('en')})\\b|\\d ?(?:${of('short')})\\b|${hanNumber}\\s?个?(?:${of('zh')})`,
    'i',
  );
}

/** Matches a number of the portions that a question names: "three cups a day", "twice weekly". */
function portionPattern(question: string): RegExp {
  const named = portions.filter(({ en, zh }) => new RegExp(`\\b(?:${en})\\b|${zh}`, 'i').test(question));
  const [en, zh] = (['en', 'zh'] as const).map((part) => named.map((each) => each[part]).join('|'));
  return new RegExp(
    `\\b${number}(?: [a-z-]{2,15}){0,3}? (?:${en})\\b|\\b(?:once|twice|thrice) (?:a|per|each|every|daily|weekly|monthly|yearly)\\b|${hanNumber}\\s?个?(?:${zh})`,
    'i',
  );
}

/**
 * Returns true if a record states one of the details that a question asks for, in its title or findings, or in its methods if those state
 * it too. If it asks for none, every record does.
 */
export function statesAskedDetail(article: Article, details: readonly AskedDetail[]): boolean {
  if (details.length === 0) return true;
  const sentences = abstractSentences(article);
  const kinds = sentenceKindsOf(article, sentences);
  const findings = sentences.filter((_, at) => kinds[at] !== 'setting');
  const isOn = (act: RegExp) =>
    [article.title, ...findings.map(({ text }) => text)].some((text) => act.test(text));
  return details.some(
    ({ isOfMethods, isStatedIn, act }) =>
      (act === undefined || isOn(act)) &&
      (isStatedIn(article.title) ||
        (isOfMethods ? sentences : findings).some(({ text }) => isStatedIn(text))),
  );
}
