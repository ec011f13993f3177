import assert from 'node:assert/strict';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { it, type TestContext } from 'node:test';
import { StorageError } from '@citewell/core/storage-error.ts';
import { temporaryFolder } from '../testing/process/temporary-folder.ts';
import { loadEncryptionKey } from './encryption-key.ts';

function place(t: TestContext): { folder: string; path: string } {
  const folder = temporaryFolder(t);
  return { folder, path: join(folder, 'secrets.key') };
}

it('the encryption key is created once, readable only by its owner, and reused', (t) => {
  const { folder, path } = place(t);
  const key = loadEncryptionKey(path, undefined);
  assert.equal(key.length, 32);
  assert.deepEqual(loadEncryptionKey(path, undefined), key);
  assert.equal(statSync(path).mode & 0o777, 0o600);
  assert.deepEqual(readdirSync(folder), ['secrets.key'], 'nothing is left of the making');
  assert.equal(readFileSync(path, 'utf8').trim(), Buffer.from(key).toString('hex'));
});

it('the encryption key is taken from the settings, and no file is created', (t) => {
  const { folder, path } = place(t);
  assert.deepEqual(loadEncryptionKey(path, 'Ab'.repeat(32)), Buffer.alloc(32, 0xab));
  assert.deepEqual(readdirSync(folder), []);
});

it('a damaged file is named in both languages and left unchanged', (t) => {
  const { path } = place(t);
  writeFileSync(path, 'cut');
  assert.throws(
    () => loadEncryptionKey(path, undefined),
    (error) =>
      error instanceof StorageError && error.sentence.en.includes(path) && error.sentence.zh.includes(path),
  );
  assert.equal(readFileSync(path, 'utf8'), 'cut');
});
