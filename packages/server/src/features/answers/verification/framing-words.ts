/**
 * Words of framing sentences and small talk. None names a medical subject, an effect, a dose or an instruction, so no
 * sentence made of them alone can state or advise anything of that kind. Check a new word in combination with the whole
 * list: "work", "help", "safe", "use", "need" and "people" are absent because two of them make a claim.
 */
export const englishFraming: ReadonlySet<string> = new Set(
  `a about above abstract abstracts according across addition additional address addresses adequate after again against all also
although am among an and another answer answers answered any are article articles as ask asked asking asks asker at attached
attachment author authors available back background based be been before began begins behind being below bear bears
between beyond body both brief briefly broader but by can cannot caution cautiously category certain cite cited cites
clear clearly clinical cohort cohorts come comes compare compared comparison comparative conclusion conclusions conclusive
conclusively concerning conflict conflicting considered consistent context contradict contradicts could cover covered covers
currently data database databases date decide decides describe described describes design designs detail details did differ
difference different differences direct directly disagree discuss discussed do does doing done each either else ends enough
especially establish even every evidence example excluded exist exists experimental explicitly extent fact few field figure figures file files find finding findings finds first
follow following follows for found four five six seven eight nine ten from full fully further general generally given
gives glad go group groups guideline guidelines had has have having heading hear hello help her here hi his hope how
however i identified if image images in include included includes incomplete inconclusive inconsistent indirect
information insufficient interpret interpretation interpreted into is issue it item items its itself judged just key kind kinds know known
lack lacking large largely larger last later least length less let level levels like limit limitation limitations limited limits list
listed literature little long look looks low main mainly make makes many match matter may me mean 
measured mention mentioned mentions meta-analyses meta-analysis methods might mixed moderate more most much must my name named narrow narrower
nature near need neither new next no non none nor not note noted nothing now observational of off often ok okay old on once one
only open or other others otherwise our out outcome outcomes over overall overview own page paper papers part partial
partially particular parts passage passages picture piece pieces place please point points population populations possible
present presented previous primary provide provided provides pubmed qualities quality question questions quote quoted quotes randomised randomized
rather read reading reason recent record records regarding related relate relates relevant remain remains report reported
reports research respectively respond retracted retrieved reviews review retrospective prospective same sample samples say says search searched
second secondary section see seem seems separate separately set sets several shall short should show shown shows similar since single size sizes
small so some sorry sort source sources sparse speak speaks specific specifically stand stands state stated states statement statements
still strong stronger strongest studied studies study subject such suggest summarise summarised summarize summarized summary synthesis synthesise
synthesize synthesised synthesized systematic table taken tell tells term terms text texts than thank thanks that the their them then there
therefore these they thing things third this those though three through thus to together too topic topics trial trials 
two type types uncertain uncertainty unclear under understand unfortunately until unknown up us various vary varied very view was way ways we weak weaker
welcome well were what when where whether which while who whole whose why wide widely will with within without wonder word words would write written
yes yet you your case cases series report observed quoted verbatim reached reaches because withdrawn reply replies message chat conversation librarian assistant
program doctor physician pharmacist clinician doctors consult talk human person decision discuss question's it's i'm don't doesn't isn't aren't wasn't
can't couldn't won't there's here's that's let's i'd i'll you'd they're what's citewell evidence-based concerned concerns directness applicability applicable
drug drugs interventions here lacking follow-up warranted single-centre single-center multicentre multicenter results result comparator intervention year years`
    .split(/\s+/)
    .filter(Boolean),
);

/**
 * Chinese framing words: a sentence with any other content states something. Longer ones precede those they contain.
 */
export const chineseFraming: readonly string[] =
  `系统评价与荟萃分析 随机对照试验 系统综述 系统评价 荟萃分析 观察性与比较性研究 观察性研究 队列研究 病例报告 临床试验 临床研究 比较性研究 逐字摘录 检索到的
以下回答 以下是 如下所示 如下 以下 上述 以上 综上所述 综上 总之 总体而言 总体来看 总的来说 总体 另外 此外 同时 其中 因此 然而 不过 但是 但 需要注意的是 值得注意的是 需要注意
需注意 请注意 注意 说明 现有证据 现有研究 现有 目前 证据有限 证据不足 证据 文献 研究结果 研究 综述 指南 摘要 全文 记录 论文 文章 资料 数据库 数据 附件 图像 图片 来源 结果 结论 问题 回答 答案 提问
不能回答 不能 所给 给 该问题 这个问题 本回答 本文 不能回答 未能回答 没有回答 无法回答 直接回答 直接 部分 完全 有关 相关 关于 针对 涉及 提及 提到 谈到 讨论 报道 报告 给出 提供 列出 列于 概括 总结 归纳 汇总 分析 比较
较小 进一步研究 有待 尚需 尚不 尚未 尚无 尚 未见 未能 没有 不足 有限 不一致 一致 不明确 不确定 不清楚 明确 质量 样本量 样本 人群 设计 局限性 局限 差异 方面 情况 内容 要点 几点 两点 三点 类型 层面 角度 范围 依据 根据 基于
来自 见表 表 图 第 首先 其次 最后 再次 找到 未作 归纳 观察性 见 一是 二是 三是 一方面 另一方面 例如 比如 包括 分别 分为 属于 存在 不同 各 各项 多项 几项 两项 三项 若干 一些 少数 多数 部分 主要 重要 基本 较 更 最 很 大 小 多 少 新 旧
请咨询医生 请咨询您的医生或药师 请咨询 咨询 医生 医师 药师 您的 您 你 我 我们 他们 它们 它 您好 你好 不客气 谢谢 感谢 抱歉 对不起 很高兴 希望 请 可以 问 想了解 了解 想知道 哪种 哪些 哪个 什么 如何 是否 能否 为何
是的 不是 对 是 有 无 不 未 也 都 就 并 且 而 与 和 及 或 的 地 得 了 着 过 在 中 里 上 下 从 到 为 以 将 被 把 由 于 等 之 其 此 该 本 这些 这 那些 那 所 项 篇 个 条 种 类 一 二 两 三 四 五 六 七 八 九 十 如 若 因 故 只 仅 还 又 再 才 已 曾 均
已达到长度上限 在此截断 达到 长度 上限 截断 已撤稿 撤稿 其他研究 其他 逐字 摘录 不作综合 综合 原文 引文 引用 概述 小结 背景 方法 结语 讨论 检索 关键词 主题词 文献馆员 程序 助手 完整 更具体 具体 换一种说法 说法 字面 词 句 段 节 部 处`
    .split(/\s+/)
    .filter(Boolean)
    .toSorted((one, other) => other.length - one.length);
