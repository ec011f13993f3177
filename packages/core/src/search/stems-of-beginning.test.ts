import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { stemWord } from '../text/words.ts';
import { stemsOfBeginning } from './stems-of-beginning.ts';

describe('the stems of a beginning', () => {
  it('include those of words whose ending it cuts', () => {
    for (const [beginning, word] of [
      ['vaccinat', 'vaccination'],
      ['populatio', 'populations'],
      ['infecti', 'infection'],
      ['geneti', 'genetics'],
      ['prevalen', 'prevalence'],
      ['resistan', 'resistance'],
      ['mortalit', 'mortality'],
      ['impairm', 'impairment'],
      ['randomi', 'randomized'],
      ['hospitaliz', 'hospitalization'],
      ['sensitiv', 'sensitivity'],
      ['clinicall', 'clinically'],
      ['treati', 'treating'],
      ['treating', 'treating'],
      ['therapy', 'therapies'],
    ] as const)
      assert.ok(stemsOfBeginning(beginning).includes(stemWord(word)), beginning);
  });

  it('exclude those of other words that only look like it', () => {
    for (const [beginning, word] of [
      ['statin', 'state'],
      ['aspirin', 'aspire'],
      ['within', 'with'],
      ['creatin', 'create'],
      ['integrin', 'integration'],
      ['overall', 'over'],
      ['lati', 'late'],
      ['clinici', 'clinical'],
    ] as const)
      assert.ok(!stemsOfBeginning(beginning).includes(stemWord(word)), beginning);
    for (const beginning of ['metformin', 'sjogr', 'il6', '17', 'ωμεγα', '糖'])
      assert.deepEqual(stemsOfBeginning(beginning), []);
  });
});
