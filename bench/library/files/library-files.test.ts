import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { temporaryFolder } from '../../../packages/server/src/testing/process/temporary-folder.ts';
import { libraryFilesCommand } from './library-files.ts';

test('missing or non-numeric options print the help, and nothing is written', async (t) => {
  const out = join(temporaryFolder(t), 'out');
  const wrong = [
    [],
    ['--records', '5'],
    ['--records', '0', '--out', out],
    ['--records', '1.5', '--out', out],
    ['--records', '5', '--out', out, '--seed', 'x'],
    ['--records', '5', '--out', out, '--also'],
  ];
  for (const argv of wrong) {
    let said = '';
    const print = (text: string) => {
      said += text;
    };
    assert.equal(await libraryFilesCommand(argv, print), 2, argv.join(' '));
    assert.match(said, /library-files --records N --out DIR/);
  }
  assert.ok(!existsSync(out));
});

test('the files are written to the given folder, and their origin is printed', async (t) => {
  const out = join(temporaryFolder(t), 'out');
  let said = '';
  const print = (text: string) => {
    said += text;
  };
  assert.equal(await libraryFilesCommand(['--records', '20', '--out', out], print), 0);
  assert.deepEqual(readdirSync(out).sort(), ['pubmed26n0001.xml.gz', 'pubmed26n0001.xml.gz.md5']);
  assert.match(said, /^From (?:\d+ real records of|the \d+ synthetic records of)/);
  assert.match(said, /pubmed26n0001\.xml\.gz: 20 records/);
});
