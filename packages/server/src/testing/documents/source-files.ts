import { libraryLabels } from '../../literature/sources/local/labels.ts';
import type { RemoteSource, SourceLabel } from '../../literature/sources/remote-source.ts';
import { addressVariable } from '../../platform/source-addresses.ts';

/** File that names every source, with its text as it follows from them and from its present text. */
type SourceFile = { path: string; write(present: string): string };

const command = 'npm run generate:sources';

/** Lists the files that follow from the descriptors of the sources. */
export function sourceFiles(remote: readonly RemoteSource[]): SourceFile[] {
  const names = [...remote.map(({ name }) => name), 'library'];
  const defaults = [...remote.flatMap(({ name, isDefault }) => (isDefault ? [name] : [])), 'library'];
  const rows = remote.map(
    ({ name, api, baseUrl }) => `| \`${addressVariable(name)}\` | the address of ${api} | \`${baseUrl}\` |\n`,
  );
  const examples = remote.map(({ name, baseUrl }) => `#${addressVariable(name)}=${baseUrl}\n`);
  return [
    { path: 'packages/sdk/src/sources.ts', write: () => protocolText(remote) },
    { path: 'packages/server/src/platform/default-sources.ts', write: () => defaultsText(defaults) },
    { path: 'clients/python/src/citewell/types/sources.py', write: () => pythonText(names) },
    {
      path: 'docs/operator/settings.md',
      write: (present) =>
        present
          .replace(/(?:^\| `CITEWELL_\w+_BASE_URL` \| the address of .*\n)+/m, rows.join(''))
          .replace(
            /^(\| `CITEWELL_SOURCES` \| any of )[^.]*(\..* \| )`[^`]*`( \|)$/m,
            (_, any, order, end) =>
              `${any}${names.map((name) => `\`${name}\``).join(', ')}${order}\`${defaults.join(',')}\`${end}`,
          ),
    },
    {
      path: '.env.example',
      write: (present) =>
        present.replace(
          /^#CITEWELL_SOURCES=.*\n(?:#CITEWELL_\w+_BASE_URL=.*\n)+/m,
          `#CITEWELL_SOURCES=${defaults.join(',')}\n${examples.join('')}`,
        ),
    },
  ];
}

function protocolText(remote: readonly RemoteSource[]): string {
  const labelText = ({ title, inText }: SourceLabel) => `{ title: '${title}', inText: '${inText}' }`;
  const entries = [...remote, { name: 'library', labels: libraryLabels }].map(
    ({ name, labels: { en, zh } }) =>
      `  ${name}: {\n    en: ${labelText(en)},\n    zh: ${labelText(zh)},\n  },\n`,
  );
  return `/** Written by \`${command}\` from the sources' descriptors. */

/**
 * Sources of literature with their display names for lists, headings and sentences, in the default order of
 * preference: remote sources, then the local library.
 */
export const sourceLabels = {
${entries.join('')}} as const satisfies Record<string, Record<'en' | 'zh', { title: string; inText: string }>>;
export type SourceName = keyof typeof sourceLabels;
export const sourceNames = Object.keys(sourceLabels) as [SourceName, ...SourceName[]];
`;
}

function defaultsText(names: readonly string[]): string {
  return `import type { SourceName } from '@citewell/sdk';

/** Written by \`${command}\`: the sources that are searched unless a setting says otherwise. */
export const defaultSources: readonly SourceName[] = [${names.map((name) => `'${name}'`).join(', ')}];
`;
}

function pythonText(names: readonly string[]): string {
  return `"""Sources of literature. Written by \`\`${command}\`\`."""

from typing import Literal

SourceName = Literal[${names.map((name) => `"${name}"`).join(', ')}]
`;
}
