import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import { it } from 'node:test';
import { repositoryFile } from '../testing/documents/markdown.ts';
import { temporaryFolder } from '../testing/process/temporary-folder.ts';
import { installedFile } from './installed-file.ts';

it('names a file of the installation from the current folder, or by its full path if that is elsewhere', (t) => {
  const before = process.cwd();
  t.after(() => process.chdir(before));
  process.chdir(repositoryFile(''));
  assert.equal(installedFile('docs/operator/backup.md'), 'docs/operator/backup.md');
  process.chdir(temporaryFolder(t));
  for (const path of ['.env.example', 'docs/operator/backup.md']) {
    assert.ok(isAbsolute(installedFile(path)), path);
    assert.ok(existsSync(installedFile(path)), path);
  }
});
