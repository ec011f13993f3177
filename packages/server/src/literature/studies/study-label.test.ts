import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Article } from '@citewell/core/records/article.ts';
import { anArticle } from '@citewell/core/testing/an-article.ts';
import { readStudy } from './read-study.ts';
import { studyLabel } from './study-label.ts';

const labels = (more: Partial<Article>) => {
  const study = readStudy(anArticle('1001', { title: 'Metformin.', year: '2016', ...more }));
  return [studyLabel(study, 'en'), studyLabel(study, 'zh')];
};
const of = (...sections: [label: string, text: string][]): Pick<Article, 'abstract'> => ({
  abstract: sections.map(([label, text]) => ({ ...(label && { label }), text })),
});
const randomised = { publicationTypes: ['Randomized Controlled Trial'] };

const rows: [what: string, more: Partial<Article>, en: string, zh: string][] = [
  [
    'a part of those enrolled, after "including"',
    of([
      'METHODS',
      'A total of 14,641 male physicians aged 50 years or older, including 1307 men with a history of cancer, were enrolled.',
    ]),
    '14,641 physicians, 2016:',
    '14641名医生，2016年：',
  ],
  [
    'a part of those enrolled, in Chinese',
    of(['方法', '共纳入640例患者，包括120名女性。']),
    '640 patients, 2016:',
    '640例患者，2016年：',
  ],
  [
    'those who treated the participants',
    of(['METHODS', 'In 45 practices, 62 general practitioners took part. We enrolled 1,320 patients.']),
    '1,320 patients, 2016:',
    '1320例患者，2016年：',
  ],
  [
    'the name of another study, with initials',
    of([
      '',
      'Retinopathy was related to blood pressure in the U.K. Prospective Diabetes Study (UKPDS). It is seen early.',
    ]),
    '2016:',
    '2016年：',
  ],
  [
    'a survey of physicians on women',
    {
      title: 'Physician knowledge and barriers to prevention in women: survey results.',
      ...of(['METHODS', 'We surveyed 529 physicians.']),
    },
    'Survey, 2016:',
    '问卷调查，2016年：',
  ],
  [
    'a total in brackets after the counted people',
    of(
      ['', 'DESIGN Cluster-randomized controlled trial: one centre.'],
      ['', 'PARTICIPANTS Individuals aged 65 and older with a dementia diagnosis (N=186).'],
    ),
    'Randomized trial, 186 people, 2016:',
    '随机对照试验，186人，2016年：',
  ],
  [
    'two bracketed numbers of groups',
    of(['METHODS', 'Patients received metformin (N=40) or patients received placebo (N=42).']),
    '2016:',
    '2016年：',
  ],
  [
    'the only bracketed number',
    of(['METHODS', 'We looked for variants in patients (n = 888) from one trial.']),
    '888 patients, 2016:',
    '888例患者，2016年：',
  ],
  [
    'the total of a reported share',
    of(['', 'Of 2,100 women, 204 (9.7%) reported hypertension.']),
    '2,100 women, 2016:',
    '2100名女性，2016年：',
  ],
  [
    'invited people of whom a share took part',
    of(['', 'Of 2,100 women, 204 (9.7%) agreed to participate.']),
    '2016:',
    '2016年：',
  ],
  [
    'veterans',
    of(['', 'We analyzed data from a representative cohort of 453,946 United States veterans.']),
    '453,946 veterans, 2016:',
    '453946名退伍军人，2016年：',
  ],
  [
    'people whose quality of life was measured',
    of(['', 'The study measured the quality of life of 134 patients with advanced heart failure.']),
    '134 patients, 2016:',
    '134例患者，2016年：',
  ],
  [
    'a subset of the examined people',
    of(['', 'The study measured the quality of life in a subgroup of 134 patients.']),
    '2016:',
    '2016年：',
  ],
  [
    'records that were screened',
    of(['', 'The records of 1860 patients from one laboratory were screened for stenosis.']),
    '2016:',
    '2016年：',
  ],
  [
    'singletons, beside infants who fell ill',
    of(
      ['PARTICIPANTS', '999,378 liveborn singletons (maternal use, n=30,091; use in infants, n=6591).'],
      ['RESULTS', '880 infants developed stenosis.'],
    ),
    '999,378 singletons, 2016:',
    '999378名单胎儿，2016年：',
  ],
  [
    'a trial among outpatients',
    of([
      'DESIGN, SETTING, AND PATIENTS',
      'Multicenter, randomized controlled trial among 2331 medically stable outpatients.',
    ]),
    'Randomized trial, 2,331 patients, 2016:',
    '随机对照试验，2331例患者，2016年：',
  ],
  [
    'a study of a guideline whose abstract states its design',
    {
      title: 'Use of treatment guidelines in acute coronary syndrome: a report from a registry.',
      ...of(['METHODS', 'GRAPE is a prospective, observational, multicenter cohort study.']),
    },
    'Cohort study, 2016:',
    '队列研究，2016年：',
  ],
  [
    'a study of guideline use without a stated design',
    { title: 'Patients at risk of falls: do we meet the guidelines?', ...of(['', 'Care was good.']) },
    '2016:',
    '2016年：',
  ],
  [
    'the design of studies whose data were used',
    of(['DESIGN', 'Cost analysis based on a randomized controlled trial.']),
    '2016:',
    '2016年：',
  ],
  [
    'a trial of women',
    { ...randomised, ...of(['METHODS', 'We randomly assigned 2,512 women to folic acid or placebo.']) },
    'Randomized trial, 2,512 women, 2016:',
    '随机对照试验，2512名女性，2016年：',
  ],
  [
    'numbers in words, and a design in words',
    of(['', 'One thousand ninety-nine patients were randomly assigned to two groups.']),
    'Randomized trial, 1,099 patients, 2016:',
    '随机对照试验，1099例患者，2016年：',
  ],
  [
    'a total',
    {
      ...randomised,
      ...of(['METHODS', 'A total of 480 adults were randomly assigned to metformin or placebo.']),
    },
    'Randomized trial, 480 adults, 2016:',
    '随机对照试验，480名成人，2016年：',
  ],
  [
    'people screened and people randomised',
    { ...randomised, ...of(['METHODS', 'Of 900 patients screened, 412 patients were randomised.']) },
    'Randomized trial, 412 patients, 2016:',
    '随机对照试验，412例患者，2016年：',
  ],
  [
    'two competing numbers',
    { ...randomised, ...of(['METHODS', 'We enrolled 412 adults.'], ['RESULTS', 'We enrolled 390 adults.']) },
    'Randomized trial, 2016:',
    '随机对照试验，2016年：',
  ],
  [
    'centres, which are not people',
    { ...randomised, ...of(['METHODS', 'Patients at 12 of 40 centres were randomised.']) },
    'Randomized trial, 2016:',
    '随机对照试验，2016年：',
  ],
  [
    'groups, which are not people',
    { ...randomised, ...of(['METHODS', 'Patients were randomised (n = 3 groups).']) },
    'Randomized trial, 2016:',
    '随机对照试验，2016年：',
  ],
  [
    'patients and controls',
    of(['METHODS', 'In this case-control study 120 patients and 240 controls were enrolled.']),
    'Case–control study, 2016:',
    '病例对照研究，2016年：',
  ],
  [
    'only a part of the study',
    { ...randomised, ...of(['RESULTS', 'Of these, 38 patients died and 12 patients withdrew.']) },
    'Randomized trial, 2016:',
    '随机对照试验，2016年：',
  ],
  ['an approximate number', of(['METHODS', 'More than 30,000 people were included.']), '2016:', '2016年：'],
  ['a range', of(['', 'It affects 130-180 million people.']), '2016:', '2016年：'],
  ['a year', of(['', 'In 2015 patients were asked about sleep.']), '2016:', '2016年：'],
  ['Year 3 students', of(['METHODS', 'Forty Year 3 students took part.']), '2016:', '2016年：'],
  [
    'a meta-analysis with its patients',
    {
      publicationTypes: ['Meta-Analysis'],
      ...of(['RESULTS', 'This meta-analysis of 12 trials (4,120 patients) found a benefit.']),
    },
    'Meta-analysis, 12 studies, 4,120 patients, 2016:',
    '荟萃分析，12项研究，4120例患者，2016年：',
  ],
  [
    'a meta-analysis with competing numbers',
    {
      publicationTypes: ['Meta-Analysis'],
      ...of(['RESULTS', 'Twelve trials were eligible. Seven trials reported mortality.']),
    },
    'Meta-analysis, 2016:',
    '荟萃分析，2016年：',
  ],
  [
    'a meta-analysis that states its total before that of one outcome',
    {
      publicationTypes: ['Meta-Analysis'],
      ...of(['RESULTS', 'We included 12 trials enrolling 4120 patients. Seven trials reported mortality.']),
    },
    'Meta-analysis, 12 studies, 4,120 patients, 2016:',
    '荟萃分析，12项研究，4120例患者，2016年：',
  ],
  [
    'a trial with its patients before a bracket and another study’s name',
    of([
      '',
      'The United Kingdom Prospective Diabetes Study was long. Thirty patients with gout (21 women; mean age, 50.3 years; n = 7) were randomly assigned to two groups.',
    ]),
    'Randomized trial, 30 patients, 2016:',
    '随机对照试验，30例患者，2016年：',
  ],
  [
    'men and women, who are not only women',
    {
      title: 'Body-mass index and mortality in Korean men and women.',
      ...of(['', 'A cohort study of weight.']),
    },
    'Cohort study, 2016:',
    '队列研究，2016年：',
  ],
  [
    'adolescents counted by the only bracketed number',
    of([
      '',
      'Using baseline data, we examined to what extent equity predicts adherence among Ugandan adolescents aged 10-16 (n = 702) living with HIV.',
    ]),
    '702 adolescents, 2016:',
    '702名青少年，2016年：',
  ],
  [
    'a study called the first of its kind',
    of([
      '',
      'This study is the first prospective randomized study of exercise. It took 30 patients with gout.',
    ]),
    'Randomized trial, 30 patients, 2016:',
    '随机对照试验，30例患者，2016年：',
  ],
  [
    'a Cochrane review without publication types',
    of([
      '',
      'OBJECTIVES To assess colchicine in gout. SELECTION CRITERIA Randomised trials of colchicine in gout.',
    ]),
    'Systematic review, 2016:',
    '系统评价，2016年：',
  ],
  [
    'a narrative review that names a study',
    of(['', 'The United Kingdom Prospective Diabetes Study has shown that control matters.']),
    '2016:',
    '2016年：',
  ],
  [
    'mice with human cells',
    {
      mesh: ['Animals', 'Mice', 'Humans'],
      ...of(['METHODS', 'Human tumor cells were injected into nude mice.']),
    },
    'Mice and human subjects or samples, 2016:',
    '小鼠及人体研究对象或样本，2016年：',
  ],
  [
    'rats, in groups',
    { title: 'Metformin in diabetic rats.', ...of(['METHODS', 'Rats were randomized to two groups.']) },
    'Animal study, rats, 2016:',
    '动物实验，大鼠，2016年：',
  ],
  [
    'counted mice',
    { mesh: ['Animals', 'Mice'], ...of(['METHODS', 'Forty-eight male C57BL/6 mice were studied.']) },
    'Animal study, 48 mice, 2016:',
    '动物实验，48只小鼠，2016年：',
  ],
  [
    'a mouse antibody in people',
    of(['METHODS', 'A mouse monoclonal antibody stained biopsies. We studied 85 patients with psoriasis.']),
    '85 patients, 2016:',
    '85例患者，2016年：',
  ],
  [
    'a case report',
    { publicationTypes: ['Case Reports'], ...of(['', 'We report a case. Ten patients are known.']) },
    'Case report, 2016:',
    '病例报告，2016年：',
  ],
  [
    'children by the headings',
    {
      mesh: ['Humans', 'Child', 'Child, Preschool', 'Male', 'Female'],
      ...of(['METHODS', 'In this retrospective study 130 patients were included.']),
    },
    'Retrospective study, 130 children, 2016:',
    '回顾性研究，130名儿童，2016年：',
  ],
  [
    'a population named only in the title',
    { title: 'Aspirin in pregnant women: a randomised trial.' },
    'Randomized trial, pregnant women, 2016:',
    '随机对照试验，孕妇，2016年：',
  ],
  [
    'findings of others and recommendations',
    of(['', 'A randomized trial is needed. In a previous prospective study risk fell.']),
    '2016:',
    '2016年：',
  ],
  [
    'a model fed by a survey',
    of([
      '',
      'We developed a mathematical model of malaria. Rates were estimated from a cross-sectional survey of 5,667 individuals.',
    ]),
    '2016:',
    '2016年：',
  ],
  [
    'a model fed by a survey, in Chinese',
    of(['', '建立疟疾传播动力学模型。参数来自对5667名居民的横断面调查。']),
    '2016:',
    '2016年：',
  ],
  [
    'those chosen from all who were operated on',
    of([
      '',
      'A total of 6,419 patients underwent prostatectomy. There were 407 patients classified as having grade 8.',
    ]),
    '2016:',
    '2016年：',
  ],
  ['a non-randomised trial', { title: 'A non-randomised comparison of two stents.' }, '2016:', '2016年：'],
  [
    'a review of trials',
    {
      title: 'Statins.',
      ...of(
        [
          'METHODS',
          'We searched MEDLINE and Embase for randomised trials. Patients were randomly assigned in all.',
        ],
        ['RESULTS', 'A total of 2,457 participants were included.'],
      ),
    },
    '2016:',
    '2016年：',
  ],
  [
    'a Chinese trial',
    {
      title: '二甲双胍治疗2型糖尿病的随机对照试验',
      ...of(['方法', '将120例患者随机分为两组，每组60例。']),
    },
    'Randomized trial, 120 patients, 2016:',
    '随机对照试验，120例患者，2016年：',
  ],
];

describe('the study label', () => {
  for (const [what, more, en, zh] of rows)
    it(`states what the record says for certain: ${what}`, () => assert.deepEqual(labels(more), [en, zh]));

  it('is empty if the record says nothing about the study', () =>
    assert.deepEqual(labels({ year: '' }), ['', '']));
});
