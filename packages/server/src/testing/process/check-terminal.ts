import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { parseCsv } from '../documents/parse-csv.ts';
import { temporaryFolder } from './temporary-folder.ts';
import { terminal } from './terminal.ts';

/** Terminal for `citewell check` over one PubMed, in its own folder. */
export function checkTerminal(t: TestContext, pubmedUrl: string, environment: Record<string, string> = {}) {
  const folder = temporaryFolder(t);
  const settings = {
    CITEWELL_SOURCES: 'pubmed',
    CITEWELL_PUBMED_BASE_URL: pubmedUrl,
    // With a key, PubMed can be asked ten times a second instead of three.
    CITEWELL_NCBI_API_KEY: 'simulated',
    ...environment,
  };
  return {
    ...terminal(t, settings),
    settings,
    path: (name: string) => join(folder, name),
    write(name: string, content: string | Buffer) {
      writeFileSync(join(folder, name), content);
      return join(folder, name);
    },
    read: (name: string) => readFileSync(join(folder, name), 'utf8'),
    rows(name: string): Record<string, string>[] {
      const [head = [], ...rows] = parseCsv(readFileSync(join(folder, name), 'utf8').replace(/^\ufeff/, ''));
      return rows.map((row) => Object.fromEntries(head.map((key, at) => [key, row[at] ?? ''])));
    },
  };
}
