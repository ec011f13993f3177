import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { describe, it } from 'node:test';
import { promisify } from 'node:util';
import { parse } from 'yaml';
import { allocator } from '../../bench/child.ts';
import { readConfig } from '../../packages/server/src/platform/config.ts';
import { python } from '../../packages/server/src/testing/process/python.ts';
import { root } from '../places.ts';

const read = (path: string) => readFileSync(join(root, path), 'utf8');
const dockerfile = read('Dockerfile');

/** Linter, in PATH or next to the Python that tests use. */
function findHadolint(): string | undefined {
  const { PATH = '' } = process.env;
  return [...PATH.split(delimiter), dirname(python)]
    .map((folder) => join(folder, 'hadolint'))
    .find((path) => existsSync(path));
}

describe('the Dockerfile', () => {
  it('passes hadolint', async (t) => {
    const hadolint = findHadolint();
    if (!hadolint) return t.skip('hadolint is not here: pip install -r packaging/requirements.txt');
    const { stdout } = await promisify(execFile)(hadolint, [join(root, 'Dockerfile')]);
    assert.equal(stdout, '');
  });

  it('copies only files in the build context, and sets only existing settings', () => {
    const sent = read('.dockerignore').match(/(?<=^!).+/gm) ?? [];
    assert.deepEqual(
      sent.filter((path) => !existsSync(join(root, path))),
      [],
    );
    const settings = [...dockerfile.matchAll(/\b(CITEWELL_\w+)=(\S+)/g)].map(([, name, value]) => [
      name,
      value,
    ]);
    const { host, dataDir } = readConfig(Object.fromEntries(settings));
    assert.deepEqual([host, dataDir], ['0.0.0.0', '/data']);
    assert.match(dockerfile, /^USER 65532:65532$/m);
  });

  it('has the settings of the allocator that the systemd unit and the bench have', () => {
    const settings = (text: string) => text.match(/\bMALLOC_\w+=\d+/g)?.toSorted();
    assert.equal(settings(dockerfile)?.length, 3);
    assert.deepEqual(settings(read('docs/operator/install.md')), settings(dockerfile));
    assert.deepEqual(
      Object.entries(allocator)
        .map(([name, value]) => `${name}=${value}`)
        .toSorted(),
      settings(dockerfile),
    );
  });

  it('checks the health of the service', () => {
    assert.match(dockerfile, /^HEALTHCHECK .*CMD \["citewell", "health"\]$/m);
  });
});

type ComposeService = {
  build?: string;
  environment?: Record<string, string>;
  volumes?: string[];
  read_only?: boolean;
  cap_drop?: string[];
  depends_on?: Record<string, { condition: string }>;
  healthcheck?: object;
};
type Compose = { services: Record<string, ComposeService>; volumes: Record<string, null> };

describe('compose.yaml', () => {
  const { services, volumes }: Compose = parse(read('compose.yaml'));

  it('passes only existing settings to the service, and contains no secret', () => {
    const { citewell, database } = services;
    const { database: accounts } = readConfig({ ...citewell?.environment });
    assert.equal(accounts.kind, 'postgres');
    const secrets = [citewell?.environment?.PGPASSWORD, database?.environment?.POSTGRES_PASSWORD];
    for (const secret of secrets) assert.match(secret ?? '', /^\$\{POSTGRES_PASSWORD:\?.+\}$/);
    assert.ok(database?.environment?.POSTGRES_USER === 'citewell' && database.healthcheck);
    assert.deepEqual(citewell?.depends_on, { database: { condition: 'service_healthy' } });
  });

  it('builds the image locally, runs it read-only without privileges, and declares every volume', () => {
    const { citewell } = services;
    assert.deepEqual([citewell?.build, citewell?.read_only, citewell?.cap_drop], ['.', true, ['ALL']]);
    const used = Object.values(services).flatMap((service) => service.volumes ?? []);
    assert.deepEqual(used.map((volume) => volume.split(':')[0]).sort(), Object.keys(volumes).sort());
  });
});
