import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { askDemonstration, demonstrationPmid } from '../../../testing/app/demonstration-service.ts';

/** Notes of clinicians and patients, with the number of a record that answers, and what the answer says that it does not mention. */
const answered: [question: string, number: string, unmentioned?: RegExp][] = [
  [
    "Mum is 72, TSH of 7 with normal T4 and always tired. Her doctor won't give thyroxine, is he right?",
    '10',
  ],
  [
    'IgA nephropathy, 2g protein, on ramipril. do steroids help and what about infections',
    '74',
    /“ramipril”/,
  ],
  ['new RA, CRP 40, methotrexate alone or add adalimumab from the start', '78'],
  ['67M prev MI, T2DM, already on statin and aspirin. does adding metformin protect the heart', '5'],
  ['UTI with fever, 44F, pyelo, better on day 3. seven days enough?', '28'],
  ['Will wearing my CPAP mask cut my chance of another stroke?', '62'],
  ['HFpEF anything that works?', '12'],
  ['my mum keeps getting C diff. someone mentioned a poo transplant??', '37'],
  ['gran keeps toppling over, a friend swears by tai chi', '125'],
  ['on metformin 10 yrs - check b12?', '6'],
  ['iron tabs every day or every other day', '139'],
  ['HPV疫苗一针和两针一样吗', '131'],
  ['奶奶老摔跤，朋友推荐打太极，有用吗', '125'],
  ['荨麻疹反反复复半年，开瑞坦加量也没用，奥马珠单抗行不行', '137', /“开瑞坦”/],
  ['孕26周，糖耐量高，饮食控制两周不达标，用二甲双胍代替胰岛素行吗', '109'],
  ['胃癌T3N1，腔镜做和开刀做，复发率一样吗', '121'],
  ['M3型白血病，低危，可不可以不化疗只用砷剂加维A酸', '143'],
];
/** Notes on the same subjects that no record answers. */
const unanswered = [
  '71M AF on warfarin, INR 9, no bleeding - vit K oral or just hold?',
  '45M gout, on febuxostat, LFTs up 3 times. carry on?',
  'C diff, first episode, vanc or fidaxomicin',
  'stented 3 weeks ago, dentist wants to pull a tooth. hold the clopidogrel?',
  'HbA1c 61 on metformin, eGFR 52, sulfonylurea or DPP4 next?',
  'hot flushes on tamoxifen, does anything non hormonal help',
  'How long after coffee can I have my levothyroxine',
  '怀孕8周TSH 4.2，优甲乐要不要加',
  '类风湿吃托法替布，能打带状疱疹疫苗吗',
];
const denies =
  /No record found is about|None of the records found|没有检索到关于|检索到的记录均未|could not be reached|未能连接/;

describe('a note over the demonstration records', () => {
  it('is answered by a record on its question, whatever it says about the people in it, and by no other', async (t) => {
    const ask = await askDemonstration(t);
    for (const [question, number, unmentioned] of answered) {
      const { text, pmids } = await ask(question);
      assert.doesNotMatch(text, /None of the records found|检索到的记录均未/, question);
      assert.ok(pmids.includes(demonstrationPmid(number)), `${question}: ${text}`);
      if (unmentioned) assert.match(text, unmentioned);
    }
    for (const question of unanswered) assert.match((await ask(question)).text, denies, question);
  });
});
