import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { TestContext } from 'node:test';
import { promisify } from 'node:util';
import { artefacts } from './places.ts';

const runFile = promisify(execFile);
/** Environment variables that a machine needs to reach the registries, without any that npm or a shell set for this project. */
const kept =
  /^(?:HOME|LANG|TMPDIR|NODE_EXTRA_CA_CERTS|SSL_CERT_(?:FILE|DIR)|(?:https?|no)_proxy|npm_config_(?:registry|cache)|pip_(?:cert|index_url|find_links))$/i;

/** Environment of an unrelated user: our own Node comes first in PATH, then the machine's programs. */
export function plainEnvironment(): Record<string, string | undefined> {
  const PATH = [dirname(process.execPath), '/usr/local/bin', '/usr/bin', '/bin'].join(':');
  return { ...Object.fromEntries(Object.entries(process.env).filter(([name]) => kept.test(name))), PATH };
}

/** Folder outside the project, as an unrelated user has it. */
export type Elsewhere = {
  folder: string;
  write(name: string, text: string): string;
  /**
   * Runs a program there without our environment and returns all its output.
   * @throws Error if its exit code is not 0.
   */
  run(program: string, args: readonly string[], environment?: Record<string, string>): Promise<string>;
  /** Runs npm there, using its cache if possible. */
  npm(...args: string[]): Promise<string>;
};

/** Creates an empty folder with a package.json, removed with the test. */
export function elsewhere(t: Pick<TestContext, 'after'>): Elsewhere {
  const there = temporaryElsewhere();
  t.after(() => there[Symbol.dispose]());
  return there;
}

/** Creates an empty folder with a package.json, removed when it is disposed of. */
export function temporaryElsewhere(): Elsewhere & Disposable {
  const folder = mkdtempSync(join(tmpdir(), 'citewell-elsewhere-'));
  const write = (name: string, text: string) => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  write('package.json', '{ "name": "stranger", "private": true, "type": "module" }\n');
  const run: Elsewhere['run'] = async (program, args, environment = {}) => {
    const options = {
      cwd: folder,
      env: { ...plainEnvironment(), ...environment },
      maxBuffer: 64 * 1024 * 1024,
    };
    try {
      const { stdout, stderr } = await runFile(program, args, options);
      return stdout + stderr;
    } catch (error) {
      const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
      throw new Error(`${program} ${args.join(' ')} failed:\n${stdout}${stderr}`, { cause: error });
    }
  };
  return {
    folder,
    write,
    run,
    npm: (...args) => run('npm', [...args, '--prefer-offline', '--no-audit', '--no-fund']),
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Packs the built package in a folder of `artefacts`, and returns the path of the archive. */
export async function pack(name: string, there: Elsewhere): Promise<string> {
  await there.npm('pack', join(artefacts, name), '--pack-destination', there.folder);
  const archive = readdirSync(there.folder).find(
    (file) => file.startsWith(`citewell-${name}-`) && file.endsWith('.tgz'),
  );
  if (!archive) throw new Error(`npm pack left no archive of ${name}.`);
  return join(there.folder, archive);
}

/** Installs Node of these versions, such as "20" or "20.19.0", and returns their paths. */
export async function installNodes(versions: readonly string[], there: Elsewhere): Promise<string[]> {
  const name = `node-${process.platform}-${process.arch}`;
  const folder = join(there.folder, 'nodes');
  const wanted = versions.map((version, at) => `node-${at}@npm:${name}@${version}`);
  await there.npm('install', '--prefix', folder, ...wanted);
  return versions.map((_, at) => join(folder, `node_modules/node-${at}/bin/node`));
}
