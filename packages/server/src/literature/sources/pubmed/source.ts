import { type RemoteSource, sameLabels } from '../remote-source.ts';
import { createPubmedRetriever, pubmedStartsPerSecond } from './client.ts';

export const pubmed: RemoteSource = {
  name: 'pubmed',
  labels: sameLabels('PubMed'),
  isDefault: true,
  baseUrl: 'https://eutils.ncbi.nlm.nih.gov/entrez/eutils',
  api: 'the E-utilities',
  settings: ['CITEWELL_NCBI_API_KEY'],
  clockPath: '/einfo.fcgi',
  startsPerSecond: ({ ncbi }) => pubmedStartsPerSecond(ncbi.apiKey),
  open: (options, { ncbi }) => createPubmedRetriever({ ...ncbi, ...options }),
};
