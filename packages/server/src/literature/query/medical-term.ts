import { medicalEntries } from '@citewell/core/lexicon/chinese.ts';
import { TermIndex } from '@citewell/core/lexicon/term-index.ts';
import { isPreferredWording } from '@citewell/core/lexicon/wordings.ts';
import { hanTerms } from '@citewell/core/text/translate.ts';
import { indexTerms } from '@citewell/core/text/words.ts';
import { englishConcepts } from './english-concepts.ts';
import { isMeshSubject } from './mesh/mesh.ts';

/** Endings of names of drugs, diseases, operations and enzymes, which need not be in any list. */
const endings =
  /(?:mab|nib|statin|pril|sartan|olol|gliptin|gliflozin|glitazone|glutide|cillin|mycin|floxacin|azole|vir|parin|xaban|gatran|azepam|idine|itis|osis|emia|aemia|pathy|ectomy|otomy|plasty|scopy|oma|algia|uria|penia|trophy|plegia)s?$/;

/** Everyday words that medical lists also contain and that name nothing to search for. */
const everyday = new Set(
  `ability academic activity adequate adoption adult advanced age agreement alarm analysis anger angle animals apple approach assembly
attention attenuate attitude awareness axis back balance balloon banana barrier baseline bed beds beef beer behavior beliefs benefit birthday bites
black boys bread break breakfast bridge bullying burden burn campaign candy capacity capital care cases cause cell center central century chance change
changes channel cheese cherry chicken choice clinical clinic clinics code coding coffee combined community compare complete
complex condition conserved contrast cooking corn cost country couples crucial cultural culture daily damage data database decade decrease
deficits degree delay density dependent determine diameter different diffuse disease diseases diversity division doctor doctors domain dose
driver drug drugs early education effect effective eggs elastin element eligible emergency energy enhancer enrolled entry equal
ethics evidence exclusion expansion export extended extremely face factor factors faculty failure family farmers father fear feasible
features feedback fewer first fish flight folding food formation fraction frequency friend friends function game gap gender grade
gradual guidance guided guideline hand haze health healthy hear help helpful high higher highly history home homeless honey hope hospital
hospitals human humans humor humour improve income increase increased indicator indoor induce initial insertion intensity internal interval interview
involved isolated job key knowledge language large late law layer lead leak learning length level liberal lifestyle lifetime limit limited load
local location loss lost low lower margin marker marriage mass material matrix mechanism medical medicine medicines member mesh method mild milk mind minor model
modeling moderate month more morning mother movement multiple music name negative network new night normal number numbers nurse nurses optimal option orange
order organic origin outcome outcomes outdoor paper papers parent parents partial partner patient patients pattern permanent person persons pharmacist
physical physician physicians plan plane policy popular positive possible posterior poverty practice predict prevent previous primary private
procedure procedures process program programs promote protect protocol public pubmed quality question questions race rank rapid rat reading recent reduce
reduction refugees region registry release reliable religion repair repeated require research researcher response result results review reviews rice risk role
rotation route routine running rural safe safety same sample save savings scale school score season seasonal secondary selective
sensitive series services severe severity sex shame shorten single site size skills slow small social soldier solid sorting
source space speech speed spot spouse spread stability stable stage standard state status stop stopped storage stress structure student
studies study sudden sugar suitable superior support suppress surface survey system tailored target taste tea teacher teaching
temporary term terms test tests therapy threshold tick time timing topic topics total touch training transport travel treatment trend trends
trial trials trust twice twins uniform unstable upstream urban use useful user variant vector veteran views violence vision
visual voice volume volunteer walking water weak weather weekend weekly weight white width wine women work worker workload workplace worth year france china germany japan italy spain america england europe african asian
一生 一致 上升 上游 下降 不同 世纪 两次 严重 中年 中度 中心 主要 价值 优于 伙伴 伦理 位置 体积 作用 使用 依赖 促进 保存 保守 保护 信任 信号 信念 修复 值得
停止 储存 充分 元件 全身 公众 公立 共识 关键 内部 军人 军队 农村 农民 决定 减少 减轻 几率 出行 分数 分析 分离 分级 初始 初次 利用 功能 加重 动物 区域 医师 医生 医院
医学 十年 升高 午睡 单次 危害 压力 厚度 原因 原始 参与 参保 反应 反馈 变化 口服 可能 可行 可靠 合成 同样 后代 启动 周末 咖啡 啤酒 器官 回路 因素 固定 土豆 坚果 城市 培训
基础 增加 增强 增长 士兵 复杂 外用 多次 夜间 大小 大米 天气 失去 失败 女人 女孩 女性 好处 妇女 婚姻 季节 学习 学术 学校 学生 孩子 安全 宗教 宝宝 实践 宣传 室内 害处 家属
家庭 家族 家长 宽度 对比 建议 导致 寿命 封锁 小孩 局部 层 工人 差距 希望 常规 平衡 平面 年份 年龄 应对 延误 延迟 延长 建模 引导 引起 弱 强 强度 形成 影响 得分 必要 快速 怀疑
态度 性别 总量 恐惧 恢复 恶化 患者 悲伤 情绪 愤怒 慢性 成人 成本 户外 手 技能 护士 护理 报警 指南 指标 损害 换药 排名 排除 提前 提高 插入 携带 支持 支架 收入 改变 改善 政策
效应 效果 教学 教师 教育 数据 数据库 数量 文化 文献 方案 方法 旅行 早上 早晨 早期 早餐 时机 时间 晚上 普及 暂时 暴力 最佳 有害 有效 有机 有用 朋友 服务 木瓜 机会 机制 材料 条件 来源
标准 样本 核 检测 检验 检查 模型 模式 次要 欺凌 正常 死亡 母亲 每周 每日 比较 水 水平 水果 永久 沉默 油 法律 洗澡 活动 测定 游泳 激光 爆发 父亲 父母 牛奶 牛肉 物种 特点 状态 生存
生成 生长 生活 用药 男人 男孩 男性 疗效 疗法 疗程 疾病 病 病人 病例 登记 白人 白天 监狱 目标 直径 相同 看法 知识 研究 研究结果 社会 社区 离婚 私立 种族 移动 移民 程度 稳定 突然 立即 童年 等级 米饭
系统 经常 结合 结局 结构 结果 综述 缓慢 缩小 缩短 网络 美容 美观 羞耻 职工 联合 肉 能力 能量 苹果 茶 药 药师 药物 药品 获益 菜谱 薄弱 虐待 行为 表面 视觉 角度 计划 认知 训练 访谈 证据 评分
诊所 诊断 试验 语言 调查 论文 质量 贫困 费用 走路 起源 趋势 跑步 身高 转换 较低 较多 较少 较高 辅助 输入 输出 边缘 过早 过程 运动 运输 还原 进入 适合 适量 选择 逐渐 途径 通道 速度 部位 配偶 采用
释放 重复 重度 量表 鱼 鸡蛋 长度 限制 隔离 障碍 难民 需要 面包 面部 项目 频率 风险 食品 饮料 饮食 首次 香蕉 驱动 高度 高温 人 名字 主题 信息 健康 临床 问题 帮助 工作 音乐 操作 剂量 法国 中国 美国 英国 日本 德国 伤害`
    .split(/\s+/)
    .filter(Boolean),
);

/** Returns the certainly medical names in a text: drugs, diseases, procedures, genes, findings. */
export function medicalTerms(text: string): string[] {
  const chinese = hanTerms(text).flatMap(({ zh, en, general, isUnlisted }) =>
    isUnlisted || (en && !general && !everyday.has(zh)) ? [zh] : [],
  );
  const latin = text.replace(/\p{Script=Han}+/gu, ' , ');
  const english = englishConcepts(latin, latin !== text).flatMap(({ term, synonyms }) =>
    isMedicalTerm(term, synonyms.length > 0 && !isPreferredWording(term)) ? [term] : [],
  );
  return [...chinese, ...english];
}

/** Returns true if a lower-case word is an everyday one that medical lists also contain. */
export function isEverydayTerm(word: string): boolean {
  return everyday.has(word);
}

/** Returns true if a word in lower or mixed case ends like names of drugs, diseases, operations and enzymes. */
export function endsAsName(word: string): boolean {
  return word.length > 5 && endings.test(word.toLowerCase());
}

/** Returns true if a term is certainly medical: it is listed, or is written or ends like medical names. */
export function isMedicalTerm(term: string, isAbbreviation: boolean): boolean {
  const word = term.toLowerCase();
  if (everyday.has(word)) return false;
  return (
    isAbbreviation ||
    isMeshSubject(term) ||
    vocabulary().get(word) !== undefined ||
    endsAsName(word) ||
    // IL-6, TP53, HER2, p53, Nr5a2.
    /^[A-Z][A-Za-z]{0,5}-?\d{1,4}[A-Za-z]?$|^[A-Z][a-z]{1,4}\d{1,2}[a-z]\d$|^p\d{2}$/.test(term)
  );
}

let known: TermIndex<true> | undefined;

/** English side of our Chinese list, without colloquial terms: some thousand medical terms. */
function vocabulary(): TermIndex<true> {
  if (!known) {
    known = new TermIndex((term) => indexTerms(term).join(' '));
    for (const [, wordings] of medicalEntries()) for (const wording of wordings) known.add(wording, true);
  }
  return known;
}
