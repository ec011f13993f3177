import { globSync } from 'node:fs';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { root } from './places.ts';

/**
 * `npm run test:packages`: builds what is published, installs it elsewhere and uses it there. It is apart from `npm test`
 * because it takes minutes and needs the npm registry for the packages of others.
 */
const events = run({ files: globSync(`${root}packaging/**/*.test.ts`).sort(), concurrency: 1 });
events.on('test:fail', () => {
  process.exitCode = 1;
});
for await (const text of events.compose(spec)) process.stdout.write(text);
