import { type HanTerm, hanTerms } from '@citewell/core/text/translate.ts';
import { memoizeByText } from './memoize-by-text.ts';
import { conceptOf } from './synonyms.ts';
import { termWeight } from './term-weight.ts';
import { type ReadText, readText, type Token } from './tokens.ts';

/** Word or phrase of the sentence that its source should contain. */
export type Term = {
  text: string;
  /** Stems by which it is found; empty if it has no translation into the abstract's language. */
  stems: string[];
  weight: number;
  isName: boolean;
};

const isHan = /\p{Script=Han}/u;

/** Chinese words without a topic of their own, apart from cues that other rules read. */
const emptyHan: ReadonlySet<string> = new Set(
  [
    ...'的了和与及或在对是有会能为被把从到于之其这那该此也都就更最很比个种项例名位次时后前内外上下间中者可均性等所并而且但则由将使',
  ].map(String),
);

/** Words that frame reports of studies, whatever their topic. */
const frames = new Set(
  '纳入 显著 明显 考察 观察 比较 显示 表明 发现 研究 结果 提示 接受 给予 随访 采用 评估 分析 差异 试验 治疗组 对照组 较 组 常见 使用 用于 治疗 影响 作用 认为 报道 证实 随机对照试验 前瞻性队列研究 队列研究 系统评价 荟萃分析 患者 疗程 应 水平 增加 减少 升高 降低 下降 上升 提高 改善 减轻 加重 延长 缩短 导致 引起 相关 有关 成人 儿童 女性 男性 老年人 人群 达到 达 维持 保持 超过 校正 调整 统计学 意义 统计学意义 发生率 比例 分别 相似 相近 结论 作者 平均 中位 两组 组间'.split(
    ' ',
  ),
);

/**
 * Returns the terms of a sentence in the language of `across`: "same" as written, "english" translated by the lexicon.
 */
export function readTerms(read: ReadText, across: 'same' | 'english'): Term[] {
  const terms: Term[] = [];
  for (const token of read.tokens) {
    if (token.empty || token.kind === 'number' || token.kind === 'han') continue;
    terms.push({
      text: token.text,
      stems: [conceptOf(token.stem)],
      weight: termWeight(token.stem),
      isName: token.kind === 'name',
    });
  }
  if (!isHan.test(read.text)) return terms;
  if (across === 'same') {
    for (const pair of hanPairs(read.tokens))
      terms.push({ text: pair, stems: [pair], weight: hanWeight, isName: false });
    return terms;
  }
  for (const { zh, en } of translated(read.text)) {
    if (!isHan.test(zh) || frames.has(zh)) continue;
    const stems = en === undefined ? [] : contentStems(en);
    if (en !== undefined && stems.length === 0) continue;
    const weight = stems.length > 0 ? Math.max(...stems.map(termWeight)) : hanWeight;
    terms.push({ text: zh, stems: stems.map(conceptOf), weight, isName: false });
  }
  return terms;
}

const hanWeight = 3;

/** Returns all keys by which a sentence of an abstract can be found. */
export function stemsOf(read: ReadText, across: 'same' | 'english'): Set<string> {
  const stems = new Set<string>();
  for (const { stem, kind } of read.tokens) {
    if (kind === 'han') continue;
    addStem(stems, stem);
  }
  if (!isHan.test(read.text)) return stems;
  for (const pair of hanPairs(read.tokens)) stems.add(pair);
  if (across === 'english')
    for (const { en } of translated(read.text))
      for (const stem of en === undefined ? [] : contentStems(en)) addStem(stems, stem);
  return stems;
}

/** Length of a common prefix: inhibit and inhibitor are similar, hepatic and hepatitis less so. */
export const prefixLength = 6;

/** Returns the entry that represents all stems with the same beginning. */
export const prefixOf = (stem: string): string => `${stem.slice(0, prefixLength)}*`;

/** Stem with the keys by which a synonym or similar form is found. */
function addStem(stems: Set<string>, stem: string): void {
  stems.add(stem);
  // Many words of a sentence occur twice, or in several of its clauses.
  let forms = formsOf.get(stem);
  if (!forms) {
    forms = [conceptOf(stem), ...(stem.length >= prefixLength ? [prefixOf(stem)] : [])];
    if (formsOf.size >= formsMax) formsOf.clear();
    formsOf.set(stem, forms);
  }
  for (const form of forms) stems.add(form);
}

/** Cache, bounded to limit memory. */
const formsOf = new Map<string, readonly string[]>();
const formsMax = 20_000;

/**
 * Maximum length for translation; a text without a full stop is translated in slices, or it would take quadratic time.
 */
const sliceLength = 200;

const translated = memoizeByText((text: string): readonly HanTerm[] => {
  if (text.length <= sliceLength) return hanTerms(text);
  const slices = Math.ceil(text.length / sliceLength);
  return Array.from({ length: slices }, (_, index) =>
    hanTerms(text.slice(index * sliceLength, (index + 1) * sliceLength)),
  ).flat();
});

function contentStems(english: string): string[] {
  return readText(english)
    .tokens.filter(({ empty }) => !empty)
    .map(({ stem }) => stem);
}

/** Returns adjacent characters of a Han run: "糖尿病" is 糖尿, 尿病. */
function hanPairs(tokens: readonly Token[]): string[] {
  const pairs: string[] = [];
  for (let i = 0; i + 1 < tokens.length; i++) {
    const [one, next] = [tokens[i], tokens[i + 1]];
    if (one?.kind !== 'han' || next?.kind !== 'han' || one.end !== next.start) continue;
    if (emptyHan.has(one.stem) || emptyHan.has(next.stem)) continue;
    pairs.push(one.stem + next.stem);
  }
  return pairs;
}
