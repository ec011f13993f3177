import { type RemoteSource, sameLabels } from '../remote-source.ts';
import { createEuropepmcRetriever, europepmcStartsPerSecond } from './client.ts';

export const europepmc: RemoteSource = {
  name: 'europepmc',
  labels: sameLabels('Europe PMC'),
  isDefault: true,
  baseUrl: 'https://www.ebi.ac.uk/europepmc/webservices/rest',
  api: 'the Europe PMC REST service',
  hasFullTextByAddress: true,
  startsPerSecond: () => europepmcStartsPerSecond,
  open: createEuropepmcRetriever,
};
