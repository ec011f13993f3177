import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import { ensurePackages } from './build.ts';
import { elsewhere, installNodes, pack } from './elsewhere.ts';
import { sdkEntries } from './manifests.ts';
import { artefacts, root } from './places.ts';

const entries = sdkEntries().map(([name]) => name);

const calling = `
${entries.map((name) => `import ${JSON.stringify(name)};`).join('\n')}
import { createServer } from 'node:http';
import { once } from 'node:events';
import { Citewell, InvalidRequestError } from '@citewell/sdk';
import { modules } from '@citewell/sdk/protocol';
if (!Array.isArray(modules)) throw new Error('incomplete');
if (!(new InvalidRequestError({}) instanceof Error)) throw new Error('no error');
let answers = true;
const stop = new AbortController();
const server = createServer((_, reply) => {
  if (answers) reply.setHeader('content-type', 'application/json').end('{"answer":"Yes [1].","references":[]}');
  else stop.abort();
}).listen(0, '127.0.0.1');
await once(server, 'listening');
const client = new Citewell({ baseUrl: 'http://127.0.0.1:' + server.address().port, apiKey: 'cw_x' });
const ask = () => client.ask({ question: 'Does metformin lower HbA1c?' }, { signal: stop.signal });
const { answer } = await ask();
answers = false;
const { name } = await ask().catch((error) => error);
process.stdout.write([answer, name, process.versions.node].join());
process.exit();
`;

const consumer = `
${entries.map((name, at) => `import type * as entry${at} from ${JSON.stringify(name)};`).join('\n')}
import { Citewell, type AnswerEvent } from '@citewell/sdk';
import type { AskRequest } from '@citewell/sdk/protocol';
const request: AskRequest = { question: 'Does metformin lower HbA1c?' };
export async function answer(client: Citewell): Promise<string> {
  const { answer, references } = await client.ask(request);
  const pmids: string[] = references.map(({ pmid }) => pmid);
  return answer + pmids.join();
}
export const text = (event: AnswerEvent): string => (event.event === 'answer_chunk' ? event.data.text : '');
`;

describe('@citewell/sdk, packed and installed elsewhere', { timeout: 900_000 }, () => {
  before(ensurePackages);

  it('contains its license and no tests', async (t) => {
    const there = elsewhere(t);
    const listed = await there.run('tar', ['-tzf', await pack('sdk', there)]);
    assert.doesNotMatch(listed, /test|\.ts$(?<!\.d\.ts)/m);
    assert.match(listed, /package\/LICENSE\n/);
    assert.match(listed, /package\/README\.md\n/);
  });

  it('has declarations that name only files of the package', () => {
    const dist = join(artefacts, 'sdk/dist');
    const files = readdirSync(dist, { recursive: true, encoding: 'utf8' });
    const declarations = files.filter((file) => file.endsWith('.d.ts'));
    assert.ok(declarations.some((file) => file.startsWith('bibliography/')));
    for (const file of declarations)
      assert.doesNotMatch(readFileSync(join(dist, file), 'utf8'), /(?<!\.d)\.ts['"]/, file);
  });

  it('makes a call, and ends one when its signal is aborted, in the oldest Node that it allows, and in Node 22, 24 and 26', async (t) => {
    const there = elsewhere(t);
    await there.npm('install', await pack('sdk', there));
    const { engines } = JSON.parse(readFileSync(join(artefacts, 'sdk/package.json'), 'utf8'));
    const oldest: string = engines.node.replace('>=', '');
    assert.ok(
      readFileSync(join(root, 'packages/sdk/README.md'), 'utf8').includes(
        `Node ${oldest.replace(/\.0$/, '')} or newer`,
      ),
    );
    const versions = [oldest, '22', '24', '26'];
    const program = there.write('use.js', calling);
    for (const [at, node] of (await installNodes(versions, there)).entries())
      assert.match(
        await there.run(node, [program]),
        new RegExp(`^Yes \\[1\\]\\.,AbortError,${versions[at]}(?:\\.|$)`),
      );
  });

  it('provides types to a consumer that compiles with --strict --module nodenext', async (t) => {
    const there = elsewhere(t);
    await there.npm('install', await pack('sdk', there));
    const tsc = join(root, 'node_modules/typescript/bin/tsc');
    const options = ['--strict', '--module', 'nodenext', '--target', 'es2022', '--noEmit', '--types', ''];
    await there.run(process.execPath, [tsc, ...options, there.write('use.ts', consumer)]);
    const wrong = there.write('wrong.ts', consumer.replace("question: '", "query: '"));
    await assert.rejects(there.run(process.execPath, [tsc, ...options, wrong]), /query/);
  });
});
