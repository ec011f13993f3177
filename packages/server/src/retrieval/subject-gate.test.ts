import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { anArticle } from '@citewell/core/testing/an-article.ts';
import { planQuery } from '../literature/query/plan-query.ts';
import { mentionsAllSubjects, passSubjectGate } from './subject-gate.ts';
import { aboutSubjects } from './subjects/about-subjects.ts';

const records = [
  anArticle('2001', { title: 'Simvastatin after stroke.', abstract: [{ text: 'Simvastatin lowered LDL.' }] }),
  anArticle('2002', { title: 'Adalimumab in psoriasis.', abstract: [{ text: 'Psoriasis improved.' }] }),
  anArticle('2003', {
    title: 'Influenza vaccination of pregnant women.',
    abstract: [{ text: 'Influenza vaccination in pregnancy protected newborns.' }],
  }),
  anArticle('2004', { title: 'Aspirin in pregnancy.', abstract: [{ text: 'Newborn outcomes were alike.' }] }),
];

function pass(question: string, some = records) {
  const { subjects } = planQuery({ question, history: [], years: {}, category: undefined, thisYear: 2026 });
  const { verdict, admitted, lacks } = passSubjectGate(some, subjects ?? []);
  return { verdict, admitted: [...admitted], lacks: Object.fromEntries(lacks) };
}

/** A leader that is only slightly ahead. */
const near = { isFarAhead: false, isClear: false };

describe('the subject gate', () => {
  for (const [question, admitted] of [
    ['Do statins help after a stroke?', ['2001']],
    ['Can pregnant women have the flu shot?', ['2003']],
    ['孕妇可以接种流感疫苗吗？', ['2003']],
  ] as const)
    it(`admits only records with every subject of the question: ${question}`, () => {
      assert.deepEqual(pass(question).admitted, admitted);
      assert.deepEqual(pass(question).verdict, { kind: 'together' });
    });

  for (const [question, names] of [
    ['Does tirzepatide help in psoriasis?', ['tirzepatide']],
    ['Does drenotumab prevent stroke?', ['drenotumab']],
    ['奈托西平片能预防卒中吗？', ['奈托西平']],
    ['凯斯特纳综合征怎么遗传？', ['凯斯特纳综合征']],
    ['Does the OrbiSleeve stent help in stroke?', ['OrbiSleeve']],
    ['泽兰替尼对银屑病有效吗？', ['泽兰替尼']],
  ] as const)
    it(`admits no record and names the subject that all of them lack: ${question}`, () => {
      const { verdict, admitted } = pass(question);
      assert.deepEqual([verdict, admitted], [{ kind: 'absent', names }, []]);
    });

  for (const [question, title] of [
    ['Is atherosclerosis hereditary?', 'Heredity of atherosclerotic disease.'],
    ['Does exercise help ischemia?', 'Exercise in ischemic cardiomyopathy.'],
    ['What regulates hematopoiesis?', 'Regulation of hematopoietic cells.'],
    ['Does chemoradiotherapy work in gout?', 'Chemo-radiotherapy in gout.'],
    ['Is HER2 a marker in gout?', 'HER-2/neu in gout.'],
    ['缺血能用运动改善吗？', 'Exercise in ischaemic cardiomyopathy.'],
    ['动脉粥样硬化会遗传吗？', 'Heredity of atherosclerotic disease.'],
    ['Do lentiviruses cause tumors?', 'Lentiviral vectors and tumors.'],
    ['Does malaria harm the placenta?', 'Placental malaria.'],
    ['Is colitis MyD88-dependent?', 'MyD88 signaling in colitis.'],
    ['慢病毒会致瘤吗？', 'Lentiviral vectors and tumors.'],
  ] as const)
    it(`recognizes a name in an adjective or with a hyphen: ${question}`, () => {
      const record = anArticle('2030', { title, abstract: [] });
      assert.deepEqual(pass(question, [record]).verdict, { kind: 'together' });
    });

  for (const [question, title] of [
    ['Is arteritis hereditary?', 'Heredity of arterial pressure.'],
    ['痛风患者会得动脉炎吗？', 'Arterial pressure in gout.'],
  ] as const)
    it(`distinguishes names with a common beginning: ${question}`, () => {
      const record = anArticle('2031', { title, abstract: [] });
      assert.notEqual(pass(question, [record]).verdict.kind, 'together');
    });

  it('matches a name by an abbreviation that another record defines', () => {
    const defines = anArticle('2007', {
      title: 'Growth.',
      abstract: [{ text: 'We gave growth hormone (GH).' }],
    });
    const short = anArticle('2008', { title: 'Mortality of adults with GH deficiency.', abstract: [] });
    for (const question of [
      'Do adults with growth hormone deficiency die early?',
      '生长激素缺乏症患者会早死吗？',
    ]) {
      assert.deepEqual(pass(question, [defines, short]).admitted, ['2008'], question);
      assert.deepEqual(pass(question, [short]).admitted, [], question);
    }
  });

  it('counts a record’s own abbreviation of a subject as a mention of it', () => {
    const record = anArticle('2009', {
      title: 'Surgery with bypass.',
      abstract: [
        {
          text: 'Patients with immune thrombocytopenia (IT) may bleed. We operated on ten with IT. None with IT bled more than others. All went home.',
        },
      ],
    });
    for (const question of [
      'Do patients with immune thrombocytopenia bleed?',
      '免疫性血小板减少症患者会出血吗？',
    ])
      assert.deepEqual(pass(question, [record]).admitted, ['2009'], question);
  });

  it('takes an abbreviation that ends with S for no plural of another', () => {
    const protein = anArticle('2101', {
      title: 'Vitamin C and C-reactive protein.',
      abstract: [{ text: 'Vitamin C lowered CRP.' }],
    });
    const syndrome = anArticle('2102', {
      title: 'Vitamin C after wrist fractures.',
      abstract: [{ text: 'Vitamin C prevented CRPS.' }],
    });
    const written = anArticle('2103', {
      title: 'Vitamin C for complex regional pain syndrome.',
      abstract: [{ text: 'It was prevented.' }],
    });
    for (const question of ['Does vitamin C prevent CRPS?', '维生素C能预防CRPS吗'])
      assert.deepEqual(pass(question, [protein, syndrome, written]).admitted, ['2102', '2103'], question);
  });

  it('keeps as passed over only records with one of the subjects', () => {
    const { subjects = [] } = planQuery({
      ...{ question: 'Do statins help after a stroke?', history: [], years: {} },
      ...{ category: undefined, thisYear: 2026 },
    });
    const some = [
      ...records.slice(0, 2),
      anArticle('2104', { title: 'Aspirin after stroke.', abstract: [{ text: 'Strokes recurred less.' }] }),
    ];
    assert.deepEqual([...(passSubjectGate(some, subjects).passedOver?.keys() ?? [])], ['2104']);
  });

  it('matches endoscopy by “endoscopic”', () => {
    const survey = anArticle('2005', { title: 'Endoscopic surveillance of Barrett’s esophagus.' });
    for (const question of [
      'Barrett食管多久复查一次胃镜？',
      'How often is endoscopy needed in Barrett esophagus?',
    ])
      assert.deepEqual(pass(question, [...records, survey]).admitted, ['2005']);
  });

  for (const [question, names] of [
    ['Is stroke commoner after Zika?', ['Zika']],
    ['Does the CardiaLoop-3 sensor spare patients with stroke a stay?', ['CardiaLoop-3']],
  ] as const)
    it(`recognizes a short capitalized name and a compound product name as subjects: ${question}`, () =>
      assert.deepEqual(pass(question).verdict, { kind: 'absent', names }));

  for (const question of [
    'Do Zocor-type tablets help after a stroke?',
    'Does neoadjuvant simvastatin help after a stroke?',
    'Is dodgy simvastatin any use after a stroke?',
  ])
    it(`does not treat an example of a class or a colloquial word as a subject: ${question}`, () =>
      assert.deepEqual(pass(question).admitted, ['2001']));

  describe('a record that fits far better than all others', () => {
    const subjects = (question: string) =>
      planQuery({ question, history: [], years: {}, category: undefined, thisYear: 2026 }).subjects ?? [];
    const named = anArticle('3002', { title: 'Triazolam for older people.' });
    const whole = anArticle('3003', { title: 'Hypnotics and falls of older people.' });

    for (const question of ['Do sleeping tablets make older people fall?', '安眠药会让老年人跌倒吗？'])
      it(`is admitted in addition to those with every subject, even if it uses another term: ${question}`, () => {
        const { admitted } = passSubjectGate([named, whole], subjects(question), {
          leader: { pmid: named.pmid, isMeant: false, isNearest: false, ...near },
        });
        assert.deepEqual([...admitted], ['3002', '3003']);
      });

    it('is admitted as the nearest if no record has a subject and the match is certain', () => {
      const leader = { pmid: named.pmid, isMeant: true, isNearest: false, ...near };
      const { verdict, admitted, lacks } = passSubjectGate(
        [named],
        subjects('Do sleeping tablets make older people fall?'),
        { leader },
      );
      assert.deepEqual(verdict, { kind: 'apart', names: ['sleeping tablets'] });
      assert.deepEqual([...admitted], ['3002']);
      assert.deepEqual(lacks.get(named.pmid), ['sleeping tablets']);
    });

    for (const question of [
      'Is psoriasis with Zelvarian plaques cleared by adalimumab?',
      '银屑病用泽兰替尼后换阿达木单抗有效吗？',
      'Does Zelvarian clear psoriasis better than adalimumab?',
    ])
      it(`is not shown if no record has a name of the question, though its meaning sets it apart: ${question}`, () => {
        const [record] = records.slice(1);
        assert.ok(record);
        const { verdict, admitted, lacks } = passSubjectGate([record], subjects(question), {
          leader: { pmid: record.pmid, isMeant: true, isNearest: true, isFarAhead: true, isClear: true },
        });
        assert.deepEqual([verdict.kind, [...admitted], lacks.size], ['absent', [], 0]);
      });

    for (const [question, title, name] of [
      ['Does metformin prevent dementia?', 'Metformin after a stroke.', 'dementia'],
      ['二甲双胍能预防痴呆吗？', 'Metformin after a stroke.', '痴呆'],
    ] as const)
      it(`is not admitted without the name of a disease, although dictionaries have it: ${question}`, () => {
        const other = anArticle('3006', { title });
        const about = anArticle('3007', {
          title: 'Metformin and dementia.',
          abstract: [{ text: 'Metformin did not prevent dementia. Dementia was common.' }],
        });
        const leader = { pmid: other.pmid, isMeant: true, isNearest: true, isFarAhead: true, isClear: true };
        const { admitted, passedOver } = passSubjectGate([other, about], subjects(question), { leader });
        assert.deepEqual([...admitted], ['3007']);
        assert.deepEqual(passedOver?.get(other.pmid), [name]);
      });

    it('keeps what it lacks if it is admitted although it uses another term', () => {
      const { lacks } = passSubjectGate(
        [named, whole],
        subjects('Do sleeping tablets make older people fall?'),
        {
          leader: { pmid: named.pmid, isMeant: false, isNearest: false, ...near },
        },
      );
      assert.deepEqual([...lacks], [['3002', ['sleeping tablets']]]);
    });

    it('is not admitted if it lacks a drug or no record has every subject', () => {
      const ofName = subjects('Does drenotumab help older people to sleep?');
      const drenotumab = anArticle('3004', { title: 'Drenotumab in older people.' });
      assert.deepEqual(
        [
          ...passSubjectGate([named, drenotumab], ofName, {
            leader: { pmid: named.pmid, isMeant: false, isNearest: false, ...near },
          }).admitted,
        ],
        ['3004'],
      );
      const ofTablets = subjects('Do sleeping tablets make older people fall?');
      assert.deepEqual(
        passSubjectGate([named], ofTablets, {
          leader: { pmid: named.pmid, isMeant: false, isNearest: false, ...near },
        }).verdict.kind,
        'absent',
      );
    });
  });

  for (const [question, title, isAdmitted] of [
    ['What helps delirium in hospital?', 'Thalassaemia as a cause of confusion in screening.', false],
    ['What helps sudden confusion in old people?', 'Delirium in older inpatients.', true],
    ['Does glucosamine help osteoarthritis?', 'NETs in rheumatoid arthritis.', false],
    ['Does exercise help arthritis?', 'Exercise in osteoarthritis of the knee.', true],
    ['How is gastroesophageal reflux treated?', 'Regurgitation of the mitral valve.', false],
  ] as const)
    it(`matches a lay term to a disease it can mean, but not a disease to each of its lay terms: ${question}`, () => {
      const { admitted } = pass(question, [anArticle('3001', { title, abstract: [{ text: title }] })]);
      assert.deepEqual(admitted, isAdmitted ? ['3001'] : []);
    });

  for (const [question, names] of [
    ['Do statins make psoriasis better or worse?', ['statins', 'psoriasis']],
    ['银屑病患者中风后怎么办？', ['银屑病', '中风']],
  ] as const)
    it(`admits the nearest records if none has all subjects, each with the subject it lacks: ${question}`, () => {
      const { verdict, admitted, lacks } = pass(question);
      assert.deepEqual(verdict, { kind: 'apart', names });
      assert.deepEqual(admitted, ['2001', '2002']);
      assert.deepEqual(lacks, {
        2001: [names.find((name) => !/stat|中风/.test(name))],
        2002: [names.find((name) => /stat|中风/.test(name))],
      });
    });

  for (const question of ['Does an MDG help survival in sarcoma?', 'MDG能改善肉瘤患者的生存吗？'])
    it(`expands an acronym as a record defines it: ${question}`, () => {
      const written = anArticle('2011', { title: 'Multidisciplinary groups and survival in sarcoma.' });
      const named = anArticle('2012', {
        title: 'The multidisciplinary group (MDG) in breast cancer.',
        abstract: [{ text: 'The multidisciplinary group (MDG) was weekly.' }],
      });
      assert.ok(!pass(question, [written]).admitted.includes(written.pmid));
      assert.ok(pass(question, [written, named]).admitted.includes(written.pmid));
    });

  for (const [text, holds] of [
    ['We enrolled people with Alzheimer’s disease (AD).', true],
    ['We enrolled people with atopic dermatitis (AD).', false],
    ['AD improved.', false],
    ['We excluded patients with dementia, stroke or cancer. Others recovered.', false],
  ] as const)
    it(`${holds ? 'reads' : 'does not read'} as dementia: ${text}`, () => {
      const record = anArticle('2013', {
        title: 'Metformin.',
        abstract: [{ text: `Metformin was given. ${text}` }],
      });
      for (const question of ['Does metformin prevent dementia?', '二甲双胍能预防痴呆吗？']) {
        const { subjects = [] } = planQuery({
          ...{ question, history: [], years: {}, category: undefined, thisYear: 2026 },
        });
        assert.equal(mentionsAllSubjects(record, subjects), holds, question);
      }
    });

  it('treats a subject that records mention only briefly as absent', () => {
    const mention = anArticle('2006', {
      title: 'Simvastatin in older adults.',
      abstract: [{ text: 'Rhabdomyolysis was seen once. Simvastatin lowered LDL. Adults tolerated it.' }],
    });
    const { verdict, admitted } = pass('Does adalimumab cause rhabdomyolysis?', [...records, mention]);
    assert.deepEqual([verdict, admitted], [{ kind: 'absent', names: ['rhabdomyolysis'] }, []]);
  });

  it('admits the leading record that lacks only a list item found in no record', () => {
    const cohort = anArticle('2007', {
      title: 'Testosterone, estradiol, cortisol and depression in men.',
    });
    const question = 'Do testosterone, zelparin, estradiol and cortisol fall with depression?';
    const { subjects = [] } = planQuery({
      ...{ question, history: [], years: {}, category: undefined, thisYear: 2026 },
    });
    const leader = { pmid: cohort.pmid, isMeant: false, isNearest: false, ...near };
    const { verdict, admitted, lacks } = passSubjectGate([cohort, ...records], subjects, { leader });
    assert.deepEqual([verdict.kind, [...admitted]], ['apart', ['2007']]);
    assert.deepEqual(lacks.get(cohort.pmid), ['zelparin']);
  });

  for (const question of [
    'Do testosterone, cortisol and estradiol change with depression?',
    '睾酮、皮质醇和雌二醇与抑郁症有关吗？',
  ])
    it(`admits the first record if it lacks one of several subjects, except the first named: ${question}`, () => {
      const whole = anArticle('2010', {
        title: 'Testosterone, cortisol, estradiol and depression.',
        abstract: [{ text: 'Testosterone, cortisol and estradiol in depression.' }],
      });
      const lacksLast = anArticle('2011', { title: 'Testosterone and cortisol in depression.' });
      const lacksFirst = anArticle('2012', { title: 'Cortisol and estradiol in depression.' });
      assert.deepEqual(pass(question, [lacksLast, whole]).admitted, ['2011', '2010']);
      assert.deepEqual(pass(question, [whole, lacksLast]).admitted, ['2010']);
      assert.deepEqual(pass(question, [lacksFirst, whole]).admitted, ['2010']);
    });

  it('does not match a phrase by a word that occurs in every record', () => {
    const virus = [
      anArticle('4001', { abstract: [{ text: 'Rubella virus in pregnancy harmed the fetus.' }] }),
      anArticle('4002', { abstract: [{ text: 'Measles virus in pregnancy did no harm.' }] }),
    ];
    const zika = pass('孕妇感染寨卡病毒会怎样？', virus);
    assert.deepEqual(zika.verdict, { kind: 'absent', names: ['寨卡病毒'] });
    const bacteria = [anArticle('4003', { abstract: [{ text: 'Bacteria of urinary tract infections.' }] })];
    assert.deepEqual(pass('Do probiotics prevent urinary tract infections?', bacteria).verdict, {
      kind: 'absent',
      names: ['probiotics'],
    });
  });

  it('recognizes a transliterated drug name and a quoted name as subjects', () => {
    const records = [anArticle('4010', { abstract: [{ text: 'Spinal muscular atrophy. Diabetic foot.' }] })];
    assert.deepEqual(pass('诺西那生钠能治脊髓性肌萎缩症吗？', records).verdict, {
      kind: 'absent',
      names: ['诺西那生钠'],
    });
    assert.deepEqual(pass('糖尿病足的病人贴“复肌宁电极贴片”有用吗？', records).verdict, {
      kind: 'absent',
      names: ['复肌宁电极贴片'],
    });
  });

  it('does not match a wording by scattered words, or a new virus by its family', () => {
    const records = [
      anArticle('4011', {
        abstract: [
          { text: 'Cancer of the breast takes up lactate, which cells of the stroma make to feed it.' },
        ],
      }),
      anArticle('4012', { abstract: [{ text: 'A coronavirus of bats.' }] }),
    ];
    assert.equal(pass('Is it safe to breastfeed?', records).verdict.kind, 'absent');
    assert.equal(pass('Does a COVID-19 vaccine protect?', records).verdict.kind, 'absent');
  });

  for (const [question, names] of [
    ['Does vitamin D supplementation prevent stroke?', ['vitamin D supplementation']],
    ['补充维生素D能预防中风吗？', ['维生素D']],
  ] as const)
    it(`does not match a supplementation by that of another substance: ${question}`, () => {
      const zinc = anArticle('3005', { title: 'Zinc supplementation after stroke.' });
      assert.deepEqual(pass(question, [...records, zinc]).verdict, { kind: 'absent', names });
    });

  it('reports that no record has both a phrase and a disease', () => {
    const records = [
      anArticle('4004', { abstract: [{ text: 'Malaria in children was treated.' }] }),
      anArticle('4005', { abstract: [{ text: 'Zinc supplementation made children grow.' }] }),
    ];
    assert.deepEqual(pass('给小孩补锌能少得疟疾吗？', records).verdict, {
      kind: 'apart',
      names: ['补锌', '疟疾'],
    });
  });

  it('does not treat outcomes and everyday words as subjects', () => {
    const subjectsOf = (question: string) =>
      planQuery({ question, history: [], years: {}, category: undefined, thisYear: 2026 }).subjects?.map(
        ({ name }) => name,
      );
    assert.deepEqual(subjectsOf('Does metformin lower mortality and long hospital stays?'), ['metformin']);
    assert.deepEqual(subjectsOf('二甲双胍最新进展'), ['二甲双胍']);
    for (const outcome of ['all-cause mortality', 'all cause mortality', 'overall survival'])
      assert.deepEqual(subjectsOf(`Does metformin change ${outcome}?`), ['metformin'], outcome);
    assert.deepEqual(subjectsOf('二甲双胍与全因死亡率'), ['二甲双胍']);
  });

  it('matches a name with or without a hyphen, or written out', () => {
    const [record] = [
      anArticle('3001', { abstract: [{ text: 'Health maintenance organisations and COVID19.' }] }),
    ];
    assert.deepEqual(pass('Does HMO care help?', [record]).verdict, { kind: 'together' });
  });
});

describe('what a record is about', () => {
  const { subjects = [] } = planQuery({
    ...{ question: 'COPD treatment', history: [], years: {}, category: undefined, thisYear: 2026 },
  });
  for (const [title, text, expected] of [
    ['Inhaled steroids in COPD.', 'Attacks were fewer.', true],
    [
      'Inhaled steroids.',
      'COPD is common. We enrolled patients with COPD. Attacks were fewer with steroids.',
      true,
    ],
    ['Inhaled steroids.', 'We enrolled 200 smokers. Steroids made attacks of COPD rarer.', true],
    [
      'Health of homeless people.',
      'Homeless people have seizures, COPD and foot problems. Care is poor. More money is needed.',
      false,
    ],
    // A subject in a list, or only in the conclusion of a long abstract, is not what a record is about.
    [
      'Oxygen at night.',
      'We asked nurses. They were few. They were kind. They slept. They ate. They walked. They spoke. It may help in COPD.',
      false,
    ],
    [
      'The marmoset as a model.',
      'Models exist of stroke, COPD and dementia. Marmosets breed well. They are small.',
      false,
    ],
  ] as const)
    it(`is ${expected ? '' : 'not '}a subject that it mentions like this: ${title} ${text}`, () =>
      assert.equal(aboutSubjects(subjects)(anArticle('1', { title, abstract: [{ text }] })), expected));

  for (const [question, title, expected] of [
    // A broader term of a list does not match.
    ['Abdominal aortic aneurysm', 'Survival with thoracic aortic aneurysms.', false],
    ['Abdominal aortic aneurysm', 'Embolisation during repair of abdominal aortic aneurysms.', true],
    ['白内障手术', 'Burden of vision loss due to cataract.', false],
    ['白内障手术', 'Phacoemulsification in small pupils.', true],
    ['Diabetes mellitus', 'Sleep and diabetes.', true],
    ['Cesarean delivery', 'Antibiotics before caesarean section.', true],
    // An abbreviation matches only if the record also contains a word of the full name.
    ['Abdominal aortic aneurysm', 'Four AAA modules of the main motor protein dynein.', false],
    ['Abdominal aortic aneurysm', 'AAA repair: diameter of the aneurysm and outcome.', true],
    ['慢性阻塞性肺疾病', 'COPD exacerbations and lung function.', true],
    // A short everyday word has other meanings.
    ['Epilepsy in children', 'Aerobic fitness of children: fit or unfit.', false],
    ['Epilepsy in children', 'Fits and epilepsy after fever.', true],
    // A phrase may be worded differently in the record, but cannot be missing.
    ['Postoperative pain in children', 'Codeine for pain after tonsillectomy.', true],
    ['Postoperative pain in children', 'Vomiting after tonsillectomy.', false],
  ] as const)
    it(`${expected ? 'counts' : 'does not count'} "${title}" as a record about ${question}`, () => {
      const query = planQuery({ question, history: [], years: {}, category: undefined, thisYear: 2026 });
      assert.ok(query.subjects?.length);
      assert.equal(aboutSubjects(query.subjects)(anArticle('1', { title })), expected);
    });
});
