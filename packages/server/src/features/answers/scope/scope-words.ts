import { healthHan } from '@citewell/core/lexicon/health-words.ts';

const everyHealthHan = new RegExp(healthHan.source, 'g');
/** Matches Chinese claims of an effect on health: 会近视, 容易伤膝盖. */
const doesToHealth = new RegExp(
  `(?:会|容易|能|可以|更)[^，。？！]{0,6}(?:${healthHan.source})|(?:死得|活得)[早短长久]|(?:瘾|症|病)[^，。？！]{0,4}干预`,
);

/** Everyday phrases in which a health word means something else. */
const figurative =
  /(?:信用卡|钱包|预算|荷包)大?出血|大出血[^，。？！]{0,12}(?:钱|存款|理财)|(?:钱包|慢慢)回血|\b(?:sql|code|dependency|prompt) injections?\b|\bimmune to (?:attacks?|hackers?|sql|criticism|inflation)\b|\bcomputer virus(?:es)?\b|心痛死了|心疼死了|(?:电脑|手机|系统|文件)中?病毒|没毛病|心都碎|心碎了|烧脑|脑洞|头疼死|看病毒|头皮发麻|笑(?:死|哭)|手机皮肤|游戏皮肤|眼光|脸皮|口头|牙膏广告|\b(?:to death|sick and tired|heart ?broken|break a leg|cold feet|by heart|pain in the neck|food for thought|no-?brainer|brain ?storm)\b/gi;

/** Removes phrases in which health words mean something else: "cold feet", 烧脑. */
export function withoutFigures(text: string): string {
  return text.replace(figurative, ' ');
}

/**
 * Phrases about bodies and illness, and descriptions of a patient: an age with a relation, a weight or dose, a
 * clinician's shorthand.
 */
const healthPhrases = [
  /\b(?:dry january|junior docs?|work(?:ing|ed)? out|liv(?:e|es|ed|ing) longer|die (?:younger|earlier|sooner)|life expectancy|(?:get|getting|got|keep|keeping) (?:any )?fit(?:ter)?|couch potato(?:es)?|out of shape|black(?:ed|s|ing)? out|pass(?:ed|es|ing) out|knocked out|throw(?:ing|s)? up|threw up|come down with|came down with|run(?:ning)? a temperature|(?:put|putting) on weight|los(?:e|es|ing) weight|feel(?:ing|s)? (?:ill|sick|poorly|rough|dizzy|faint)|off (?:work )?sick|fall(?:s|ing)? over|fell over|going (?:blind|deaf|bald|grey)|off (?:his|her|my|their) food|birth control|side effects?|see(?:ing)? in the dark|bang(?:ed)? (?:on )?(?:the|his|her|my) head|bad back|sick notes?|emotional (?:troubles?|problems?|difficult(?:y|ies)|distress|health|well-?being))\b/gi,
  /\b(?:kids?|child(?:ren)?|sons?|daughters?|bab(?:y|ies)|toddlers?|teenagers?|teens?|boys?|girls?|he|she|they)(?:['’](?:s|re)| is| are| was| were) (?:much |far |a bit )?(?:too|very|so|rather) (?:heavy|fat|thin|skinny|chubby|plump)\b/gi,
  /\b(?:mum|mom|mother|dad|father|nan|gran|granny|grandma|grandad|grandpa|grandmother|grandfather|wife|husband|uncle|aunt|patient)(?:'s| is|,)? (?:now |aged |only |just )?\d{1,3}\b|\b\d{1,3}[- ]?(?:yo|y\/o|yr[- ]old|year[- ]old|month[- ]old|week[- ]old)\b/gi,
  /\b\d+(?:\.\d+)? ?(?:mg|mcg|mmol|mmhg|gy)\b|\b\d+(?:\.\d+)? kg (?:baby|child|man|woman|patient)\b|\b(?:pts?|hx|rx|dx|fx|s\/p|c\/o|post-?op|pre-?op)\b(?=[^A-Z])|\b[a-z]{4,} #(?!\d)|\bsign (?:is )?(?:positive|negative)\b/gi,
];

/** Counts the distinct phrases of these kinds in a text. */
export function countHealthPhrases(text: string): number {
  return new Set(healthPhrases.flatMap((pattern) => text.toLowerCase().match(pattern) ?? [])).size;
}

/** Counts the distinct Chinese health words in a text. */
export function countHealthWordsChinese(text: string): number {
  return new Set(text.match(everyHealthHan)).size;
}

/** Ways in which research questions relate two things. */
const research =
  /\b(?:associat(?:ed|ion)|affect(?:s|ed)?|effects?|causes?|prevents?|predict(?:s|ed|ive|ors?)?|related? to|correlat(?:ed?|es|ion)|risks?|reduce[sd]?|increase[sd]?|improve[sd]?|influence[sd]?|outcomes?|efficacy|effective|intervention|biphasic|in vivo|in vitro|guidelines?|evidence|worth it|safer?|lowers?|raises?|errors|accura(?:te|cy)|indoor air|(?:more|less) (?:likely|willing|often)|kills? (?:more|people)|protect(?:s|ed)? against|protective|beneficial|harmful|sensitivity|specificity|help(?:s|ed)? (?:people|patients|children|women|men|teenagers|smokers|against)|(?:bad|good|safe|healthy) (?:for|to)|take up|makes? (?:it|him|her|me|them|asthma|eczema|things) (?:any )?(?:better|worse)|die (?:earlier|sooner|younger)|(?:sav|prolong|lengthen|shorten)(?:es?|ed|s)?(?: (?:your|our|the|people's))? (?:life|lives)|live longer)\b|预防|导致|引起|相关|有关|影响|风险|预测|有效|改善|减少|降低|延长|缩短|安全吗|有什么作用/i;

/** Comparisons of groups of people: "Do rich people walk more because their streets are nicer?" */
const comparesPeople =
  /^(?:do|does|did|is|are|were|was|can|will|would)\b[^.?!]{0,60}\b(?:people|men|women|kids|children|babies|teenagers|adults|seniors|workers|students|doctors|nurses)\b[^.?!]{0,80}\b(?:more|less|fewer|better|worse|longer|sooner|earlier|later|faster)\b|^(?:which|what (?:kind|sort|type)s? of) (?:people|men|women|kids|children|teenagers|adults|parents|workers|doctors|nurses)\b[^.?!]{0,30}\b(?:most|least) (?:likely|often)\b/i;

/** Chinese comparisons: whether some people move, live or fall ill differently from others. */
const comparesPeopleChinese =
  /(?:人|民族|学生|老师|医生|孩子|女的|男的|女性|男性)[^。？！]{0,20}(?:更|是不是|会不会|就会|越)[^。？！]{0,20}(?:走路|骑车|运动|锻炼|活得|短命|长命|长寿|生病|得病|健康)|(?:男人|男的|男性|男生)比(?:女人|女的|女性|女生)|(?:女人|女的|女性|女生)比(?:男人|男的|男性|男生)|审稿人|同行评议/;

/** Questions about the effects of health laws, as opposed to their content. */
const publicHealthLaw =
  /\b(?:traffic|road safety|drink-?driving|seat-?belt|helmet|tobacco|smoking|alcohol|gun|firearms?|soda|sugar) (?:laws?|legislation|bans?|tax(?:es)?|polic(?:y|ies)|reforms?)\b[^.?!]{0,60}\b(?:reform|push|cut|change[sd]?|enforcement|deaths?|injur(?:y|ies)|crash(?:es)?|drinking)\b|(?:交通|酒驾|安全带|头盔|控烟|禁烟|禁酒|枪支|糖税)(?:安全)?(?:法|立法|法规|政策|措施|管制)?(?:改革|修订|出台|实施)[^。？！]{0,30}(?:推动|减少|增加|改变|执法|死亡|伤害|车祸)/i;

/** Returns true if a message relates things as research questions do. */
export function relates(message: string): boolean {
  return [research, comparesPeople, comparesPeopleChinese, doesToHealth, publicHealthLaw].some((pattern) =>
    pattern.test(message),
  );
}

/** Words of small talk, which ask for no literature. */
const chatter = new Set(
  `weather rain rainy sunny snow joke jokes story stories poem song songs movie movies film book music football soccer basketball game
  games weekend holiday holidays birthday name day today tomorrow yesterday tonight morning afternoon evening night week month year
  date hour minute moment news friend friends boss work job home house dinner lunch breakfast coffee tea fun funny happy sad tired
  bored sorry luck lucky nice cool awesome wonderful great amazing perfect excellent brilliant hello hi hey hiya thanks thank thx cheers
  welcome bye goodbye robot bot person program ai machine computer chatgpt gpt claude gemini openai deepseek google iphone android windows linux ubuntu
  netflix youtube instagram facebook twitter tiktok wifi assistant model question questions answer answers jazz
  language english chinese french spanish german speak talk chat conversation type read understand ok okay yes yeah yep no nope maybe sure
  congratulations capital city country france china president politics money bitcoin stock stocks price car travel flight hotel recipe
  python code javascript typescript kubernetes docker math plus equals real help helpful love appreciate long lot see meet nice later time
  天气 下雨 笑话 故事 诗 首诗 歌 首歌 电影 书 音乐 足球 篮球 游戏 周末 假期 生日 名字 今天 明天 昨天 早上 晚上 下午 时间 日期 新闻 朋友
  老板 工作 家 晚饭 午饭 早饭 吃饭 咖啡 茶 开心 高兴 难过 累 无聊 抱歉 对不起 幸运 不错 厉害 辛苦 机器人 人类 真人 程序 人工智能 电脑 助手
  模型 医生 帮助 问题 回答 语言 英文 英语 中文 首都 城市 国家 法国 中国 总统 政治 钱 股票 价格 车 旅行 机票 酒店 菜谱 做饭 代码 编程 数学 心情
  谢谢 感谢 再见 你好 您好 哈哈 加油 世界 意思 聊天 讲个 讲 说 写 点 天 真 感觉 认识 颜色`
    .split(/\s+/)
    .filter(Boolean),
);

/** Returns true if every word of a name is a small-talk word or a number. */
export function isChatter(name: string): boolean {
  return name
    .toLowerCase()
    .split(/[\s-]+/)
    .every((word) => chatter.has(word) || /^\d+$/.test(word));
}
