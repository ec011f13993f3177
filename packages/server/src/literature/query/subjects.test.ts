import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { planQuery } from './plan-query.ts';

const subjectsOf = (question: string) =>
  planQuery({ question, history: [], years: {}, category: undefined, thisYear: 2026 }).subjects ?? [];
const names = (question: string) => subjectsOf(question).map(({ name }) => name);

describe('the subjects of a question', () => {
  for (const [question, expected] of [
    ['Is cholera common in Bangladesh?', ['cholera']],
    ['Is cholera common in bangladesh?', ['cholera']],
    ['Do Nigerian children get cholera?', ['cholera']],
    ['Is cholera commoner in Djibouti than in Holland?', ['cholera']],
    ['孟加拉国的霍乱', ['霍乱']],
    ['佛得角的霍乱', ['霍乱']],
    ['明斯克的霍乱', ['霍乱']],
    ['广州的登革热', ['登革热']],
    ['Does meat of turkey cause gout?', ['gout']],
    ['老太太能吃二甲双胍吗？', ['二甲双胍']],
  ] as const)
    it(`exclude places and people: ${question}`, () => {
      assert.ok(
        !names(question).some((name) =>
          /bangla|nigeria|djibouti|holland|孟加拉|佛得角|明斯克|广州|老太太/i.test(name),
        ),
      );
      for (const name of expected) assert.ok(names(question).includes(name), names(question).join());
    });

  for (const [question, expected] of [
    ['Is an agonist any use in severe obesity?', ['obesity']],
    ['How common is late-onset asthma?', ['asthma']],
    ['激动剂治疗肥胖有效吗？', ['肥胖']],
    ['胃癌手术治疗后会怎样？', ['胃癌']],
    ['Is surgical treatment of severe gout needed?', ['gout']],
    ['Hazard ratio of death in class III gout?', ['gout']],
    ['Imaging of gout at 3 tesla', ['gout']],
    ['痛风在3特斯拉下的成像', ['痛风']],
    ['痛风死亡的风险比是多少？', ['痛风']],
  ] as const)
    it(`exclude modifiers and general means: ${question}`, () => assert.deepEqual(names(question), expected));

  for (const [question, expected] of [
    ['Is a heart attack on a Sunday worse?', ['heart attack']],
    ['Does zinc help after having the tonsils out a week ago?', ['zinc', 'tonsils out']],
  ] as const)
    it(`end before an article or a preposition: ${question}`, () =>
      assert.deepEqual(names(question), expected));

  for (const [question, expected] of [
    ['Are strokes on a Friday worse than on Tuesdays?', ['strokes']],
    ['Is ADHD commoner in children born in September?', ['ADHD']],
    ['Does Christmas bring on gout?', ['gout']],
    ['春节期间痛风多吗？', ['痛风']],
  ] as const)
    it(`exclude days, months and holidays: ${question}`, () => assert.deepEqual(names(question), expected));

  for (const [question, expected] of [
    ['Do Gli2-driven medulloblastomas regress?', ['Gli2', 'medulloblastomas']],
    ['Which gene is mutated in hypoxia-driven medulloblastoma?', ['hypoxia', 'medulloblastoma']],
    ['Is post-prostatectomy incontinence common?', ['prostatectomy']],
    ['Does psilocybin-assisted therapy work?', ['psilocybin']],
    ['How common is cisplatin-induced nephrotoxicity?', ['cisplatin', 'nephrotoxicity']],
    ['Is evidence-based practice common?', []],
    ['Does aspirin prevent pre-eclampsia?', ['aspirin', 'pre-eclampsia']],
    ['Gli2驱动的髓母细胞瘤怎么治疗？', ['髓母细胞瘤', 'Gli2']],
    ['延胡索酸酶缺乏的患儿能活多久？', ['延胡索酸酶']],
    ['泽兰替尼对银屑病有效吗？', ['泽兰替尼', '银屑病']],
    ['慢性肾病患者补麦角钙化醇有用吗？', ['慢性肾病']],
    ['延胡索能止痛吗？', ['延胡索']],
  ] as const)
    it(`are the names in compounds, not parts of a substance's name: ${question}`, () =>
      assert.deepEqual(names(question), expected));

  for (const [question, expected] of [
    ['纳武单抗效果怎么样', ['纳武单抗']],
    ['针刀治腰椎间盘突出', ['针刀', '腰椎间盘突出']],
    ['小柴胡汤治肝炎', ['小柴胡汤', '肝炎']],
    ['孕妇能喝咖啡吗', ['孕妇', '咖啡']],
    ['牛奶会导致痤疮吗', ['牛奶', '痤疮']],
    ['Is coffee bad in gout?', ['coffee', 'gout']],
    ['Does honey help cough?', ['honey', 'cough']],
    ['Can I eat eggs with gout?', ['eggs', 'gout']],
    ['Is swimming safe in epilepsy?', ['swimming', 'epilepsy']],
  ] as const)
    it(`include an everyday or unlisted word if the question asks what it does: ${question}`, () =>
      assert.deepEqual(names(question), expected));

  for (const [question, expected] of [
    ['Can a change in the weather bring on gout?', ['gout']],
    ['Do teachers with gout miss school?', ['gout']],
    ['Was coffee served to patients with gout?', ['gout']],
    ['痛风患者经常喝水有用吗', ['痛风']],
  ] as const)
    it(`exclude everyday words elsewhere: ${question}`, () => assert.deepEqual(names(question), expected));

  for (const [question, expected] of [
    ['Do the tonsils hurt less after tonsils out?', ['tonsils out']],
    ['Does an air mattress in bed prevent gout?', ['gout']],
  ] as const)
    it(`exclude what another subject includes, and furniture: ${question}`, () =>
      assert.deepEqual(
        names(question).filter((name) => /tonsil|^beds?$|gout/.test(name)),
        expected,
      ));

  for (const [question, name] of [
    ['Does surgery help in gallbladder carcinoma?', 'gallbladder carcinoma'],
    ['胆囊癌手术治疗有效吗？', '胆囊癌'],
  ] as const)
    it(`include a tumour under every word for one: ${question}`, () => {
      const subject = subjectsOf(question).find((each) => each.name === name);
      for (const other of ['gallbladder cancer', 'gallbladder carcinoma', 'gallbladder neoplasms'])
        assert.ok(
          subject?.wordings.some((wording) => wording.toLowerCase() === other),
          `${other}: ${subject?.wordings}`,
        );
    });

  for (const [question, name, held] of [
    ['Does a drug like Abilify or Seroquel make you fat?', 'Abilify / Seroquel', 'olanzapine'],
    ['Do antipsychotics such as Abilify make you fat?', 'antipsychotics / Abilify', 'aripiprazole'],
    ['Are painkillers such as ibuprofen or naproxen bad for the heart?', 'ibuprofen / naproxen', 'naproxen'],
    ['像阿立哌唑或喹硫平这样的药会发胖吗？', '阿立哌唑 / 喹硫平', 'olanzapine'],
  ] as const)
    it(`combine a thing with its examples: ${question}`, () => {
      const [subject, ...others] = subjectsOf(question);
      assert.equal(subject?.name, name);
      assert.ok(subject?.wordings.includes(held));
      assert.deepEqual(others, []);
    });

  for (const [question, expected] of [
    ['孕妇可以打流感疫苗吗？', ['孕妇', '打流感疫苗']],
    ['儿童哮喘长期吸入激素影响身高吗？', ['儿童哮喘', '吸入激素']],
    ['How long does botox for frown lines last?', ['botox', 'frown lines']],
    ['Does pulm rehab after a COPD flare cut readmissions?', ['pulm rehab', 'COPD']],
    ['My fingers tingle: is it carpal tunnel?', ['carpal tunnel']],
    [
      'Do probiotics such as lactobacillus stop urinary tract infections?',
      ['probiotics', 'urinary tract infections'],
    ],
  ] as const)
    it(`include everything the question names: ${question}`, () => {
      for (const name of expected) assert.ok(names(question).includes(name), names(question).join());
    });

  it('include both sides of a comparison and of “I would like …”', () => {
    assert.deepEqual(names('Is ibuprofen or naproxen better in gout?'), ['ibuprofen', 'naproxen', 'gout']);
    assert.deepEqual(names('I would like ibuprofen with naproxen, is it safe in gout?'), [
      'ibuprofen',
      'naproxen',
      'gout',
    ]);
  });

  it('carry every name of a listed thing inside a longer phrase', () => {
    const core = (question: string) => subjectsOf(question).flatMap((each) => each.core ?? []);
    assert.ok(core('early gastric cancer').includes('stomach cancer'));
    assert.ok(core('severe asthma in school').includes('Asthma'));
    // Neither the act nor the organ is the subject.
    assert.deepEqual(core('endoscopic resection'), []);
  });

  it('exclude medical terms from the translation of spoken Chinese', () =>
    assert.deepEqual(names('Does stone composition matter?'), []));
});
