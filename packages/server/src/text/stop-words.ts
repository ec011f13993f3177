import { indexTerms } from './words.ts';

/** English words that carry no topic, and the frames questions are put in. */
const english = `a about above after again against all also am among an and any are as at be because been before being
below between both but by can cannot could did do does doing done down during each either else ever every few for from
further get gets give given had has have having he her here hers him his how however i if in into is it its itself just
kind let like likely many may me might more most much must my near need neither no nor not now of off often on once one
only or other our out over own per please quite rather really same shall she should since so some such tell than that
the their them then there these they this those through thus to too under until up upon us use used using very via was
we were what when where whether which while who whom whose why will with within without would yes yet you your best vs versus paper
papers article articles publication publications
explain describe discuss summarize summarise know known mean explain`;

/** Words found in nearly every abstract: they count little when papers are told apart. */
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
medicine medication medications cost costs incidence prevalence duration regimen`;

const englishStops = new Set(english.split(/\s+/));
const genericTerms = new Set(generic.split(/\s+/).flatMap(indexTerms));

/** Chinese function and question words, longest first where one holds another. */
export const hanStopWords =
  '请问 什么是 是什么 为什么 有哪些 有没有 是不是 是否 能否 可否 可以 如何 怎么样 怎么 怎样 哪些 哪种 哪个 什么 多少 多久 吗 呢 吧 啊 的 了 和 与 及 或 以及 在 对 对于 关于 中 是 有 会 能 应 应该 需要 进行 使用 采用 通过 由于 因为 所以 如果 但是 而且 并且 还是 以 为 被 把 从 到 于 之 其 这 那 该 此 也 都 就 更 最 很 比 个 种 项 例 名 位 次 时 后 前 内 外 上 下 间 患者中 必须 相关 目前 最新 请 介绍 一下 解释 说明'.split(
    ' ',
  );

/** True for an English word that no query should hold. Takes the word as written, folded. */
export function isStopWord(word: string): boolean {
  return word.length < 2 || englishStops.has(word);
}

/** True for an index term that says little about the topic: it may rank, it may not decide. */
export function isGenericTerm(term: string): boolean {
  return genericTerms.has(term);
}
