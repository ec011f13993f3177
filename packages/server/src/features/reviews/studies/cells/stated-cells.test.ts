import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { anArticle } from '@citewell/core/testing/an-article.ts';
import type { ComparisonRow, ReviewResponse } from '@citewell/sdk';
import { buildReviewApp } from '../../../../testing/app/review-app.ts';

type Cells = Partial<Record<Exclude<keyof ComparisonRow, 'pmid' | 'design'>, string | null>> & {
  design?: ComparisonRow['design'];
};

/** Records on digoxin in heart failure that state something plainly, and the cells that show it; null for a dash. */
const rows: readonly [title: string, text: string, cells: Cells][] = [
  [
    'Oral digoxin for heart failure.',
    'Background: others were cohorts. Methods: In heart failure, 281 patients were randomly assigned to oral digoxin or a placebo.',
    { design: 'randomized_trial', n: '281', intervention: 'Oral digoxin', comparator: 'placebo' },
  ],
  [
    // The number includes controls.
    'Leucocytes in patients with heart failure on digoxin.',
    'METHODS Specimens obtained from 26 subjects undergoing surgery (eight with heart failure on digoxin, and 18 healthy controls) were examined.',
    { population: null },
  ],
  [
    'Benefit of digoxin in patients with heart failure.',
    'METHODS We classified 13 608 subjects on the basis of preexisting history of heart failure, and gave digoxin.',
    { population: null },
  ],
  [
    '心力衰竭患者的白细胞与地高辛',
    '方法：共纳入40例受试者（心力衰竭患者22例，健康对照18例）使用地高辛。',
    { population: null },
  ],
  [
    'Does digoxin predict heart failure in smokers?',
    'METHODS Digoxin and heart failure were recorded. RESULTS Cough was reported by 90% of smokers and 73% of nonsmokers.',
    { population: null },
  ],
  [
    // The intervention follows a bracket, and the name of another study is not a design.
    '[Digoxin combined with exercise therapy for heart failure:a randomized controlled trial].',
    'Thirty patients with heart failure (21 women; mean age, 50.3 years; n = 7) were randomly assigned to two groups. It was as the Great Northern Prospective Heart Study says.',
    {
      ...{ design: 'randomized_trial', n: 'Thirty', comparator: null },
      intervention: 'Digoxin combined with exercise therapy',
    },
  ],
  [
    'Digoxin versus captopril in heart failure: a randomized trial.',
    'We gave both in heart failure.',
    { intervention: 'Digoxin', comparator: 'captopril' },
  ],
  [
    // Placebo was the comparison of trials before this study.
    'Association between digoxin and falls in heart failure.',
    'BACKGROUND Placebo-controlled trials were small. METHODS We followed a cohort with heart failure.',
    { intervention: 'digoxin', comparator: null },
  ],
  [
    // The text after "versus" is not the intervention.
    'Surgical versus medical treatment with digoxin inhibitors in heart failure.',
    'We looked at heart failure.',
    { intervention: null },
  ],
  [
    'Does heart rate change in heart failure depending on digoxin?',
    'We counted in heart failure.',
    { intervention: null },
  ],
  [
    'May student examiners be reasonable judges of heart failure?',
    'We compared 110 students with 98 teachers on heart failure.',
    { intervention: null },
  ],
  [
    'Female gender and reproductive factors affecting risk of heart failure.',
    'Heart failure differs.',
    { intervention: null },
  ],
  [
    'QT interval as predictors of mortality in heart failure.',
    'We measured it in heart failure.',
    { intervention: 'QT interval' },
  ],
  [
    'Is digoxin associated with deaths in patients with heart failure hospitalized for COVID-19?',
    'Twenty-two studies of heart failure were pooled. The pooled unadjusted OR for digoxin therapy and in-hospital mortality was 0.48 (95% CI, 0.37-0.62).',
    {
      population: 'patients with heart failure hospitalized for COVID-19',
      outcome: 'in-hospital mortality',
      effect:
        'The pooled unadjusted OR for digoxin therapy and in-hospital mortality was 0.48 (95% CI, 0.37-0.62)',
    },
  ],
  [
    // Amputation or death is not death.
    'Digoxin and amputation in heart failure.',
    'In heart failure the OR for amputation and pneumonia and death was 0.48 (95% CI, 0.37-0.62).',
    { outcome: null },
  ],
  [
    'Heart failure among extremely preterm infants.',
    'We counted heart failure.',
    { population: 'extremely preterm infants' },
  ],
  [
    'Digoxin for heart failure in preterm or small (or both) infants with murmurs.',
    'We counted heart failure.',
    { population: null },
  ],
  [
    // The main outcome of the methods, whatever else was found first, and the intervals of the groups before it.
    'Heart failure on a remote ward.',
    'MAIN OUTCOME MEASURES Hospital mortality in heart failure. RESULTS The ward was associated with better adherence (OR 15.4, 95% CI 11.3-21.1). The hospital mortality rate was 13.6% (95% confidence interval [CI], 11.9%-15.4%) before compared with 11.8% (95% CI, 10.9%-12.8%) on the ward (adjusted odds ratio [OR], 0.40 [95% CI, 0.31-0.52]).',
    {
      outcome: 'hospital mortality',
      effect:
        'The hospital mortality rate was 13.6% (95% confidence interval [CI], 11.9%-15.4%) before compared with 11.8% (95% CI, 10.9%-12.8%) on the ward (adjusted odds ratio [OR], 0.40 [95% CI, 0.31-0.52])',
    },
  ],
  [
    'Rashes and survival in heart failure.',
    'Those with heart failure and a rash lived longer than those without (OS: hazard ratio (HR), 0.54, 95% CI, 0.45-0.65).',
    {
      outcome: 'OS',
      effect:
        'Those with heart failure and a rash lived longer than those without (OS: hazard ratio (HR), 0.54, 95% CI, 0.45-0.65)',
    },
  ],
  [
    'Reminders in heart failure.',
    'Adherence to a second visit for heart failure did not differ from that to a call (odds ratio, 1.40; 95% confidence interval, 0.80-2.46).',
    {
      outcome: 'Adherence',
      effect:
        'Adherence to a second visit for heart failure did not differ from that to a call (odds ratio, 1.40; 95% confidence interval, 0.80-2.46)',
    },
  ],
  [
    'Influence of smoking on digoxin in mild heart failure.',
    'The effect of digoxin or placebo for 3 weeks was studied in a double blind, prospective, randomised, placebo controlled study of adults with heart failure.',
    { design: 'randomized_trial', comparator: 'placebo' },
  ],
  [
    // Both groups had digoxin.
    'Combination digoxin and captopril for heart failure: a randomized trial.',
    'Randomized, blinded, placebo-controlled trial. Adults with heart failure had digoxin and captopril or digoxin and placebo.',
    { intervention: 'Combination digoxin and captopril', comparator: null },
  ],
  [
    'Serum levels of digoxin in patients with heart failure and its relationship with salt.',
    'We measured it in heart failure.',
    { population: 'patients with heart failure' },
  ],
  [
    'Obesity and wheezing beside heart failure.',
    'In heart failure, the prevalence of wheezing at 15 years was 50% greater among obese individuals than among others (RR 1.53; 95% CI: 1.14-2.05).',
    { outcome: 'wheezing' },
  ],
  [
    // An outcome that is in no list: the sentence on what the title names is whole.
    'Birth weight and dense breasts in heart failure.',
    'RESULTS In heart failure, most were tall (OR 1.1, 95% CI 1.0-1.3). Compared to others with heart failure, women with high birth weights were at 3-fold risk of developing dense breasts (odds ratio: 2.9, 95% confidence interval 1.1 to 7.9).',
    {
      outcome: null,
      effect:
        'Compared to others with heart failure, women with high birth weights were at 3-fold risk of developing dense breasts (odds ratio: 2.9, 95% confidence interval 1.1 to 7.9)',
    },
  ],
  [
    // Effects of several groups: the whole sentence, and not one of them.
    'Salt, sugar and dense hair in heart failure.',
    'In heart failure, dense hair was more likely with salt (OR 2.9, 95% CI 1.1 to 7.9) than with sugar (OR 1.9, 95% CI 1.1 to 3.9).',
    {
      outcome: null,
      effect:
        'In heart failure, dense hair was more likely with salt (OR 2.9, 95% CI 1.1 to 7.9) than with sugar (OR 1.9, 95% CI 1.1 to 3.9)',
    },
  ],
  [
    '盐、糖与心力衰竭患者的头发浓密',
    '与不吃者相比，吃盐的心力衰竭患者头发浓密更多（比值比2.9，95%置信区间1.1-7.9），吃糖者也更多（比值比1.9，95%置信区间1.1-3.9）。',
    {
      outcome: null,
      effect:
        '与不吃者相比，吃盐的心力衰竭患者头发浓密更多（比值比2.9，95%置信区间1.1-7.9），吃糖者也更多（比值比1.9，95%置信区间1.1-3.9）。',
    },
  ],
  [
    // No effect that another sentence explains, that concerns a covariate or something else, or that a model expects.
    'Salt and dense hair in heart failure.',
    'In heart failure, figures were read. The hazard ratio, after adjustment for salt and dense hair, was 1.7 (95% CI, 1.1 to 2.8) for falls and 1.9 (95% CI, 1.1 to 3.0) for fits compared with others. Salt was predicted to lower dense hair (OR 0.9, 95% CI 0.8 to 0.95 compared with OR 0.7, 95% CI 0.6 to 0.8). This dense hair in heart failure was associated with salt (OR 2.9, 95% CI 1.1 to 7.9). Tall people had more freckles in towns than others (OR 1.2, 95% CI 1.1-1.4).',
    { effect: null },
  ],
  [
    // Names shortened by the record, and a difference in its own unit.
    'Salt and endometrial carcinoma in heart failure: a cohort study.',
    'Endometrial carcinoma (EC) is feared in heart failure. Results: Salt was associated with an increase of EC by 2.4 cases per 1000 people with heart failure (95% CI, 1.1 to 3.7) than no salt.',
    {
      outcome: null,
      effect:
        'Salt was associated with an increase of EC by 2.4 cases per 1000 people with heart failure (95% CI, 1.1 to 3.7) than no salt',
    },
  ],
  [
    // Two effects stated together, in the order of their subjects.
    'Salt, sugar and freckles in heart failure.',
    'In heart failure, salt and sugar were associated with freckles (OR 2.9, 95% CI 1.1 to 7.9 and OR 1.9, 95% CI 1.1 to 3.9, respectively).',
    {
      effect:
        'In heart failure, salt and sugar were associated with freckles (OR 2.9, 95% CI 1.1 to 7.9 and OR 1.9, 95% CI 1.1 to 3.9, respectively)',
    },
  ],
  [
    // The figures of both groups with their test, if no interval is stated.
    'Salt for freckles in heart failure.',
    'Results: At baseline, freckles in heart failure were 31% with salt versus 30% with placebo (P = .80). After salt, freckles in heart failure fell from 31% to 20% (P = .01). In heart failure, freckles were left in 20% of the salt group versus 29% of the placebo group (P = .02).',
    {
      effect:
        'In heart failure, freckles were left in 20% of the salt group versus 29% of the placebo group (P = .02)',
    },
  ],
  [
    // A test that does not answer the question.
    'Salt lowers freckles of adults in heart failure.',
    'Results: Adults with freckles in heart failure were older than others (61 versus 54 years; P = .02).',
    { effect: null },
  ],
  [
    // A subgroup, if no effect on the whole population is stated; it names the subgroup.
    'Salt and freckles in heart failure.',
    'Among women with red hair and heart failure, salt was associated with more freckles (OR 2.9, 95% CI 1.1 to 7.9; adjusted OR 2.1, 95% CI 1.0 to 4.4) than no salt.',
    {
      effect:
        'Among women with red hair and heart failure, salt was associated with more freckles (OR 2.9, 95% CI 1.1 to 7.9; adjusted OR 2.1, 95% CI 1.0 to 4.4) than no salt',
    },
  ],
  [
    // The main outcome of the methods in both arms, whatever words the title has for it.
    'Salt in heart failure: a randomised trial.',
    'Methods: Adults with heart failure were randomised to salt or none. The primary outcome was freckles. Results: There were 18 people with freckles in the salt group and 25 in the control group (relative risk, 0.7; 95% CI, 0.4 to 1.2).',
    {
      outcome: null,
      effect:
        'There were 18 people with freckles in the salt group and 25 in the control group (relative risk, 0.7; 95% CI, 0.4 to 1.2)',
    },
  ],
  [
    '盐治疗心力衰竭患者雀斑的疗效',
    '心力衰竭患者中，盐组雀斑残留率为20%，低于对照组的29%（P=0.02）。',
    {
      effect: '心力衰竭患者中，盐组雀斑残留率为20%，低于对照组的29%（P=0.02）。',
    },
  ],
  [
    '地高辛治疗心力衰竭的随机对照试验',
    '将120例心力衰竭患者随机分为两组。',
    { design: 'randomized_trial', n: '120', intervention: '地高辛' },
  ],
];

describe('a cell of the comparison table', () => {
  for (const [language, topic] of [
    ['en', 'Heart failure'],
    ['zh', '心力衰竭'],
  ] as const)
    it(`contains only what the record states of the whole study (${language})`, {
      tags: ['event.comparison'],
    }, async (t) => {
      const articles = rows.map(([title, text], at) =>
        anArticle(`72${10 + at}`, { title, abstract: [{ text: `${text} Heart failure needs care.` }] }),
      );
      const comparison: ComparisonRow[] = [];
      // A review has at most thirty references.
      for (const half of [articles.slice(0, 25), articles.slice(25)]) {
        const { post } = await buildReviewApp(t, { articles: half });
        const asked = { question: topic, lang: language, max_refs: 30, include: ['comparison'] };
        comparison.push(...(((await post('expert', asked)).json() as ReviewResponse).comparison ?? []));
      }
      for (const [at, [title, , { design, ...cells }]] of rows.entries()) {
        const row = comparison.find(({ pmid }) => pmid === `72${10 + at}`);
        assert.ok(row, title);
        if (design !== undefined) assert.equal(row.design, design, title);
        for (const [name, text] of Object.entries(cells))
          assert.equal(row[name as keyof typeof cells]?.text ?? null, text, `${title} ${name}`);
      }
    });
});
