import assert from 'node:assert/strict';
import { rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname } from 'node:path';
import { it } from 'node:test';
import { makeRunFolder } from './run-folder.ts';

it('keeps the files of a run on disk if memory has no room for them', (t) => {
  for (const place of ['/nonexistent', '/proc']) {
    const folder = makeRunFolder(place);
    t.after(() => rmSync(folder, { recursive: true }));
    assert.equal(dirname(folder), tmpdir());
  }
});

it('lets other users write to the folder of a run, like any temporary folder', (t) => {
  const folder = makeRunFolder();
  t.after(() => rmSync(folder, { recursive: true }));
  assert.equal(statSync(folder).mode & 0o7777, 0o1777);
});
