import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';

type Locked = {
  version?: string;
  integrity?: string;
  link?: boolean;
  dev?: boolean;
  optional?: boolean;
  os?: string[];
  hasInstallScript?: boolean;
};
const read = (path: string) => JSON.parse(readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8'));
const locked: [string, Locked][] = Object.entries(read('package-lock.json').packages);
/** Packages of others: neither this repository's own folders nor links to them. */
const foreign = locked.filter(([path, { link }]) => path.startsWith('node_modules/') && !link);
const atRuntime = foreign.filter(([, { dev }]) => !dev);
const runtimes = Object.keys(read('package.json').optionalDependencies);

describe('package-lock.json', () => {
  it('holds the SHA-512 of every package, the Node executables included', () => {
    assert.deepEqual(
      foreign.filter(([, { integrity }]) => !integrity?.startsWith('sha512-')).map(([path]) => path),
      [],
    );
    for (const name of runtimes)
      assert.ok(
        foreign.some(([path]) => path === `node_modules/${name}`),
        name,
      );
  });

  it('runs nothing while it is installed for production', () => {
    assert.deepEqual(
      atRuntime.filter(([, { hasInstallScript }]) => hasInstallScript).map(([path]) => path),
      [],
    );
  });

  it('brings one Node version for every platform, exactly', () => {
    const versions = Object.values<string>(read('package.json').optionalDependencies);
    assert.equal(new Set(versions).size, 1);
    assert.match(versions[0] ?? '', /^\d+\.\d+\.\d+$/);
  });
});
