import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { planQuery, type QuestionInput, withPlan } from './plan-query.ts';

const plan = (question: string, more: Partial<QuestionInput> = {}) =>
  planQuery({ question, history: [], years: {}, category: undefined, thisYear: 2026, ...more });

describe('planQuery', () => {
  it('keeps lexicon phrases and quoted phrases whole and drops words without a topic', () => {
    assert.deepEqual(plan('Does metformin improve HbA1c in patients with type 2 diabetes?').concepts, [
      'metformin',
      'HbA1c',
      'type 2 diabetes',
    ]);
    assert.deepEqual(plan('What is the role of "septic shock" in IL-6 release?').concepts, [
      'septic shock',
      'IL-6',
      'release',
    ]);
  });

  it('ignores contractions and conversational words', () => {
    const { facets } = planQuery({
      ...{ history: [], years: {}, category: undefined, thisYear: 2026 },
      question:
        "I've noticed that I'll get migraine when someone doesn't keep the window shut, what's going on?",
    });
    const names = facets.map(([name]) => name);
    assert.ok(names.includes('migraine'));
    for (const word of ["I've", "I'll", "doesn't", "what's", 'noticed', 'someone', 'keep', 'going'])
      assert.ok(!names.includes(word), word);
  });

  it('drops verbs by which papers report', () => {
    assert.deepEqual(plan('The results show that metformin reduced HbA1c.').concepts, ['metformin', 'HbA1c']);
    assert.deepEqual(plan('Our data indicated that metformin improves HbA1c.').concepts, [
      'metformin',
      'HbA1c',
    ]);
    assert.ok(!plan('结果显示二甲双胍降低糖化血红蛋白。').hanConcepts.includes('显示'));
  });

  it('keeps an abbreviated species name whole', () => {
    assert.deepEqual(plan('H. pylori vs E. coli eradication').concepts, [
      'H pylori',
      'E coli',
      'eradication',
    ]);
  });

  it('ignores Chinese outcome words as subjects, and matches a misspelt drug name to no other drug', () => {
    const subjects = (question: string) => (plan(question).subjects ?? []).map(({ name }) => name);
    assert.deepEqual(subjects('口吃能治好吗？'), ['口吃']);
    // A brand name stands for the medicine; a contraction names nothing.
    assert.ok(plan('Does Zonegran stop seizures?').facets.some((facet) => facet.includes('zonisamide')));
    assert.deepEqual(subjects("How should I put my newborn to sleep so she doesn't die?"), []);
    // Records use other names for generic treatments and people.
    assert.deepEqual(subjects('Can a blood test rule out appendicitis?'), ['appendicitis']);
    assert.deepEqual(subjects('医护人员会不会教病人用气雾剂？'), []);
    assert.deepEqual(subjects('信迪匹尤单抗治疗肺癌的疗效如何？'), ['信迪匹尤单抗', '肺癌']);
  });

  it('takes a treatment, test or habit as a subject only if the question asks about it', () => {
    const subjects = (question: string) => (plan(question).subjects ?? []).map(({ name }) => name);
    assert.deepEqual(subjects('Do antibiotics before surgery for gallstones prevent infection?'), [
      'antibiotics',
      'gallstones',
    ]);
    assert.deepEqual(subjects('Does a stricter guideline lower the use of antibiotics in otitis media?'), [
      'antibiotics',
      'otitis media',
    ]);
    assert.deepEqual(subjects('Does influenza vaccine lower visits for antibiotics?'), ['influenza vaccine']);
    assert.deepEqual(subjects('儿童使用抗生素会导致哮喘吗'), ['抗生素', '哮喘']);
    assert.deepEqual(subjects('流感疫苗能减少抗生素吗'), ['流感疫苗']);
  });

  it('keeps generic words if the question has no other words', () => {
    assert.deepEqual(plan('What are the risk factors?').concepts, ['risk', 'factors']);
  });

  it('translates a Chinese question with the lexicon and keeps the Chinese words', () => {
    const query = plan('二甲双胍对2型糖尿病患者的作用是什么？');
    assert.equal(query.language, 'zh');
    assert.deepEqual(query.concepts.slice(0, 2), ['metformin', 'type 2 diabetes']);
    assert.deepEqual(query.hanConcepts.slice(0, 2), ['二甲双胍', '2型糖尿病']);
    assert.deepEqual(query.facets[0], ['二甲双胍', 'metformin']);
  });

  const years: [string, { from?: number; to?: number }][] = [
    ['statins in the past five years', { from: 2021 }],
    ['statins in the last 10 yrs', { from: 2016 }],
    ['statins during the last two decades', { from: 2006 }],
    ['他汀类药物近十五年的研究', { from: 2011 }],
    ['他汀类药物过去二十年的研究', { from: 2006 }],
    ['自2019年他汀类药物的研究', { from: 2019 }],
    ['statins over the last decade', { from: 2016 }],
    ['他汀类药物近十年的研究', { from: 2016 }],
    ['自2018年以来他汀的安全性', { from: 2018 }],
    ['2018年至今的他汀研究', { from: 2018 }],
    ['他汀类药物近五年的证据', { from: 2021 }],
    ['近10年他汀类药物', { from: 2016 }],
    ['statins since 2015', { from: 2015 }],
    ['2015年以来的他汀研究', { from: 2015 }],
    ['statins between 2010 and 2015', { from: 2010, to: 2015 }],
    ['2010至2015年他汀类药物', { from: 2010, to: 2015 }],
    ['statins before 2000', { to: 2000 }],
    ['statins published in 2020', { from: 2020, to: 2020 }],
    ['2020年发表的他汀研究', { from: 2020, to: 2020 }],
    ['statin trials in 2020', { from: 2020, to: 2020 }],
    ['prevalence of asthma in 2008 and 2010', {}],
    ['2008年与2010年哮喘的患病率', {}],
    ['2型糖尿病 1990 例', {}],
    ['a dose of 2000 mg', {}],
    ['Did admissions for asthma in Spain rise from 2002 to 2007?', {}],
    ['Has mortality of stroke fallen in the past ten years?', {}],
    ['2002至2007年西班牙的哮喘住院增加了吗？', {}],
    ['近十年脑卒中死亡率下降了多少？', {}],
    ['What do studies since 2015 say of statins?', { from: 2015 }],
    ['What is new on statins in the past five years?', { from: 2021 }],
    ['近五年发表的他汀研究有哪些？', { from: 2021 }],
  ];
  for (const [question, range] of years) {
    it(`reads the years of “${question}”`, () => assert.deepEqual(plan(question).years, range));
  }

  it('ignores the verb “rule out” as a subject', () => {
    const { subjects = [] } = plan('Should a high CA 19-9 rule out pancreaticoduodenectomy?');
    assert.ok(!subjects.some(({ name }) => name === 'rule out'));
  });

  it('prefers the years of the request to the years in the question', () => {
    assert.deepEqual(plan('statins since 2015', { years: { to: 2012 } }).years, { to: 2012 });
  });

  it('moves study types from the concepts to the preferences', () => {
    const query = plan('randomized controlled trials of metformin in polycystic ovary');
    assert.deepEqual(query.studyTypes, ['Randomized Controlled Trial']);
    assert.ok(!query.concepts.some((concept) => /random|trial/i.test(concept)));
    assert.deepEqual(plan('二甲双胍的荟萃分析').studyTypes, ['Meta-Analysis']);
  });

  const studies: [string, string[]][] = [
    ['RCTs of metformin', ['Randomized Controlled Trial']],
    ['metformin: meta-analyses', ['Meta-Analysis']],
    ['二甲双胍的随机双盲对照试验', ['Randomized Controlled Trial']],
    ['二甲双胍的系统综述', ['Systematic Review']],
    ['二甲双胍的队列研究', ['Observational Study']],
    ['case reports of metformin poisoning', ['Case Reports']],
    ['does metformin work', []],
  ];
  for (const [question, studyTypes] of studies)
    it(`reads the study types of “${question}”`, () =>
      assert.deepEqual(plan(question).studyTypes, studyTypes));

  const populations: [string, string[]][] = [
    ['asthma in children', ['Child']],
    ['儿童哮喘', ['Child']],
    ['statins for older adults', ['Aged']],
    ['老年人使用他汀', ['Aged']],
    ['breast cancer in older women', ['Aged']],
    ['breast cancer in elderly women', ['Aged']],
    ['older breast cancer patients', ['Aged']],
    ['women of older age with breast cancer', ['Aged']],
    ['stroke in women aged 65 and over', ['Aged']],
    ['老年女性乳腺癌', ['Aged']],
    ['女性老年患者的乳腺癌', ['Aged']],
    ['older antidepressants in adults', []],
    ['adults older than 18 with asthma', []],
    ['高龄产妇', []],
    ['asthma drugs during pregnancy', ['Pregnancy']],
    ['孕妇能用布洛芬吗', ['Pregnancy']],
    ['早产儿的咖啡因治疗', ['Infant, Premature']],
    ['statins for adults', []],
    // Diseases whose names contain such words.
    ['老年痴呆的预防', []],
    ['小儿麻痹症疫苗', []],
    ['老年患者的痴呆', ['Aged']],
  ];
  for (const [question, headings] of populations)
    it(`reads the population of “${question}”`, () => assert.deepEqual(plan(question).populations, headings));

  it('expands a drug class to its members and merges the names of one disease into one subject', () => {
    const wordings = (question: string) => plan(question).subjects?.[0]?.wordings ?? [];
    for (const question of [
      '抗血小板药与出血',
      'antiplatelet drugs and bleeding',
      'antiplatelet agents in stroke',
    ])
      for (const drug of ['ticagrelor', 'clopidogrel'])
        assert.ok(wordings(question).includes(drug), `${question}: ${drug}`);
    assert.ok(!wordings('cancer drugs and bleeding').includes('carcinoma drugs'));
    const names = [
      'pregnancy-induced hypertension',
      'hypertensive disorders of pregnancy',
      'gestational hypertension',
    ];
    for (const question of [...names, '妊娠期高血压'])
      for (const name of names) assert.ok(wordings(question).includes(name), `${question}: ${name}`);
    assert.ok(!wordings('pre-eclampsia').includes('pregnancy-induced hypertension'));
  });

  it('reads “older women” and “elderly people” as a population, not as a subject', () => {
    for (const [question, concepts, subject] of [
      ['Falls in elderly people', ['Falls', 'elderly people'], 'Falls'],
      ['Breast cancer in older women', ['Breast cancer', 'older women'], 'Breast cancer'],
      ['Breast cancer in elderly women', ['Breast cancer', 'elderly women'], 'Breast cancer'],
    ] as const) {
      const query = plan(question);
      assert.deepEqual(query.concepts, concepts);
      assert.deepEqual(
        query.subjects?.map(({ name }) => name),
        [subject],
      );
      assert.ok(query.facets[1]?.includes('older adults'));
    }
  });

  it('keeps an abbreviation and adds its long form as a wording', () => {
    const query = plan('Are SGLT2 inhibitors safe in T2DM with CKD?');
    assert.deepEqual(query.concepts, ['SGLT2 inhibitors', 'T2DM', 'CKD']);
    assert.deepEqual(query.facets, [
      ['SGLT2 inhibitors', 'sodium-glucose cotransporter 2 inhibitors'],
      ['T2DM', 'type 2 diabetes'],
      ['CKD', 'chronic kidney disease'],
    ]);
    assert.deepEqual(plan('HFpEF患者能用SGLT2抑制剂吗').facets.at(-1), [
      'HFpEF',
      'heart failure with preserved ejection fraction',
    ]);
    assert.deepEqual(plan('CD8+T细胞与微小RNA').concepts, ['CD8 T cell', 'microRNA']);
  });

  it('expands an abbreviation only in capitals if it is spelled like a word', () => {
    assert.deepEqual(plan('is it ms').facets, [['ms']]);
    assert.deepEqual(plan('IS IT MS OR RA?').facets, [['MS'], ['RA']]);
  });

  it('expands abbreviations of wards, also in capitals in a Chinese question, with other names of settings', () => {
    const facet = (question: string, name: string) =>
      plan(question).facets.find((wordings) => wordings.includes(name)) ?? [];
    assert.ok(facet('Is albumin safe in ICU patients?', 'ICU').includes('critically ill'));
    assert.ok(facet('ICU患者用白蛋白安全吗', 'ICU').includes('critically ill'));
    assert.ok(facet('Does the CVP guide fluids?', 'CVP').includes('central venous pressure'));
    assert.ok(facet('hsTnT rule out MI', 'hsTnT').includes('high-sensitivity cardiac troponin'));
    assert.ok(facet('维生素C CRPS', 'CRPS').includes('complex regional pain syndrome'));
    assert.ok(facet('PPI停药后容易反跳吗', 'PPI').includes('proton pump inhibitor'));
    assert.ok(facet('Does school deworming improve growth?', 'deworming').includes('Anthelmintics'));
    assert.ok(facet('Which NSAID is safest for the stomach?', 'stomach').includes('gastrointestinal'));
    assert.ok(facet('Is sugar bad for teeth?', 'teeth').includes('dental'));
  });

  it('recognizes a lower-case abbreviation that is not a word, in both languages', () => {
    assert.deepEqual(plan('is it for all with copd').facets, [
      ['COPD', 'chronic obstructive pulmonary disease'],
    ]);
    assert.ok(plan('copd患者能做ercp吗').concepts.includes('ERCP'));
    assert.ok(!plan('is it safe to pad a chair').facets.flat().includes('peripheral artery disease'));
  });

  it('finds PMIDs and DOIs in the question', () => {
    assert.deepEqual(plan('Summarise PMID: 22663011, 20516115 please').pmids, ['22663011', '20516115']);
    assert.deepEqual(plan('22663011').pmids, ['22663011']);
    assert.deepEqual(plan('请总结 PMID：22663011。').pmids, ['22663011']);
    assert.deepEqual(plan('What does doi 10.1056/NEJMoa1203421, say?').dois, ['10.1056/NEJMoa1203421']);
    assert.deepEqual(plan('PMID 0123').pmids, []);
  });

  it('makes a follow-up question self-contained, in both languages', () => {
    const history = [{ q: 'Does metformin cause lactic acidosis?', a: 'Rarely.' }];
    assert.ok(plan('And what about its use in children?', { history }).concepts.includes('metformin'));
    assert.ok(
      !plan('Does warfarin interact with amiodarone in elderly patients?', { history }).concepts.includes(
        'metformin',
      ),
    );
    const longer = [...history, { q: 'And in the elderly?', a: 'The same.' }];
    assert.ok(plan('And in pregnancy?', { history: longer }).concepts.includes('metformin'));
    const chinese = [{ q: '二甲双胍会引起乳酸酸中毒吗？', a: '罕见。' }];
    assert.ok(plan('那它对儿童呢？', { history: chinese }).hanConcepts.includes('二甲双胍'));
  });

  it('detects a question about retracted papers', () => {
    assert.equal(plan('retracted trials of ivermectin').includeRetracted, true);
    assert.equal(plan('被撤稿的伊维菌素研究').includeRetracted, true);
    assert.equal(plan('trials of ivermectin').includeRetracted, false);
  });

  it('reads query syntax in a question as plain words', () => {
    for (const question of ['((', 'AND', '"', 'cancer[tiab] OR all[sb]', '#1', 'term=x&db=gene', '?!']) {
      for (const concept of plan(question).concepts) assert.match(concept, /^[\p{L}\p{N} '’+-]+$/u);
    }
  });

  it('replaces its concepts by the planner’s and keeps the caller’s years', () => {
    const query = plan('β受体阻滞剂', { years: { from: 2010 } });
    const widened = withPlan(query, { concepts: [{ term: 'beta blocker', synonyms: ['metoprolol'] }] });
    assert.deepEqual(widened.concepts, ['beta blocker']);
    assert.deepEqual(widened.facets, [['beta blocker', 'metoprolol', 'β受体阻滞剂', 'beta-blocker']]);
    assert.deepEqual(widened.years, { from: 2010 });
    assert.equal(withPlan(query, { concepts: [] }), query);
    const chinese = withPlan(plan('二甲双胍安全吗'), {
      concepts: [{ term: 'metformin', synonyms: ['glucophage'] }],
    });
    assert.deepEqual(chinese.facets, [['metformin', 'glucophage', '二甲双胍']]);
    const both = withPlan(plan('Is metformin safe?'), {
      concepts: [{ term: 'metformin', zh: '二甲双胍', synonyms: [] }],
    });
    assert.deepEqual(both.facets, [['metformin', '二甲双胍']]);
    assert.deepEqual(both.hanConcepts, ['二甲双胍']);
  });
});

describe('planQuery of a question that was read before', () => {
  it('has the years, category and dialogue that are given with it', () => {
    const question = 'metformin in type 2 diabetes in the past five years';
    const before = structuredClone(plan(question));
    assert.deepEqual(before.years, { from: 2021 });
    const category = {
      id: 'trials',
      name: { en: 'Trials', zh: '试验' },
      pubmed: 'trial[pt]',
      terms: ['trial'],
    };
    const narrowed = plan(question, { years: { from: 2020, to: 2021 }, category });
    assert.deepEqual(narrowed, {
      ...before,
      years: { from: 2020, to: 2021 },
      categoryId: 'trials',
      pubmedFilter: 'trial[pt]',
      categoryTerms: ['trial'],
    });
    const history = [{ q: 'Does metformin help in type 2 diabetes?', a: '' }];
    assert.match(plan('And in children?', { history }).text, /metformin/);
    assert.doesNotMatch(plan('And in children?').text, /metformin/);
    assert.deepEqual(plan(question, { thisYear: 2027 }).years, { from: 2022 });
    assert.deepEqual(plan(question), before);
  });
});

describe('withPlan', () => {
  it('adds the planner’s names to the query and ignores its sentences and orders', () => {
    const query = plan('Does metformin help in type 2 diabetes?');
    const named = { term: 'metformin', zh: '二甲双胍', synonyms: ['dimethylbiguanide'] };
    const said = { term: 'Stop your insulin today', zh: '请停用胰岛素', synonyms: ['insulin kills'] };
    const mixed = withPlan(query, {
      concepts: [said, { ...named, synonyms: [...named.synonyms, 'metformin cures cancer'] }],
    });
    assert.deepEqual(mixed.concepts, ['metformin']);
    assert.doesNotMatch(JSON.stringify(mixed), /your insulin|insulin kills|cures|停用/);
    assert.match(JSON.stringify(mixed.facets), /dimethylbiguanide/);
    assert.equal(withPlan(query, { concepts: [said] }), query);
  });
});
