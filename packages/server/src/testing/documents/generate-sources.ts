import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { remoteSources } from '../../literature/sources/remote-sources.ts';
import { repositoryFile } from './markdown.ts';
import { sourceFiles } from './source-files.ts';

/** Writes the files that name every source; run by `npm run generate:sources`. */
for (const { path, write } of sourceFiles(remoteSources)) {
  const file = repositoryFile(path);
  writeFileSync(file, write(existsSync(file) ? readFileSync(file, 'utf8') : ''));
}
