import assert from 'node:assert/strict';
import { it } from 'node:test';
import { nameFiles } from './translate.ts';

it('a published module imports compiled files where its source imports workspace packages or TypeScript', () => {
  const source = [
    `import { a } from '@citewell/core/text/a.ts';`,
    `export * from './b.ts';`,
    `const c = await import('../c.ts');`,
    'const page = import.meta.resolve(`@citewell/web/pages/start.css`);',
    `const worker = new URL('./worker.ts', import.meta.url);`,
    `import { Citewell } from '@citewell/sdk';`,
    `import { readFile } from 'node:fs/promises';`,
    `const text = 'see notes.ts';`,
  ];
  assert.deepEqual(nameFiles(source.join('\n'), '../..').split('\n'), [
    `import { a } from '../../core/src/text/a.js';`,
    `export * from './b.js';`,
    `const c = await import('../c.js');`,
    'const page = import.meta.resolve(`../../web/src/pages/start.css`);',
    `const worker = new URL('./worker.js', import.meta.url);`,
    `import { Citewell } from '../../sdk/src/index.js';`,
    `import { readFile } from 'node:fs/promises';`,
    `const text = 'see notes.ts';`,
  ]);
  assert.throws(() => nameFiles(`import '@citewell/simulators/sim.ts';`, '..'), /No package of ours/);
});
