import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { describe, it, type TestContext } from 'node:test';
import { promisify } from 'node:util';
import { startDemonstration } from '../../testing/app/demonstration-service.ts';
import { codeIn, readDocument, repositoryFile, tablesUnder } from '../../testing/documents/markdown.ts';
import { programEnvironment } from '../../testing/process/program-environment.ts';
import { python, withoutPython } from '../../testing/process/python.ts';
import { chatCompletionRequest } from './chat-completion-schema.ts';
import { modelIds, models } from './models.ts';
import { responsesRequest } from './responses-request-schema.ts';

const run = promisify(execFile);

const pages = {
  en: readDocument('docs/clients/openai-compatible.md'),
  zh: readDocument('docs/clients/openai-compatible.zh.md'),
};
const titles = { en: ['model', 'module', 'field'], zh: ['模型', '模块', '字段'] } as const;
const address = 'http://127.0.0.1:8787';

/** Code blocks of a page, with their languages. */
const blocksOf = (page: string) =>
  [...page.matchAll(/^```(\w+)\n([^`]*)^```$/gm)].map(([, language = '', code = '']) => ({ language, code }));
const blocks = blocksOf(pages.en);
const codeOf = (language: string) =>
  blocks.filter((block) => block.language === language).map(({ code }) => code);

/**
 * Starts the service over its demonstration records, as after a first start, with the environment of a reader's shell.
 */
async function start(t: TestContext) {
  const { app, url, createKey } = await startDemonstration(t);
  const secret = await createKey();
  return {
    app,
    secret,
    at: (code: string) => code.replaceAll(address, url),
    options: {
      env: { ...programEnvironment(), CITEWELL_API_KEY: secret },
      cwd: repositoryFile('packages/server'),
      timeout: 60_000,
    },
  };
}

const works = (command: string, ...args: string[]) =>
  run(command, args, { timeout: 30_000 }).then(
    () => true,
    () => false,
  );

describe('the pages on chat clients', () => {
  it('show the same code in both languages', () => {
    const withoutSentences = (page: string) => blocksOf(page).map(({ language, code }) => [language, code]);
    assert.deepEqual(withoutSentences(pages.zh), withoutSentences(pages.en));
    assert.deepEqual(
      blocks.map(({ language }) => language),
      ['sh', 'js', 'python', 'yaml', 'yaml', 'python', 'json'],
    );
  });

  it('list the models with their modules and every request field', () => {
    const isIgnored = (field: string) =>
      chatCompletionRequest.shape[field as keyof typeof chatCompletionRequest.shape].meta()?.description ===
      'Accepted and ignored';
    const fields = Object.keys(chatCompletionRequest.shape);
    for (const language of ['en', 'zh'] as const) {
      const page = pages[language];
      const [model, module, field] = titles[language];
      assert.deepEqual(
        tablesUnder(model, page).map((row) => [codeIn(row[model])[0], codeIn(row[module])[0]]),
        modelIds.map((id) => [id, models[id]]),
      );
      const documented = tablesUnder(field, page).flatMap((row) =>
        codeIn(row[field]).map((name) => name.replace(/\..*/, '')),
      );
      const read = fields.filter((name) => !isIgnored(name) && !['n', 'response_format'].includes(name));
      assert.deepEqual(
        read.filter((name) => !documented.includes(name)),
        [],
      );
      const [, ignored = ''] = /^(?:Accepted and ignored: |接受但忽略：)(.*?)[.。]/m.exec(page) ?? [];
      assert.deepEqual(codeIn(ignored), fields.filter(isIgnored));
      const [, also = ''] = /(?:Also accepted and ignored: |同样接受但忽略：)(.*?)[.。]\n/.exec(page) ?? [];
      const responses = Object.entries(responsesRequest.shape).filter(
        ([, schema]) => schema.meta()?.description === 'Accepted and ignored',
      );
      assert.deepEqual(
        codeIn(also),
        responses.map(([name]) => name),
      );
    }
  });

  it('configure clients with the service address and existing models', () => {
    for (const code of codeOf('yaml')) {
      assert.match(code, /(?:baseURL: '|apiBase: )http:\/\/127\.0\.0\.1:8787\/v1'?\n/);
      const named = [...code.matchAll(/\bcitewell[\w-]*/g)].map(([id]) => id);
      assert.ok(named.length > 0);
      for (const id of named) assert.ok((modelIds as string[]).includes(id), id);
    }
  });

  it('name the endpoints that do not exist', async (t) => {
    const { app, secret } = await start(t);
    for (const url of ['/v1/completions', '/v1/embeddings']) {
      for (const page of Object.values(pages)) assert.ok(page.includes(url));
      const headers = { authorization: `Bearer ${secret}` };
      assert.equal((await app.inject({ method: 'POST', url, headers, payload: {} })).statusCode, 404);
    }
  });

  it('have shell examples that run', async (t) => {
    if (!(await works('curl', '--version'))) return t.skip('curl is not here');
    const { at, options } = await start(t);
    const { stdout } = await run('sh', ['-ec', at(codeOf('sh').join('\n'))], options);
    assert.match(stdout, /^\{"object":"list","data":\[\{"id":"citewell",/);
    assert.match(stdout, /"delta":\{"content":/);
    assert.ok(stdout.endsWith('data: [DONE]\n\n'));
  });

  it('have Node examples that run', async (t) => {
    const { at, options } = await start(t);
    const code = at(codeOf('js').join('\n'));
    const { stdout } = await run(process.execPath, ['--input-type=module', '-e', code], options);
    assert.match(stdout, /\*\*参考文献\*\*\n\n1\. /);
    assert.match(stdout, /'urn:pmid:9900000001'/);
    assert.match(stdout, /total_tokens: 0/);
  });

  it('have Python examples that run', async (t) => {
    if (withoutPython) return t.skip(withoutPython);
    const { at, options } = await start(t);
    const { stdout } = await run(python, ['-c', at(codeOf('python').join('\n'))], options);
    assert.match(stdout, /\*\*References\*\*\n\n1\. /);
    assert.match(stdout, /\d0\n/, 'the tokens of a service without a model, behind the last PMID');
    assert.match(stdout, /\*\*References\*\*\n\n1\. .+ 0\n$/s, 'the response, and its tokens');
  });
});
