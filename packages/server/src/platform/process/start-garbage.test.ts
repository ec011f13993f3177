import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { it } from 'node:test';

/** Prints the megabytes in use with 40 MB of garbage that survived its first collections, and after all of it is collected. */
const program = `
  import { collectStartGarbage } from ${JSON.stringify(import.meta.resolve('./start-garbage.ts'))};
  const megabytes = () => process.memoryUsage().heapUsed / 2 ** 20;
  let used = Array.from({ length: 500_000 }, (_, index) => ({ index, more: [index] }));
  used = undefined;
  const before = megabytes();
  collectStartGarbage();
  console.log(JSON.stringify([before, megabytes(), typeof gc]));`;

it('the garbage of the start is collected, without leaving a function for it behind', () => {
  const output = execFileSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' });
  const [before, after, type] = JSON.parse(output);
  assert.ok(before > after + 20, `${before} MB before, ${after} MB after`);
  assert.equal(type, 'undefined');
});
