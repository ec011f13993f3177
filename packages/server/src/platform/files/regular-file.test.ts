import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import { PathError } from '@citewell/core/storage-error.ts';
import { loadEncryptionKey } from '../../database/encryption-key.ts';
import { readTls } from '../../http/server/tls.ts';
import { temporaryFolder } from '../../testing/process/temporary-folder.ts';
import { createDataFile } from '../data-file.ts';
import { loadJsonCatalog } from '../load-json-catalog.ts';
import { NoRegularFileError, readRegularFile } from './regular-file.ts';

it('reads a file, also through a link, and never waits for endless ones', (t) => {
  const folder = temporaryFolder(t);
  const [file, link, pipe] = ['file', 'link', 'pipe'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  writeFileSync(file, 'text');
  symlinkSync(file, link);
  execFileSync('mkfifo', [pipe]);
  assert.equal(readRegularFile(link).toString(), 'text');
  for (const path of [pipe, '/dev/zero', folder])
    assert.throws(() => readRegularFile(path), NoRegularFileError, path);
});

it('refuses to start with named pipes as files, with a message', (t) => {
  const pipe = join(temporaryFolder(t), 'pipe');
  execFileSync('mkfifo', [pipe]);
  assert.throws(() => loadJsonCatalog(pipe, {} as never), /it cannot be read \(no regular file\)/);
  assert.throws(() => readTls({ certPath: pipe, keyPath: pipe }), /CITEWELL_TLS_CERT.*no regular file/);
  assert.throws(() => loadEncryptionKey(pipe, undefined), NoRegularFileError);
  assert.throws(
    () => createDataFile(pipe),
    (error: PathError) => error instanceof PathError && /no regular file/.test(error.sentence.zh),
  );
});
