import { stemWord } from '@citewell/core/text/words.ts';

/**
 * Words that a paraphrase may add without adding a claim: they report, frame or connect, or name a study and its people
 * in general. None of them changes the subject, the amount, the direction or the certainty.
 */
const words = `
study trial research investigation work analysis paper article report author researcher investigator experiment experimental series
result finding data evidence outcome observation conclusion
patient people person participant subject individual volunteer respondent case group arm
show demonstrate reveal indicate find observe report note see describe document present state conclude detect identify say name
suggest consider regard think judge deem view according
perform conduct carry undertake make do take give have be get become go come put bring keep hold set run lead
examine evaluate assess investigate analyse analyze measure test explore compare determine study record
include involve contain comprise consist cover
use employ apply usage
receive undergo given allocate assign
occur arise appear happen emerge
respectively overall present current
value level rate amount number figure proportion percentage share percent
respect regard relation basis way manner kind type form sort sense aspect feature
there here thus hence therefore however moreover furthermore also additionally besides whereas while although though
time period
all-in-all
compared comparison versus relative
among within across between throughout
statistically statistical
significance
clearly actually indeed notably
associated
who whom whose which what that this these those it its they their them he she his her
own same
seen known
ask asked asking
up out off
remain stay
follow following followed
part
so
said say gave give went go underwent kept made left ran run felt held thought shown took got put found told began begun came became brought led met saw drew told apart set fell
achieve achieved achieving attain attained correspond corresponding thereby instead prove proved
reach emerge rank mark serve carry carried turn enter completed complete meet face provide offer hold lie stand belong concern apply appeared
significantly significant
close already still just about roughly approximately ever yet rather quite fairly very too
able capable ability
common frequent commonly frequently often
apart altogether together along alongside despite although notwithstanding besides
cohort sample series setting
questionnaire
work working
whatever whichever whether
those ones one
least most
use usage useful
figure figures
researchers team
today
again
based
ci hr rr ahr aor arr ratio
confidence interval
arm arms
grounds ground
content
nearly almost close
non
pull displace add adding adjust adjusted adjustment bear bearing call catch claim confer constitute convey deal depend
draw embody encounter entail equate evolve exert extend feature fit form furnish get grant highlight imply impose inform
insert intend introduce invoke issue lend let list locate look manifest mean mention name offer pass permit pertain
point pose possess proceed provide pursue realise realize recall record refer remark render return rely seek send
settle strike submit supply surround tend tie touch transpire underlie watch witness yield
account addition allowance angle answer aspect assumption attempt attention background behalf category characteristic
circumstance connection consequence consideration context course decade definition detail dimension distinction effort
examination example existence experience explanation extent fact focus frame idea impression indication instance
item line manner means mind moment nature notion occasion opinion pattern phenomenon picture
piece place possibility principle problem process purpose question range reason scale scheme sign
situation source standpoint start status step story subject sum task tendency theme thing topic trait turn variety
version view way word worth behind forward onward mark exact rational interview
interviewed asked answer largely rely relied relies
main
effect
set
account
treat treatment treated therapy
because
mere lying lay lain borne drawn lent spent sought dealt stood taken
amount come came end ended
opinion
roughly half-way
put putting place placed
noted identified documented described
readily easily
previously formerly hitherto
explore explored asked
hint
latter former
expected expect
today nowadays
merely
meet met join joined experienced developed develop undertaken
recruited recruit enrolled enrol enroll
themselves itself himself herself
whole
represent represented
`;

const stems = new Set(
  words
    .trim()
    .split(/\s+/)
    .map((word) => stemWord(word)),
);

/** Words that share a stem with a harmless one but have content: "topical" with "topic", "enteral" with "enter". */
const telling = new Set(
  `topical emergency emergencies enteral enteric testes testis relatives fitness mindfulness personality attention attentional
insertion insertions conduction conductance exertion conference natural naturally status state states lines informal
displacement connectivity constitutive constitutively recall process processes processing volunteer volunteers decade decades
effective effectively effectiveness useful usefulness considerable considerably remarkable remarkably striking impressive
recruitment recruitments achievement achievements attainment capable capability able ability sense sensing sharing attempt attempts personal personalized personalised individualized
individualised additive complete completely periodic current currents distinctive ad ads ade ades cied cis hes lys
met mets ly stand standing bearing marks catching expectancy large`.split(/\s+/),
);
/** Words with content of their own that lose it in a comparison, where "more" and "less" state the effect. */
const distinctiveAlone = new Set(['common', 'commonly', 'frequent', 'frequently']);

/** Matches what follows "lead" unless it is the metal, or part of an electrode's name. */
const leading = /^ (?:to|towards?|up|us|them|authors?|investigators?|roles?)\b/i;

/**
 * Returns true for a word that a claim may add: its stem is harmless, and so is the word itself between the texts
 * `before` and `after`.
 */
export function isHarmlessWord(
  { stem, text }: { stem: string; text: string },
  before: string,
  after: string,
): boolean {
  const word = text.toLowerCase();
  if (word === 'lead' && !leading.test(after)) return false;
  if (!isHarmless(stem) || telling.has(word)) return false;
  return !distinctiveAlone.has(word) || /\b(?:more|less|most|least|as|equally|how) $/i.test(before);
}

/** Returns true for a stem that a claim may contain without its source. */
export function isHarmless(stem: string): boolean {
  return stems.has(stem);
}

/** Chinese words that a claim may contain without its source, like those of `isHarmless` in English. */
export const harmlessHan: ReadonlySet<string> = new Set(
  '纳入 显著 明显 考察 观察 比较 显示 表明 发现 研究 该研究 结果 提示 接受 给予 随访 采用 评估 分析 试验 治疗组 对照组 较 组 使用 用于 治疗 认为 作者 报道 证实 患者 病人 受试者 人群 者 应 水平 情况 方面 进行 具有 存在 达到 达 维持 保持 结论 分别 其中 共 约 以及 通过 检测 测定 数据 统计学 统计 意义 该 本 此 并 且 均 两组 组间 之间 时 后 中 内 作用 影响 效果 时间 率 比例 程度 例 名 位 次 项 种 个 资料 评价 探讨 调查 对象 回顾 报告 出现 发生 产生 有所 可见 已 曾 仍 更 最 相对 整体 总体 相关 关系 因素 参与者 参与 包括 含 为 是 主要 一项 该项 这项 该试验 本研究 一个 一种 目前 试验组 干预组 说明 指出 描述 评分 指标 常见 常 经 由 被 与 和 或 而言 虽然 虽则 尽管 即使 即便 却 则 亦 称 据 能 能够 可以 可 会 将 无论 情况下 条件下 过程中 期间 之初 上述 所述 该组 本组 全组 此类 这类 这些 那些 这一 该类 例如 比如 如 即 称为 两者 二者 从而 因而 因此 故 由此 进而 以来 即可 对此 就此 作为 该队列 该人群 该病 本病 该药 该方法 所致的 中的 优势比 比值比 风险比 危险比 危险度 时期 方式 类型 形式 特征 特点 做法 问题 结局 情形 现象 看法 意见 目的 名称 主题 问卷 访谈 队列 系列 样本 数值 数量 数目 比率 百分比 百分率 占比 比重 疗法 经历 招募 入组 入选 如今 现今 预期 识别 鉴定 检出 利用 分配 分为 分组 含有 包含 代表 探索 对比 确定 明确 展示 展现 个体 群体 拥有 具备 呈现 予以 属于 见于 之一 来说 以下 下列 借助 凭借 依然 依旧 仍然 总共 合计 共计 某一 更为 较为 十分 检查 完成 开展 实施 应用 测量 记录 评定 形成 相对危险度 相对风险 置信区间 可信区间'.split(
    ' ',
  ),
);
