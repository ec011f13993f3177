import assert from 'node:assert/strict';
import { it } from 'node:test';
import { AllowedMethods } from './allowed-methods.ts';

it('matches methods of plain paths, parameters and wildcards only', () => {
  const allowed = new AllowedMethods();
  allowed.add('POST', '/ai/api/ask');
  allowed.add(['GET', 'HEAD'], '/keys/:id');
  allowed.add('DELETE', '/keys/:id');
  allowed.add('GET', '/pages/*');
  assert.deepEqual(allowed.at('/ai/api/ask'), ['POST']);
  assert.deepEqual(allowed.at('/ai/api/ask?x=/keys/1'), ['POST']);
  assert.deepEqual(allowed.at('/keys/7'), ['DELETE', 'GET', 'HEAD']);
  assert.deepEqual(allowed.at('/pages/a/b.html'), ['GET']);
  for (const none of ['/', '', '/ai/api/ask/', '/ai/apixask', '/keys/', '/keys/1/2', '*'])
    assert.deepEqual(allowed.at(none), []);
});
