import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { askDemonstration, demonstrationPmid } from '../../../testing/app/demonstration-service.ts';

/** Short questions of a new user, with the number of a record that answers. */
const answered: [question: string, number: string][] = [
  ['What drugs help heart failure?', '11'],
  ['How long should I take antibiotics for pneumonia?', '27'],
  ['How do you treat H. pylori?', '63'],
  ['Which drug prevents migraine?', '42'],
  ['心衰用什么药', '11'],
  ['糖尿病肾病用什么药', '73'],
  ['85F hip fracture, spinal or GA?', '117'],
  ['how much vit D for breastfed baby', '105'],
  ['罗沙司他不良反应', '75'],
];
/** Short questions on the same subjects, which no record answers. */
const unanswered = [
  'What are the symptoms of sepsis?',
  'How is heart failure diagnosed?',
  'What causes gout?',
  'progressed on osimertinib, what next',
  '心衰怎么诊断',
  '败血症有什么症状',
  '带状疱疹后神经痛怎么止痛',
];
const nearest = /None of the records found clearly answers|检索到的记录均未明确回答/;

describe('a short first question over the demonstration records', () => {
  it('is answered by a record that has its subject in the title and reports what it asks for, and by no other', async (t) => {
    const ask = await askDemonstration(t);
    for (const [question, number] of answered) {
      const { status, text, pmids } = await ask(question);
      assert.equal(status, 200, text);
      assert.doesNotMatch(text, nearest, question);
      assert.ok(pmids.includes(demonstrationPmid(number)), question);
    }
    for (const question of unanswered) assert.match((await ask(question)).text, nearest, question);
  });

  it('quotes the harms of a drug, also those that were not increased', async (t) => {
    const ask = await askDemonstration(t);
    for (const [question, harm] of [
      ['statins side effects', /“[^”]*\bmuscle (?:symptoms|disease)\b/i],
      ['罗沙司他不良反应', /“[^”]*(?:不良|高钾|高血压|血栓)/],
    ] as const)
      assert.match((await ask(question)).text, harm);
  });
});
