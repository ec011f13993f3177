import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { anArticle } from '@citewell/core/testing/an-article.ts';
import { planQuery } from '../../literature/query/plan-query.ts';
import { passSubjectGate } from '../subject-gate.ts';
import { missingTopics } from './missing-topics.ts';
import { mayMention, withKindsHeld } from './put-otherwise.ts';

const plan = (question: string) =>
  planQuery({ question, history: [], years: {}, category: undefined, thisYear: 2026 });
const record = (title: string, text: string) => anArticle('1', { title, abstract: [{ text }] });

/** Things that a record holds in other words than those of a question. */
const held: [question: string, name: string, title: string, text: string][] = [
  ['补钙能预防结肠息肉吗', '结肠息肉', 'Calcium and colorectal adenomas.', 'Recurrent adenomas were rarer.'],
  ['Does calcium prevent colon polyps?', 'colon polyps', 'Calcium.', 'Recurrent adenomas were rarer.'],
  ['认知行为疗法治疗失眠比安眠药好吗', '安眠药', 'Therapy or zopiclone for insomnia.', 'Sleep improved.'],
  ['Are sleeping pills better than therapy for insomnia?', 'sleeping pills', 'Zopiclone.', 'Sleep improved.'],
  [
    'Does vitamin D deficiency cause diabetes?',
    'vitamin D deficiency',
    'Low serum vitamin D and diabetes.',
    'Low vitamin D was associated with a high risk of diabetes.',
  ],
  ['针灸治颈椎痛有用吗', '颈椎', 'Acupuncture for neck pain.', 'Neck pain improved.'],
  ['补钙能预防结肠息肉吗', '补钙', 'Calcium and adenomas.', 'Calcium was given.'],
  ['Does aspirin prevent colon cancer?', 'colon cancer', 'Aspirin.', 'Colorectal cancers were rarer.'],
  ['阿司匹林能预防结肠癌吗', '结肠癌', 'Aspirin.', 'Colorectal cancers were rarer.'],
  ['Does CPAP prevent intubation?', 'intubation', 'CPAP.', 'Fewer required invasive ventilation.'],
  ['无创通气能避免插管吗', '插管', 'CPAP.', 'Fewer required invasive ventilation.'],
  ['Which NSAID is safest for the stomach?', 'stomach', 'NSAIDs.', 'Gastrointestinal complications rose.'],
  ['哪种消炎止痛药最不伤胃', '胃', 'NSAIDs.', 'Gastrointestinal complications rose.'],
  ['Is sugar bad for teeth?', 'teeth', 'Sugar.', 'Dental caries was common.'],
];

/** Things that a label may name: the record holds none of it, or a part. */
const lacking: [question: string, name: string, title: string, text: string][] = [
  [
    'Does an influenza vaccine help asthma?',
    'influenza vaccine',
    'Hepatitis B vaccine in asthma.',
    'It helped.',
  ],
  ['Does vitamin D help lung cancer?', 'lung cancer', 'Vitamin D and asthma.', 'Lungs improved.'],
  ['维生素D能治肺癌吗', '肺癌', 'Vitamin D and asthma.', 'Lungs improved.'],
  ['Does vitamin D deficiency cause diabetes?', 'vitamin D deficiency', 'Vitamin C and diabetes.', 'Day 1.'],
  ['Does growth hormone help scoliosis?', 'growth hormone', 'Scoliosis and weight.', 'Weight fell.'],
  ['Does semaglutide help obesity?', 'semaglutide', 'Orlistat for obesity.', 'Weight fell.'],
];

/** Topics of a question that a label may say to be missing. */
const topics: [question: string, title: string, text: string, missing: string[]][] = [
  ['肺结核合并HIV什么时候开始抗病毒', 'Timing of ART in tuberculosis and HIV.', 'Early ART saved lives.', []],
  ['When should antivirals start in HIV?', 'Timing of ART.', 'Starting zidovudine early helped in HIV.', []],
  ['停用质子泵抑制剂会反跳吗', 'Rebound after proton pump inhibitors.', 'Acid rose after withdrawal.', []],
  ['吃饭时喝酒对心脏有好处吗', 'Alcohol drinking and myocardial infarction.', 'Infarction was rarer.', []],
  ['Is alcohol good for the heart?', 'Alcohol and acute myocardial infarction.', 'Infarction was rarer.', []],
  ['Is dexamethasone bad for the lungs?', 'Dexamethasone in asthma.', 'Asthma improved.', []],
  ['Does coffee cause ischemia?', 'Coffee and ischemic events.', 'Ischemic events were rarer.', []],
  ['Does coffee cause anemia?', 'Coffee.', 'Anemia was rarer with coffee.', []],
  ['喝咖啡会导致贫血吗', 'Coffee.', 'Anemia was rarer with coffee.', []],
  ['Does coffee cause sepsis or psychosis?', 'Coffee.', 'Sepsis and psychosis were rarer.', []],
  ['Does metformin prevent glaucoma?', 'Metformin.', 'Weight fell.', ['glaucoma']],
  ['Do Americans get glaucoma on metformin?', 'Metformin.', 'In 20 U.S. adults weight fell.', ['glaucoma']],
  ['Does a fever predict glaucoma?', 'Febrile illness and glaucoma.', 'Febrile patients had glaucoma.', []],
  ['What do I gain from letrozole for ten yrs?', 'Letrozole.', 'Letrozole was extended to ten years.', []],
  ['My 78-year-old dad forgets to eat. Would metformin help?', 'Metformin.', 'Weight fell.', []],
  ['My dad is 78. Should he keep taking metformin?', 'Metformin.', 'Stopping metformin did harm.', []],
  [
    'Mum has diabetes. Should she keep taking metformin?',
    'Metformin in diabetes.',
    'Stopping it did harm.',
    [],
  ],
  ['Is vitamin D in blood low in glaucoma?', 'Vitamin D and glaucoma.', 'Circulating vitamin D fell.', []],
  ['Do genes cause glaucoma?', 'Glaucoma.', 'Glaucoma had a genetic cause.', []],
  ['Does metformin stop glaucoma when I run?', 'Metformin.', 'Weight fell.', ['glaucoma']],
  ['Does metformin help when a boy catches glaucoma?', 'Metformin.', 'Weight fell.', ['glaucoma']],
  ['Can metformin come round the corner for two reasons?', 'Metformin.', 'Weight fell.', []],
  ['提前吃二甲双胍能恢复视力吗', 'Metformin.', 'Weight fell.', ['视力']],
  ['二甲双胍能预防青光眼吗', 'Metformin.', 'Weight fell.', ['青光眼']],
  ['二甲双胍治疗孩子老犯糖尿病', '二甲双胍治疗糖尿病', '二甲双胍降低血糖。', []],
];

describe('labels for what a record lacks', () => {
  for (const [question, name, title, text] of held)
    it(`do not name “${name}” where a record has it in other words: ${title}`, () =>
      assert.equal(mayMention(name, plan(question), record(title, text)), true));
  for (const [question, name, title, text] of lacking)
    it(`may name “${name}”: ${title}`, () =>
      assert.equal(mayMention(name, plan(question), record(title, text)), false));
  for (const [question, title, text, missing] of topics)
    it(`name ${missing.length > 0 ? missing : 'no topic'}: ${question} ${title}`, () =>
      assert.deepEqual(missingTopics(plan(question), record(title, text)), missing));
});

describe('a record that names a kind of a subject in its title', () => {
  const verdict = (question: string, title: string, text: string) => {
    const { subjects = [] } = plan(question);
    const articles = [record(title, text)];
    return withKindsHeld(passSubjectGate(articles, subjects), articles, subjects).verdict.kind;
  };

  it('is on the subject, in both languages', () => {
    const title = 'Cognitive behavioral therapy vs zopiclone for insomnia.';
    const text = 'Cognitive behavioral therapy improved insomnia.';
    assert.equal(verdict('认知行为疗法治疗失眠比安眠药好吗', title, text), 'together');
    assert.equal(
      verdict('Is cognitive behavioral therapy better than sleeping pills for insomnia?', title, text),
      'together',
    );
    assert.equal(
      verdict('补钙能预防结肠息肉吗', 'Calcium supplementation and colorectal adenomas.', 'Fewer.'),
      'together',
    );
  });

  it('is not on another subject', () => {
    const title = 'Cognitive behavioral therapy vs exercise for insomnia.';
    const text = 'Cognitive behavioral therapy improved insomnia.';
    assert.notEqual(verdict('认知行为疗法治疗失眠比安眠药好吗', title, text), 'together');
    assert.notEqual(verdict('Do statins prevent lung cancer?', 'Statins in asthma.', 'Statins.'), 'together');
  });
});
