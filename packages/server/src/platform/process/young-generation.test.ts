import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { it } from 'node:test';

/** Allocates 400 MB, of which 2 MB are in use at any time, and prints the size of the young generation before and after. */
const program = `
  import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';
  import { setImmediate as turn } from 'node:timers/promises';
  import { growYoungGenerations } from ${JSON.stringify(import.meta.resolve('./young-generation.ts'))};
  const bytes = () => getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space').space_size;
  const allocate = async () => {
    const used = [];
    for (let at = 0; at < 4_000; at++) {
      used[at % 20] = Array.from({ length: 4_000 }, (_, index) => ({ index }));
      await turn();
    }
  };
  setFlagsFromString('--semi-space-growth-factor=1');
  await allocate();
  const small = bytes();
  growYoungGenerations();
  await allocate();
  console.log(JSON.stringify([small, bytes()]));`;

it('the young generation grows with load to a limited size once the service listens', () => {
  const output = execFileSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' });
  const [small, grown] = JSON.parse(output);
  const megabyte = 2 ** 20;
  assert.ok(small <= 2 * megabyte, `${small} bytes while it may not grow`);
  assert.ok(grown >= 8 * megabyte && grown <= 16 * megabyte, `${grown} bytes afterwards`);
});
