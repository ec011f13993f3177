import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { AskResponse } from '@citewell/sdk';
import { startDemonstration } from '../../../testing/app/demonstration-service.ts';

/** Short questions of a new user, with the end of a PMID that answers. */
const answered: [question: string, pmid: string][] = [
  ['What drugs help heart failure?', '11'],
  ['How long should I take antibiotics for pneumonia?', '27'],
  ['How do you treat H. pylori?', '63'],
  ['Which drug prevents migraine?', '42'],
  ['心衰用什么药', '11'],
  ['糖尿病肾病用什么药', '73'],
];
/** Short questions on the same subjects, which no record answers. */
const unanswered = [
  'What are the symptoms of sepsis?',
  'How is heart failure diagnosed?',
  'What causes gout?',
  '心衰怎么诊断',
  '败血症有什么症状',
];
const nearest = /None of the records found clearly answers|检索到的记录均未明确回答/;

describe('a short first question over the demonstration records', () => {
  it('is answered by a record that has its subject in the title and reports what it asks for, and by no other', async (t) => {
    const { app, createKey } = await startDemonstration(t);
    const key = await createKey();
    const ask = async (question: string) => {
      const reply = await app.inject({
        method: 'POST',
        url: '/ai/api/ask',
        payload: { question },
        headers: { 'x-api-key': key },
      });
      assert.equal(reply.statusCode, 200, reply.body);
      return reply.json() as AskResponse;
    };
    for (const [question, pmid] of answered) {
      const { answer, references } = await ask(question);
      assert.doesNotMatch(answer, nearest, question);
      assert.ok(
        references.some((each) => each.pmid === `99000000${pmid}`),
        question,
      );
    }
    for (const question of unanswered) assert.match((await ask(question)).answer, nearest, question);
  });
});
