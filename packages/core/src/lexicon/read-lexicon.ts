import { readFileSync } from 'node:fs';

/**
 * The lines of a word list: what stands before the tab, then what stands behind it, cut at " | ". Lines that begin with #
 * are comments.
 */
export function readLexicon(file: URL): [term: string, ...wordings: [string, ...string[]]][] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [term = '', rest = ''] = line.split('\t');
      const [first = '', ...others] = rest.split(' | ');
      return [term, first, ...others];
    });
}
