/** Written by `npm run generate:sources` from the sources' descriptors. */

/**
 * Sources of literature with their display names for lists, headings and sentences, in the default order of
 * preference: remote sources, then the local library.
 */
export const sourceLabels = {
  pubmed: {
    en: { title: 'PubMed', inText: 'PubMed' },
    zh: { title: 'PubMed', inText: 'PubMed' },
  },
  europepmc: {
    en: { title: 'Europe PMC', inText: 'Europe PMC' },
    zh: { title: 'Europe PMC', inText: 'Europe PMC' },
  },
  library: {
    en: { title: 'Local library', inText: 'the local library' },
    zh: { title: '本地文献库', inText: '本地文献库' },
  },
} as const satisfies Record<string, Record<'en' | 'zh', { title: string; inText: string }>>;
export type SourceName = keyof typeof sourceLabels;
export const sourceNames = Object.keys(sourceLabels) as [SourceName, ...SourceName[]];
