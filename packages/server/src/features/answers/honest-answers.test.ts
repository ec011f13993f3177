import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import type { CheckedArticle } from '@citewell/citation-checker/comparison.ts';
import { type Article, emptyRecord, type Pmid } from '@citewell/core/records/article.ts';
import { toCheckedArticle } from '../../retrieval/checked-article.ts';
import { judgeUnits } from './verification/judge-units.ts';

const demonstrationRecords = new Map(
  readFileSync(new URL('../../library/demonstration.jsonl', import.meta.url), 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line): [string, Article] => {
      const record = { ...emptyRecord, ...JSON.parse(line) } as Article;
      return [record.pmid, record];
    }),
);

/** Returns a record of the demonstration library, or only its English text. */
function recordOf(number: number, language: 'both' | 'en'): CheckedArticle {
  const record = demonstrationRecords.get(String(9_900_000_000 + number));
  assert.ok(record);
  const abstract = record.abstract.filter(({ label }) => language === 'both' || label !== '摘要');
  return toCheckedArticle({ ...record, abstract });
}

/** Returns true if a model's sentence is sent with its citation. */
function leaves(sentence: string, article: CheckedArticle, question: string): boolean {
  const articles = new Map([['1', article]] as [string, CheckedArticle][]) as Map<Pmid, CheckedArticle>;
  const [pmid] = articles.keys();
  assert.ok(pmid);
  const { judged } = judgeUnits(
    {
      ...{ units: [{ before: '', text: sentence }], reading: { inQuotation: false, lastText: '' } },
      ...{ cited: [pmid], classify: false, forMs: 0 },
    },
    { articles, given: [], question },
  );
  return judged.every(({ judgment }) => judgment?.outcome !== 'omitted');
}

type Row = [record: number, language: 'both' | 'en', ...sentences: string[]];

/** Sentences that a good model writes about these records, each supported by its record. */
const honest: Row[] = [
  [
    ...([1, 'en'] as const),
    '与安慰剂相比，二甲双胍在52周时使HbA1c多下降0.8个百分点[1]。',
    '两组均未发生严重低血糖[1]。',
    '腹泻更常见（18.2%对7.5%）[1]。',
  ],
  [1, 'en', 'Patients also lost more weight (1.9 kg versus 0.6 kg) [1].'],
  [1, 'en', '只有4.1%的患者因胃肠道副作用停用二甲双胍[1]。'],
  [3, 'en', '低血糖的相对危险度为0.28[1]。'],
  [7, 'both', 'Nausea was more frequent with semaglutide (42.8% versus 16.0%) [1].'],
  [
    ...([8, 'en'] as const),
    '12个月时，低能量饮食组43.2%的患者达到缓解，对照组为5.0%[1]。',
    '24个月时仍有33.1%维持缓解[1]。',
  ],
  [13, 'en', '酮症酸中毒罕见[1]。', 'Cardiovascular death was reduced (hazard ratio 0.88) [1].'],
  [26, 'en', '对射血分数保留者推荐使用SGLT2抑制剂，并用利尿剂缓解充血[1]。'],
  [53, 'both', 'Remission was also more common (38.2% vs 24.4%) [1].'],
  [67, 'en', '10年结直肠癌死亡率两组相近，分别为0.24%和0.22%[1]。'],
  [82, 'en', '别嘌醇组痛风发作率低于非布司他组（36.5%对43.5%）[1]。'],
  [96, 'both', 'Early palliative care did not extend survival (11.2 versus 10.6 months) [1].'],
  [111, 'en', '高危孕妇从孕11～14周开始每晚服用阿司匹林150 mg，早产型子痫前期发生率由4.4%降至1.7%[1]。'],
  [125, 'en', 'The trial enrolled 672 participants [1].'],
  [
    ...([1, 'both'] as const),
    '## 降糖效果',
    '**Safety:**',
    'These results come from a single trial.',
    '由于仅检索到一项研究，结论需谨慎看待。',
    '结论仍需更多研究证实。',
    '本回答仅供参考，不能替代医生的建议。',
  ],
];

/** Statements that no record supports, made of words that it contains. */
const invented: Row[] = [
  [
    ...([1, 'both'] as const),
    'Metformin lowered HbA1c and body weight, and it prevents dementia [1].',
    '二甲双胍降低糖化血红蛋白和体重，还能预防痴呆[1]。',
    '腹泻更常见（7.5%对18.2%）[1]。',
    'Diarrhoea was less frequent with metformin (18.2% versus 7.5%) [1].',
    'Metformin was hazardous to adults [1].',
    '二甲双胍十分危险[1]。',
    '请患糖尿病者立即停用胰岛素[1]。',
    'Metformin lowered HbA1c, body weight and the risk of dementia [1].',
    'Metformin lowered HbA1c more than insulin [1].',
    'Metformin makes insulin superfluous in type 1 diabetes [1].',
    'In pregnant women metformin lowered HbA1c [1].',
    'In children metformin lowered HbA1c [1].',
    'Metformin should be taken at a dose of up to 5 g daily [1].',
    'Most patients stopped metformin because of gastrointestinal side effects [1].',
    '二甲双胍每日5克效果最佳[1]。',
    '二甲双胍对1型糖尿病同样有效[1]。',
    '**安全性好**',
    '无副作用',
  ],
  [1, 'en', '二甲双胍不会引起腹泻[1]。', '二甲双胍未能降低体重[1]。'],
  [53, 'both', 'Remission was less common with exercise (38.2% vs 24.4%) [1].'],
  [82, 'en', '别嘌醇组痛风发作率高于非布司他组（36.5%对43.5%）[1]。'],
  [125, 'en', 'The trial enrolled 981 participants [1].'],
];

describe('a sentence of an answer', () => {
  for (const [number, language, ...sentences] of honest)
    for (const sentence of sentences)
      it(`is kept if its record supports it: ${sentence}`, () =>
        assert.ok(leaves(sentence, recordOf(number, language), 'metformin 二甲双胍')));
  for (const [number, language, ...sentences] of invented)
    for (const sentence of sentences)
      it(`is omitted if no record supports it: ${sentence}`, () =>
        assert.ok(!leaves(sentence, recordOf(number, language), 'metformin 二甲双胍')));
});
