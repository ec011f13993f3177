import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';

test('the package runs in browsers: its files import only each other, and it has no dependencies', () => {
  const folder = new URL('./', import.meta.url);
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.ts') && !name.endsWith('.test.ts'),
  );
  assert.ok(files.includes('index.ts'));
  for (const file of files) {
    const text = readFileSync(new URL(file, folder), 'utf8');
    const imports = Array.from(
      text.matchAll(/\bfrom '([^']+)'|\bimport\s*\(?\s*'([^']+)'/g),
      (m) => m[1] ?? m[2] ?? '',
    );
    for (const specifier of imports) assert.match(specifier, /^\.{1,2}\//, `${file} imports ${specifier}`);
    assert.doesNotMatch(text, /\b(?:process|Buffer|setImmediate|require)\b[.(]/, file);
  }
  const manifest = JSON.parse(readFileSync(new URL('../package.json', folder), 'utf8'));
  assert.deepEqual([manifest.dependencies, manifest.peerDependencies], [undefined, undefined]);
});
