import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { agentsAgainst } from './agents-against.ts';

describe('the drugs named after a disease', () => {
  for (const [disease, agent] of [
    ['hypertension', 'Antihypertensive'],
    ['depression', 'Antidepressant'],
    ['asthma', 'Antiasthmatic'],
    ['psychosis', 'Antipsychotic'],
  ] as const)
    it(`are those of MeSH: ${disease}`, () => {
      assert.ok(agentsAgainst(disease).includes(agent), String(agentsAgainst(disease)));
    });

  for (const disease of ['hepatitis', 'migraine', 'heart failure', 'hypotension', '高血压'])
    it(`are none for ${disease}`, () => {
      assert.deepEqual(agentsAgainst(disease), []);
    });
});
