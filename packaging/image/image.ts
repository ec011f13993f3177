import { execFileSync } from 'node:child_process';
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Elsewhere } from '../elsewhere.ts';
import { folderBytes, type Size } from '../measure.ts';
import { root } from '../places.ts';

/** Image as unpacked by a container engine. */
export type Image = {
  /** Folder with the files of all layers. */
  files: string;
  /** Folder that the image declares as its volume. */
  data: string;
  /** Sizes of the layers, and of all of them. */
  sizes: Size[];
};

/** Returns why the image cannot be built here; undefined if it can. */
export function whyNoImage(): string | undefined {
  if (!existsSync(join(root, '.git'))) return 'this is no clone';
  for (const program of ['apt-get', 'dpkg-deb'])
    if (!works(program, '--version')) return `there is no ${program}, which Debian has`;
  return undefined;
}

/** Returns why a program cannot be run in the files of an image here; undefined if it can. */
export function whyNoContainer(): string | undefined {
  if (process.getuid?.() !== 0) return 'only root may lay out mounts and become another user';
  const isPossible = works('unshare', '--mount', '--pid', '--fork', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt');
  return isPossible ? undefined : 'this machine does not permit mounts in namespaces';
}

function works(program: string, ...args: string[]): boolean {
  try {
    execFileSync(program, args, { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** Layers of the image in the order in which the Dockerfile copies them. */
export function layersOf(dockerfile: string): string[] {
  return [...dockerfile.matchAll(/^COPY --from=build .*\/image\/(\w+)\/ \/$/gm)].map(([, name = '']) => name);
}

/**
 * Builds the image of the last commit with the script that the Dockerfile runs, from the files that `.dockerignore`
 * permits.
 */
export async function buildImage(there: Elsewhere): Promise<Image> {
  const source = await exportContext(there);
  const target = join(there.folder, 'image');
  await there.run(join(source, 'packaging/image/build.sh'), [target]);
  const layers = layersOf(readFileSync(join(root, 'Dockerfile'), 'utf8'));
  const files = join(there.folder, 'files');
  mkdirSync(files);
  for (const layer of layers) await there.run('cp', ['-al', `${join(target, layer)}/.`, files]);
  // Mount points, as engines create them.
  for (const folder of ['dev', 'proc']) mkdirSync(join(files, folder));
  for (const file of ['hosts', 'resolv.conf']) writeFileSync(join(files, 'etc', file), '');
  const data = join(there.folder, 'volume');
  await there.run('cp', ['-a', join(target, 'state/data'), data]);
  const sizes = layers.map((layer): Size => [`image, layer ${layer}`, folderBytes(join(target, layer))]);
  const total = sizes.reduce((sum, [, bytes]) => sum + bytes, 0);
  return { files, data, sizes: [...sizes, ['image, all layers, unpacked', total]] };
}

/** Creates the build context, and returns its folder. */
async function exportContext(there: Elsewhere): Promise<string> {
  const folder = join(there.folder, 'context');
  mkdirSync(folder);
  const lines = readFileSync(join(root, '.dockerignore'), 'utf8').split('\n');
  const wanted = lines.filter((line) => line.startsWith('!')).map((line) => line.slice(1));
  const archive = join(there.folder, 'context.tar');
  await there.run('git', ['-C', root, 'archive', '--output', archive, 'HEAD', ...wanted]);
  await there.run('tar', ['-xf', archive, '-C', folder]);
  const unwanted = lines.filter((line) => line.startsWith('**/'));
  for (const path of globSync(unwanted, { cwd: folder })) rmSync(join(folder, path), { recursive: true });
  return folder;
}
