import type { SourceLabels } from '../remote-source.ts';

export const libraryLabels: SourceLabels = {
  en: { title: 'Local library', inText: 'the local library' },
  zh: { title: '本地文献库', inText: '本地文献库' },
};
