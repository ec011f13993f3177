import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import { ensurePackages } from './build.ts';
import { elsewhere, installNodes, pack } from './elsewhere.ts';
import { sdkEntries } from './manifests.ts';
import { artefacts, root } from './places.ts';

const entries = sdkEntries().map(([name]) => name);

const importing = `
${entries.map((name) => `import ${JSON.stringify(name)};`).join('\n')}
import { Citewell, InvalidRequestError } from '@citewell/sdk';
import { modules } from '@citewell/sdk/protocol';
const client = new Citewell({ baseUrl: 'http://127.0.0.1:9', apiKey: 'cw_x' });
if (typeof client.ask !== 'function' || !Array.isArray(modules)) throw new Error('incomplete');
if (!(new InvalidRequestError({}) instanceof Error)) throw new Error('no error');
process.stdout.write('imported ' + process.versions.node);
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

  it('can be imported by Node 20, 22, 24 and 26', async (t) => {
    const there = elsewhere(t);
    await there.npm('install', await pack('sdk', there));
    const majors = ['20', '22', '24', '26'];
    const program = there.write('use.js', importing);
    for (const [at, node] of (await installNodes(majors, there)).entries())
      assert.match(await there.run(node, [program]), new RegExp(`^imported ${majors[at]}\\.`));
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
