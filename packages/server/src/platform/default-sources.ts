import type { SourceName } from '@citewell/sdk';

/** Written by `npm run generate:sources`: the sources that are searched unless a setting says otherwise. */
export const defaultSources: readonly SourceName[] = ['pubmed', 'europepmc', 'library'];
