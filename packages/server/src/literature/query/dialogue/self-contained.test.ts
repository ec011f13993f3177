import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { selfContained } from './self-contained.ts';

const metformin = 'Does metformin lower HbA1c in adults with type 2 diabetes?';
const statins = '他汀能降低全因死亡率吗';
const adenomas = 'Does aspirin prevent colorectal adenomas?';
const anemia = 'Does anemia worsen outcomes in colorectal surgery?';
const heartFailure = 'β受体阻滞剂能降低心衰死亡率吗';
const pcos = '二甲双胍治疗多囊卵巢能提高怀孕率吗';
const cases: [string[], string, string][] = [
  [[metformin], 'How large was that trial?', metformin],
  [[metformin], 'And in children?', 'Does metformin lower HbA1c with type 2 diabetes? in children'],
  [[metformin], 'What about the cost?', 'Does metformin in adults with type 2 diabetes? cost'],
  [
    [metformin, 'And in children?'],
    'Is it safe?',
    'Does metformin with type 2 diabetes? side effects in children',
  ],
  [
    [metformin, 'And in children?'],
    'in the elderly?',
    'Does metformin lower HbA1c with type 2 diabetes? in elderly',
  ],
  [['Is metformin safe?'], 'What about ibuprofen?', 'Is ibuprofen safe?'],
  [['Which drugs reduce blood pressure?'], 'and the cost?', 'Which drugs reduce blood pressure? cost'],
  [[statins], '那儿童呢', `${statins} 儿童`],
  [[statins], '副作用呢', '他汀 副作用'],
  [[statins, '样本量多大'], '费用如何', '他汀 费用'],
  [[statins], '继续', statins],
  // Pregnancy is the subject here, not another population.
  [
    [metformin],
    'What are the risks of pregnancy in older women?',
    'What are the risks of pregnancy in older women?',
  ],
  [[statins], '高龄孕妇有哪些风险？', '高龄孕妇有哪些风险？'],
  [['孕妇可以接种流感疫苗吗？'], '那儿童呢', '可以接种流感疫苗吗？ 儿童'],
  [['二甲双胍能降低成人2型糖尿病患者的糖化血红蛋白吗？'], '副作用呢', '二甲双胍 成人2型糖尿病患者 ？ 副作用'],
  // Another drug, disease or test takes the place of the former one; a comparison adds.
  [[adenomas], 'And calcium?', 'Does calcium prevent colorectal adenomas?'],
  [[adenomas, 'And calcium?'], 'and folic acid?', 'Does folic acid prevent colorectal adenomas?'],
  [[adenomas], 'compared with sulindac?', `${adenomas} compared with sulindac`],
  [[adenomas], 'Is celecoxib better?', `${adenomas} Is celecoxib better`],
  [[adenomas], 'and breast cancer?', 'Does aspirin prevent breast cancer?'],
  [
    ['Does empagliflozin reduce heart failure hospitalisation?', 'and dapagliflozin?'],
    'in patients without diabetes?',
    'Does dapagliflozin reduce heart failure hospitalisation? in patients without diabetes',
  ],
  [['利拉鲁肽会引起胰腺炎吗'], '那司美格鲁肽呢', '司美格鲁肽会引起胰腺炎吗'],
  [['利拉鲁肽会引起胰腺炎吗', '那司美格鲁肽呢'], '那二甲双胍呢', '二甲双胍会引起胰腺炎吗'],
  [[statins], '那钙片呢', '钙片能降低全因死亡率吗'],
  [[pcos], '和克罗米芬比呢', `${pcos} 和克罗米芬比`],
  [[statins], '贝特类也有效吗', '贝特类能降低全因死亡率吗'],
  // An outcome in any words takes the place of the former one, and leaves the setting.
  [[pcos], '会增加流产吗', '二甲双胍治疗多囊卵巢 会增加流产'],
  [[pcos, '和克罗米芬比呢'], '会增加流产吗', '二甲双胍治疗多囊卵巢 会增加流产'],
  [['他汀能降低心脏手术后急性肾损伤吗'], '那死亡率呢', '他汀 心脏手术后 死亡率'],
  [['地塞米松能缩短喉炎住院时间吗'], '停药后会复发吗', '地塞米松 喉炎 停药后会复发'],
  [
    ['Do statins reduce acute kidney injury after cardiac surgery?'],
    'any bleeding?',
    'Do statins after cardiac surgery? any bleeding',
  ],
  [['阿司匹林能预防子痫前期吗'], '对偏头痛也有效吗', '阿司匹林 对偏头痛也有效'],
  // A dose is one for the same purpose.
  [['维生素C能预防腕部骨折后的CRPS吗'], '剂量多少', '维生素C能预防腕部骨折后的CRPS吗 剂量'],
  [
    ['What is the dose of carvedilol in children with heart failure?'],
    'does it work?',
    'carvedilol in children with heart failure?',
  ],
  // Words of grammar say that a subject is missing, not a list of wordings.
  [[anemia], 'should we transfuse?', `${anemia} should we transfuse`],
  [[anemia], 'conversion rate?', `${anemia} conversion rate`],
  [[anemia], 'pneumonia?', 'Does anemia worsen in colorectal surgery? pneumonia'],
  [
    ['Are statins safe in the elderly?'],
    'does rosuvastatin do the same?',
    'Are rosuvastatin safe in the elderly?',
  ],
  [
    ['Does high BMI worsen asthma?'],
    'would losing weight help?',
    'Does high BMI worsen asthma? would losing weight help',
  ],
  [[heartFailure], '糖尿病患者呢', `${heartFailure} 糖尿病患者`],
  [[heartFailure], '儿童脓毒症呢', 'β受体阻滞剂能降低脓毒症死亡率吗 儿童'],
  [[heartFailure], '伊伐布雷定会不会更好', `${heartFailure} 伊伐布雷定会不会更好`],
  [[heartFailure], '会乏力吗', 'β受体阻滞剂 心衰 会乏力'],
  [[heartFailure], '风险比多少', heartFailure],
  [[heartFailure], '要用几次', `${heartFailure} 要用几次`],
  [['低出生体重与成年高血压有关吗'], '和糖尿病有关吗', '低出生体重与成年糖尿病有关吗'],
  // Statistics and sizes are asked of the same records.
  ...['NNT?', 'what was the p value?', 'how many were randomised?', 'n?', 'number of patients?'].map(
    (question): [string[], string, string] => [[adenomas], question, adenomas],
  ),
  ...['一共多少病人', '总共多少人', '有多少人参加', '假阳性多吗', 'P值是多少'].map(
    (question): [string[], string, string] => [[statins], question, statins],
  ),
  [
    [adenomas, 'And calcium?', 'how many were randomised?'],
    'in women?',
    'Does calcium prevent colorectal adenomas? in women',
  ],
];

describe('selfContained', () => {
  for (const [earlier, question, expected] of cases)
    it(`resolves: ${[...earlier, question].join(' → ')}`, () => {
      const history = earlier.map((q) => ({ q, a: '' }));
      const { text } = selfContained(question, history);
      assert.equal(text.replace(/\s+/g, ' ').trim(), expected);
    });
});

const pioglitazone = 'Does pioglitazone cause bladder cancer?';
const pioglitazoneHan = '吡格列酮会得膀胱癌吗';
const risedronate = '利塞膦酸钠绝经后骨质疏松';
const monitoring = '动态血糖监测用于1型糖尿病孕妇';
const both = 'Is telmisartan plus ramipril bad for the kidneys?';

/** Messages that name what is asked of the study before, with the question that they complete. */
const askedOfStudy: [string, string, string][] = [
  // Conditions, outcomes and measures, with or without a question mark.
  [pioglitazone, 'heart failure risk', 'Does pioglitazone ? heart failure risk'],
  [pioglitazone, 'weight change', 'Does pioglitazone ? weight change'],
  [pioglitazone, 'fractures', 'Does pioglitazone ? fractures'],
  [pioglitazone, 'was there weight gain?', 'Does pioglitazone ? was there weight gain'],
  [pioglitazone, 'did hypoglycaemia increase?', 'Does pioglitazone ? did hypoglycaemia increase'],
  [pioglitazone, 'how many had fractures', `Does pioglitazone ? how many had fractures`],
  [pioglitazone, 'need for insulin', 'Does pioglitazone ? need for insulin'],
  [pioglitazone, 'why was the trial stopped', `${pioglitazone} why was the trial stopped`],
  [
    'imiquimod for superficial BCC',
    'application site reactions',
    'imiquimod for superficial BCC application site reactions',
  ],
  [pioglitazoneHan, '心衰风险', '吡格列酮 心衰风险'],
  [pioglitazoneHan, '体重变化', '吡格列酮 体重变化'],
  [risedronate, '骨密度', `${risedronate} 骨密度`],
  [risedronate, '胃肠道反应', `${risedronate} 胃肠道反应`],
  [monitoring, '住NICU的少了吗', `${monitoring} 住NICU的少了`],
  [monitoring, '糖化血红蛋白', `${monitoring} 糖化血红蛋白`],
  [monitoring, '早产', `${monitoring} 早产`],
  ['腰椎间盘突出早手术', '腿痛好得快吗', '腰椎间盘突出早手术 腿痛好得快'],
  ['英夫利西单抗的副作用', '老年人更容易感染吗', '英夫利西单抗的副作用 老年人更容易感染'],
  ['重症肺炎用无创通气好吗', 'ICU住院天数', '重症肺炎用无创通气好吗 ICU住院天数'],
  // People and places.
  ['Is NIV good in severe pneumonia?', 'COPD patients', 'Is NIV good in severe pneumonia? COPD patients'],
  [
    'Does early treatment of migraine shorten attacks?',
    'pregnant women?',
    'Does early treatment of migraine shorten attacks? pregnant women',
  ],
  ['重症肺炎用无创通气好吗', '慢阻肺患者', '重症肺炎用无创通气好吗 慢阻肺患者'],
  ['丙肝母婴传播率', '合并HIV的呢', '丙肝母婴传播率 合并HIV的患者'],
  [pioglitazoneHan, '国内有研究吗', `${pioglitazoneHan} 国内有研究`],
  [
    'Is 6 months of TB treatment enough in HIV patients?',
    'drug resistance',
    'Is 6 months of TB treatment enough in HIV patients? drug resistance',
  ],
  [
    'GP IIb/IIIa inhibitors in diabetics with ACS',
    'PCI patients',
    'GP IIb/IIIa inhibitors in diabetics with ACS PCI patients',
  ],
  ['他莫昔芬加二吲哚甲烷有用吗', '乳腺密度', '他莫昔芬加二吲哚甲烷有用吗 乳腺密度'],
  ['丙肝合并艾滋病用干扰素好吗', 'CD4低的', '丙肝合并艾滋病用干扰素好吗 CD4低的'],
  // Outcomes that MeSH lists as procedures, drugs or substances.
  [both, 'dialysis?', `${both} dialysis`],
  [both, 'potassium?', `${both} potassium`],
  [
    'CPAP vs BiPAP in acute pulmonary oedema',
    'intubation rate?',
    'CPAP vs BiPAP in acute pulmonary oedema intubation rate',
  ],
  [
    'continuous glucose monitor pregnancy type 1',
    'caesarean?',
    'continuous glucose monitor pregnancy type 1 caesarean',
  ],
  ['NIV in severe pneumonia', 'tracheostomy?', 'NIV in severe pneumonia tracheostomy'],
  ['替米沙坦联合雷米普利肾脏结局', '需要透析的多吗', '替米沙坦联合雷米普利肾脏结局 需要透析的多'],
  ['急性心源性肺水肿CPAP和BiPAP哪个好', '插管率', '急性心源性肺水肿CPAP和BiPAP哪个好 插管率'],
  [monitoring, '剖宫产呢', `${monitoring} 剖宫产`],
  // One of several treatments, or of a class.
  [both, 'what about ramipril alone?', 'Is ramipril bad for the kidneys?'],
  ['替米沙坦和雷米普利一起用伤肾吗', '单用雷米普利呢', '雷米普利 用伤肾吗'],
  [
    'Which NSAID is safest for the stomach?',
    'ibuprofen?',
    'Which NSAID is safest for the stomach? ibuprofen',
  ],
  ['哪种消炎止痛药最不伤胃', '布洛芬呢', '哪种消炎止痛药最不伤胃 布洛芬'],
  ['别嘌醇和非布司他治痛风哪个好', '那秋水仙碱呢', '秋水仙碱和 治痛风哪个好'],
  // Corrections, and the same findings again.
  [both, 'no, I meant in adults', `${both} in adults`],
  [pioglitazoneHan, '我是说老年人', `${pioglitazoneHan} 老年人`],
  [both, 'so yes or no?', both],
  [both, 'explain simply', both],
  [pioglitazoneHan, '什么意思', pioglitazoneHan],
  [pioglitazoneHan, '所以到底用不用', pioglitazoneHan],
  // A comparison is one of treatments.
  [
    'Does aspirin prevent colorectal adenomas?',
    'compared with potassium?',
    'Does aspirin prevent colorectal adenomas? compared with potassium',
  ],
  // A verb in the name of a condition is no effect.
  [
    '妇科肿瘤化疗后中性粒细胞减少能在门诊治吗',
    'ICU入住率',
    '妇科肿瘤化疗后中性粒细胞减少能在门诊治吗 ICU入住率',
  ],
];

describe('a message that names what is asked of the study before', () => {
  for (const [first, question, expected] of askedOfStudy)
    it(`joins: ${first} → ${question}`, () => {
      const { text } = selfContained(question, [{ q: first, a: '' }]);
      assert.equal(text.replace(/\s+/g, ' ').trim(), expected);
    });

  it('tells the question of that study, without what earlier messages asked of it', () => {
    const history = [pioglitazone, 'bleeding?'].map((q) => ({ q, a: '' }));
    assert.equal(selfContained('heart failure risk', history).study, pioglitazone);
    assert.equal(selfContained('Does metformin cause lactic acidosis?', history).study, undefined);
  });
});

/** Questions on a subject of their own, whatever was asked before. */
const onTheirOwn = [
  'Is metformin safe in kidney failure?',
  'What is the best treatment for gout?',
  'How is lupus diagnosed?',
  'Does coffee cause insomnia?',
  'Can vaccines cause autism?',
  'What are the symptoms of measles?',
  'How common is celiac disease?',
  'Should children with asthma exercise?',
  'In adults with asthma, does montelukast reduce exacerbations?',
  'Is red wine good for the heart?',
  'Do antibiotics shorten sore throat?',
  'gout treatment guidelines',
  'PSA screening mortality',
  'But is warfarin better than apixaban in atrial fibrillation?',
  'Is it safe to take ibuprofen in pregnancy?',
  'When should antiretrovirals be started in TB patients with HIV?',
  'Why do statins cause muscle pain?',
  'Does sleep apnoea raise blood pressure?',
  'Which drugs help restless legs syndrome?',
  'Are older people at risk of falls from sleeping pills?',
  'What is the sensitivity of PHQ-9?',
  'Can smoking cause back pain?',
  'And does vitamin D prevent fractures?',
  'What about using ketamine for depression in teenagers?',
  'Is there evidence that yoga helps back pain?',
  'Do night shifts cause weight gain?',
  'Is fever over 39 in a baby dangerous?',
  'Do patients with cirrhosis need endoscopy?',
  '肾衰患者能用二甲双胍吗',
  '痛风怎么治疗最好',
  '红斑狼疮如何诊断',
  '喝咖啡会失眠吗',
  '疫苗会引起自闭症吗',
  '麻疹有哪些症状',
  '乳糜泻的发病率',
  '哮喘儿童可以运动吗',
  '成人哮喘用孟鲁司特能减少发作吗',
  '红酒对心脏好吗',
  '糖尿病能治好吗',
  '怎么预防流感',
  '有没有治疗渐冻症的新药',
  '孕妇可以吃布洛芬吗',
  '结核合并HIV什么时候开始抗病毒',
  '他汀为什么会引起肌肉痛',
  '睡眠呼吸暂停会升高血压吗',
  '什么药治疗不宁腿综合征',
  '老年人吃安眠药会跌倒吗',
  'PHQ-9的灵敏度是多少',
  '抽烟会引起腰痛吗',
  '维生素D和骨折有关系吗',
  '针灸治颈椎病有用吗',
  '上夜班会变胖吗',
  '甲亢能怀孕吗',
  '高血压患者能喝酒吗',
  '儿童发烧39度危险吗',
  '会打鼾的人容易得高血压吗',
  'Does breastfeeding protect against obesity?',
  'How should hyponatraemia be corrected?',
  'What causes restless legs?',
  'Is psoriasis linked to heart disease?',
  'Can ultrasound detect appendicitis?',
  'Which inhaler is best for COPD?',
  'Do people with epilepsy die younger?',
  'When is tonsillectomy indicated?',
  'Is there a vaccine against malaria?',
  'Are e-cigarettes effective for quitting?',
  'Why does potassium rise in kidney failure?',
  'Is tea good for the bones?',
  'In elderly patients with hip fracture, does early surgery lower mortality?',
  'Does sunscreen prevent melanoma?',
  'What is the survival of pancreatic cancer?',
  'Should women with endometriosis take the pill?',
  'Do cats cause asthma in children?',
  'Is insomnia a risk factor for depression?',
  'How long is chickenpox contagious?',
  'Can children with diabetes play sports?',
  'Is it true that carrots improve vision?',
  '母乳喂养能预防肥胖吗',
  '低钠血症怎么纠正',
  '不宁腿综合征的病因是什么',
  '银屑病会增加心脏病风险吗',
  '超声能诊断阑尾炎吗',
  '慢阻肺用哪种吸入剂好',
  '癫痫患者寿命短吗',
  '什么情况下要切扁桃体',
  '疟疾有疫苗吗',
  '电子烟能戒烟吗',
  '肾衰为什么会高钾',
  '喝茶对骨头好吗',
  '老年髋部骨折早手术能降低死亡率吗',
  '防晒霜能预防黑色素瘤吗',
  '胰腺癌能活多久',
  '子宫内膜异位症要吃避孕药吗',
  '养猫会让孩子得哮喘吗',
  '失眠会导致抑郁吗',
  '水痘传染多长时间',
  '糖尿病儿童可以运动吗',
  '胡萝卜能改善视力吗',
  'what about gout treatment with colchicine',
  'Is there any cure for ALS?',
  '秋水仙碱治疗痛风有效吗',
  '阿尔茨海默病的早期症状',
];

describe('a question with a subject of its own', () => {
  for (const question of onTheirOwn)
    it(`is asked as it is: ${question}`, () => {
      for (const q of [adenomas, statins])
        assert.equal(selfContained(question, [{ q, a: '' }]).text, question);
    });
});
