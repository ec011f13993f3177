import assert from 'node:assert/strict';
import { it } from 'node:test';
import { nearestWord } from './nearest-word.ts';

it('nearestWord returns the intended word for a misspelling', () => {
  const words = ['PORT', 'HOST', 'TLS_CERT', 'LLM_MODEL'];
  for (const [misspelt, meant] of [
    ['PROT', 'PORT'],
    ['HOSTS', 'HOST'],
    ['TLS_CRT', 'TLS_CERT'],
    ['LLM_MODLE', 'LLM_MODEL'],
    ['PORT', 'PORT'],
  ] as const)
    assert.equal(nearestWord(misspelt, words), meant);
  assert.equal(nearestWord('PORT', []), undefined);
});
