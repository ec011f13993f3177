import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { anArticle } from '@citewell/core/testing/an-article.ts';
import { planQuery } from '../../query/plan-query.ts';
import { askedFindings, reportsAskedFinding } from './asked-finding.ts';

const asked = (question: string) =>
  askedFindings(planQuery({ question, history: [], years: {}, category: undefined, thisYear: 2026 }));
const paper = (title: string, result: string) =>
  anArticle('9101', { title, abstract: [{ label: 'RESULTS', text: result }] });

describe('the finding that a question asks for', () => {
  for (const [question, giving, other] of [
    [
      'How should gout be treated?',
      ['Colchicine for gout: a trial.', 'Colchicine reduced pain in patients with gout.'],
      ['Knowledge of gout among patients.', 'Treated patients with gout knew little of how it is cured.'],
    ],
    [
      'Which drug is best for psoriasis?',
      ['Methotrexate for psoriasis.', 'Methotrexate was effective in 60 patients with psoriasis.'],
      ['Imiquimod in mice.', 'Imiquimod-treated mice with psoriasis improved.'],
    ],
    [
      'How is hyperkalaemia managed?',
      ['Patiromer for hyperkalaemia.', 'Patiromer lowered potassium in patients with hyperkalaemia.'],
      [
        'Aliskiren: a trial.',
        'Therapy with aliskiren reduced proteinuria, with a risk of hyperkalaemia in patients.',
      ],
    ],
    [
      '痛风怎么治?',
      ['秋水仙碱治疗痛风', '秋水仙碱治疗痛风患者有效。'],
      ['痛风患者的基因', '痛风患者携带该基因者较多。'],
    ],
    [
      '银屑病用什么药最好?',
      ['Methotrexate for psoriasis.', 'Methotrexate was effective in 60 patients with psoriasis.'],
      ['Genes of psoriasis.', 'Patients with psoriasis carried the allele.'],
    ],
    [
      'What is the sensitivity of the PHQ-9?',
      ['The PHQ-9 in primary care.', 'The PHQ-9 had a sensitivity of 88%.'],
      ['The PHQ-9 in depression.', 'The PHQ-9 forms an interval scale.'],
    ],
    [
      'PHQ-9的灵敏度是多少?',
      ['The PHQ-9 in primary care.', 'The PHQ-9 had a sensitivity of 88%.'],
      ['The PHQ-9 in depression.', 'The PHQ-9 forms an interval scale.'],
    ],
    [
      'How common is celiac disease?',
      ['Celiac disease in Finland.', 'Celiac disease was found in 1.5% of 3,654 children.'],
      ['Celiac disease and diet.', 'Of patients with celiac disease, 15% had eaten gluten.'],
    ],
    [
      '乳糜泻的发病率',
      ['Incidence of celiac disease in Finland.', 'It was 39 per 100,000 a year.'],
      ['Celiac disease and diet.', 'Of patients with celiac disease, 15% had eaten gluten.'],
    ],
    [
      'What is the normal range of ferritin?',
      ['Ferritin in adults.', 'In adults, normal ferritin values ranged from 30 to 300 ng/ml.'],
      ['Ferritin in frogs.', 'Ferritin rose by 30% in salamander rods.'],
    ],
    [
      '铁蛋白正常值是多少?',
      ['Ferritin in adults.', 'In adults, normal ferritin values ranged from 30 to 300 ng/ml.'],
      ['Ferritin in anemia.', 'Ferritin fell by 30% in patients with anemia.'],
    ],
    [
      'What is the risk of delirium after hip fracture?',
      ['Hip fracture in the old.', 'Delirium developed in 35% of patients with hip fracture.'],
      ['Hip fracture and care.', 'Of patients with delirium, 20% were at risk of falls.'],
    ],
    [
      '髋部骨折后谵妄的风险有多大?',
      ['Hip fracture in the old.', 'Delirium developed in 35% of patients with hip fracture.'],
      ['Hip fracture and care.', 'Hip fracture patients stayed 12 days.'],
    ],
    [
      'Do statins cause myalgia?',
      ['Statins: a trial.', 'Myalgia was more frequent with statins.'],
      ['Statins: a trial.', 'LDL was lower with statins.'],
    ],
    [
      '二甲双胍能预防结直肠腺瘤吗?',
      ['Metformin: a trial.', 'Metformin reduced colorectal adenomas.'],
      ['Metformin: a trial.', 'Metformin reduced glucose.'],
    ],
    [
      'What is the prognosis of glioblastoma?',
      ['Glioblastoma in adults.', 'Median survival of patients was 14 months.'],
      ['Glioblastoma in adults.', 'Patients differed in their methylation.'],
    ],
    [
      '胶质母细胞瘤的预后如何?',
      ['Glioblastoma in adults.', 'Median survival of patients was 14 months.'],
      ['Glioblastoma in adults.', 'Patients differed in their methylation.'],
    ],
    [
      'What are the symptoms of lupus?',
      ['Lupus in women.', 'The first symptoms of lupus in 90 women were rash and fever.'],
      ['Neutrophils in lupus.', 'Neutrophils of patients with lupus released interferon.'],
    ],
    [
      '红斑狼疮有哪些症状?',
      ['Lupus in women.', 'The first symptoms of lupus in 90 women were rash and fever.'],
      ['Neutrophils in lupus.', 'Neutrophils of patients with lupus released interferon.'],
    ],
    [
      'How is sarcoidosis diagnosed?',
      ['Sarcoidosis.', 'Biopsy detected sarcoidosis in 80 of 90 patients.'],
      ['Sarcoidosis.', 'Patients with sarcoidosis were tired.'],
    ],
    [
      '结节病怎么诊断?',
      ['Sarcoidosis.', 'Biopsy detected sarcoidosis in 80 of 90 patients.'],
      ['Sarcoidosis.', 'Patients with sarcoidosis were tired.'],
    ],
    [
      'How is celiac disease diagnosed?',
      ['Celiac disease.', 'Antibodies had a high sensitivity in the diagnosis of celiac disease in adults.'],
      ['Celiac disease.', 'After review of the diagnostic biopsies, 53 patients were found to have it.'],
    ],
    [
      '乳糜泻怎么诊断?',
      ['Celiac disease.', 'In patients, celiac disease was diagnosed by duodenal biopsy.'],
      ['Celiac disease.', 'After review of the diagnostic biopsies, 53 patients were found to have it.'],
    ],
    [
      'What causes gout?',
      ['Gout in men.', 'Gout in men was due to reduced excretion of urate.'],
      ['Gout in men.', 'Men with gout had a mean age of 52 years.'],
    ],
    [
      '痛风是什么引起的?',
      ['痛风患者', '痛风与高尿酸血症相关，患者多为男性。'],
      ['Knowledge of gout among patients.', 'Knowledge was associated with gout.'],
    ],
    [
      'What are the side effects of methotrexate?',
      ['Methotrexate for arthritis.', 'Nausea was an adverse event in 20% of patients on methotrexate.'],
      ['Upadacitinib with inadequate response to methotrexate.', 'Adverse events were more frequent.'],
    ],
    [
      'metformin side effects',
      ['Metformin in adults.', 'Metformin caused diarrhoea in 20% of patients.'],
      ['Metformin in adults.', 'Metformin lowered glucose.'],
    ],
    [
      '二甲双胍有什么副作用?',
      ['Metformin in adults.', 'Metformin caused diarrhoea in 20% of patients.'],
      ['Metformin in adults.', 'Metformin lowered glucose.'],
    ],
    [
      'Does warfarin interact with cranberry juice?',
      ['Warfarin.', 'Cranberry juice together with warfarin raised the INR.'],
      ['Warfarin.', 'Warfarin reduced strokes; cranberry juice was not allowed.'],
    ],
    [
      '阿司匹林和布洛芬能一起吃吗?',
      ['Aspirin and ibuprofen.', 'Concomitant aspirin and ibuprofen blocked the effect on platelets.'],
      ['Aspirin.', 'Aspirin reduced infarctions, and ibuprofen did not.'],
    ],
    [
      'Who should get a colonoscopy?',
      ['Colonoscopy.', 'Colonoscopy is recommended for patients with a family history.'],
      ['Colonoscopy.', 'Colonoscopy took 30 minutes in 100 patients.'],
    ],
    [
      '肠镜适合什么人做?',
      ['Colonoscopy.', 'Colonoscopy is recommended for patients with a family history.'],
      ['Colonoscopy.', 'Colonoscopy took 30 minutes in 100 patients.'],
    ],
    [
      'Can children with nephrotic syndrome be vaccinated?',
      ['Nephrotic syndrome.', 'Vaccination did not trigger relapses in children.'],
      ['Nephrotic syndrome.', 'Thirty mutations were found in children.'],
    ],
    [
      '肾病综合征的孩子能打疫苗吗?',
      ['Nephrotic syndrome.', 'Vaccination did not trigger relapses in children.'],
      ['Nephrotic syndrome.', 'Thirty mutations were found in children.'],
    ],
    [
      'Can patients with epilepsy drive?',
      ['Epilepsy.', 'Of patients with epilepsy, 30% were driving.'],
      ['Epilepsy.', 'Astrocytes drive neurons in epilepsy.'],
    ],
    [
      '癫痫患者能开车吗?',
      ['Epilepsy.', 'Of patients with epilepsy, 30% were driving.'],
      ['Epilepsy.', 'Astrocytes drive neurons in epilepsy.'],
    ],
    [
      'Can neonates be extubated early after cardiac surgery?',
      ['Cardiac surgery.', 'Extubation within 24 hours was possible in most neonates.'],
      ['Cardiac surgery.', 'Mortality was 2% in neonates.'],
    ],
    [
      'How accurate is ultrasound for appendicitis in kids?',
      ['Ultrasound in children.', 'Ultrasound had a sensitivity of 88% for appendicitis.'],
      ['Ultrasound in children.', 'Girls presented histologically not-confirmed appendicitis in 22%.'],
    ],
  ] as const)
    it(`is demanded of a paper: ${question}`, () => {
      const findings = asked(question);
      assert.ok(findings.length > 0, 'nothing demanded');
      assert.ok(reportsAskedFinding(paper(giving[0], giving[1]), findings), giving.join(' '));
      assert.ok(!reportsAskedFinding(paper(other[0], other[1]), findings), other.join(' '));
    });

  it('may be of animals if the question asks about them', () => {
    const mice = paper('Imiquimod for psoriasis in mice.', 'Imiquimod-treated mice with psoriasis improved.');
    assert.ok(reportsAskedFinding(mice, asked('How can psoriasis be treated in mice?')));
    assert.ok(reportsAskedFinding(mice, asked('小鼠银屑病怎么治?')));
    assert.ok(!reportsAskedFinding(mice, asked('How can psoriasis be treated?')));
  });

  it('is told by the abbreviation of a name, as abstracts use it', () =>
    assert.ok(
      reportsAskedFinding(
        paper('Surgery of the pancreas.', 'The incidence of DGE was 12%.'),
        asked('How common is delayed gastric emptying after pancreaticoduodenectomy?'),
      ),
    ));

  for (const question of [
    'Does allopurinol reduce the risk of gout?',
    'Are patients treated with steroids at risk of cataract?',
    'Is obesity associated with the incidence of asthma?',
    'Predictive value of Ki-67 for response to chemotherapy',
    'How is gout treated, and is it inherited?',
    '输血后发热的患者，同种免疫的发生率是否更高?',
    '腔镜手术能降低房颤发生率吗?',
    '肿瘤科医生在预防血栓方面做法规范吗?',
    '肾功能在正常范围时与动脉硬化有何关系?',
  ])
    it(`is none if it can be answered otherwise: ${question}`, () => assert.deepEqual(asked(question), []));

  for (const question of ['Does depression in pregnancy cause preterm birth?', '孕期抑郁会导致早产吗'])
    it(`is recognized by an abbreviation that the abstract defines: ${question}`, () => {
      const article = anArticle('9103', {
        title: 'Antenatal depression: a meta-analysis.',
        abstract: [
          { label: 'BACKGROUND', text: 'We examined the risk of preterm birth (PTB).' },
          {
            label: 'RESULTS',
            text: 'Women with depression during pregnancy were at increased risk for PTB.',
          },
        ],
      });
      assert.ok(asked(question).length > 0);
      assert.ok(reportsAskedFinding(article, asked(question)));
    });
});
