import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { it } from 'node:test';
import { programEnvironment } from '../testing/process/program-environment.ts';
import { temporaryFolder } from '../testing/process/temporary-folder.ts';

/** Starts a service with remote sources and a language model, and lists the CommonJS modules it has loaded. */
const program = `
  import { createRequire } from 'node:module';
  import { buildApp } from ${JSON.stringify(import.meta.resolve('./app.ts'))};
  import { buildServices } from ${JSON.stringify(import.meta.resolve('./services.ts'))};
  import { readConfig } from ${JSON.stringify(import.meta.resolve('../platform/config.ts'))};
  const services = await buildServices(readConfig(process.env));
  const app = buildApp(services);
  await app.listen({ host: '127.0.0.1', port: 0 });
  console.log(JSON.stringify(Object.keys(createRequire(import.meta.url).cache)));
  await app.close();
  await services.close();`;

it('a service listens before it loads the HTTP client, and never loads compilers of JSON schemas', (t) => {
  const output = execFileSync(process.execPath, ['--input-type=module', '-e', program], {
    encoding: 'utf8',
    env: {
      ...programEnvironment(),
      CITEWELL_DATA_DIR: temporaryFolder(t),
      CITEWELL_SOURCES: 'pubmed,europepmc,library',
      CITEWELL_LLM_BASE_URL: 'http://127.0.0.1:9',
      CITEWELL_LLM_MODEL: 'a-model',
    },
  });
  const loaded: string[] = JSON.parse(output);
  const of = (name: string) => loaded.filter((path) => path.includes(`/node_modules/${name}/`));
  assert.ok(of('fastify').length > 0);
  for (const name of ['undici', 'ajv', '@fastify/fast-json-stringify-compiler'])
    assert.deepEqual(of(name), [], name);
});
