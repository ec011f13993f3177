import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, it } from 'node:test';

type Locked = {
  version?: string;
  integrity?: string;
  link?: boolean;
  dev?: boolean;
  optional?: boolean;
  os?: string[];
  cpu?: string[];
  hasInstallScript?: boolean;
  engines?: { node?: string };
};
const read = (path: string) =>
  JSON.parse(readFileSync(new URL(`../../../../${path}`, import.meta.url), 'utf8'));
const read0025 = () =>
  readFileSync(
    new URL(
      '../../../../docs/decisions/development/0025-a-pinned-runtime-and-no-provider-sdks.md',
      import.meta.url,
    ),
    'utf8',
  );
/** npm's own implementation of version ranges, which has no types. */
const { satisfies }: { satisfies(version: string, range: string): boolean } = createRequire(import.meta.url)(
  'semver',
);
const locked: [string, Locked][] = Object.entries(read('package-lock.json').packages);
/** Third-party packages: neither this repository's own folders nor links to them. */
const foreign = locked.filter(([path, { link }]) => path.startsWith('node_modules/') && !link);
const atRuntime = foreign.filter(([, { dev }]) => !dev);
const runtimes = Object.keys(read('package.json').optionalDependencies);

describe('package-lock.json', () => {
  it('has the SHA-512 of every package, the Node executables included', () => {
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

  it('runs no scripts in a production installation', () => {
    assert.deepEqual(
      atRuntime.filter(([, { hasInstallScript }]) => hasInstallScript).map(([path]) => path),
      [],
    );
  });

  /** ADR 0025 lists each of them with its reason. */
  it('installs only the production packages that ADR 0025 lists', () => {
    const decision = read0025();
    const total = Number(/\*\*(\d+) third-party packages\*\*/.exec(decision)?.[1]);
    // For packages with a file for each platform, npm installs the matching one.
    const others = atRuntime.filter(
      ([path, { os = ['linux'], cpu = ['x64'] }]) =>
        !runtimes.some((name) => path.endsWith(`/${name}`)) && os.includes('linux') && cpu.includes('x64'),
    );
    assert.equal(others.length + 1, total);
    assert.ok(total <= 61, 'the goal of 60, and those that ADR 0025 gives the reasons for');
    const names = others.map(([path]) =>
      path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length),
    );
    assert.deepEqual(
      names.filter((name) => !decision.includes(`\`${name}\``)),
      [],
    );
  });

  it('causes no engine warning under any Node that package.json allows', () => {
    const allowed: string = read('package.json').engines.node;
    const oldest = allowed.match(/\d+\.\d+\.\d+/g) ?? [];
    assert.ok(oldest.length > 1, allowed);
    const refused = ['20.18.3', '21.7.3', '22.12.0', '23.11.1'];
    for (const version of refused) assert.ok(!satisfies(version, allowed), version);
    const unsuited = locked.filter(
      ([, { engines, optional }]) =>
        !optional && oldest.some((version) => !satisfies(version, engines?.node ?? '*')),
    );
    assert.deepEqual(
      unsuited.map(([path, { engines }]) => `${path}: ${engines?.node}`),
      [],
    );
  });

  it('needs no overrides, which npm would ignore in an installation of the published package', () => {
    assert.equal(read('package.json').overrides, undefined);
  });

  it('pins the same Node version for every platform', () => {
    const versions = Object.values<string>(read('package.json').optionalDependencies);
    assert.equal(new Set(versions).size, 1);
    assert.match(versions[0] ?? '', /^\d+\.\d+\.\d+$/);
  });
});
