import { globSync } from 'node:fs';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { buildPackages } from './build.ts';
import { root } from './places.ts';

/**
 * `npm run test:packages`: builds the published packages, installs them outside the project and uses them there. Separate
 * from `npm test` because it takes minutes and needs the npm registry for third-party packages.
 */
await buildPackages();
const events = run({
  files: globSync(`${root}packaging/**/*.test.ts`).sort(),
  // Much of an installation waits for disk and registry.
  concurrency: 3,
  env: { ...process.env, CITEWELL_PACKAGES_BUILT: '1' },
});
events.on('test:fail', () => {
  process.exitCode = 1;
});
for await (const text of events.compose(spec)) process.stdout.write(text);
