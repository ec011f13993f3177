import type { HistoryItem } from '@citewell/sdk';
import { medicalTerms } from '../../literature/query/medical-term.ts';
import { planQuery } from '../../literature/query/plan-query.ts';
import { type Danger, findDangerIn } from './safety.ts';

/** Said to the persona about itself. */
const aboutPersona =
  /\b(?:who|what) are you\b|\bwhat can you (?:do|help)|\bare you (?:an? )?(?:\w+ )?(?:human|robot|bot|doctor|physician|nurse|person|real|program|ai|machine|chatgpt)\b|\bhow are you\b|\bwhat(?:'|’)?s your name\b|\bhow do you work\b|\bwho (?:made|built|created) you\b|\b(?:do|can|will) you (?:like|love|live|dream|sleep|sing|dance|eat|enjoy|feel)\b|\bwhere (?:do|are) you\b|\bhow old are you\b|\byour favou?rite\b|[你您](?:是谁|叫什么|好吗|是不是|会什么|会[唱跳]|喜欢|多大|几岁|住|能做什么|能帮|可以做什么|是(?:人|机器人|医生|真人|程序|什么|ai))/i;

/** Something is asked for, and not only told. */
const asks =
  /[?？]|^\W*(?:what|which|how|why|is|are|do|does|did|can|could|should|would|will|has|have|was|were|tell|explain|describe|compare|find|search|look|show|summari[sz]e|list|evidence|studies|papers|trials)\b|吗|呢|什么|怎|如何|为何|为啥|是否|能否|哪|多少|有没有|介绍|解释|比较|查|检索|搜索|总结|列出|说说|讲讲|文献|研究/i;

/** It goes on with what was said before. */
const goesOn =
  /\b(?:it|its|they|them|their|that|this|these|those|he|she|others?|else|more|another|same|instead)\b|^\W*(?:and|why|but|or|what about|how about|really)\b|它|其|该|这|那|上述|呢[？?]?\s*$|还有|另外|为什么|更多|其他/i;

/** What people chat about: no literature is asked for by it. */
const chatter = new Set(
  `weather rain rainy sunny snow joke jokes story stories poem song songs movie movies film book music football soccer basketball game
  games weekend holiday holidays birthday name day today tomorrow yesterday tonight morning afternoon evening night week month year
  date hour minute moment news friend friends boss work job home house dinner lunch breakfast coffee tea fun funny happy sad tired
  bored sorry luck lucky nice cool awesome wonderful great amazing perfect excellent brilliant hello hi hey hiya thanks thank thx cheers
  welcome bye goodbye robot bot person program ai machine computer chatgpt gpt assistant model question questions answer answers
  language english chinese french spanish german speak talk chat conversation type read understand ok okay yes yeah yep no nope maybe sure
  congratulations capital city country france china president politics money bitcoin stock stocks price car travel flight hotel recipe
  python code javascript math plus equals doctor real help helpful love appreciate long lot see meet nice later time
  天气 下雨 笑话 故事 诗 首诗 歌 首歌 电影 书 音乐 足球 篮球 游戏 周末 假期 生日 名字 今天 明天 昨天 早上 晚上 下午 时间 日期 新闻 朋友
  老板 工作 家 晚饭 午饭 早饭 吃饭 咖啡 茶 开心 高兴 难过 累 无聊 抱歉 对不起 幸运 不错 厉害 辛苦 机器人 人类 真人 程序 人工智能 电脑 助手
  模型 医生 帮助 问题 回答 语言 英文 英语 中文 首都 城市 国家 法国 中国 总统 政治 钱 股票 价格 车 旅行 机票 酒店 菜谱 做饭 代码 编程 数学 心情
  谢谢 感谢 再见 你好 您好 哈哈 加油 世界 意思 聊天 讲个 讲 说 写 点 天 真 感觉 认识`
    .split(/\s+/)
    .filter(Boolean),
);

/**
 * Whether a message asks for something that literature could speak of: it names something of medicine, or asks for something that
 * is no everyday chatter, or goes on with a dialogue that did.
 */
export function hasTopic(message: string, history: readonly HistoryItem[], thisYear: number): boolean {
  const plan = (rounds: readonly HistoryItem[]) =>
    planQuery({ question: message, history: rounds, years: {}, category: undefined, thisYear });
  const own = plan([]);
  if (own.pmids.length > 0 || own.dois.length > 0 || medicalTerms(message).length > 0) return true;
  if (aboutPersona.test(message) || !asks.test(message)) return false;
  // A name that no list knows may be a drug's.
  const unknown = own.facets.some(([name = '']) => !isChatter(name));
  return unknown || (goesOn.test(message) && history.some(({ q }) => hasTopic(q, [], thisYear)));
}

/** Reads a message to a persona: whether somebody is in danger, and whether it asks for something of the literature. */
export function readMessage({
  message,
  history,
  thisYear,
}: {
  message: string;
  history: readonly HistoryItem[];
  thisYear: number;
}): { danger: Danger | undefined; asksForLiterature: boolean } {
  const danger = findDangerIn(message, history);
  return { danger, asksForLiterature: danger === undefined && hasTopic(message, history, thisYear) };
}

function isChatter(name: string): boolean {
  return name
    .toLowerCase()
    .split(/[\s-]+/)
    .every((word) => chatter.has(word) || /^\d+$/.test(word));
}
