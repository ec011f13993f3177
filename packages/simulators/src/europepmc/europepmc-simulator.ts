import { type SimulatedRecord, simulatedRecord } from '../pubmed/record.ts';
import { SearchIndex } from '../pubmed/search-index.ts';
import { syntheticRecords } from '../pubmed/synthetic-records.ts';
import { htmlReply, type Reply, rawJsonReply, textReply, xmlReply } from '../replies.ts';
import { type Simulator, startSimulator } from '../simulator.ts';
import type { SimulatedRequest } from '../source-faults.ts';
import { type EuropepmcFault, europepmcFaults, noFilters, versionOnly } from './europepmc-faults.ts';
import { searchEuropepmc } from './europepmc-query.ts';
import { europepmcResult, type ResultType } from './europepmc-results.ts';

export type EuropepmcOptions = {
  /** Records that it has from PubMed; by default the synthetic ones. */
  records?: readonly SimulatedRecord[];
  /** 0 (default) for any free port. */
  port?: number;
  /** Milliseconds since the epoch. */
  now?: () => number;
};

export type EuropepmcSimulator = Simulator<EuropepmcFault>;

/**
 * Simulates Europe PMC on loopback: GET /search and POST /searchPOST with its parameters, syntax and replies, and full
 * texts as GET /{PMCID}/fullTextXML.
 */
export function startEuropepmcSimulator(options: EuropepmcOptions = {}): Promise<EuropepmcSimulator> {
  const records = options.records ?? syntheticRecords();
  const index = new SearchIndex([...records, ...outsidePubmed]);
  return startSimulator({
    basePath: '/europepmc/webservices/rest',
    port: options.port ?? 0,
    now: options.now ?? (() => performance.timeOrigin + performance.now()),
    faults: europepmcFaults,
    answer: (request) => {
      const isSearch =
        (request.method === 'GET' && request.endpoint === 'search') ||
        (request.method === 'POST' && request.endpoint === 'searchPOST');
      if (isSearch) return search(index, request);
      const [pmcid, kind] = request.endpoint.split('/');
      return request.method === 'GET' && kind === 'fullTextXML'
        ? fullText(records.find((record) => record.pmcid === pmcid))
        : htmlReply('<html><title>404 Not Found</title></html>\n', 404);
    },
  });
}

/** Europe PMC only returns texts of the open-access subset. */
function fullText(record: SimulatedRecord | undefined): Reply {
  return record?.fullText === undefined || record.openAccess === false
    ? textReply('', 404)
    : xmlReply(record.fullText);
}

function search(index: SearchIndex, { method, params }: SimulatedRequest): Reply {
  const query = params.query?.trim() ?? '';
  if (!query || (method === 'GET' && query.length >= 1500)) return rawJsonReply(noFilters);
  const cursorMark = params.cursorMark ?? '*';
  const offset = cursorMark === '*' ? 0 : cursorOffset(cursorMark);
  const sort = params.sort ?? '';
  if (offset === undefined || !/^$|^(P_PDATE_D|CITED|RELEVANCE|AUTH_FIRST)( (asc|desc))?$/i.test(sort)) {
    return rawJsonReply(versionOnly);
  }
  const found = searchEuropepmc(index, query, params.synonym?.toLowerCase() === 'true');
  if (!found) return rawJsonReply(versionOnly);

  const pageSize = Math.min(1000, Math.max(1, Number(params.pageSize ?? 25) || 25));
  const resultType = resultTypes.find((type) => type === params.resultType?.toLowerCase()) ?? 'lite';
  const hits = ranked(index, found.found, found.rankingWords, sort);
  const page = hits.slice(offset, offset + pageSize);
  // All on one page: no cursor. Beyond the last page: the cursor that was sent, again.
  const next =
    hits.length <= pageSize && cursorMark === '*'
      ? undefined
      : page.length === 0
        ? cursorMark
        : cursorAt(offset + page.length);
  if (params.format?.toLowerCase() !== 'json') {
    return xmlReply(
      `<?xml version="1.0" encoding="UTF-8" standalone="yes"?><responseWrapper><version>6.9</version><hitCount>${hits.length}</hitCount></responseWrapper>`,
    );
  }
  return rawJsonReply(
    JSON.stringify({
      version: '6.9',
      hitCount: hits.length,
      ...(next !== undefined && {
        nextCursorMark: next,
        nextPageUrl: `https://www.ebi.ac.uk/europepmc/webservices/rest/search?query=${encodeURIComponent(query)}&cursorMark=${next}&resultType=${resultType}&pageSize=${pageSize}&format=json`,
      }),
      request: {
        queryString: query,
        resultType,
        cursorMark,
        pageSize,
        sort,
        synonym: params.synonym?.toLowerCase() === 'true',
      },
      resultList: { result: page.map((record) => europepmcResult(record, resultType)) },
    }),
  );
}

const resultTypes: readonly ResultType[] = ['idlist', 'lite', 'core'];

function ranked(
  index: SearchIndex,
  found: Uint8Array,
  rankingWords: readonly string[],
  sort: string,
): SimulatedRecord[] {
  const numbers = [...index.records.keys()].filter((number) => found[number]);
  const scores = sort.toUpperCase().startsWith('P_PDATE_D') ? undefined : index.scores(rankingWords);
  const newest = (left: number, right: number) =>
    (index.published[right] ?? '').localeCompare(index.published[left] ?? '');
  numbers.sort((left, right) => (scores?.[right] ?? 0) - (scores?.[left] ?? 0) || newest(left, right));
  if (sort.toLowerCase().endsWith(' asc')) numbers.reverse();
  return numbers.flatMap((number) => index.records[number] ?? []);
}

/** Opaque text in base64 like Solr's, whose "+" and "=" must be percent-encoded when sent back. */
function cursorAt(offset: number): string {
  return Buffer.concat([Buffer.from([0xfb, 0xef, 0xbe]), Buffer.from(`AoIIP4${offset}`)]).toString('base64');
}

function cursorOffset(cursorMark: string): number | undefined {
  const match = Buffer.from(cursorMark, 'base64')
    .toString('latin1')
    .match(/AoIIP4(\d+)$/);
  const offset = match ? Number(match[1]) : undefined;
  return offset !== undefined && cursorAt(offset) === cursorMark ? offset : undefined;
}

/** Hits that are not in PubMed and have no PMID, which a client must skip. */
const outsidePubmed = [
  simulatedRecord({
    pmid: 'PPR990001',
    title: 'Zelparin and stroke in atrial fibrillation: an unreviewed analysis',
    abstract: [
      { text: 'This preprint re-analyses invented data on zelparin, stroke and atrial fibrillation.' },
    ],
    authors: [{ lastName: 'Nemo', foreName: 'A', initials: 'A' }],
    journal: { title: 'simRxiv', abbreviation: 'simRxiv' },
    published: { year: '2024', month: 'May' },
    publicationTypes: ['Preprint'],
    doi: '10.5555/simrxiv.2024.05.01.990001',
  }),
  simulatedRecord({
    pmid: 'PMC99000002',
    pmcid: 'PMC99000002',
    title: 'Type 2 diabetes and hypertension in a simulated town (Review)',
    abstract: [
      {
        text: 'Type 2 diabetes, hypertension and stroke are reviewed in a journal that PubMed does not index.',
      },
    ],
    journal: { title: 'Letters of Nowhere', abbreviation: 'Lett Nowhere', issn: '0000-0078' },
    published: { year: '2023' },
    publicationTypes: ['review-article', 'Review', 'Journal Article'],
  }),
];
