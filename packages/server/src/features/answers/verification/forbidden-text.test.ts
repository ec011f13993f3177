import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { splitSentences } from '@citewell/core/text/sentences.ts';
import { avatarMessages } from '../../chat/avatar-messages.ts';
import { loadPersonas } from '../../chat/persona.ts';
import { isForbidden, needsEvidence } from './forbidden-text.ts';

const forbidden = [
  'Read more at https://example.org/pills.',
  'Order it from www.example.org today.',
  '<img src=x onerror=alert(1)> Hello.',
  '详见 http://example.org。',
  'Consider taking magnesium at night.',
  'Go ahead and increase the dose.',
  'I’d go with ibuprofen if I were you.',
  '考虑服用褪黑素。',
  '可以把胰岛素加倍。',
  '饭后吃两片布洛芬就好。',
  '我从事临床工作二十年。',
  'Take aspirin.',
  'Please take your metformin with food.',
  'You should stop warfarin.',
  'Try ibuprofen and rest.',
  'I would recommend amoxicillin.',
  'Just drink plenty of water.',
  'If it hurts, apply ice.',
  'You can safely double the insulin.',
  'Avoid grapefruit with simvastatin.',
  'Never stop prednisone.',
  'It is safe to take melatonin.',
  'Rest and take paracetamol.',
  'Why not take some melatonin?',
  'How about some ibuprofen?',
  'Simply take it with water.',
  'You have pneumonia.',
  'You do not need a doctor.',
  'I am a doctor.',
  'As a cardiologist, I see this often.',
  'I’m a licensed pharmacist.',
  'In my practice this works well.',
  'I am a human being like you.',
  '请服用阿司匹林。',
  '建议您停用华法林。',
  '可以吃布洛芬。',
  '应该立即使用胰岛素。',
  '不要服用安眠药。',
  '每天吃一片阿司匹林。',
  '最好卧床休息，多喝水，并口服退烧药。',
  '不妨试试布洛芬。',
  '吃点布洛芬吧。',
  '您得了肺炎。',
  '您不用去看医生。',
  '我在协和医院当医生。',
  '我是一名医生。',
  '作为一位心内科主任，我常见到这种情况。',
  '我的病人都这样用。',
];
const bare = [
  'It works for nearly everyone.',
  'The drug is cheap and safe.',
  'Yes, it helps.',
  '这种药很安全。',
  '是的，有效。',
  'Aspirin is a blood thinner.',
  'Metformin treats diabetes.',
  'The usual dose is five hundred milligrams.',
  'About half of patients recover.',
  'One in ten gets a rash.',
  'It is given twice daily.',
  'Statins are well tolerated.',
  'Asthma is a disease of the airways.',
  '阿司匹林是抗血小板药。',
  '常用剂量是五百毫克。',
  '每十人中有一人出现皮疹。',
  '他汀耐受性良好。',
  '哮喘是一种气道疾病。',
  '大约三成患者会复发。',
];
const harmless = [
  'Try the MeSH heading "Hypertension".',
  'Sorry to hear that.',
  'I hope it helps!',
  '建议使用主题词检索。',
  'You are welcome.',
  'I am a program and no doctor.',
  'Take care, and ask me again any time.',
  'Try other words, or a narrower question.',
  'Your doctor or pharmacist decides that with you.',
  'Please talk to your doctor before you change anything.',
  'You could ask me about diabetes or asthma.',
  'Would you like to know about statins?',
  'Tell me which drug or disease you have in mind.',
  'That sounds like a good day!',
  'I hope you feel better soon.',
  'How about a narrower question?',
  'You have a good point.',
  'Use the literature question for a full answer.',
  '不客气。',
  '我是一个程序，不是医生。',
  '您可以问我糖尿病方面的问题。',
  '请换一种说法，或使用更具体的关键词检索。',
  '请咨询您的医生或药师。',
  '您想了解哪种药物？',
  '不妨换一个更具体的问题。',
  '祝您早日康复。',
];

/** Evidence statements that may be reported with a citation. */
const reported = [
  'Fewer than 5 of 100 adults (P < 0.001) had <3 events > 1 year later.',
  'Use of metformin reduced body weight in adults.',
  'In adults with diabetes, use of metformin reduced body weight.',
  'Lower doses reduced nausea, and rest pain improved.',
  'Change in body weight was small, and increase in dose had no effect.',
  'Patients who take metformin and use insulin had lower body weight.',
  'They have a higher risk of stroke.',
  'The guideline says that adults should take aspirin.',
  'Double-blind trials showed that metformin lowers weight.',
  '应用二甲双胍可降低体重。',
  '需要使用胰岛素的患者比例降低。',
  '指南建议使用二甲双胍作为初始治疗。',
  '服用阿司匹林的受试者出血增多。',
];

describe('a persona’s sentence', () => {
  for (const sentence of reported)
    it(`about the findings is allowed: ${sentence}`, () => assert.equal(isForbidden(sentence), false));
  for (const sentence of forbidden)
    it(`is forbidden: ${sentence}`, () => assert.equal(isForbidden(sentence), true));
  for (const sentence of bare)
    it(`needs evidence: ${sentence}`, () =>
      assert.deepEqual([isForbidden(sentence), needsEvidence(sentence)], [false, true]));
  for (const sentence of harmless)
    it(`is allowed without evidence: ${sentence}`, () =>
      assert.deepEqual([isForbidden(sentence), needsEvidence(sentence)], [false, false]));

  it('of our own messages and greetings is never forbidden', () => {
    const own = [...loadPersonas().values()].flatMap(({ greeting }) => [greeting.en, greeting.zh]);
    for (const { nothingFound, nothingCited } of Object.values(avatarMessages))
      own.push(nothingFound, nothingCited);
    for (const text of own)
      for (const { text: sentence } of splitSentences(text))
        assert.equal(isForbidden(sentence), false, sentence);
  });
});
