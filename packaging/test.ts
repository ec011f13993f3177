import { globSync } from 'node:fs';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { buildPackages } from './build.ts';
import { root } from './places.ts';

/**
 * `npm run test:packages`: builds what is published, installs it elsewhere and uses it there. It is apart from `npm test`
 * because it takes minutes and needs the npm registry for the packages of others.
 */
await buildPackages();
const events = run({
  files: globSync(`${root}packaging/**/*.test.ts`).sort(),
  // Much of an installation waits for a disk and a registry.
  concurrency: 3,
  env: { ...process.env, CITEWELL_PACKAGES_BUILT: '1' },
});
events.on('test:fail', () => {
  process.exitCode = 1;
});
for await (const text of events.compose(spec)) process.stdout.write(text);
