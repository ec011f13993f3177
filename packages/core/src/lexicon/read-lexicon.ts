import { readFileSync } from 'node:fs';

/**
 * Reads the lines of a word list: the term before the tab, then the wordings after it, separated by " | ". Lines that begin with
 * # are comments.
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
