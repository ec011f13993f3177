import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { anArticle } from '@citewell/core/testing/an-article.ts';
import { planQuery } from '../../literature/query/plan-query.ts';
import { askedGroups } from './asked-groups.ts';

function missing(question: string, title: string, text: string, mesh: string[] = []): string[] {
  const query = planQuery({ question, history: [], years: {}, category: undefined, thisYear: 2026 });
  const article = anArticle('1', { title, abstract: [{ text }], mesh });
  return askedGroups(query, query.language).flatMap(({ names, isHeldBy }) =>
    isHeldBy(article) ? [] : names,
  );
}

const rows: [question: string, title: string, text: string, missing: string[]][] = [
  // Groups that the record does not hold.
  [
    'Does alendronate reduce fractures in children?',
    'Alendronate.',
    'Postmenopausal women broke fewer bones in fractures.',
    ['children'],
  ],
  [
    '阿司匹林能预防儿童结直肠癌吗？',
    'Aspirin and colorectal cancer.',
    'Patients took aspirin for five years.',
    ['儿童'],
  ],
  [
    'Do statins reduce mortality in children?',
    'Statins.',
    'Fewer students of medicine died in the year of birth 1950.',
    ['children'],
  ],
  [
    'Does tamoxifen improve survival in men with breast cancer?',
    'Tamoxifen.',
    'Women with breast cancer lived longer.',
    ['men'],
  ],
  ['乳腺X线筛查能降低男性乳腺癌死亡率吗？', 'Mammography.', 'Women were screened.', ['男性']],
  ['Is finasteride safe for women?', 'Finasteride.', 'Patients grew more hair.', ['women']],
  [
    'Does ibuprofen close a ductus better than indomethacin in adults?',
    'Ibuprofen.',
    'Preterm infants were treated.',
    ['adults'],
  ],
  ['布洛芬对成人动脉导管未闭有效吗？', 'Ibuprofen.', 'Preterm infants were treated.', ['成人']],
  [
    'Does smoking cause bladder cancer in dogs?',
    'Smoking.',
    'Men and women with bladder cancer smoked.',
    ['dogs'],
  ],
  ['狗得了糖尿病能用胰岛素吗？', 'Insulin.', 'Patients with diabetes took insulin.', ['犬']],
  ['孕期吃抗抑郁药会怎样？', 'Antidepressants.', 'Of 60,746 elderly people, some fell.', ['妊娠']],
  ['Do statins help older people?', 'Statins.', 'Patients had a mean age of 46.2 years.', ['older people']],
  [
    'Does ticagrelor beat clopidogrel in patients with cancer?',
    'Ticagrelor.',
    'Patients with stents were treated.',
    ['cancer'],
  ],
  ['二甲双胍伤肾吗？', 'Metformin.', 'Cardiovascular events were as frequent.', ['肾']],
  ['Is metformin bad for the kidneys?', 'Metformin.', 'Cardiovascular events were as frequent.', ['kidneys']],
  ['羟氯喹会伤眼睛吗？', 'Hydroxychloroquine.', 'Flares were rarer.', ['眼']],
  ['阿仑膦酸钠能预防骨折吗？', 'Alendronate.', 'Bone density rose.', ['骨折']],
  ['Does fluoxetine help bulimia?', 'Fluoxetine.', 'Depression improved.', ['bulimia']],
  // Groups that the record holds in other words.
  ['Does amoxicillin help otitis in children?', 'Amoxicillin.', 'Boys and girls in day-care recovered.', []],
  ['Does amoxicillin help otitis in children?', 'Amoxicillin.', 'Patients were 6 to 59 months old.', []],
  ['Do statins help children?', 'Statins.', 'Participants (mean age 12.4 years) had less LDL.', []],
  ['儿童用阿莫西林有效吗？', 'Amoxicillin.', 'Fifth-graders recovered.', []],
  ['小孩装人工耳蜗好吗？', '人工耳蜗。', '学龄前患者听力改善，年龄4～6岁。', []],
  ['Is caffeine safe for newborns?', 'Caffeine.', 'Infants of 30 weeks of gestation breathed better.', []],
  ['新生儿用咖啡因安全吗？', 'Caffeine.', 'Patients of the NICU breathed better.', []],
  ['Is metformin safe in pregnancy?', 'Metformin.', 'Antenatal use did not change birth weight.', []],
  ['孕妇能吃二甲双胍吗？', 'Metformin.', 'Gestational diabetes was treated.', []],
  ['Does testosterone help men?', 'Testosterone after prostatectomy.', 'Mood improved.', []],
  ['女性骨盆底锻炼有用吗？', 'Exercise.', 'Uterine prolapse was rarer.', []],
  ['Do statins help older people?', 'Statins.', 'Residents of nursing homes had fewer strokes.', []],
  ['老年人打流感疫苗有用吗？', 'Influenza vaccine.', 'Participants had a mean age of 74 years.', []],
  ['Is denosumab good for adults?', 'Denosumab.', 'Patients broke fewer bones.', []],
  ['Do dogs get diabetes?', 'Canine diabetes.', 'Insulin helped.', []],
  ['Is metformin bad for the kidneys?', 'Metformin.', 'Creatinine did not change.', []],
  ['二甲双胍能降低癌症风险吗？', 'Metformin.', 'Fewer carcinomas were found.', []],
  // A mention briefly, and words that only contain a name.
  [
    'Is metformin bad for the kidneys?',
    'Metformin.',
    'One patient had kidney injury before. He recovered. Others did well.',
    ['kidneys'],
  ],
  ['二甲双胍伤肾吗？', '二甲双胍治疗糖尿病。', '心血管事件减少。', ['肾']],
  ['羟氯喹伤肝吗？', '羟氯喹与肝素。', '胆固醇下降。', ['肝']],
  ['Does tamoxifen help men?', 'Tamoxifen.', 'Sex hormone levels rose.', ['men']],
  // Words that only contain the letters of a name.
  [
    'Does infliximab damage the kidneys?',
    'Infliximab.',
    'Serious infections rose during murine trials.',
    ['kidneys'],
  ],
  ['英夫利西单抗伤肾吗？', 'Infliximab.', 'Norepinephrine rose during EGFR trials.', ['肾']],
  [
    'Is metformin bad for the liver?',
    'Metformin.',
    'The ability and stability rose. Heparin was given.',
    ['liver'],
  ],
  [
    'Is metformin bad for the eyes?',
    'Metformin.',
    'Division and apoptosis rose with retinoic acid.',
    ['eyes'],
  ],
  ['Does metformin damage the heart?', 'Metformin.', 'Discarded trials had no cardinal effects.', ['heart']],
  [
    'Does infliximab damage the lungs?',
    'Infliximab.',
    'Smoking orchestrated no effects on respiration.',
    ['lungs'],
  ],
  [
    'Does prednisone damage the brain?',
    'Prednisone.',
    'Corticosteroids had no fundamental effects in experimental recognition.',
    ['brain'],
  ],
  ['Does tamoxifen damage the skin?', 'Tamoxifen.', 'A switch had no effects on the mesoderm.', ['skin']],
  [
    'What are the effects of melatonin in women?',
    'Melatonin.',
    'Drug delivery systems in mammals improved.',
    ['women'],
  ],
  ['孕期吃褪黑素会怎样？', 'Melatonin.', 'Drug delivery improved.', ['妊娠']],
  ['Is insulin safe in pregnancy?', 'Insulin.', 'Vaginal delivery was more frequent.', []],
  [
    'Do statins help older people?',
    'Statins.',
    'Patients aged 18 years or older had fewer strokes.',
    ['older people'],
  ],
  ['Does prednisone damage the brain?', 'Prednisone.', 'Fewer strokes occurred.', []],
  ['Is metformin bad for the liver?', 'Metformin.', 'Cirrhosis was rarer.', []],
  // Words that name no group.
  ['狂犬病疫苗打几针？', 'Rabies vaccine.', 'Patients were vaccinated.', []],
  ['Does a CAT scan help in headache?', 'Headache.', 'Patients were scanned.', []],
  ['Do men and women differ in their response to aspirin?', 'Aspirin.', 'Patients responded.', []],
  ['钝眼蜱传播什么？', 'Ticks.', 'Bacteria were found.', []],
];

describe('the groups that a question names', () => {
  for (const [question, title, text, expected] of rows)
    it(`${expected.length > 0 ? `lacks ${expected}` : 'lacks nothing'}: ${question} ${text}`, () =>
      assert.deepEqual(missing(question, title, text), expected));

  it('are read from headings, except those of a few among adults', () => {
    const question = 'Does heparin help children?';
    assert.deepEqual(missing(question, 'Heparin.', 'Patients recovered.', ['Child', 'Adult']), []);
    assert.deepEqual(missing(question, 'Heparin.', 'Patients recovered.', ['Adolescent']), []);
    assert.deepEqual(missing(question, 'Heparin.', 'Patients recovered.', ['Adolescent', 'Adult']), [
      'children',
    ]);
  });

  it('are not read from people whom a study left out', () => {
    const text = 'Adults recovered. We excluded children and pregnant women.';
    assert.deepEqual(missing('Does heparin help children?', 'Heparin.', text), ['children']);
    assert.deepEqual(missing('肝素对儿童有效吗？', 'Heparin.', text), ['儿童']);
  });

  it('are those of the last round of a dialogue that names any', () => {
    const history = [{ q: 'Does heparin help in pregnancy?', a: '' }];
    const query = planQuery({
      question: 'And in children?',
      history,
      years: {},
      category: undefined,
      thisYear: 2026,
    });
    assert.deepEqual(
      askedGroups(query, 'en').map(({ names }) => names),
      [['children']],
    );
    assert.deepEqual(
      askedGroups(query, 'zh').map(({ names }) => names),
      [['儿童']],
    );
  });
});
