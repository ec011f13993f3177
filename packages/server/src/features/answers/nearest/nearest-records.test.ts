import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Article } from '@citewell/core/records/article.ts';
import { anArticle } from '@citewell/core/testing/an-article.ts';
import { askLibrary } from '../../../testing/app/ask-library.ts';

const elderly = anArticle('5001', {
  title: 'Influenza vaccine in nursing homes: a cohort study.',
  abstract: [
    { label: 'METHODS', text: 'Residents of 20 nursing homes were followed for one season.' },
    { label: 'CONCLUSIONS', text: 'Influenza vaccine lowered mortality in residents of nursing homes.' },
  ],
});
const pregnant = anArticle('5002', {
  title: 'Aspirin in pregnancy: a randomized trial.',
  mesh: ['Pregnancy'],
  abstract: [
    { label: 'CONCLUSIONS', text: 'Aspirin lowered the rate of pre-eclampsia in pregnant women.' },
    { label: '摘要', text: '阿司匹林降低孕妇子痫前期的发生率。' },
  ],
});
const retracted = anArticle('5003', {
  title: 'Influenza vaccine in pregnancy.',
  retracted: true,
  mesh: ['Pregnancy'],
  abstract: [{ label: 'CONCLUSIONS', text: 'Influenza vaccine is harmless in pregnant women.' }],
});

const english = 'Is influenza vaccine safe in pregnant women?';
const chinese = '孕妇可以接种流感疫苗吗？';

describe('records that cover only part of a question', () => {
  it('are quoted with the part that each lacks', async (t) => {
    const { answer, references } = await askLibrary(t, [elderly, pregnant], english);
    assert.match(
      answer,
      /^None of the records found is about “influenza vaccine” and “pregnant women” together\. The nearest:\n/,
    );
    assert.match(
      answer,
      /- \*Not on “pregnant women”:\* \*[^*]+\* “Influenza vaccine lowered mortality in residents of nursing homes\.” \[\d\]/,
    );
    assert.match(
      answer,
      /- \*Not on “influenza vaccine”:\* \*[^*]+\* “Aspirin lowered the rate of pre-eclampsia in pregnant women\.” \[\d\]/,
    );
    assert.doesNotMatch(answer, /could be linked/);
    assert.deepEqual(references.map(({ pmid }) => pmid).toSorted(), ['5001', '5002']);
  });

  it('are quoted in Chinese with the part that each lacks', async (t) => {
    const { answer, references } = await askLibrary(t, [elderly, pregnant], chinese);
    assert.match(answer, /^检索到的记录均未同时涉及“孕妇”和“[^”]*流感疫苗”。最接近的记录：\n/);
    assert.match(answer, /- \*未涉及“孕妇”：\* \*[^*]+\* “Influenza vaccine lowered mortality/);
    assert.match(
      answer,
      /- \*未涉及“[^”]*流感疫苗”：\* \*[^*]+\* “阿司匹林降低孕妇子痫前期的发生率。” \[\d\]/,
    );
    assert.doesNotMatch(answer, /请勿视为有文献支持/);
    assert.equal(references.length, 2);
  });

  it('follow a notice about retracted papers on the whole question, in both languages', async (t) => {
    const records = [elderly, pregnant, retracted];
    const { answer, references } = await askLibrary(t, records, english);
    assert.match(
      answer,
      /^1 paper on this was retracted \(PMID 5003\) and is not quoted\.\n\nNone of the records/,
    );
    assert.ok(references.every(({ pmid }) => pmid !== retracted.pmid));
    assert.match(
      (await askLibrary(t, records, chinese)).answer,
      /^1 篇相关文献已被撤稿（PMID 5003），不予摘录。\n\n检索到的记录均未/,
    );
  });
});

const adults = anArticle('5004', {
  title: 'Amoxicillin for otitis media: a randomized trial.',
  abstract: [
    { label: 'METHODS', text: 'We enrolled 120 patients (mean age 41 years).' },
    { label: 'CONCLUSIONS', text: 'Amoxicillin lowered the rate of otitis media relapse.' },
  ],
});
const unstated = anArticle('5005', {
  title: 'Amoxicillin in otitis media.',
  abstract: [{ label: 'CONCLUSIONS', text: 'Amoxicillin shortened otitis media by two days.' }],
});

const nursery = anArticle('5018', {
  title: 'Amoxicillin and otitis media in day-care.',
  abstract: [{ label: 'CONCLUSIONS', text: 'Amoxicillin shortened otitis media of boys and girls.' }],
});

describe('records about another population than the question’s', () => {
  it('are quoted as the nearest with that label, in both languages', async (t) => {
    const { answer } = await askLibrary(t, [adults], 'Does amoxicillin help otitis media in children?');
    assert.match(answer, /^None of the records found is about “amoxicillin”.* and “children” together\./);
    assert.match(answer, /- \*Not on “children”:\* .*“Amoxicillin lowered the rate/);
    const zh = (await askLibrary(t, [adults], '阿莫西林对儿童中耳炎有效吗？')).answer;
    assert.match(zh, /^检索到的记录均未同时涉及.*“儿童”/);
    assert.match(zh, /- \*未涉及“儿童”：\*/);
  });

  it('are quoted so if they do not state whom they studied, in both languages', async (t) => {
    for (const [question, label] of [
      ['Does amoxicillin help otitis media in children?', 'Not on “children”:'],
      ['阿莫西林对儿童中耳炎有效吗？', '未涉及“儿童”：'],
    ] as const) {
      const { answer, references } = await askLibrary(t, [adults, unstated], question);
      assert.equal(references.length, 2, question);
      assert.equal(answer.split(label).length - 1, 2, answer);
    }
  });

  it('are omitted if another record is about it in other words, in both languages', async (t) => {
    for (const question of [
      'Does amoxicillin help otitis media in children?',
      '阿莫西林对儿童中耳炎有效吗？',
    ]) {
      const { answer, references } = await askLibrary(t, [adults, unstated, nursery], question);
      assert.deepEqual(
        references.map(({ pmid }) => pmid),
        ['5018'],
      );
      assert.doesNotMatch(answer, /None of the records|检索到的记录均未/);
    }
  });

  it('are quoted so for men, animals, and diseases in ordinary words, in both languages', async (t) => {
    for (const [question, label] of [
      ['Does amoxicillin help otitis media in women?', /\*Not on “women”:\*/],
      ['阿莫西林对男性中耳炎有效吗？', /\*未涉及“男性”：\*/],
      ['Does amoxicillin help otitis media in dogs?', /\*Not on “dogs”:\*/],
      ['阿莫西林对狗的中耳炎有效吗？', /\*未涉及“犬”：\*/],
      ['Does amoxicillin help otitis media in patients with cancer?', /\*Not on “cancer”:\*/],
      ['阿莫西林治中耳炎伤肾吗？', /\*未涉及“肾”：\*/],
    ] as const)
      assert.match((await askLibrary(t, [unstated], question)).answer, label, question);
  });

  it('are named with the subject that they lack as well, in both languages', async (t) => {
    const records = [adults, anArticle('5019', { title: 'Measles in children.' })];
    for (const [question, label] of [
      ['Does amoxicillin help measles in children?', /\*Not on “measles” or “children”:\*/],
      ['阿莫西林对儿童麻疹有效吗？', /\*未涉及“麻疹”、“儿童”：\*/],
    ] as const)
      assert.match((await askLibrary(t, records, question)).answer, label, question);
  });
});

const drains = anArticle('5006', {
  title: 'Drains in surgery for gallstones.',
  abstract: [
    { label: 'CONCLUSIONS', text: 'Drains raised the rate of infection in surgery for gallstones.' },
  ],
});

describe('children mentioned with adults in a question', () => {
  it('do not demote records about adults', async (t) => {
    for (const question of [
      'Does amoxicillin help otitis media in mothers of young children?',
      '妈妈带孩子时用阿莫西林治疗中耳炎有效吗？',
    ]) {
      const { answer, references } = await askLibrary(t, [adults], question);
      assert.deepEqual(
        references.map(({ pmid }) => pmid),
        ['5004'],
      );
      assert.doesNotMatch(answer, /None of the records|检索到的记录均未/);
    }
  });
});

describe('records that share a few words with an everyday question', () => {
  const headaches = anArticle('5007', {
    title: 'Headache after dental extraction.',
    abstract: [
      { label: 'CONCLUSIONS', text: 'Headache was common in the week after extraction of a wisdom tooth.' },
    ],
  });
  const naps = anArticle('5008', {
    title: 'Naps and headache in students.',
    abstract: [{ label: 'CONCLUSIONS', text: 'Headache was rarer in students with regular naps.' }],
  });

  it('are quoted as the nearest without an answer, in both languages', async (t) => {
    const question = 'Why do I get a headache on one side whenever bright sunshine bounces off fresh snow?';
    const { answer, references } = await askLibrary(t, [headaches, naps], question);
    assert.match(
      answer,
      /^None of the records found clearly answers this question\. The nearest:\n- \*Not on “one side”:\* \*[^*]+\* “Headache was/,
    );
    assert.ok(references.length > 0 && references.length <= 3);
    const zh = (await askLibrary(t, [headaches, naps], '雪地反光太亮时左边就头痛是怎么回事？')).answer;
    assert.match(zh, /^检索到的记录均未明确回答这一问题。最接近的记录：\n- /);
  });
});

describe('records that share one word with a question without a subject', () => {
  const line = anArticle('5014', {
    title: 'Blood sampling from an arterial line and clotting time.',
    abstract: [{ label: 'CONCLUSIONS', text: 'Blood sampling from the line prolonged the clotting time.' }],
  });
  const storage = anArticle('5015', {
    title: 'Storage in acid and homocysteine.',
    abstract: [{ label: 'CONCLUSIONS', text: 'Homocysteine was stable in blood that was stored in acid.' }],
  });

  it('are not shown, in both languages', async (t) => {
    for (const [question, said] of [
      [
        'Does a sampling of cheerful company change mortality, disability, hospital stay, blood pressure, body weight, quality of life, appetite and mood?',
        /^No literature found that answers/,
      ],
      [
        '隔壁老王开卡车、养鹦鹉、弹吉他、修钟表、种西瓜、集邮票，说抽血能看出谁缺什么，奶奶该信谁？',
        /^未检索到能够回答该问题的文献/,
      ],
    ] as const) {
      const { answer, references } = await askLibrary(t, [line, storage], question);
      assert.match(answer, said, question);
      assert.deepEqual(references, []);
    }
  });
});

describe('a question without any search result', () => {
  it('is answered with what no record is about, in both languages', async (t) => {
    for (const [question, said] of [
      ['Which drug stops hiccups?', /^No record found is about “hiccups”\./],
      ['打嗝打了三天，有什么药？', /^没有检索到关于“打嗝”的记录。/],
    ] as const) {
      const { answer, references } = await askLibrary(t, [elderly, drains], question);
      assert.match(answer, said, question);
      assert.deepEqual(references, []);
    }
  });
});

describe('a record that fits far better than all others', () => {
  const teams = anArticle('5016', {
    title: 'Survival in gynaecological cancer after surgery was centralised in England.',
    abstract: [
      { label: 'RESULTS', text: 'Survival in gynaecological cancer improved once surgery was centralised.' },
    ],
  });
  const breast = anArticle('5017', {
    title: 'Decisions of MDTs in breast care.',
    abstract: [{ label: 'RESULTS', text: 'Of 146 decisions of the MDT, 26 were not justified.' }],
  });

  it('is among the nearest, labeled with what it lacks, in both languages', async (t) => {
    for (const [question, label] of [
      [
        'Survival in gynaecological cancer after centralised surgery and MDT working in England',
        /\*Not on “MDT”:\* .*“Survival in/,
      ],
      ['英格兰妇科癌症手术集中化并采用MDT之后生存率如何？', /\*未涉及“MDT”：\* .*“Survival in/],
    ] as const) {
      const { answer } = await askLibrary(t, [teams, breast], question);
      assert.match(answer, label, question);
    }
  });
});

describe('records on the question’s subject but another aspect', () => {
  const strength = anArticle('5010', {
    title: 'Strength after knee replacement.',
    abstract: [
      {
        label: 'CONCLUSIONS',
        text: 'Strength of the thigh was lower than before for six months after knee replacement.',
      },
    ],
  });
  const infection = anArticle('5011', {
    title: 'Infection after knee replacement and hip replacement.',
    abstract: [
      {
        label: 'CONCLUSIONS',
        text: 'Infection was as frequent after knee replacement as after hip replacement.',
      },
    ],
  });

  it('are quoted as the nearest, in both languages', async (t) => {
    const records = [strength, infection];
    const en = await askLibrary(t, records, 'How soon after a knee replacement can I drive to work again?');
    assert.match(en.answer, /^None of the records found clearly answers this question\. The nearest:\n- /);
    const zh = await askLibrary(t, records, '膝关节置换术后多久可以自己开车上班？');
    assert.match(zh.answer, /^检索到的记录均未明确回答这一问题。最接近的记录：\n- /);
  });

  it('are evidence if they answer the question, in both languages', async (t) => {
    const records = [strength, infection];
    const en = await askLibrary(
      t,
      records,
      'Is infection after knee replacement as frequent as after hip replacement?',
    );
    assert.match(en.answer, /“Infection was as frequent/);
    const zh = await askLibrary(t, records, '膝关节置换和髋关节置换以后，感染一样多吗？');
    assert.match(zh.answer, /“Infection was as frequent/);
    for (const { answer } of [en, zh]) assert.doesNotMatch(answer, /^None of the records|^检索到的记录均未/);
  });
});

describe('a paper that covers one of two related subjects', () => {
  const both = anArticle('5012', {
    title: 'Statins and incident diabetes: a cohort study.',
    abstract: [{ label: 'CONCLUSIONS', text: 'Statins raised the risk of incident diabetes.' }],
  });
  const names = anArticle('5013', {
    title: 'Statins and kidney function in older adults.',
    abstract: [
      { label: 'METHODS', text: 'We adjusted for age, diabetes and smoking in users of statins.' },
      { label: 'CONCLUSIONS', text: 'Statins did not change kidney function in older adults.' },
    ],
  });

  it('is not cited beside a paper about both, in both languages', async (t) => {
    for (const question of ['Do statins raise the risk of diabetes?', '他汀类药物会增加糖尿病风险吗？']) {
      const { references } = await askLibrary(t, [both, names], question);
      assert.deepEqual(
        references.map(({ pmid }) => pmid),
        ['5012'],
        question,
      );
    }
  });
});

/** Other records, so many that one can stand out among them. */
const parts = ['knee', 'shoulder', 'wrist', 'ankle', 'jaw', 'foot', 'hand', 'hip', 'elbow'];
const others = ['vein', 'artery', 'emergency department'].flatMap((word, kind) =>
  parts.map((part, at) =>
    anArticle(`60${kind}${at}`, {
      title: `The ${part} and the ${word}, an option for ${20 + 7 * at} people.`,
      abstract: [
        {
          label: 'CONCLUSIONS',
          text: `The ${part} healed, and the ${word} was an option in the emergency department.`,
        },
      ],
    }),
  ),
);

describe('a clearly intended record that lacks one named subject', () => {
  const bypass = anArticle('5009', {
    title: 'Endarterectomy of the superficial femoral artery with a short venous bypass.',
    abstract: [
      {
        label: 'CONCLUSIONS',
        text: 'Superficial femoral endarterectomy with a short bypass is a good option in threatened legs where there is not enough vein.',
      },
    ],
  });
  const capsule = anArticle('5010', {
    title: 'Capsule endoscopy in place of gastroscopy in acute haemorrhage: a cohort study.',
    abstract: [
      {
        label: 'CONCLUSIONS',
        text: 'Capsule endoscopy cannot replace gastroscopy in the emergency department.',
      },
    ],
  });

  const triage = anArticle('5011', {
    title: 'Triage in the emergency department, a short option.',
    abstract: [{ label: 'CONCLUSIONS', text: 'Triage by nurses was quick in the emergency department.' }],
  });

  it('is not cited if no record has that name, in both languages', async (t) => {
    for (const [question, said] of [
      [
        'Is superficial femoral endarterectomy with a short bypass an option in critical limb ischaemia where there is not enough vein?',
        /^No record found is about “critical limb ischaemia”\./,
      ],
      ['呕血来急诊，胶囊内镜能代替胃镜吗？', /^没有检索到关于“呕血”的记录。/],
    ] as const) {
      const { answer, references } = await askLibrary(t, [bypass, capsule, triage], question);
      assert.match(answer, said, question);
      assert.deepEqual(references, []);
    }
  });

  it('answers if it stands out among many and lacks only everyday words, which it is said not to mention, in both languages', async (t) => {
    for (const [record, question, said] of [
      [
        bypass,
        'Is superficial femoral endarterectomy with a short bypass an option for blocked leg arteries where there is not enough vein?',
        /\*Does not mention “blocked leg arteries”:\* .*“Superficial femoral/,
      ],
      [
        capsule,
        '颈动脉不好来急诊，胶囊内镜能代替胃镜吗？',
        /\*未提及“颈动脉”：\* .*“Capsule endoscopy cannot/s,
      ],
    ] as const) {
      const { answer, references } = await askLibrary(t, [record, ...others], question);
      assert.doesNotMatch(answer, /None of the records|检索到的记录均未/, question);
      assert.match(answer, said);
      assert.deepEqual(
        references.map(({ pmid }) => pmid),
        [record.pmid],
      );
    }
  });

  it('does not answer for a population that it does not mention, in both languages', async (t) => {
    const cream = anArticle('5090', {
      title: 'Imiquimod cream for superficial basal cell carcinoma: a randomized trial.',
      abstract: [
        {
          label: 'CONCLUSIONS',
          text: 'Imiquimod cream was safe and cleared superficial basal cell carcinoma in 73% of patients.',
        },
      ],
    });
    for (const [question, said] of [
      [
        'I am pregnant and have a superficial basal cell carcinoma. Is imiquimod cream a safe option?',
        /^None of the records found is about .*“pregnant”.*\*Not on “pregnant”:\*/s,
      ],
      [
        '我怀孕了，急诊查出浅表基底细胞癌，用咪喹莫特乳膏安全吗？',
        /^检索到的记录均未.*“怀孕”.*\*未涉及“怀孕”：\*/s,
      ],
    ] as const)
      assert.match((await askLibrary(t, [cream, ...others], question)).answer, said);
  });
});

describe('records without the treatment or test of the question', () => {
  const question = 'Do antibiotics before surgery for gallstones prevent infection?';

  it('are quoted as the nearest with that label, in both languages', async (t) => {
    const { answer } = await askLibrary(t, [drains, unstated], question);
    assert.match(answer, /^None of the records found is about “antibiotics” and “gallstones” together\./);
    assert.match(answer, /\*Not on “antibiotics”:\* .*“Drains raised/);
    const zh = (await askLibrary(t, [drains, unstated], '胆结石手术前使用抗生素能预防感染吗？')).answer;
    assert.match(zh, /未涉及“抗生素”：/);
  });

  it('are not cited if no record is about it', async (t) => {
    const { answer, references } = await askLibrary(t, [drains], question);
    assert.match(answer, /^No record found is about “antibiotics”\./);
    assert.deepEqual(references, []);
  });
});

describe('a subject with retracted papers only', () => {
  it('is reported as such, in both languages, without references', async (t) => {
    const reply = await askLibrary(t, [pregnant, retracted], 'Is influenza vaccine effective?');
    assert.match(reply.answer, /^1 paper on this was retracted \(PMID 5003\) and is not quoted\./);
    assert.deepEqual(reply.references, []);
    assert.match(
      (await askLibrary(t, [pregnant, retracted], '流感疫苗有效吗？')).answer,
      /^1 篇相关文献已被撤稿（PMID 5003），不予摘录。/,
    );
  });
});

describe('a question in British or American spelling', () => {
  const american = anArticle('5011', {
    title: 'Estrogen therapy and intracerebral hemorrhage: a cohort study.',
    abstract: [
      {
        label: 'CONCLUSIONS',
        text: 'Estrogen therapy did not increase the risk of intracerebral hemorrhage.',
      },
    ],
  });
  const british = anArticle('5012', {
    title: 'Pethidine for labour pain and neonatal apnoea: a randomised trial.',
    abstract: [
      { label: 'CONCLUSIONS', text: 'Pethidine in labour caused more neonatal apnoea than placebo.' },
    ],
  });

  it('is answered from records in the other spelling', async (t) => {
    for (const [question, quoted] of [
      ['Does oestrogen raise the risk of intracerebral haemorrhage?', /Estrogen therapy did not increase/],
      ['Does meperidine cause neonatal apnea?', /Pethidine in labour caused more/],
      ['分娩时用哌替啶会引起新生儿呼吸暂停吗？', /Pethidine in labour caused more/],
      ['雌激素会增加脑出血的风险吗？', /Estrogen therapy did not increase/],
    ] as const) {
      const { answer, references } = await askLibrary(t, [american, british], question);
      assert.match(answer, quoted, question);
      assert.equal(references.length, 1, question);
    }
  });
});

describe('a disease named with its signs', () => {
  const boils = anArticle('5021', {
    title: 'Drainage of furunculosis and abscess in outpatients: a randomized trial.',
    abstract: [{ label: 'CONCLUSIONS', text: 'Drainage healed more boils than antibiotics alone.' }],
  });

  it('is the subject of the question', async (t) => {
    for (const [question, said] of [
      [
        'I get boils in my armpits, they say hidradenitis suppurativa. What helps?',
        /No record found is about.*hidradenitis suppurativa/,
      ],
      ['皮肤长疖子，医生说是化脓性汗腺炎，怎么治？', /未找到.*化脓性汗腺炎|没有.*化脓性汗腺炎/],
    ] as const) {
      const { answer, references } = await askLibrary(t, [boils], question);
      assert.match(answer, said, question);
      assert.deepEqual(references, []);
    }
  });
});

const paper = (pmid: string, title: string, ...sentences: string[]): Article =>
  anArticle(pmid, { title, abstract: [{ text: sentences.join(' ') }] });

const pmidsOf = ({ references }: { references: { pmid: string }[] }) =>
  references.map(({ pmid }) => pmid).toSorted();

describe('the nearest records to a question that none answers', () => {
  const driving = paper(
    '6011',
    'Strength for driving after knee replacement.',
    'Patients were examined for six months.',
    'We conclude that strength was lower after knee replacement.',
  );
  const pain = paper(
    '6012',
    'Pain after knee replacement.',
    'We conclude that pain was lower after knee replacement.',
  );
  const infection = paper(
    '6013',
    'Infection after knee replacement.',
    'We conclude that infection was lower after knee replacement.',
  );
  const cost = paper(
    '6014',
    'Cost of knee replacement.',
    'We conclude that cost was higher after knee replacement.',
  );
  const records = [driving, pain, infection, cost];

  it('are the three that fit best, whatever they found, in both languages', async (t) => {
    for (const question of [
      'How soon after a knee replacement can I drive with my old strength, pain or infection?',
      '膝关节置换术后多久可以开车，和力量、疼痛或感染有关吗？',
    ]) {
      const reply = await askLibrary(t, records, question);
      assert.match(reply.answer, /clearly answers this question|均未明确回答这一问题/, question);
      assert.deepEqual(pmidsOf(reply), ['6011', '6012', '6013'], question);
    }
  });
});

describe('the first of the nearest records', () => {
  const findings = (pmid: string, title: string, ...texts: string[]) =>
    anArticle(pmid, {
      title,
      abstract: [
        { label: 'RESULTS', text: texts.join(' ') },
        { label: 'CONCLUSIONS', text: 'We conclude that counselling before knee replacement is useful.' },
      ],
    });
  const driving = findings(
    '6016',
    'Driving after knee replacement.',
    'Most patients drove again after knee replacement.',
    'Their braking was as strong as before the knee replacement.',
    'Patients with a stiff knee drove later.',
  );
  const walking = findings(
    '6017',
    'Walking after knee replacement.',
    'Most patients walked again after knee replacement.',
    'Their steps were as long as before the knee replacement.',
    'Patients with a stiff knee walked later.',
  );

  it('is quoted at greater length than the others, in both languages', async (t) => {
    for (const question of [
      'How much does it cost to drive again after a knee replacement?',
      '膝关节置换术后再开车要花多少钱？',
    ]) {
      const { answer } = await askLibrary(t, [driving, walking], question);
      assert.match(answer, /clearly answers this question|均未明确回答这一问题/, question);
      const [first = '', second = ''] = answer.split('\n- ').slice(1);
      assert.ok(quotationsIn(first) > 2, answer);
      assert.ok(quotationsIn(second) <= 2, answer);
    }
  });
});

const quotationsIn = (text: string) => text.match(/” \[\d\]/g)?.length ?? 0;

describe('a paper without a word of the question in what it found', () => {
  const dogs = anArticle('6021', {
    title: 'Dogs in the treatment of autism.',
    abstract: [
      { label: 'METHODS', text: 'Twelve boys took part for ten weeks.' },
      { label: 'RESULTS', text: 'Aggressive behaviour fell by half within ten weeks.' },
    ],
  });

  it('is quoted with its result, in both languages', async (t) => {
    for (const question of [
      'Do sessions with dogs help children with autism?',
      '狗参与的治疗对自闭症儿童有帮助吗？',
    ]) {
      const { answer } = await askLibrary(
        t,
        [dogs, paper('6022', 'Cats at home.', 'Cats were kept.')],
        question,
      );
      assert.match(answer, /“Aggressive behaviour fell by half/, question);
    }
  });
});

describe('nearest records of which some are on the people asked about', () => {
  const women = paper(
    '6031',
    'Fever during chemotherapy.',
    'Eighty-three women with fever above 39 degrees were studied.',
    'We conclude that high fever was dangerous in women.',
  );
  const infants = paper(
    '6032',
    'Seizures in infants.',
    'Seizures were common in infants and young children.',
    'We conclude that seizures in infants were harmless.',
  );

  it('are not said to be on others, in both languages', async (t) => {
    for (const question of ['Is fever over 39 in a baby dangerous?', '宝宝发热39度危险吗？']) {
      const { answer } = await askLibrary(t, [women, infants], question);
      assert.match(answer, /clearly answers this question|均未明确回答这一问题/, question);
      assert.doesNotMatch(answer, /is about “infants”|涉及“婴儿”。最接近/, question);
    }
  });
});
