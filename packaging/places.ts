import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Folder of the project, with a trailing slash. */
export const root = fileURLToPath(new URL('../', import.meta.url));

/** Folders of the built packages. */
export const artefacts = join(root, 'artefacts/packages');
