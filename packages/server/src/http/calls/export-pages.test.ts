import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { promisify } from 'node:util';
import { citationStyles, exportFormats } from '@citewell/sdk/bibliography';
import { startDemonstration } from '../../testing/app/demonstration-service.ts';
import { codeIn, readDocument, repositoryFile, tablesUnder } from '../../testing/documents/markdown.ts';
import { programEnvironment } from '../../testing/process/program-environment.ts';
import { temporaryFolder } from '../../testing/process/temporary-folder.ts';

const run = promisify(execFile);
const pages = { en: readDocument('docs/clients/exports.md'), zh: readDocument('docs/clients/exports.zh.md') };
const codeOf = (page: string, language: string) =>
  [...page.matchAll(/^```(\w+)\n([^`]*)^```$/gm)].flatMap(([, name, code = '']) =>
    name === language ? [code] : [],
  );

/** The service over its demonstration records, and the environment of a reader's shell. */
async function start(t: TestContext) {
  const { url, createKey } = await startDemonstration(t);
  const secret = await createKey();
  return { ...programEnvironment(), CITEWELL_API_KEY: secret, CITEWELL_URL: url };
}

describe('the pages on exports', () => {
  for (const [language, page] of Object.entries(pages)) {
    it(`list every format with its type, and every style: ${language}`, () => {
      const rows = tablesUnder('`?format=`', page).map((row) =>
        Object.values(row).slice(0, 2).flatMap(codeIn),
      );
      assert.deepEqual(
        rows,
        Object.entries(exportFormats).map(([name, { type }]) => [name, type]),
      );
      for (const style of Object.keys(citationStyles))
        assert.ok(page.includes(`\`${style}\``) || page.includes(`format=${style}\``), style);
    });

    it(`show commands and a program that run unchanged: ${language}`, async (t) => {
      const env = await start(t);
      const cwd = temporaryFolder(t);
      // The first block defines an address and a key of its own.
      for (const code of codeOf(page, 'sh').slice(1))
        await run('bash', ['-ec', code], { env, cwd, timeout: 60_000 });
      const files = [...page.matchAll(/-o (\S+\.\w+)/g)].flatMap(([, name = '']) =>
        name.includes('`') ? [] : [name],
      );
      assert.deepEqual(
        [...new Set(files)],
        ['references.ris', 'search.bib', 'search.csv', 'references.txt', 'answer.docx'],
      );
      const read = (name: string) => readFileSync(join(cwd, name), 'latin1');
      assert.match(read('references.ris'), /^TY {2}- JOUR\r\nN1 {2}- invented demonstration record/);
      assert.match(read('search.bib'), /^@article\{/);
      // The byte order mark by which Excel recognizes UTF-8, then the names of the columns.
      assert.match(read('search.csv'), /^\xef\xbb\xbfpmid,title,authors/);
      assert.match(read('references.txt'), language === 'en' ? /^1\. \[invented/ : /^\[1\] \[invented/);
      assert.match(read('answer.docx'), /^PK/);

      const [program = ''] = codeOf(page, 'ts');
      const { stdout } = await run(process.execPath, ['--input-type=module-typescript', '--eval', program], {
        ...{ env, cwd: repositoryFile('packages/server'), timeout: 60_000 },
      });
      assert.match(stdout, /@article\{[\s\S]*note = \{invented demonstration record\}/);
    });
  }
});
