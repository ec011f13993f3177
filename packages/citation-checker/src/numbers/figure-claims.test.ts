import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { estimateSupport } from '../estimate.ts';

/** Made up; in the form real abstracts have. */
const abstracts = {
  breast: `BACKGROUND: Ribocore is an oral kinase inhibitor. METHODS: In this phase 3 trial, 360 women with metastatic breast cancer were randomly assigned in a 2:1 ratio to ribocore (75 mg twice daily) or placebo, each with letrozole 2.5 mg once daily. The primary end point was progression-free survival (PFS). Secondary end points were overall survival (OS), objective response rate, and quality of life. RESULTS: Median PFS was 16.4 months in the ribocore group and 9.3 months in the placebo group (hazard ratio, 0.58; 95% CI, 0.44 to 0.76). Median OS was 34.7 months with ribocore and 31.2 months with placebo (hazard ratio, 0.86; 95% CI, 0.66 to 1.12). The objective response rate was 42.5% v 28.3%. At 6 months, 12% of the ribocore group had stopped treatment, and at 12 months 27% had. Of 240 women in the ribocore group, 31 had grade 3 neutropenia, as had 4 of 118 in the placebo group. CONCLUSIONS: Ribocore prolonged PFS but not OS.`,
  clinic: `OBJECTIVE: To describe falls in three care homes. METHODS: We followed 504 residents aged 72-91 years for 18 months; 58 nurses answered a questionnaire. RESULTS: Falls decreased by 40% from 9.5 per 1000 resident-days before the programme to 5.7 per 1000 resident-days after it. Falls occurred in 21%, 34% and 47% of homes A, B and C, respectively. Of 58 nurses, 44 used the checklist. Residents were more often restrained at night (6% vs 2%), given sedatives (18% vs 11%), and transferred to hospital (9% vs 3%). The odds of a fracture were 3.2 times higher in residents with dementia. Vitamin D 800 IU was given once weekly. Mean serum calcium was 2.31 mmol/L. Serum zinc doubled.`,
  lung: '目的：比较A药与B药一线治疗晚期肺癌的疗效。方法：将246例患者按2:1随机分为A组（164例，80 mg，每日1次）与B组（82例，250 mg，每日1次）。主要终点为无进展生存期（PFS），次要终点为总生存期（OS）和客观缓解率。结果：A组与B组的中位PFS分别为18.4个月和10.1个月（P<0.001）；中位OS分别为38.2个月和31.5个月（P=0.046）。治疗6个月时皮疹发生率为4.3%，12个月时为9.8%。A组164例中57例出现腹泻，B组82例中19例出现腹泻。结论：A药可延长PFS。',
  oxygen:
    '目的：比较不同压力高压氧治疗突发性耳聋的效果。方法：将180例患者随机分为2.0 ATA组、2.5 ATA组和常规组，每组60例，每次90 min，每日1次。结果：2.0 ATA组、2.5 ATA组和常规组的总有效率分别为81.7%、83.3%和61.7%。2.5 ATA组与2.0 ATA组的总有效率差异无统计学意义（P=0.81）。中耳气压伤发生率2.5 ATA组为13.3%，2.0 ATA组为5.0%。',
} as const;

type Row = readonly [abstract: keyof typeof abstracts, sentence: string];

const wrong: Record<string, readonly Row[]> = {
  'of another outcome': [
    ['breast', 'Median overall survival was 16.4 months with ribocore.'],
    ['breast', 'Median PFS was 34.7 months with ribocore and 31.2 months with placebo.'],
    ['breast', 'The hazard ratio for overall survival was 0.58.'],
    ['clinic', 'Residents were given sedatives more often (9%).'],
    ['lung', 'A组中位总生存期为18.4个月。'],
    ['lung', 'A组与B组的中位无进展生存期分别为38.2个月和31.5个月。'],
    ['breast', '瑞波组中位总生存期为16.4个月，安慰剂组为9.3个月。'],
  ],
  'of another time': [
    ['breast', 'At 12 months, 12% of the ribocore group had stopped treatment.'],
    ['lung', '治疗12个月时皮疹发生率为4.3%。'],
    ['lung', '治疗6个月时皮疹发生率为9.8%。'],
  ],
  'of the other arm': [
    ['breast', 'The objective response rate was 28.3% v 42.5%.'],
    ['clinic', 'Falls occurred in 47%, 34% and 21% of homes A, B and C, respectively.'],
    ['lung', 'A组与B组的中位PFS分别为10.1个月和18.4个月。'],
    ['oxygen', '2.0 ATA组、2.5 ATA组和常规组的总有效率分别为61.7%、83.3%和81.7%。'],
    ['oxygen', '2.5 ATA组中耳气压伤发生率为5.0%。'],
  ],
  'of a ratio or an end point': [
    ['breast', 'Women were randomly assigned in a 1:1 ratio to ribocore or placebo.'],
    ['breast', 'Women were randomly assigned 3:1 to ribocore or placebo.'],
    ['breast', 'The primary end point was overall survival.'],
    ['breast', 'Progression-free survival was a secondary end point.'],
    ['breast', 'The primary endpoint, quality of life, was not improved.'],
    ['lung', '患者按1:1随机分组。'],
    ['lung', '主要终点为总生存期。'],
    ['lung', 'PFS为次要终点。'],
  ],
  'of another whole': [
    ['breast', 'Of 240 women in the ribocore group, 4 had grade 3 neutropenia.'],
    ['breast', 'Grade 3 neutropenia occurred in 31 of 118 women.'],
    ['clinic', 'Of 44 nurses, 58 used the checklist.'],
    ['lung', 'A组164例中19例出现腹泻。'],
    ['lung', 'B组82例中57例出现腹泻。'],
  ],
  'of another kind or unit': [
    ['breast', 'Women received ribocore 75 mg once daily.'],
    ['breast', 'Women received ribocore 75 µg twice daily.'],
    ['breast', 'Letrozole 2.5 mg was given twice daily.'],
    ['clinic', 'Falls decreased by 40 percentage points.'],
    ['clinic', 'Falls decreased from 9.5 to 5.7 per 100 resident-days.'],
    ['clinic', 'The risk of a fracture was 3.2 times higher in residents with dementia.'],
    ['clinic', 'Vitamin D 800 mg was given once weekly.'],
    ['clinic', 'Vitamin D 800 IU was given once daily.'],
    ['clinic', 'Mean serum calcium was 2.31 mg/dL.'],
    ['clinic', 'Residents were aged 91-72 years.'],
    ['clinic', 'Residents were followed for 18 weeks.'],
    ['clinic', 'Serum zinc halved.'],
    ['lung', 'A组80 mg，每日2次。'],
    ['lung', 'A组80 μg，每日1次。'],
    ['oxygen', '每次90 min，每周1次。'],
  ],
};

const right: Record<string, readonly Row[]> = {
  'of its outcome, in short or in full': [
    ['breast', 'Median progression-free survival was 16.4 months with ribocore and 9.3 months with placebo.'],
    ['breast', 'Median overall survival was 34.7 months with ribocore.'],
    ['breast', 'The hazard ratio for PFS was 0.58.'],
    ['lung', 'A组中位无进展生存期为18.4个月。'],
    ['lung', 'A组与B组的中位总生存期分别为38.2个月和31.5个月。'],
  ],
  'of its time': [
    ['breast', 'At 12 months, 27% of the ribocore group had stopped treatment.'],
    ['breast', 'After one year, 27% of the ribocore group had stopped treatment.'],
    ['lung', '治疗12个月时皮疹发生率为9.8%。'],
  ],
  'of its arm': [
    ['breast', 'The objective response rate was 42.5% v 28.3%.'],
    ['clinic', 'Falls occurred in 21%, 34% and 47% of homes A, B and C.'],
    ['oxygen', '常规组、2.0 ATA组和2.5 ATA组的总有效率分别为61.7%、81.7%和83.3%。'],
    ['oxygen', '2.0 ATA组中耳气压伤发生率为5.0%，2.5 ATA组为13.3%。'],
    ['oxygen', '2.0 ATA组与2.5 ATA组的总有效率差异无统计学意义。'],
  ],
  'of a ratio or an end point': [
    ['breast', 'Women were randomized 2:1 to ribocore or placebo.'],
    ['breast', 'The primary end point was PFS.'],
    ['breast', 'Overall survival was a secondary end point.'],
    ['lung', '患者按2:1随机分为A组与B组。'],
    ['lung', '次要终点为OS和客观缓解率。'],
    ['lung', '主要终点为无进展生存期。'],
  ],
  'of its whole': [
    ['breast', 'Grade 3 neutropenia occurred in 31 of 240 women with ribocore and in 4 of 118 with placebo.'],
    ['clinic', 'Of 58 nurses, 44 used the checklist.'],
    ['clinic', 'The checklist was used by 44 of 58 nurses (76%).'],
    ['lung', 'A组164例中57例（34.8%）出现腹泻。'],
  ],
  'of its kind and unit': [
    ['breast', 'Women received ribocore 75 mg twice a day.'],
    ['breast', 'Women received ribocore 0.075 g twice daily.'],
    ['clinic', 'Falls decreased from 9.5 to 5.7 per 1000 resident-days.'],
    ['clinic', 'Falls decreased by 40%.'],
    ['clinic', 'The odds of a fracture were 3.2 times higher in residents with dementia.'],
    ['clinic', 'Vitamin D 800 IU was given once a week.'],
    ['clinic', 'Residents were followed for 1.5 years.'],
    ['clinic', 'Serum zinc increased by 100%.'],
    ['lung', 'A组80 mg，每天1次。'],
  ],
};

const check = ([abstract, sentence]: Row) =>
  estimateSupport({
    sentence,
    article: { title: '', abstract: abstracts[abstract], publicationTypes: undefined },
  });

describe('a number', () => {
  for (const [what, rows] of Object.entries(wrong))
    for (const row of rows)
      it(`${what} is not taken for supported: ${row[1]}`, () => {
        assert.notEqual(check(row).verdict, 'supported');
      });

  for (const [what, rows] of Object.entries(right))
    for (const row of rows)
      it(`${what} is not said to deviate: ${row[1]}`, () => {
        const { verdict, deviations } = check(row);
        assert.notEqual(verdict, 'deviates', JSON.stringify(deviations));
      });

  it('is named with the one that the abstract has in its place', () => {
    for (const [row, evidence] of [
      [['breast', 'Median overall survival was 16.4 months with ribocore.'], '34.7 months'],
      [['breast', 'Women were randomly assigned in a 1:1 ratio to ribocore or placebo.'], '2:1'],
      [['breast', 'Women received ribocore 75 mg once weekly.'], 'twice daily'],
      [['lung', '治疗12个月时皮疹发生率为4.3%。'], '9.8%'],
      [['lung', 'A组164例中19例出现腹泻。'], '57例 / 164例'],
    ] as const)
      assert.ok(
        check(row).deviations.some((finding) => finding.evidence === evidence),
        `${row[1]} ${JSON.stringify(check(row).deviations)}`,
      );
  });
});
