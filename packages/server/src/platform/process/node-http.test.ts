import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { it } from 'node:test';

it('the service is loaded without undici, neither Node’s own copy nor ours, until something is requested', () => {
  const program = `
    await import(${JSON.stringify(new URL('../../app/main.ts', import.meta.url).href)});
    const { createRequire } = await import('node:module');
    const loaded = [...process.moduleLoadList, ...Object.keys(createRequire(import.meta.url).cache)];
    console.log(loaded.filter((name) => /[\\\\/]undici[\\\\/]/.test(name)).length);`;
  const printed = execFileSync(process.execPath, ['--input-type=module', '--eval', program], {
    encoding: 'utf8',
  });
  assert.equal(printed.trim(), '0');
});
