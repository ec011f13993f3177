import { isAbsolute, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Folder of the installation, with .env.example and docs/operator: the clone, the published package or /opt/citewell. */
const installation = fileURLToPath(new URL('../../../../', import.meta.url));

/** Returns the path of a file of the installation for a message: from the current folder if it is below that. */
export function installedFile(path: string): string {
  const below = relative('', `${installation}${path}`);
  return below.startsWith(`..${sep}`) || isAbsolute(below) ? `${installation}${path}` : below;
}
