import { indexTerms } from './words.ts';

/** English words without topical meaning, and phrases that introduce questions. */
const english = `a about above after again against all also am among an and any are as at be because been before being
below between both but by can cannot could did do does doing done down during each either else ever every few for from
further get gets give given had has have having he her here hers him his how however i if in into is it its itself just
kind let like likely many may me might more most much must my near need neither no nor not now of off often on once one
only or other our out over own per please quite rather really same shall she should since so some such tell than that
the their them then there these they this those through thus to too under until up upon us use used using very via was
we were what when where whether which while who whom whose why will with within without would yes yet you your best vs versus paper
papers article articles publication publications
explain describe discuss summarize summarise know known mean explain
actually always anybody anyone anything anyway away basically bit came come comes coming dear everybody everyone everything
goes going gone got gotten guess hear heard hello honestly instead keep keeps kept knowing knows look looked looking looks lot
lots made make makes making maybe notice noticed notices okay perhaps probably put puts said say saying says seem seemed seems
somebody someone something stuff thank thanks thing things think thinks though thought told true want wanted wants way ways
went wonder wondered wondering happen happens happened happening`;

/** Contractions of function words: "I'll", "we've", "don't". */
const contraction =
  /^(?:(?:i|you|we|they|he|she|it|that|this|there|here|what|who|how|where|when|let)['’](?:m|re|ve|ll|d|s)|[a-z]+n['’]t)$/;

/** Words found in nearly every abstract, which hardly distinguish papers. */
const generic = `patient patients effect effects effective effectiveness efficacy treatment treatments treat treated therapy
therapies study studies trial trials risk risks associated association associations relationship relation result results
outcome outcomes compare compared comparison comparing increase increased increases decrease decreased reduce reduces
reduced reduction improve improves improved improvement cause causes caused evidence clinical role impact influence
affect affects significant level levels rate rates group groups people adult adults person persons human humans
disease diseases management best better benefit benefits benefit recommended recommend recommendation recommendations
current latest recent new first line option options safe safety work works help prevent prevents prevention dose
data analysis method methods background conclusion conclusions objective research review article literature
different difference differences factor factors predict predictor predictive necessary possible useful safety mortality
survival death deaths prognosis diagnosis symptom symptoms complication complications adverse event events side quality
life care children child childhood pediatric paediatric infants elderly older old adolescents adolescent women woman men man young help drug drugs
medicine medication medications cost costs incidence prevalence duration regimen save saves saved saving live lives
living lower lowers lowered long longer continue continued stay healthy worth take takes taking taken kill kills killed good bad worse harm harmful
show shows showed shown demonstrate demonstrates demonstrated indicate indicates indicated suggest suggests suggested reveal reveals
revealed conclude concludes concluded previous previously prior close closes closing slow slows slowing slowed large larger
big bigger term`;

const englishStops = new Set(english.split(/\s+/));
const genericTerms = new Set(generic.split(/\s+/).flatMap(indexTerms));

/** Chinese function and question words, longest first if one contains another. */
export const hanStopWords =
  '最新进展 研究进展 新进展 进展 请问 什么是 是什么 为什么 有哪些 有没有 是不是 是否 能否 可否 可以 如何 怎么样 怎么 怎样 哪些 哪种 哪个 什么 多少 多久 吗 呢 吧 啊 的 了 和 与 及 或 以及 在 对 对于 关于 中 是 有 会 能 应 应该 需要 进行 使用 采用 应用 通过 由于 因为 所以 如果 但是 而且 并且 还是 以 为 被 把 从 到 于 之 其 这 那 该 此 也 都 就 更 最 很 比 个 种 项 例 名 位 次 时 后 前 内 外 上 下 间 患者中 必须 相关 目前 最新 请 介绍 一下 解释 说明 一定 什么原因导致 他 他们 以前 会不会 你 你好 出现 医生您好 可不可以 合并 多长时间 大夫 她 好不好 怎么办 怎么回事 您好 我 我们 挂号 是否必要 最近 有时 正常吗 注意事项 注意什么 现在 能不能 自己 要不要 请教 谢谢 是否会 是否能 是否可以 是否应该 是否应 能否有效 可能 可能会 能够 应当 需不需要 要 想 想问 请问一下 帮忙 专家 咨询 问题 情况 时候 时间 之间 其中 以及其 并 则 却 又 再 还 只 不 没 没有 无 非 未 不是 不会 不能 不可 而 且 或者 还有 另外 此外 根据 按照 依据 基于 随着 除了 相比 相较 相对 较 更多 更少 更高 更低 越来越 特别 尤其 主要 一些 一种 一个 某些 某种 其他 其它 各种 多种 不同 同时 同样 之后 之前 以后 期间 当中 当 时的 所 者 等 等等 得 地 着 过 给 让 使 令 由 向 往 自 至 因 因此 故 若 若是 即 即使 尽管 无论 不论 哪里 哪儿 哪 谁 几 怎 嘛 呀 哦 么 么样 是什么意思 意味着 属于 存在 具有 有无 有何 有什么 有多大 有多少 为何 何时 何种 何 究竟 到底 真的 真的吗 发生 导致 引起 引发 造成 产生 成为 作为 用于 用 做 吃 喝 打 来 去 看 说 问 知道 觉得 认为 表明 显示 提示 发现 证实 证明 报道 研究表明 有关 有助于 关系 之间的关系 之间的关联 作用是什么 与否 人 人们 大家 患 患有 得了 病 症 型 性 率 期 级 类 组 术 法 剂 品 物 体 们 式 化 度 量 值 数 者的 患者的 共有 总共 共 每 约 大约 仅 仅限于 在于 对此 可 可能性 有效吗 有用吗 重要吗 安全吗 有何作用 起到 起 起着 带来 受 受到 处于 包括 包含 涉及 针对 围绕 通常 一般 往往 常常 总是 只有 只能 必需 是指 指 称为 又称 即便 因而 从而 以便 以免 相对于 不如 多于 少于 大于 小于 等于 低于 高于 上火 二五阳性 可以吃 国产 岔气 老是 能吃 能喝 进口 来自 非常 听说 听人说 据说 那样 这样 什么样 什么样的 好点 好一点 管用 管不管用 有必要 没必要 必要吗 变多 变少 还能 还会 还要 是不是更 到底有没有 有没有用 有用没 行不行 行吗 好吗 算不算 要不要紧 要紧吗 严重吗 正常不 怎么样才 怎样才能 该怎么 该不该 担心 老说 都说 别人说 医生说 大夫说 网上说 打算 准备 决定 犹豫 想知道 不知道 有点 有些 好像 似乎 明显 差不多 一直 刚刚 已经 曾经 突然 经常 偶尔 有时候 每次 每天都 现如今 如今 平时 平常 这种 那种 这些 那些 这个 那个 哪类 哪一种 哪一类 哪方面 方面 地方 东西 事 事情 办法 法子 好处 坏处 区别 差别 不一样 一样 跟 里 里面 先 才 越 完 掉 连 像 啥 为啥 咋 咋样 咋办 咱 咱们 俺 您 你们 他的 她们 它 它们 居然 竟然 反而 然后 一点点 一点儿 点儿 慢点 快点 早点 晚点 好些 差些 更好 长大 赶紧 放心 近年 近些年 早些年 天天 年年 慢慢 稍微 多高 多长 多见 靠谱 靠不靠谱 准不准 多不多 少不少 高不高 大不大 难不难 值不值 值得吗 够不够 缺不缺 该不该 来着 似的 有人 别人 人家 有的人 哪几个 哪几种 哪两种 这么 那么 多么 干嘛 干啥 凭什么 说不定 万一 反正 其实 尤其是 特别是 不管 不光 不仅 并不 并没有 压根 根本 白白 只要 只好 只是 才能 才会 才算 就会 就能 就行 就好 算是 算缺 算不算是 出来 起来 下来 下去 上去 上来 过去 过来 回来 进去 进来'.split(
    ' ',
  );

/** Returns true for an English word that no query should contain. Takes the folded word as written. */
export function isStopWord(word: string): boolean {
  return word.length < 2 || englishStops.has(word) || contraction.test(word);
}

/** Returns true for an index term that says little about the topic: it may affect ranking but not decide. */
export function isGenericTerm(term: string): boolean {
  return genericTerms.has(term);
}

/**
 * Removes generic terms unless there are no others: "childhood asthma" is about asthma, for which texts use other words.
 *
 * @example
 * informativeTerms(['childhood', 'asthma']); // ['asthma']
 */
export function informativeTerms(terms: readonly string[]): string[] {
  const informative = terms.filter((term) => !isGenericTerm(term));
  return informative.length > 0 ? informative : [...terms];
}
