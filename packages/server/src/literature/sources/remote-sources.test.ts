import assert from 'node:assert/strict';
import { it } from 'node:test';
import { sourceNames } from '@citewell/sdk';
import { remoteSources } from './remote-sources.ts';

it('every source of the protocol except the library has a client', () => {
  const clients = remoteSources.map(({ name }) => name);
  assert.deepEqual(new Set(clients), new Set(sourceNames.filter((name) => name !== 'library')));
});
