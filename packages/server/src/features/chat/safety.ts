import type { HistoryItem, Language } from '@citewell/sdk';

/** Danger that a person may be in according to their message: a reason for the fixed reply, not a diagnosis. */
export type Danger = 'self_harm' | 'emergency';

/**
 * Detects that someone writes about a present danger to themselves or someone with them. It uses rules and no model:
 * the reply to a person in danger must not depend on one. The rules require a person and a state, so questions about
 * suicide or infarction as research subjects do not match.
 */
export function findDanger(message: string): Danger | undefined {
  const text = message
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[’‘`´]/g, "'")
    .replace(/[殺結藥腫氣臟驟驚]/g, (character) => simplified[character] ?? character)
    .replace(/\s+/g, ' ');
  const danger = selfHarm.some((pattern) => pattern.test(text))
    ? 'self_harm'
    : emergencies.some((pattern) => pattern.test(text))
      ? 'emergency'
      : undefined;
  return danger && isAboutWork(text) ? undefined : danger;
}

/**
 * Detects danger in a dialogue: an earlier message counts until the reply has named help, and beyond that if the person
 * asks about means.
 */
export function findDangerIn(message: string, history: readonly HistoryItem[]): Danger | undefined {
  const now = findDanger(message);
  if (now) return now;
  for (const { q, a } of history.toReversed()) {
    const danger = findDanger(q);
    if (danger && (!wasHelped(a) || means.test(message))) return danger;
  }
  return undefined;
}

/**
 * Returns true if a reply, fixed or in anyone's words, names help: a number to call ("120 mmHg" is none), the emergency
 * services, or in Chinese a hotline.
 */
function wasHelped(reply: string): boolean {
  return /\b(?:call|dial|text|ring)\b[^.]{0,40}\b(?:911|999|112|988|116 123|120|110|000)\b|\bemergency (?:number|services)\b|(?:拨打|致电|呼叫)[^。]{0,20}(?:120|110|12356|急救)|热线/i.test(
    reply,
  );
}

/** Matches questions about method, dose and speed, which after "I want to die" do not ask for literature. */
const means =
  /\b(?:lethal|fatal|overdos\w*|toxic|how (?:many|much|long|fast|high|deep)|die|dying|death|dead|kill\w*|pills?|tablets?|dose|rope|knife|gun|bridge|painless|painful)\b|致死|会死|死|过量|多少|几[片粒颗瓶]|药|剂量|痛苦|割|跳|绳/i;

/** Traditional forms of the characters in the rules. */
const simplified: Record<string, string> = {
  ...{ 殺: '杀', 結: '结', 藥: '药', 腫: '肿', 氣: '气', 臟: '脏', 驟: '骤', 驚: '惊' },
};

/** Matches research or a doctor's patient, if the writer does not also speak of themselves. */
function isAboutWork(text: string): boolean {
  return work.test(text) && !speaker.test(text.replaceAll(ownWork, ' '));
}

const work =
  /\b(?:stud(?:y|ies)|trials?|meta-analys[ei]s|literature|evidence|incidence|prevalence|epidemiolog\w+|risk factors?|guidelines?|case report|differential diagnosis|patients?)\b|研究|文献|发病率|患病率|流行病学|危险因素|指南|荟萃|随机对照|鉴别诊断|病人|患者/;
const ownWork =
  /\bmy (?:patients?|study|studies|thesis|paper|research|review|work|team|colleagues?)\b|我(?:们)?的?(?:病人|患者|研究|论文|综述|课题|科室)/g;
const speaker = /\b(?:i|i'm|im|i've|my|me|myself|mine)\b|我/;

/** Persons in danger: the writer, or someone with them. */
const self = "(?:i|i'm|im|i am|i've|i have)";
const somebody =
  "(?:i|i'm|im|my (?:\\w+ )?(?:wife|husband|partner|mother|mom|mum|father|dad|son|daughter|child|kid|baby|toddler|infant|brother|sister|friend|grandmother|grandma|grandfather|grandpa|roommate|colleague|neighbou?r|boyfriend|girlfriend|boy|girl)|she|he|someone|somebody|my \\w+[ -](?:year|month|week|day)s?[ -]old|a (?:man|woman|child|person|friend|stranger))(?:'s|'m| is| am| has| has just| just| have| have just|'ve|'ve just)?";

/** Matches intentions in the first person; people who write in haste omit the pronoun. */
const intends = `(?:^|[.!?,;] ?|\\b${self}(?: (?!(?:my|your|he|she|they|it|patients?)\\b)\\w+){0,4} )(?:want|wanting|wanna|wish|like|going|gonna|plan|planning|decided|ready|rather|need|trying|tried|thinking|thought|tempted|considering|will|about(?= to))(?: (?:i was|i were|to|of|about|on|how|just))* `;
/** Object of the intention; words after it can make it a research subject. */
const ending =
  '(?:die|dead|be dead|not be alive|disappear forever|(?:commit )?suicide|overdos(?:e|ing)|end(?:ing)? (?:it(?! here| there)|things|everything|my (?:own )?life)|jump(?:ing)? (?:off|from|out of) (?:an?|the|this|my|that) |hang(?:ing)? myself|(?:go to sleep and )?(?:never|not) wak(?:e|ing) up)(?! (?:laughing|early|rested|on |before |with |stud|trials?|prevention|risks?|rates?|research|attempts|in |among|of |from ))';

const selfHarm: readonly RegExp[] = [
  /\b(?:kill|hurt|harm|cut|cutting|hurting|harming|killing|hang|hanging|drown|shoot|poison) myself\b/,
  /\b(?:end|ending|take|taking) my (?:own )?life\b|\bend it all\b/,
  new RegExp(`${intends}${ending}`),
  /\b(?:cut|slit|slash(?:ed)?) my (?:own )?(?:wrists?|veins?|throat)\b|\bi(?:'ve|'m| have| am| keep| started)?(?: been)? self-?harm(?:ed|ing)?\b|\bwhat i(?:'ll| will| might| may| could) do to myself\b|\b(?:nobody|no one) would (?:even )?miss me\b/,
  /\b(?:tired|sick) of (?:living|being alive|life)\b|\b(?:reason|point|sense|purpose)(?: left)? (?:in |of |to |for )?(?:(?:go|going|keep|keeping) (?:on )?)?(?:live|living|being alive|exist|existing)\b(?! (?:donors?|wills?|kidneys?|livers?|with|alone|cells?))/,
  /\b(?:i wish i (?:was|were) (?:dead|never born)|i (?:\w+ )?(?:do not|don't|dont) (?:want to|wanna) (?:live|be alive|be here|exist|wake up)(?: any ?more)?|(?:no reason|nothing left|not worth|no point in) (?:to live|living|to live for)|life is not worth living|better off (?:dead|without me))\b/,
  /\b(?:i am|i'm|im|i feel|i've been|feeling) (?:\w+ )?suicidal\b|\bthinking (?:about|of) (?:suicide(?! prevention| stud| research| risk)|ending it|killing myself)\b|\bmy (?:suicide|goodbye) (?:notes?|letters?|plan)\b|\b(?:happier|better|easier) if i (?:was|were) (?:gone|dead)\b|\bsuicidal thoughts\b.{0,60}\b(?:i|my|me)\b|\b(?:i|i've) (?:have |had |having )?(?:been having )?suicidal thoughts\b/,
  /\bhow (?:many|much)\b.{0,60}\b(?:pills?|tablets?|insulin|paracetamol|acetaminophen|tylenol|sleeping)\b.{0,60}\b(?:to (?:die|kill (?:myself|me))|would kill me|painless)\b|\b(?:painless|easiest|best|quickest) way to (?:die|kill myself|end (?:it|my life))\b/,
  /\bmy (?:\w+ )?(?:friend|son|daughter|wife|husband|partner|mother|father|mom|mum|dad|brother|sister|roommate|boyfriend|girlfriend|child|student)\b.{0,40}\b(?:wants? to (?:die|kill)|(?:is|feels) suicidal|(?:kill|hurt|cut)(?:ing|s)? (?:him|her|them)sel(?:f|ves)|threaten\w* (?:suicide|to kill))/,
  /我.{0,8}(?:不想活|想死(?!磕|你|他|她)|去死|想自杀|要自杀|打算自杀|想结束(?:自己的?)?生命|结束自己|想轻生(?!活)|要轻生(?!活)|寻死|想消失|想跳楼(?!机)|要跳楼(?!机)|想割腕|在割腕|割腕了|想上吊)|(?:活着|生活|人生).{0,6}(?:没(?:有)?(?:什么)?(?:意思|意义)|没劲透|太痛苦.{0,6}(?:不想|结束))|不想(?:再)?活(?:下去|了)|死了算了|一死了之|(?:让我|我想)(?:一了百了|解脱)|伤害自己|自残|(?:吃|服|喝)(?:多少|几(?:片|颗|粒)).{0,12}(?:会死|能死|致死|死掉)|(?:怎么|如何|怎样).{0,6}(?:自杀|死).{0,8}(?:不痛|无痛|没(?:有)?痛苦|最快)|没有活下去的(?:意义|理由|勇气)/,
  /(?:想|要|准备|打算|决定)(?:今[晚天夜]|明天|现在|马上|就|去|直接|再|从[^，。,.]{1,6}|用[^，。,.]{1,3}|找个[^，。,.]{1,8}){0,3}(?:自杀(?!未遂|率|风险|干预|预防|问题|相关)|轻生(?!活)|上吊|割腕|跳[楼河桥海轨](?!机)|跳下去|了结(?:自己|生命|一切)|结束(?:自己|生命|(?:这)?一切(?=[了吧，。！,.!]|$))|[划割伤]自己)|(?:割了|划了|割开)(?:自己的?)?(?:手)?腕|活(?:够|腻)了|不想(?:再)?醒(?:来|过来)|生无可恋.{0,6}想(?:走|离开|解脱)/,
  /\bjump(?:ing)? off (?:a|the|this) (?:bridge|roof|building|cliff)\b|\b(?:gun|knife|rope|pills?)\b.{0,40}\b(?:on|to) (?:myself|end it)\b|\bi (?:\w+ ){0,2}(?:wanna |want to |am gonna |'m gonna )?kms\b|\bi (?:really )?(?:can't|cannot|cant) (?:go on|do this|take (?:it|this)) any ?more\b|\b(?:i|i'm|i am) (?:\w+ ){0,3}(?:feel like |thinking of |thinking about )?ending things\b/,
  /^(?:我)?(?:好|真|很)?想死[了啊呀。！!…~]*$|活不下去|(?:吃|服|吞)了(?:很多|好多|大量|一堆|一把).{0,4}药.{0,6}(?:想走|想睡过去|不想醒)/,
  /(?:我(?:的)?|她|他)(?:朋友|儿子|女儿|孩子|妻子|老婆|丈夫|老公|妈妈?|爸爸?|母亲|父亲|弟弟|妹妹|哥哥|姐姐|同学|室友|男友|女友|男朋友|女朋友).{0,12}(?:想自杀|要自杀|想死|不想活|要跳楼|割腕|轻生(?!活)|自残)/,
];

const emergencies: readonly RegExp[] = [
  new RegExp(
    `\\b${somebody}(?: \\w+){0,6} (?:can't|cannot|cant|can not|unable to|struggling to|hardly|barely|trouble|difficulty|stopped|not|isn't|hard to)(?: \\w+){0,2} breath(?:e|ing)?\\b`,
  ),
  new RegExp(
    `\\b${somebody}(?: \\w+){0,5} (?:crushing|severe|terrible|tight|sudden|bad|awful|strong|sharp|chest)(?: \\w+){0,3} (?:chest|pain in (?:my|his|her|the) chest|tightness in (?:my|his|her|the) chest|chest pain|pressure)`,
  ),
  new RegExp(
    `\\b(?:${somebody}(?: \\w+){0,4} (?:having|has|have|got|feel(?:s|ing)?|get(?:ting)?)) (?:\\w+ ){0,3}(?:chest pains?|heart attack|a stroke|a seizure|an? anaphyla\\w+)`,
  ),
  new RegExp(
    `\\b${somebody}(?: \\w+){0,3} (?:unconscious|unresponsive|not responding|not waking up|won't wake up|wont wake up|passed out|collapsed|turning blue|turned blue|choking|convulsing|fitting|having a seizure|seizing|bleeding (?:heavily|badly|a lot|out)|bleeding.{0,20}(?:won't|wont|doesn't|will not|not) stop\\w*|coughing up blood|vomiting blood|throwing up blood)\\b`,
  ),
  /\b(?:my|his|her) (?:face|mouth|arm|speech|throat|tongue|lips)\b.{0,30}\b(?:drooping|droops|numb|slurred|swelling|swollen|closing|weak)\b.{0,40}\b(?:suddenly|sudden|just now|minutes ago|hour ago|right now|can't|cannot)\b|\b(?:suddenly|just now|all of a sudden)\b.{0,40}\b(?:my|his|her) (?:face|mouth|arm|speech|throat|tongue|lips|vision)\b.{0,30}\b(?:droop\w*|numb|slurred|swell\w*|swollen|closing|weak|gone)\b/,
  new RegExp(
    `(?:^(?:just )?|\\b${somebody}(?: \\w+){0,3} )(?:swallowed|drank|took|taken|ate|overdosed|ingested|injected)\\b.{0,40}\\b(?:bleach|poison|pesticide|antifreeze|batter(?:y|ies)|magnets?|too many|whole (?:bottle|pack|box)|overdose|all (?:my|his|her|the) (?:pills|tablets|meds|medication)|(?:\\d{2,}|twenty|thirty|forty|fifty|a handful of|a lot of|lots of) (?:\\w+ )?(?:pills|tablets|capsules|paracetamol|acetaminophen|sleeping))`,
  ),
  new RegExp(
    `\\b${somebody} (?:\\w+ )?overdosed\\b|\\bcall (?:an ambulance|911|999|112)\\b.{0,400}\\?|\\b(?:this is|it's|it is) an emergency\\b`,
  ),
  /(?:我|孩子|宝宝|老人|家人|他|她|有人|(?:[爸妈]|父亲|母亲|老[公婆]|丈夫|妻子|爷爷|奶奶|外[公婆]|儿子|女儿|朋友|同事|[弟妹哥姐])(?=.{0,12}(?:突然|刚刚|刚才|现在|正在))).{0,12}(?:突然|刚刚?|现在|正在|一直|已经)?.{0,8}(?:喘不(?:上|过)气|呼吸(?:很|非常|十分)?困难|不能呼吸|没有?呼吸(?![道系困音衰机])|没呼吸了|昏迷|昏倒|晕倒|昏过去|失去意识|叫不醒|没(?:有)?反应了?|抽搐|口吐白沫|嘴唇发紫|脸色发紫|噎住|卡住(?:了)?(?:喉咙|气管)?|大出血|血(?:止|停)不(?:住|下来)|吐血|咳血|咯血不止|剧烈(?:胸|头|腹)痛|胸口(?:剧痛|压榨|像?被?压[了着]|很痛|好痛|疼得厉害)|胸(?:痛|闷)(?:得)?(?:厉害|很|得受不了|要命)|口角歪斜|嘴歪|半边身子|说不(?:出|清)话|心脏病发作|中风了|过敏性?休克)/,
  /\bmy chest (?:\w+ ){0,2}(?:hurts|aches|is killing me)\b.{0,40}\b(?:breath|sweat\w*|arm|jaw)\b|\bchest pain\b.{0,30}\b(?:radiating|spreading|going) (?:in)?to (?:my|his|her)\b/,
  /\b(?:my|his|her) (?:tongue|throat|lips|face|airway) (?:is|are) (?:\w+ )?(?:swelling|swollen|closing)\b|\b(?:bitten|stung) by (?:a |an )?(?:\w+ )?(?:snake|viper|cobra|scorpion)\b|\b(?:been|was|got) (?:stabbed|shot|electrocuted)\b|\bpregnant\b.{0,30}\bbleeding\b|\bbaby\b.{0,40}\b(?:limp|floppy|blue|won't wake)\b/,
  /\b(?:pain|pressure|tightness|weight) (?:in|on|across) my chest\b.{0,60}\b(?:arm|jaw|sweat\w*|breath\w*)\b|\b(?:can't|cannot|can not|unable to) (?:move|lift|feel) (?:my|his|her) (?:whole )?(?:left|right) (?:side|arm|leg)\b/,
  /胸(?:口|前|部)?.{0,14}(?:左[臂肩胳]|冷汗|大汗|喘不)/,
  /心脏骤停|倒地不醒|(?:喉咙|舌头|嘴唇).{0,4}肿.{0,8}(?:喘|呼吸|气)|流了(?:很多|好多|大量)血|高烧.{0,4}(?:惊厥|抽搐)|被.{0,3}(?:毒)?蛇咬/,
  /(?:我|孩子|宝宝|他|她|老人|家人|儿子|女儿|爸|妈).{0,6}(?:误服|误食|误吞|喝了|吃了|服了|吞了|吞下|打了).{0,12}(?:农药|百草枯|洁厕|漂白|消毒液|老鼠药|鼠药|毒蘑菇|电池|一(?:整)?瓶|整瓶|整盒|一把|几十[片粒颗]|\d{2,}\s?[片粒颗]|太多(?:药|安眠药)|过量)|(?:快|马上|赶紧)(?:要)?不行了|救命|要不要叫救护车/,
];

/**
 * Fixed replies to somebody who may be in danger, whatever else they asked: whom to call, in the language they write.
 */
export const safetyReplies: Record<Danger, Record<Language, string>> = {
  self_harm: {
    en: 'I am sorry that you are going through this. I am a program and cannot help in a crisis, but people can, right now.\n\n- If you, or the person you write about, may act on these thoughts, call your emergency number now: 911 in the US and Canada, 999 in the UK, 112 in the EU, 120 or 110 in mainland China.\n- Talk to somebody trained for this, free of charge and confidentially: call or text 988 in the US and Canada, call 116 123 (Samaritans) in the UK and Ireland, 12356 in mainland China. For other countries see findahelpline.com.\n- Do not stay alone: tell somebody near you, and put medicines and anything that could harm out of reach.\n\nWhat you feel can be treated, and you do not have to carry it alone.',
    zh: '听到您正在经历这些，我很难过。我只是一个程序，无法处理危机，但现在就有人可以帮助您。\n\n- 如果您或您提到的人可能伤害自己，请立即拨打 120 或 110（中国大陆），其他国家和地区请拨打当地急救电话。\n- 请和受过专业训练的人谈谈，免费且保密：中国大陆拨打全国统一心理援助热线 12356；其他国家和地区可在 findahelpline.com 查询。\n- 请不要独自一人：告诉身边的人，并把药物和可能造成伤害的物品放到拿不到的地方。\n\n您现在的感受是可以得到治疗的，不必独自承受。',
  },
  emergency: {
    en: 'This may be a medical emergency. I am a program and cannot help with it.\n\n- Call your emergency number now: 911 in the US and Canada, 999 in the UK, 112 in the EU, 120 in mainland China. Stay on the line and do what they tell you.\n- For poisoning, also call Poison Control (US: 1-800-222-1222); elsewhere, ask the emergency number.\n- Do not wait for an answer from a website, and do not drive yourself.',
    zh: '这可能是急症。我只是一个程序，无法处理紧急情况。\n\n- 请立即拨打急救电话：中国大陆拨打 120，其他国家和地区请拨打当地急救电话。请保持通话，按接线员的指示操作。\n- 如怀疑中毒，请保留药品或毒物的包装，并告知接线员。\n- 不要等待网站上的回答，也不要自行开车去医院。',
  },
};
