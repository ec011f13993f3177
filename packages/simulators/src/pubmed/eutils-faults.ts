import { htmlReply, type Reply, rawJsonReply, textReply, xmlReply } from '../replies.ts';
import { type Fault, type FaultTable, wireFaults } from '../source-faults.ts';
import {
  errorReply,
  invalidKey,
  overResultCap,
  rateLimited,
  resultRoots,
  xmlError,
} from './eutils-replies.ts';
import { escapeXml, pubmedProlog } from './pubmed-xml.ts';

const proxyPrefix = 'Error: CEFetchPApplication::proxy_stream(): ';
const proxyPage =
  '<html><head>\n<meta http-equiv="content-type" content="text/html;charset=utf-8">\n<title>502 Server Error</title>\n</head>\n<body text=#000000 bgcolor=#ffffff>\n<h1>Error: Server Error</h1>\n<h2>The server encountered a temporary error and could not complete your request.<p>Please try again in 30 seconds.</h2>\n<h2></h2>\n</body></html>\n';
const routerText =
  'Unable to route request!\n\nservice name: /http/service/ratecontrol\ndtab:\n\nbase dtab:\n\noverride dtab:\n';
const blockedPage =
  '<html><head><title>NCBI - WWW Error Blocked Diagnostic</title></head>\n<body><h1>Access Denied</h1>\n<p>Your access to the NCBI website at www.ncbi.nlm.nih.gov has been temporarily blocked due to a possible misuse/abuse situation involving your site.</p></body></html>\n';
const serverErrorPage =
  '<head> <title>NCBI/eutils202 - WWW Error 500 Diagnostic</title> </head>\n<body>\n<h1>Server Error</h1> <p>Your request could not be processed due to a problem on our Web server. This could be a transient problem, please try the query again.</p>\n</body>\n';

/** The search backend's failures: HTTP 200 with an ERROR inside. */
function backend(description: string, text: string, linkText = text): Fault {
  return {
    description,
    apply: ({ request }) =>
      errorReply(
        request.endpoint,
        request.params.retmode === 'json',
        `Search Backend failed: ${request.endpoint === 'elink' ? linkText : text}`,
      ),
  };
}

/** efetch's own ERROR, whose text may hold markup. */
function efetchError(description: string, message: string, status: number): Fault {
  return {
    description,
    endpoints: ['efetch'],
    apply: () => xmlError('eFetchResult', message, status),
  };
}

/** Known failures of the E-utilities, by the name that switches each on. */
export const eutilsFaults = {
  'rate-limited': {
    description: '429 with Retry-After: 2, naming the caller',
    apply: ({ request }) =>
      rateLimited(request.params.api_key ?? request.address, 5, request.params.api_key ? 10 : 3),
  },
  'rate-limited-documented': {
    description: '429 in the documented form, without Retry-After',
    apply: () => rawJsonReply('{"error":"API rate limit exceeded","count":"11"}\n', 429),
  },
  'rate-limited-200': {
    description: 'the error over the rate limit, sent with status 200',
    apply: () => rawJsonReply('{"error":"API rate limit exceeded","count":"11"}\n'),
  },
  'bad-key': {
    description: '400 that repeats the API key',
    apply: ({ request }) => invalidKey(request.params.api_key ?? 'k1'),
  },
  'backend-down': backend(
    '200 with ERROR: no connection to the search backend',
    'Unable to open connection to #PMQuerySrv?dbaf=pubmed',
  ),
  'backend-unsupported': backend(
    '200 with ERROR: the database is not supported',
    'Database is not supported: pubmed',
  ),
  'backend-unresolved': backend(
    '200 with ERROR: the address table is empty',
    "Couldn't resolve #PMQuerySrv_2_0?dbaf=pubmed, the address table is empty.",
    "Couldn't resolve #exLinkSrv2, the address table is empty.",
  ),
  'history-expired': {
    description: '200 with ERROR: Unable to obtain query #1',
    apply: ({ request }) =>
      errorReply(request.endpoint, request.params.retmode === 'json', 'Unable to obtain query #1'),
  },
  'over-cap': {
    description: 'the reply over the cap of 9,999: JSON with a raw newline in a string',
    endpoints: ['esearch'],
    apply: ({ request }) => overResultCap(request.params.retmode === 'json'),
  },
  'huge-count': {
    description: 'the correct ids, but a count of 5,059,039 matches',
    endpoints: ['esearch'],
    apply: ({ honest }) =>
      edit(honest(), [
        [/"count":"\d+"/, '"count":"5059039"'],
        [/<Count>\d+</, '<Count>5059039<'],
      ]),
  },
  'short-idlist': {
    description: 'the correct count with one id too few',
    endpoints: ['esearch'],
    apply: ({ honest }) =>
      edit(honest(), [
        [/"idlist":\["\d+",?/, '"idlist":['],
        [/<Id>\d+<\/Id>\n/, ''],
      ]),
  },
  'efetch-timeout': efetchError(
    '400 with ERROR: the viewer timed out',
    'Error: External viewer error: Empty Response. Bytes read: 0 Status: Timeout',
    400,
  ),
  'efetch-timeout-200': efetchError(
    '200 with ERROR: the viewer timed out',
    'Error: External viewer error: Empty Response. Bytes read: 0 Status: Timeout',
    200,
  ),
  'efetch-empty-list': efetchError(
    '400 with ERROR: the id list is said to be empty',
    'ID list is empty! Possibly it has no correct IDs.',
    400,
  ),
  'efetch-proxy': efetchError(
    '400 with ERROR: no connection to PubOne',
    `${proxyPrefix}Failed to connect to PubOne service. Try again later.`,
    400,
  ),
  'efetch-proxy-html': efetchError(
    '400 with ERROR: an HTML page inside the XML, unescaped',
    `${proxyPrefix}${proxyPage}`,
    400,
  ),
  'efetch-proxy-html-escaped': efetchError(
    '400 with ERROR: an HTML page inside the XML, escaped',
    `${proxyPrefix}${escapeXml(proxyPage)}`,
    400,
  ),
  'prolog-only': {
    description: '200 with XML declaration and DOCTYPE and nothing else',
    apply: ({ request }) => xmlReply(prolog(request.endpoint)),
  },
  'cpp-exception': {
    description: '200 with the text of a C++ exception',
    apply: ({ request }) =>
      xmlReply(
        `${prolog(request.endpoint)}NCBI C++ Exception:\n    Error: (CTxRawClientExceptionEOF::eEOF) TXCLIENT::readAll EOF\n`,
      ),
  },
  garbled: {
    description: '200 whose XML or JSON is broken by a stray control character and a lost tag',
    apply: ({ honest, random }) => {
      const reply = honest();
      const place = reply.body.length < 4 ? 0 : Math.floor(reply.body.length * (0.4 + 0.2 * random()));
      const rest = reply.body.slice(place).replace(/<\/[A-Za-z]+>|"|$/, '\u0001');
      return { ...reply, body: reply.body.slice(0, place) + rest };
    },
  },
  'router-502': { description: '502 of the router, plain text', apply: () => textReply(routerText, 502) },
  'router-503': { description: '503 of the router, plain text', apply: () => textReply(routerText, 503) },
  'server-error': { description: '500 with an HTML page', apply: () => htmlReply(serverErrorPage, 500) },
  blocked: {
    description: '302 to the misuse page',
    apply: () => ({
      ...htmlReply('', 302),
      headers: {
        'Content-Type': 'text/html',
        Location: 'https://misuse.ncbi.nlm.nih.gov/error/abuse.shtml?db=pubmed&ip=192.0.2.1',
      },
    }),
  },
  'blocked-page': { description: '200 with the misuse page itself', apply: () => htmlReply(blockedPage) },
  'redirect-internal': {
    description: '301 to a host inside NCBI',
    apply: () => ({
      ...htmlReply('', 301),
      headers: { Location: 'https://ext-http-eutils.linkerd.ncbi.nlm.nih.gov/gquery?db=pubmed' },
    }),
  },
  'uri-too-long': { description: '414', apply: () => htmlReply('', 414) },
  html: {
    description: '200 with an HTML page about maintenance',
    apply: () =>
      htmlReply(
        '<!DOCTYPE html><html><head><title>Service Unavailable</title></head><body>Down for maintenance.</body></html>\n',
      ),
  },
  'invalid-json': {
    description: '200 whose JSON ends in the middle',
    apply: () =>
      rawJsonReply('{"header":{"type":"esearch","version":"0.3"},"esearchresult":{"count":"12","idlist":["1'),
  },
  'missing-ids': {
    description: 'efetch omits the first requested record',
    endpoints: ['efetch'],
    apply: ({ honest }) => edit(honest(), [[/<Pubmed(Book)?Article>[\s\S]*?<\/Pubmed(Book)?Article>/, '']]),
  },
  'wrong-ids': {
    description: 'efetch returns other records than those requested',
    endpoints: ['efetch'],
    apply: ({ honest }) =>
      edit(honest(), [[/(<PMID Version="\d+">)(\d+)/g, (_, tag: string, id: string) => `${tag}1${id}`]]),
  },
  'no-records': {
    description: 'efetch returns an empty set for every request',
    endpoints: ['efetch'],
    apply: () => xmlReply(`${pubmedProlog}<PubmedArticleSet></PubmedArticleSet>\n`),
  },
  ...wireFaults,
} as const satisfies FaultTable;

export type EutilsFault = keyof typeof eutilsFaults;

function prolog(endpoint: string): string {
  if (endpoint === 'efetch') return pubmedProlog;
  const root = resultRoots[endpoint] ?? 'eSearchResult';
  return xmlError(root, '').body.split(`<${root}>`)[0] ?? '';
}

type Edit = [pattern: RegExp, replacement: string | ((...groups: string[]) => string)];

function edit(reply: Reply, edits: Edit[]): Reply {
  const body = edits.reduce(
    (text, [pattern, replacement]) =>
      typeof replacement === 'string'
        ? text.replace(pattern, replacement)
        : text.replace(pattern, replacement),
    reply.body,
  );
  return { ...reply, body };
}
