import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { englishPhrases, hanTerms } from './translate.ts';

const english = (text: string) => hanTerms(text).flatMap(({ en }) => (en ? [en] : []));

describe('Chinese terms', () => {
  it('are the longest matches in the lexicon, without function words', () => {
    assert.deepEqual(english('2型糖尿病患者能否使用二甲双胍？').slice(0, 1), ['type 2 diabetes']);
    assert.ok(english('心肌梗死后的β受体阻滞剂').includes('myocardial infarction'));
    assert.ok(!hanTerms('为什么要吃药呢').some(({ zh }) => ['为什么', '呢'].includes(zh)));
  });

  it('include no name of a MeSH heading that cuts other words', () => {
    for (const [text, name] of [
      ['钝性创伤患者', '性创伤'],
      ['怀孕期间变胖正常吗', '间变'],
      ['手术前药物要停吗', '前药'],
      ['腰动脉不再植回安全吗', '再植'],
      ['α1-微球蛋白升高', '微球'],
      ['鸟苷酸环化', '鸟苷'],
    ] as const)
      assert.ok(!hanTerms(text).some(({ zh }) => zh === name), text);
    for (const [text, name] of [
      ['再植手术成功率', '再植'],
      ['前药设计', '前药'],
      ['性创伤患者', '性创伤'],
    ] as const)
      assert.ok(
        hanTerms(text).some(({ zh }) => zh === name),
        text,
      );
  });

  it('include Chinese names of MeSH headings', () => {
    assert.deepEqual(english('辅酶Q能治心衰吗').slice(0, 1), ['ubiquinone']);
    assert.deepEqual(english('触发指怎么治').slice(0, 1), ['trigger finger disorder']);
  });

  it('are kept unchanged if the lexicon lacks them', () => {
    assert.deepEqual(hanTerms('魑魅魍魉'), [{ zh: '魑魅魍魉', en: undefined }]);
  });

  it('are segmented over the whole sentence, so that a longer first word may end inside the next', () => {
    assert.deepEqual(english('肺外小细胞癌'), ['extrapulmonary', 'small cell carcinoma']);
    assert.deepEqual(english('糖尿病人能喝鸡汤吗').slice(0, 1), ['diabetic patients']);
  });

  it('read 手术后 as 术后 and 手术前 as 术前 if a list has the shorter name, and contain no “hand” (手)', () => {
    assert.deepEqual(english('手术后疼痛'), english('术后疼痛'));
    assert.deepEqual(english('剖宫产手术后疼痛').slice(0, 2), ['cesarean section', 'postoperative pain']);
    assert.deepEqual(english('手术后洗澡').slice(0, 1), ['surgery']);
    assert.deepEqual(english('手麻'), ['hand numbness']);
  });

  it('read a verb and its object as one name although a particle stands between them', () => {
    for (const said of ['割完扁桃体', '割了扁桃体', '割掉了扁桃体'])
      assert.deepEqual(english(said), ['tonsillectomy']);
    assert.ok(!english('有了扁桃体炎').includes('tonsillectomy'));
  });

  it('read an organ that was taken out as the operation, in whatever words', () => {
    for (const said of [
      '扁桃体摘除',
      '扁桃体摘除术',
      '扁桃体切掉了',
      '切除扁桃体',
      '摘除扁桃体',
      '扁桃体手术',
    ])
      assert.deepEqual(english(said), ['tonsillectomy'], said);
    assert.deepEqual(english('胆囊拿掉后腹泻'), ['cholecystectomy', 'diarrhea']);
    assert.deepEqual(english('扁桃体发炎'), ['tonsillitis']);
    for (const said of [
      '子宫拿掉节育环后出血',
      '乳房切了个肿块',
      '卵巢摘除囊肿',
      '胆囊拿掉结石',
      '肝切了血管瘤',
      '胆囊拿了药',
      '甲状腺割了一半',
    ])
      assert.ok(!/ectomy/.test(english(said).join(' ')), said);
  });

  it('exclude counts, measure words and function words', () => {
    assert.deepEqual(english('共有2000名患者和三种药物'), ['patient', 'drug']);
    assert.deepEqual(english('英国每2000人中有1人'), ['United Kingdom']);
    assert.deepEqual(english('请问我应该怎么办呢'), []);
  });

  it('are absent from a text without Chinese, except names in the lexicon', () => {
    assert.deepEqual(hanTerms('Metformin lowered weight by 2 kg in adults; none stopped taking it.'), []);
    assert.deepEqual(english('FeNO in people with COPD, not in COPDX'), english('FeNO COPD'));
    assert.equal(english('FeNO COPD').length, 2);
  });

  it('keep an unlisted drug name whole and classify it by its suffix', () => {
    // 那 begins a follow-up, unless it begins a listed name.
    for (const [question, name] of [
      ['那司美格鲁肽呢', '司美格鲁肽'],
      ['那恩格列净呢', '恩格列净'],
      ['那格列奈安全吗', '那格列奈'],
      ['那维拉帕米呢', '维拉帕米'],
    ] as const)
      assert.equal(hanTerms(question)[0]?.zh, name);
    assert.deepEqual(hanTerms('依伐格列净是否安全').slice(0, 1), [
      { zh: '依伐格列净', en: 'SGLT2 inhibitor', isUnlisted: true },
    ]);
    assert.deepEqual(
      ['托莫他汀', '赛米沙坦', '诺利尤单抗', '瑞维替尼'].map((name) => hanTerms(name)[0]?.en),
      ['statin', 'angiotensin receptor blocker', 'monoclonal antibody', 'kinase inhibitor'],
    );
    assert.deepEqual(hanTerms('辉武单抗效果').slice(0, 1), [
      { zh: '辉武单抗', en: 'monoclonal antibody', isUnlisted: true },
    ]);
    assert.deepEqual(english('瑞舒伐他汀').slice(0, 1), ['rosuvastatin']);
    assert.deepEqual(english('英夫利昔单抗比依那西普'), ['infliximab', 'etanercept']);
    assert.deepEqual(english('化疗加贝伐珠单抗'), ['chemotherapy', 'bevacizumab']);
    assert.deepEqual(english('比卡鲁胺'), ['bicalutamide']);
  });

  it('exclude 治 from an unlisted name of a treatment before it', () =>
    assert.deepEqual(
      hanTerms('针刀治腰痛').map(({ zh }) => zh),
      ['针刀', '腰痛'],
    ));

  it('keep symptoms of one character', () => {
    assert.deepEqual(
      ['肠镜疼不疼', '伤口痒吗', '打疫苗痛吗'].map((question) => hanTerms(question).at(-1)?.en),
      ['pain', 'pruritus', 'pain'],
    );
  });

  it('exclude 好 after a word of a question: “用什么药好” names nothing', () => {
    assert.deepEqual(
      ['痛风用什么药好', '痛风打哪种针好'].map((question) => hanTerms(question).map(({ zh }) => zh)),
      [['痛风'], ['痛风']],
    );
  });

  it('keep an unlisted name before a form of medicine or a syndrome whole', () => {
    const names = (text: string) => hanTerms(text).map(({ zh, isUnlisted }) => (isUnlisted ? `${zh}?` : zh));
    assert.deepEqual(names('奈托西平片对慢性咳嗽'), ['奈托西平?', '慢性咳嗽']);
    assert.deepEqual(names('哈罗-凯斯特纳综合征'), ['哈罗-凯斯特纳综合征?']);
    assert.deepEqual(names('凯斯特纳综合征的遗传方式'), ['凯斯特纳综合征?', '遗传方式']);
    assert.deepEqual(names('是特纳综合征还是吉兰-巴雷综合征'), ['特纳综合征', '吉兰-巴雷综合征']);
    assert.deepEqual(english('阿司匹林肠溶片').slice(0, 1), ['aspirin']);
    assert.deepEqual(english('比氯沙坦钾片好').slice(0, 1), ['losartan']);
    assert.deepEqual(names('氯沙坦钾片'), ['氯沙坦钾']);
    for (const [said, en] of [
      ['亨廷顿氏病', 'Huntington'],
      ['雷诺氏病', 'Raynaud'],
      ['格林-巴利综合征', 'Guillain'],
      ['格林–巴利综合征', 'Guillain'],
      ['冯希佩尔-林道病', 'Hippel'],
      ['布鲁加达综合征', 'Brugada'],
      ['丘格-施特劳斯综合征', 'eosinophilic'],
      ['查特纳综合征', 'Turner'],
      ['查阿斯伯格综合征', 'Asperger'],
      ['爱泼斯坦-巴尔病毒', 'Epstein-Barr virus'],
    ] as const)
      assert.ok(
        english(said).some((each) => each.includes(en)),
        `${said}: ${english(said)}`,
      );
    assert.ok(!names('尼帕-亨德拉病毒').some((each) => each.endsWith('?')));
    assert.deepEqual(
      names('冰冻切片和胸片').filter((each) => each.endsWith('?')),
      [],
    );
  });

  it('have several English wordings if a term has several names', () => {
    const [acetaminophen] = hanTerms('对乙酰氨基酚');
    assert.deepEqual(
      [acetaminophen?.en, ...(acetaminophen?.synonyms ?? [])],
      ['acetaminophen', 'paracetamol'],
    );
  });

  it('fall back to a general dictionary and are marked as general', () => {
    const [medical, general] = hanTerms('糖尿病与信用卡');
    assert.equal(medical?.general, undefined);
    assert.equal(general?.general, true);
    assert.match(general?.en ?? '', /credit card/);
  });

  it('never split a Latin word or a number', () => {
    const lines = readFileSync(new URL('./zh-en.tsv', import.meta.url), 'utf8').split('\n');
    const latin = lines.map((line) => line.split('\t')[0] ?? '').filter((zh) => /^[A-Za-z]+$/.test(zh));
    for (const zh of latin) assert.ok(!hanTerms(`${zh}X`).some((term) => term.zh === zh), zh);
    assert.deepEqual(english('12型糖尿病').includes('type 2 diabetes'), false);
  });

  it('provide English phrases for English questions', () => {
    for (const phrase of ['heart failure', 'type 2 diabetes'])
      assert.ok(englishPhrases().has(phrase), phrase);
  });
});
