import { isStopWord } from '@citewell/core/text/stop-words.ts';
import { foldText } from '@citewell/core/text/words.ts';

/**
 * Words of follow-up questions, which name no subject of their own: what is asked of the studies ("How large was it?"),
 * of the answer ("more", "which one is best?"), and another outcome or population ("and in children?").
 */
const english = {
  study: `size sizes sample number numbers participants participant subjects enrolled enroled included recruited randomized randomised
  trial trials study studies paper papers record records review reviews design type types blinded blind double-blind placebo
  placebo-controlled controlled large big small followed strong quality certain certainty reliable trust trustworthy level
  limitation limitations limits weakness weaknesses strength strengths bias biases biased funding funded funds sponsor sponsored paid
  conflict conflicts interest author authors wrote written year years published publication journal country countries place conducted
  took take takes entered completed complete finished dropped group groups arm arms started analysed analyzed studied tested setting centre centres center centers method methods methodology statistical statistically significant significance confidence
  interval intervals endpoint endpoints source sources reference references citation citations cite link links pdf doi pmid full text
  evidence findings finding result results conclusion conclusions data total part exactly many long`,
  answer: `continue go on more further detail details detailed expand elaborate explain simpler simple plain short shorter longer
  summary summarize summarise list table example examples other others another next rest else again anything point points key main
  one ones best better worst worse first choice preferred prefer recommend recommended recommendation recommendations alternative
  alternatives option options difference differences differ similar compare compared comparison guideline guidelines newer latest
  recent reason reasons mechanism mechanisms mean means work works term terms taken`,
  outcome: `side effect effects adverse event events harm harms harmful risk risks risky safe safety safer danger dangers dangerous toxic
  toxicity tolerated tolerability cost costs price prices priced expensive cheap cheaper affordable cost-effective cost-effectiveness
  money worth dose doses dosage dosing duration long-term short-term benefit benefits effective effectiveness
  efficacy mortality death deaths survival quality life recurrence relapse complication complications outcome outcomes prognosis
  success rate rates contraindication contraindications contraindicated interaction interactions downside downsides`,
  population: `children child kids kid infants infant babies baby newborn newborns neonates toddlers adolescents adolescent teenagers teens
  adults adult women woman men man females males girls boys people patients elderly older old seniors aged pregnant pregnancy
  breastfeeding lactation lactating nursing mothers smokers athletes`,
};

const wordsOf = (list: string): string[] => list.split(/\s+/).filter(Boolean);
const outcomeWords = new Set(wordsOf(english.outcome));
const populationWords = new Set(wordsOf(english.population));
const known = new Set(Object.values(english).flatMap(wordsOf));

const han = {
  study:
    /样本量|样本|例数|人数|多少(?:人|例|名|位|个人|患者|病人|受试者|婴儿|儿童|孩子|女性|男性|孕妇|老人)|几个人|规模|入组|纳入|受试者|参与者|研究设计|设计|类型|随机|双盲|盲法|随访|证据(?:等级|级别|强度|质量)?|质量|可靠|可信|靠谱|局限性?|不足|缺点|优点|偏倚|资助|经费|利益冲突|作者|谁做|年份|哪一?年|发表|期刊|杂志|国家|地点|方法|统计|显著性?|[Pp]值|置信区间|终点|来源|出处|参考文献|引用|文献|链接|原文|全文|研究|试验|论文|文章|综述|记录|结论|结果|数据|依据/g,
  answer:
    /继续|接着|往下|展开|详细|具体|细节|更多|再|补充|总结|概括|列表|列出|表格|举个?例子?|例子|解释|说明|通俗|简单|简短|还有|其他|其它|别的|另外|下一|哪个|哪种|哪一[个种款]|最好|更好|最佳|首选|推荐|建议|替代|选择|区别|差别|差异|比较|相比|为什么|为何|原因|机制|原理|怎么回事|指南|最新|新的/g,
  outcome:
    /副作用|不良反应|不良事件|毒副作用|毒性|安全性?|风险|危害|坏处|好处|费用|花费|花钱|价格|价钱|成本|成本效果|多少钱|贵|便宜|划算|性价比|效益|剂量|用量|用法|疗程|多久|多长时间|时间|效果|疗效|有效|有用|管用|死亡率|生存率?|预后|复发率?|并发症|生活质量|禁忌症?|相互作用|长期|短期|远期/g,
  population:
    /儿童|小孩|孩子|小儿|患儿|婴儿|婴幼儿|幼儿|宝宝|新生儿|早产儿|青少年|成人|成年人|大人|老人家?|老年人|老年|高龄|孕妇|孕期|怀孕|妊娠|哺乳期?|女性|男性|女的|男的|妇女|男人|女人|患者|病人/g,
  function:
    /那么?|这|该|此|其|它|他们?|她们?|们|上述|上面|以上|前面|刚才|呢|吗|么|呀|啊|吧|的话?|了|是|有没有|有|没|不|会|能|可以|可|请|请问|我|想|要|知道|问|你|您|给|说|讲|告诉|一下|一点|点|些|个|项|篇|种|款|什么|怎么样|怎样|怎么|咋样?|如何|多少?|大|高|低|小|在|对|于|和|与|跟|或|又|也|都|还|就|情况|方面|人群|人|中|里|用|做|看|到|最|更|比|几|哪|儿|样|何|行|好|一|两|二|三|里面|服用|吃|分别|主要|大概|到底|究竟|总共|一共|共/g,
};

/** Outcome that a follow-up asks about. */
export type AskedOutcome = {
  /** Name in each language. */
  en: string;
  zh: string;
  /** Other names to search for. */
  others: readonly string[];
  /** Matches sentences that report it. */
  reported: RegExp;
};

/** Outcomes by the words for them in follow-ups; the efficacy, of which every record says something, is none. */
const outcomes: [RegExp, AskedOutcome][] = [
  [
    /effects?\b|adverse|harm|risk|safe|danger|toxic|tolera|contraindic|interaction|downside|副作用|不良|毒|安全|风险|危害|坏处|禁忌|相互作用/,
    {
      en: 'side effects',
      zh: '副作用',
      others: ['adverse effects', 'adverse events', 'safety', '不良反应', '安全性'],
      reported:
        /\bside[- ]effects?\b|\badverse\b|\bsafe(?:ly)?\b|\bsafety\b(?! (?:monitoring|board|committee|data))|\bharm(?:s|ful)?\b|\btoxic|\btolera(?:ted|bility|bly)\b|\bcomplications?\b|\bcontraindicat|\binteractions?\b|\b(?:nausea|vomiting|diarrh|bleeding|haemorrhage|hemorrhage|hypoglyc|myopath|myalgia|rash|dizziness|headache|acidosis)|副作用|不良|安全性?|毒性|耐受|并发症|出血|低血糖|腹泻|恶心|呕吐/i,
    },
  ],
  [
    /cost|price|expensive|cheap|afford|money|worth|费用|花费|花钱|价|成本|多少钱|贵|便宜|划算|效益/,
    {
      en: 'cost',
      zh: '费用',
      others: ['costs', 'cost-effectiveness', 'economic evaluation', '成本'],
      reported:
        /\bcosts?\b|\bcost-|\bcostly\b|\beconomic|\bexpens|\bprices?\b|\bQALYs?\b|\bquality-adjusted\b|[$€£]\s?\d|\b(?:USD|dollars|euros|pounds)\b|费用|成本|经济学|花费|价格/i,
    },
  ],
  [
    /mortality|\bdeaths?\b|\bdie[ds]?\b|survival|死亡|生存/,
    {
      en: 'mortality',
      zh: '死亡率',
      others: ['death', 'survival', '死亡', '生存'],
      reported: /\bmortality\b|\bdeaths?\b|\bdied\b|\bsurviv|\bfatal|死亡|生存|存活/i,
    },
  ],
  [
    /\bdos(?:e|es|age|ing)\b|剂量|用量|用法/,
    {
      en: 'dose',
      zh: '剂量',
      others: ['dosage', 'dosing'],
      reported: /\bdos(?:e|es|age|ages|ing)\b|\d\s?(?:mg|g|mcg|µg|IU|ml)\b|剂量|毫克/i,
    },
  ],
  [
    /duration|long-term|short-term|多久|多长时间|时间|疗程|长期|短期|远期/,
    {
      en: 'duration',
      zh: '时间',
      others: ['long-term', 'treatment duration', '疗程'],
      reported: /\b(?:days?|weeks?|months?|years?|duration|long-term|short-term)\b|[天周月年]|疗程/i,
    },
  ],
  [
    /quality|生活质量/,
    { en: 'quality of life', zh: '生活质量', others: [], reported: /\bquality of life\b|\bQoL\b|生活质量/i },
  ],
  [
    /recurrence|relapse|复发/,
    { en: 'recurrence', zh: '复发', others: ['relapse'], reported: /\brecur|\brelaps|复发/i },
  ],
  [
    /complication|并发症/,
    { en: 'complications', zh: '并发症', others: [], reported: /\bcomplications?\b|并发症/i },
  ],
];

/** Returns true for an English word about the studies, the answer, an outcome or people. */
export function isFollowUpWord(word: string): boolean {
  return known.has(word);
}

/** Returns true for an English word that names a result of care. */
export function isOutcomeWord(word: string): boolean {
  return outcomeWords.has(word);
}

const isHan = /\p{Script=Han}/u;
/** Words that only a reader of earlier messages understands. */
const opensEnglish =
  /^\W{0,9}(?:and|but|or|also|then|ok(?:ay)?,? (?:and|but|so)|what about|how about|what if it['’]?s)\b/i;
const opensHan = /^\s{0,9}(?:那么?|还有|另外|然后|至于)|呢[？?！!。]*\s{0,9}$/;
const pointsBack =
  /\b(?:it|its|they|them|their|this|that|these|those|the (?:trial|study|studies|trials|paper|papers|review|authors?))\b|它|其|该|这|那|上述|上面/i;

/** Reading of a question that names no subject. */
export type Continuation = {
  /** Other outcomes that it asks about. */
  outcomes: AskedOutcome[];
  /** Words for another population: "pregnant women", 儿童. */
  population: string;
  /** Indicates words that refer to an earlier message: "And in children?", "Is it safe?" */
  pointsBack: boolean;
};

/** Maximum length of a follow-up in characters: longer messages have a subject. */
const lengthMax = 120;

/**
 * Reads a message that consists only of words of follow-up questions.
 *
 * @example
 * readContinuation('And in children?')?.population // 'children'
 * readContinuation('Does aspirin prevent stroke?') // undefined
 */
export function readContinuation(message: string): Continuation | undefined {
  if (message.length > lengthMax || aboutReader.test(message)) return undefined;
  return isHan.test(message) ? readChinese(message) : readEnglish(message);
}

/** "Tell me about yourself" is about the assistant. */
const aboutReader = /\byour(?:self|s)?\b|[你您](?:的|自己|们)/i;

function readEnglish(message: string): Continuation | undefined {
  const words = message.toLowerCase().match(/[\p{L}\p{N}]+(?:['’-][\p{L}\p{N}]+)*/gu) ?? [];
  const listed = words.filter((word) => known.has(word));
  const isOpened = opensEnglish.test(message);
  if (listed.length === 0 || !words.every((word) => known.has(word) || isFunctionWord(word)))
    return undefined;
  const isPointing = isOpened || pointsBack.test(message);
  const people = words.filter((word) => populationWords.has(word));
  if (
    !isPointing &&
    (ofState.test(message) || (people.length > 1 && people.some((word) => states.has(word))))
  )
    return undefined;
  return {
    outcomes: outcomesIn(words.filter((word) => outcomeWords.has(word)).join(' ')),
    // "How many women took part?" asks about those of the studies.
    population:
      /\bhow many\b/i.test(message) || people.length === 0 ? '' : [...people, ...agesIn(message)].join(' '),
    pointsBack: isPointing,
  };
}

/** Returns the limit of age of the people in a follow-up: "in women over 75". */
function agesIn(message: string): string[] {
  return (
    message.toLowerCase().match(/\b(?:over|above|under|below|aged|older than|younger than) \d{1,3}\b/g) ?? []
  );
}

function isFunctionWord(word: string): boolean {
  return isStopWord(foldText(word)) || /^\d{1,3}$/.test(word);
}

/** Populations that may be the subject itself: "What are the risks of pregnancy in older women?" */
const states = new Set(['pregnant', 'pregnancy', 'breastfeeding', 'lactation', 'lactating', 'nursing']);
const ofState = /\b(?:of|do|does|is|are|can|will) (?:pregnancy|breastfeeding|lactation|nursing|placebo)\b/i;

/** Returns the words for people in a follow-up: 儿童 of 儿童脓毒症呢. */
export function peopleNamed(phrase: string): string {
  if (isHan.test(phrase))
    return (phrase.match(han.population) ?? []).filter((word) => !anyone.test(word)).join('');
  return (phrase.toLowerCase().match(/\p{L}+/gu) ?? [])
    .filter((word) => populationWords.has(word) && !anyone.test(word))
    .join(' ');
}

const anyone = /^(?:patients|people|患者|病人)$/;

/** Returns the outcome of the list that words name beyond doubt: deaths, costs, a dose, a recurrence. */
export function outcomeNamed(words: string): AskedOutcome | undefined {
  return outcomes.find(
    ([pattern, { en }]) =>
      !['side effects', 'duration', 'complications'].includes(en) && pattern.test(words.toLowerCase()),
  )?.[1];
}

/** Returns true if a message that refers to nothing before it asks about people as its subject: 高龄孕妇有哪些风险？ */
export function isAboutPeople(message: string): boolean {
  if (isHan.test(message))
    return (
      !opensHan.test(message) && !pointsBack.test(message) && (message.match(han.population) ?? []).length > 1
    );
  const people = (message.toLowerCase().match(/\p{L}+/gu) ?? []).filter((word) => populationWords.has(word));
  return (
    !opensEnglish.test(message) &&
    !pointsBack.test(message) &&
    (ofState.test(message) || (people.length > 1 && people.some((word) => states.has(word))))
  );
}

function outcomesIn(words: string): AskedOutcome[] {
  return outcomes.filter(([pattern]) => pattern.test(words)).map(([, outcome]) => outcome);
}

function readChinese(message: string): Continuation | undefined {
  const text = message.replace(/[\s\p{P}]+/gu, '');
  const rest = [han.outcome, han.population, han.study, han.answer].reduce(
    (left, pattern) => left.replace(pattern, ' '),
    text,
  );
  if (rest === text || rest.replace(han.function, '').trim() !== '') return undefined;
  const isPointing = opensHan.test(message) || pointsBack.test(message);
  const people = text.match(han.population) ?? [];
  if (!isPointing && people.length > 1) return undefined;
  return {
    outcomes: outcomesIn((text.match(han.outcome) ?? []).join(' ')),
    population: /多少|几/.test(text) ? '' : people.join(''),
    pointsBack: isPointing,
  };
}
