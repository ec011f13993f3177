import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { anArticle } from '@citewell/core/testing/an-article.ts';
import type { ReviewResponse } from '@citewell/sdk';
import { buildReviewApp, reviewLines } from '../../../testing/app/review-app.ts';

type Lead = {
  title: string;
  text: string;
  kind: '' | 'result' | 'aim' | 'excerpt';
  says: string;
  not?: string;
};

/** Abstracts without labels on digoxin in heart failure, and the lead sentence of each. */
const leads: readonly Lead[] = [
  {
    // An announcement of a discussion is not a conclusion.
    title: 'Digoxin and falls in heart failure.',
    text: 'We interviewed 213 adults with heart failure on digoxin. We found that digoxin in heart failure was significantly associated with falls. Clinics differed. Future research and practice implications are discussed.',
    kind: 'result',
    says: 'We found that digoxin in heart failure was significantly associated with falls.',
    not: 'implications are discussed',
  },
  {
    // A call for trials follows the conclusion.
    title: 'Digoxin in heart failure: a synthesis of trials.',
    text: 'Trials of digoxin in heart failure were pooled. Mortality was 12% lower. Trials suggested a benefit of digoxin in heart failure. Adequately powered trials are required to confirm these observations.',
    kind: '',
    says: 'Trials suggested a benefit of digoxin in heart failure.',
    not: 'Adequately powered',
  },
  {
    // An aim is replaced by the result that the topic asks for, not by one of the controls.
    title: 'The digoxin trial in heart failure.',
    text: 'This paper summarizes the findings of the first trial of digoxin in heart failure. Patients were randomly assigned. By the end of 18 years, those on digoxin for heart failure had about a 25% lower mortality than controls. However, the difference occurred late in heart failure on digoxin. In the control group digoxin was started in 12% for heart failure.',
    kind: 'result',
    says: 'those on digoxin for heart failure had about a 25% lower mortality than controls.',
    not: 'This paper summarizes',
  },
  {
    // There is no result: the aim, labeled as such.
    title: 'Digoxin in heart failure: perspectives.',
    text: 'Digoxin is old. Heart failure is increasingly common and associated with frailty. It is given to many. This review will evaluate the current evidence on digoxin in heart failure, and discuss the implications for dosing.',
    kind: 'aim',
    says: 'This review will evaluate the current evidence on digoxin in heart failure',
  },
  {
    // The question of a title is answered by the conclusion with its words.
    title: 'Does digoxin influence sleep behaviour of adults with heart failure?',
    text: 'We asked 300 adults with heart failure. These results suggest that digoxin raises concern in heart failure. These findings indicate that digoxin had no significant influence on sleep behaviour of adults with heart failure.',
    kind: '',
    says: 'digoxin had no significant influence on sleep behaviour',
    not: 'raises concern',
  },
  {
    // The result of one stage is not shown without the opposite one of another.
    title: 'Digoxin dose and heart failure.',
    text: 'The survival of 400 patients with heart failure was retrospectively compared. A significantly longer survival was observed with low digoxin doses in stage 2 heart failure (P = 0.02). Also, a significantly longer survival was observed with high doses in stage 3 (P = 0.007).',
    kind: 'result',
    says: 'in stage 2 heart failure (P = 0.02).',
  },
  {
    // The results of others are not those of a narrative review.
    title: 'Digoxin: a foxglove for heart failure.',
    text: 'Digoxin is recommended in some with heart failure. It is also suggested to measure it. A meta-analysis published in 2007 showed that digoxin in heart failure was associated with significantly reduced admissions. In this review, we will summarize the mechanisms of digoxin in heart failure.',
    kind: 'aim',
    says: 'In this review, we will summarize the mechanisms',
    not: 'published in 2007',
  },
  {
    title: 'Digoxin, salt and heart failure: the connection.',
    text: 'Epidemiological work suggests a link of digoxin with heart failure. Raised levels of salt appear to be associated with digoxin in heart failure. Newer drugs are being developed for heart failure.',
    kind: 'excerpt',
    says: 'Raised levels of salt appear to be associated with digoxin in heart failure.',
  },
  {
    // Parts of a text, planned trials and hopes are neither.
    title: 'Digoxin and pharmacists in heart failure: a narrative review.',
    text: 'This review aims to describe services for digoxin in heart failure. The second section describes the impact of pharmacists who improve adherence to digoxin in heart failure. It is hoped that digoxin could become safer in heart failure.',
    kind: 'aim',
    says: 'This review aims to describe services',
    not: 'second section',
  },
  {
    // Guidelines of others are not a conclusion.
    title: 'Digoxin before heart failure: challenges.',
    text: 'Digoxin is taken by some. Official guidelines recommend digoxin for heart failure at great risk. Barriers remain. In these studies, the effect of digoxin in heart failure was correlated with adherence.',
    kind: 'excerpt',
    says: 'the effect of digoxin in heart failure was correlated with adherence',
    not: 'Official guidelines',
  },
  {
    // Advice follows the findings.
    title: 'Physicians and digoxin in heart failure.',
    text: 'METHODS We asked 500 physicians. CONCLUSIONS Education about digoxin in heart failure is needed to improve care. Perceived risk predicted use of digoxin in heart failure.',
    kind: '',
    says: 'Perceived risk predicted use of digoxin in heart failure.',
    not: 'is needed to improve',
  },
  {
    // A synthesis may conclude that too little is known.
    title: 'Surgery or digoxin in heart failure.',
    text: "SELECTION CRITERIA Randomised trials of digoxin in heart failure. MAIN RESULTS One trial of digoxin in heart failure found more falls. AUTHORS' CONCLUSIONS The data on digoxin are insufficient to conclude whether it is preferred in heart failure. It should be noted that three studies indicated an increased risk of falls with digoxin in heart failure.",
    kind: '',
    says: 'The data on digoxin are insufficient to conclude',
    not: 'It should be noted',
  },
  {
    // The lead is the result of the multivariable analysis, not of a univariable one.
    title: 'Predictors of digoxin in heart failure.',
    text: 'RESULTS On univariate analysis, age (p<0.001) and digoxin in heart failure (p<0.001) were predictors of survival. On multivariate analysis, age (p<0.001) and digoxin in heart failure (p = 0.02) remained predictors of survival.',
    kind: 'result',
    says: 'On multivariate analysis, age (p<0.001) and digoxin',
    not: 'On univariate analysis',
  },
  {
    // Advice follows the finding on which it is based.
    title: 'Side effects of digoxin.',
    text: 'We followed 93 adults with heart failure on digoxin. Nausea was seen in 41%. Side effects of digoxin were common in heart failure. Adults on digoxin for heart failure should be monitored closely.',
    kind: '',
    says: 'Side effects of digoxin were common in heart failure.',
    not: 'should be monitored',
  },
  {
    // The sentence that repeats what the title says is the answer; the one before it is a side finding.
    title: 'Early digoxin and later admissions in adults with heart failure.',
    text: 'METHODS We followed 93 adults with heart failure. CONCLUSIONS Digoxin levels differed between clinics for heart failure. Early digoxin was associated with fewer later admissions in adults with heart failure.',
    kind: '',
    says: 'Early digoxin was associated with fewer later admissions',
    not: 'differed between clinics',
  },
  {
    // Labels may have their plural in brackets; and what does not affect something was found.
    title: 'Digoxin at night.',
    text: 'OBJECTIVE To determine whether digoxin at night affects sleep in heart failure. RESULT(S) Sleep was 7.1 and 7.2 hours. CONCLUSION(S) Digoxin at night does not affect sleep in heart failure. Earlier work found lower levels.',
    kind: '',
    says: 'Digoxin at night does not affect sleep in heart failure.',
    not: 'To determine',
  },
  {
    // What earlier studies support is no conclusion.
    title: 'Genes and digoxin in heart failure.',
    text: 'We studied 93 adults with heart failure. One gene was associated with digoxin levels in heart failure (OR = 1.21, 95% CI 1.14-1.29). Previous studies support a role of the gene for digoxin in heart failure.',
    kind: 'result',
    says: 'One gene was associated with digoxin levels',
    not: 'Previous studies',
  },
  {
    // Findings with figures are not a conclusion, and “they” needs the sentence before.
    title: 'Levels of digoxin in heart failure.',
    text: 'We studied 93 adults with heart failure. Our findings revealed higher levels of digoxin in heart failure (106.1 pg/mL) than in controls. It was measured twice. These results suggest that digoxin plays a role in heart failure.',
    kind: '',
    says: 'These results suggest that digoxin plays a role in heart failure.',
    not: 'Our findings revealed',
  },
  {
    // Methods, and sentences that need the one before, are not conclusions.
    title: 'An assay of digoxin.',
    text: 'RESULTS Levels in heart failure were 3.2 and 4.1. CONCLUSIONS We developed an assay to analyze digoxin in heart failure. Our results provide insights into digoxin in heart failure. Moreover, it seems to influence heart failure.',
    kind: '',
    says: 'Our results provide insights into digoxin in heart failure.',
    not: 'We developed',
  },
  {
    // An assignment to treatments is not a result.
    title: 'Early or late digoxin in heart failure.',
    text: 'RESULTS Of the 2170 adults who received digoxin, 1182 (54.5%) and 988 (45.5%) received early and late digoxin for heart failure, respectively. Early digoxin was associated with less dyspnoea in heart failure.',
    kind: 'result',
    says: 'Early digoxin was associated with less dyspnoea in heart failure.',
    not: 'received early and late',
  },
  {
    // A label in brackets is not part of the sentence after it.
    title: 'Digoxin at night.',
    text: '[Methods] Digoxin was given to 28 adults with heart failure. [Results] Dyspnoea was less with digoxin in heart failure. [Conclusion] Digoxin at night eases heart failure.',
    kind: '',
    says: '“Digoxin at night eases heart failure.”',
    not: '[Conclusion]',
  },
  {
    // A label without other words concludes nothing.
    title: 'Digoxin in the morning.',
    text: 'Digoxin was given to 40 adults with heart failure. Dyspnoea was significantly less with digoxin in heart failure (P = 0.02). Conclusions',
    kind: 'result',
    says: 'Dyspnoea was significantly less with digoxin in heart failure (P = 0.02).',
  },
  {
    // What may explain a result is not the answer, and advice that waits for studies follows it.
    title: 'Digoxin for heart failure: a review.',
    text: 'Six trials found that digoxin halved admissions (OR = 0.5). Digoxin is an efficacious aid in heart failure, with an effect similar to that of diuretics. The finding that digoxin works in heart failure but that sugar does not suggests that sodium matters. Until further studies of digoxin verify its safety, it should come second in heart failure.',
    kind: '',
    says: 'Digoxin is an efficacious aid in heart failure',
    not: 'The finding that',
  },
  {
    // What would change a result is no result.
    title: 'Cost effectiveness of digoxin versus diuretics in heart failure.',
    text: 'We compared digoxin and diuretics for heart failure in a model. Our analysis revealed that digoxin had a lower cost in heart failure than diuretics ($200 versus $300). A sensitivity analysis revealed little. Equal cost effectiveness of digoxin and diuretics in heart failure would require a 12.7% reduction in survival.',
    kind: 'result',
    says: 'Our analysis revealed that digoxin had a lower cost',
    not: 'would require',
  },
  {
    // What a finding has implications for is not what was found.
    title: 'Admissions on digoxin.',
    text: 'RESULTS Admissions for heart failure were 1.3 and 2.0. CONCLUSIONS Although admissions on digoxin become more frequent as heart failure progresses, their rate appears to reflect a phenotype. This has implications for the prevention of heart failure by digoxin.',
    kind: '',
    says: 'admissions on digoxin become more frequent as heart failure progresses',
    not: 'has implications for',
  },
  {
    // A body of experts concludes what it recommends.
    title: 'The DIGO document on digoxin in heart failure: executive summary.',
    text: 'Heart failure is a burden. Today, DIGO recommends that digoxin levels are measured in heart failure to avoid misdiagnosis. The first three points can be used to judge heart failure and to reduce the risk of digoxin. The initiative will hopefully inspire others.',
    kind: '',
    says: 'DIGO recommends that digoxin levels are measured',
    not: 'The first three points',
  },
];

const marks = {
  en: { '': '', result: '(result)', aim: '(aim)', excerpt: '(no conclusion; from the abstract)' },
  zh: { '': '', result: '（结果）', aim: '（目的）', excerpt: '（无结论，摘自摘要）' },
};

describe('the lead sentence of a study', () => {
  for (const [language, topic] of [
    ['en', 'Digoxin in heart failure'],
    ['zh', '地高辛治疗心力衰竭'],
  ] as const)
    it(`is its conclusion, or else its main result or aim, labeled as such (${language})`, async (t) => {
      const request = { question: topic, lang: language, max_refs: leads.length };
      const { review, lines } = await reviewLines(t, leads, request);
      for (const [at, { kind, says, not }] of leads.entries()) {
        const line = lines[at];
        assert.ok(line, `${at}\n${review}`);
        const [label = ''] = line.split('“');
        assert.ok(line.includes(says), line);
        assert.ok(!not || !line.includes(not), line);
        for (const mark of Object.values(marks[language]).filter(Boolean))
          assert.equal(label.includes(mark), mark === marks[language][kind], line);
      }
      assert.ok(review.includes('with high doses in stage 3 (P = 0.007).'), review);
    });
});

describe('the main findings of a review', () => {
  for (const [question, asked] of [
    ['Digoxin and mortality in heart failure', /digoxin lowered mortality in heart failure/],
    ['地高辛与心力衰竭患者的死亡率', /digoxin lowered mortality in heart failure/],
  ] as const)
    it(`give a conclusion on the outcome asked for rather than an effect on another: ${question}`, async (t) => {
      const articles = ['north', 'south', 'west'].map((town, at) =>
        anArticle(`72${10 + at}`, {
          title: `Digoxin and mortality in heart failure in the ${town}.`,
          abstract: [
            {
              label: 'RESULTS',
              text: `Patients with heart failure in the ${town} took digoxin or placebo. Bleeding was more frequent with digoxin than with placebo (relative risk 6.${at}0, 95% CI 1.77 to 16.5).`,
            },
            {
              label: 'CONCLUSIONS',
              text: `In the ${town} digoxin lowered mortality in heart failure, but bleeding was more frequent.`,
            },
          ],
        }),
      );
      const { post } = await buildReviewApp(t, { articles });
      const { review } = (await post('expert', { question })).json() as ReviewResponse;
      const [, findings = ''] = /(?:Among the main findings|部分主要结果)([\s\S]*?)\n## /.exec(review) ?? [];
      assert.match(findings, asked);
      assert.doesNotMatch(findings, /relative risk/);
    });
});
