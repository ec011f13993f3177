import { join } from 'node:path';
import { buildPackages } from './build.ts';
import { type Elsewhere, temporaryElsewhere } from './elsewhere.ts';
import { buildImage, whyNoImage } from './image/image.ts';
import { installedBytes, type Size, sizeTable } from './measure.ts';
import { artefacts } from './places.ts';

/** `npm run sizes` prints the sizes of the packages, an installation and the image, packed and unpacked, in bytes. */

/** Sizes of a built package: the archive that the registry would send, and its unpacked content. */
async function packedSizes(name: 'sdk' | 'server', there: Elsewhere): Promise<Size[]> {
  const listed = await there.npm('pack', join(artefacts, name), '--dry-run', '--json', '--silent');
  const [{ size = 0, unpackedSize = 0 } = {}] = JSON.parse(listed) as Record<string, number>[];
  return [
    [`@citewell/${name}, packed`, size],
    [`@citewell/${name}, unpacked`, unpackedSize],
  ];
}

/** Size of everything that `npm install @citewell/server` installs: the service, third-party packages, the runtime. */
async function installedSizes(there: Elsewhere): Promise<Size[]> {
  await there.npm('install', '--ignore-scripts', '--install-links', join(artefacts, 'server'));
  const { runtime, others } = installedBytes(join(there.folder, 'node_modules'));
  return [
    ['an installed @citewell/server, with its pages and packages of others', others],
    ['the runtime beside it, with headers and manuals', runtime],
  ];
}

if (import.meta.main) {
  using there = temporaryElsewhere();
  await buildPackages();
  const sizes = [...(await packedSizes('sdk', there)), ...(await packedSizes('server', there))];
  sizes.push(...(await installedSizes(there)));
  const reason = whyNoImage();
  if (reason === undefined) sizes.push(...(await buildImage(there)).sizes);
  process.stdout.write(sizeTable(sizes));
  if (reason !== undefined) process.stdout.write(`The image was not built: ${reason}.\n`);
}
