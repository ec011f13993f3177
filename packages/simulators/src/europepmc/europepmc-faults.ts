import { htmlReply, type Reply, rawJsonReply, textReply } from '../replies.ts';
import { type FaultTable, wireFaults } from '../source-faults.ts';

/** Reply of Europe PMC to an unknown sort order or cursor: nothing else, and HTTP 200. */
export const versionOnly = '{"version":"6.9"}';

export const noFilters =
  '{"errCode":400,"errMsg":"No search criteria provided. Please provide a search criteria which is less than 1500 characters."}';

/** Known failures of Europe PMC, by the name that switches each on. */
export const europepmcFaults = {
  'version-only': {
    description: '200 with {"version":"6.9"} and nothing else',
    apply: () => rawJsonReply(versionOnly),
  },
  'error-code': { description: '200 with errCode and errMsg', apply: () => rawJsonReply(noFilters) },
  'single-object': {
    description: 'the first hit as an object where a list is expected',
    apply: ({ honest }) =>
      edited(honest(), (body) => {
        const [first] = body.resultList.result;
        return { ...body, resultList: { result: first ?? {} } };
      }),
  },
  'no-results-key': {
    description: 'hits are counted but resultList has no list',
    apply: ({ honest }) => edited(honest(), (body) => ({ ...body, resultList: {} })),
  },
  'cursor-echo': {
    description: 'nextCursorMark is the cursor that was sent, on every page',
    apply: ({ honest, request }) =>
      edited(honest(), (body) => ({ ...body, nextCursorMark: request.params.cursorMark ?? '*' })),
  },
  'missing-records': {
    description: 'every second hit is missing: Europe PMC does not have every PMID',
    apply: ({ honest }) =>
      edited(honest(), (body) => ({
        ...body,
        resultList: { result: body.resultList.result.filter((_, at) => at % 2 === 1) },
      })),
  },
  'rate-limited': {
    description: '429 with Retry-After: 3',
    apply: () => {
      const reply = textReply('Too Many Requests\n', 429);
      return { ...reply, headers: { ...reply.headers, 'Retry-After': '3' } };
    },
  },
  'server-error': {
    description: '500 with an HTML page',
    apply: () =>
      htmlReply('<html><head><title>500 Internal Server Error</title></head><body></body></html>\n', 500),
  },
  unavailable: {
    description: '503 with an HTML page',
    apply: () => htmlReply('<html><body><h1>503 Service Unavailable</h1></body></html>\n', 503),
  },
  html: {
    description: '200 with an HTML page about maintenance',
    apply: () =>
      htmlReply('<!DOCTYPE html><html><body>Europe PMC is undergoing maintenance.</body></html>\n'),
  },
  'invalid-json': {
    description: '200 whose JSON ends in the middle',
    apply: () => rawJsonReply('{"version":"6.9","hitCount":12,"resultList":{"result":[{"id":"1'),
  },
  ...wireFaults,
} as const satisfies FaultTable;

export type EuropepmcFault = keyof typeof europepmcFaults;

type SearchBody = { resultList: { result: unknown[] } };

/** Changes the body of the honest reply, unless it is not a search result. */
function edited(reply: Reply, change: (body: SearchBody) => unknown): Reply {
  const body = JSON.parse(reply.body);
  return body.resultList ? { ...reply, body: JSON.stringify(change(body)) } : reply;
}
