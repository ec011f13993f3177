import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = (name: string) => fileURLToPath(new URL(name, import.meta.url));
const folder = fileURLToPath(new URL('../../../../../../data/opensearch/', import.meta.url));

/** Folder of OpenSearch's jars, outside of version control. */
export const jarsFolder = join(folder, 'jars');
/** Folder of a developer's own node. */
export const developerFolder = join(folder, 'node');

/** Written when every jar has been compared with its checksum. */
const verified = join(folder, 'verified');

const plugin = 'org.apache.maven.plugins:maven-dependency-plugin:3.8.1';

/** Returns the reason why OpenSearch cannot be started here, for a skipped test; undefined if it can. */
export function whyNoOpenSearch(): string | undefined {
  const isVerified = existsSync(verified) && readFileSync(verified, 'utf8') === checksums();
  if (!isVerified) return 'OpenSearch is not installed: npm run opensearch -- --install';
  const java = spawnSync('java', ['--list-modules'], { encoding: 'utf8' });
  if (java.status !== 0) return 'OpenSearch needs Java 11 or newer, and there is none';
  return java.stdout.includes('jdk.compiler') ? undefined : 'OpenSearch needs a JDK, and there is only a JRE';
}

/**
 * Fetches the jars from Maven Central with Maven, and compares each with its checksum.
 * @throws Error if Maven is missing or fails, or a jar differs.
 */
export function installOpenSearch(): void {
  rmSync(jarsFolder, { recursive: true, force: true });
  rmSync(verified, { force: true });
  mkdirSync(jarsFolder, { recursive: true });
  const { status, error } = spawnSync(
    'mvn',
    ['-q', '-B', '-f', here('pom.xml'), `${plugin}:copy-dependencies`, `-DoutputDirectory=${jarsFolder}`],
    { stdio: ['ignore', 'inherit', 'inherit'] },
  );
  if (status !== 0) throw new Error('Maven could not fetch OpenSearch. Is mvn installed?', { cause: error });
  const found = globSync('*.jar', { cwd: jarsFolder }).sort();
  const lines = found.map((name) => `${sha256(join(jarsFolder, name))}  ${name}\n`);
  if (
    lines.sort().join('') !==
    checksums()
      .split(/(?<=\n)/)
      .sort()
      .join('')
  )
    throw new Error(`The jars in ${jarsFolder} are not those of jars.sha256.`);
  writeFileSync(verified, checksums());
}

/**
 * Compiles the program of a node, once for each version of it, of OpenSearch and of Java, which would take a second of CPU time
 * for that at every start. Returns the folder of its class.
 * @throws Error if it cannot be compiled.
 */
export function compileNode(): string {
  const source = here('OpenSearchNode.java');
  const java = spawnSync('java', ['--version'], { encoding: 'utf8' }).stdout;
  const version = createHash('sha256').update(`${readFileSync(source, 'utf8')}${checksums()}${java}`);
  const classes = join(folder, `classes-${version.digest('hex').slice(0, 16)}`);
  if (existsSync(classes)) return classes;
  const unfinished = mkdtempSync(join(folder, 'compiling-'));
  const jars = globSync('*.jar', { cwd: jarsFolder }).map((name) => join(jarsFolder, name));
  const compiler = ['-m', 'jdk.compiler/com.sun.tools.javac.Main', '-cp', jars.join(delimiter)];
  const { status, stderr, error } = spawnSync('java', [...compiler, '-d', unfinished, source], {
    encoding: 'utf8',
  });
  if (status !== 0) {
    rmSync(unfinished, { recursive: true });
    throw new Error(`OpenSearch's node was not compiled: ${stderr}`, { cause: error });
  }
  try {
    renameSync(unfinished, classes);
  } catch (error) {
    rmSync(unfinished, { recursive: true });
    // Another process may have been faster.
    if (!existsSync(classes)) throw error;
  }
  return classes;
}

/** Reads the list, which is part of the repository. */
function checksums(): string {
  return readFileSync(here('jars.sha256'), 'utf8');
}

function sha256(path: string): string {
  return createHash('sha256').update(readFileSync(path)).digest('hex');
}
