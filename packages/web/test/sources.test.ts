import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { it } from 'node:test';
import { fileURLToPath } from 'node:url';

const cwd = fileURLToPath(new URL('../src/', import.meta.url));
/** The operator's pages call the administration API, which the SDK does not cover. */
const operators = /^(?:admin\/|api\/page-api\.ts)/;

it('the user pages call the service only through the SDK', () => {
  const files = globSync('**/*.{ts,tsx}', { cwd }).filter((file) => !file.endsWith('.test.ts'));
  assert.ok(files.length > 50);
  for (const file of files) {
    const text = readFileSync(cwd + file, 'utf8');
    if (!operators.test(file))
      assert.doesNotMatch(text, /\bfetch\(|XMLHttpRequest|EventSource|WebSocket|sendBeacon/, file);
    assert.doesNotMatch(text, /dangerouslySetInnerHTML|\.innerHTML\s*=|document\.write/, file);
  }
});
