import { jsonReply, type Reply, rawJsonReply, xmlReply } from '../replies.ts';
import { escapeXml } from './pubmed-xml.ts';

/**
 * Exact replies of the E-utilities, with \\t and \
 *  as in recorded replies.
 */

const xmlDeclaration = '<?xml version="1.0" encoding="UTF-8" ?>\n';

const doctypes = {
  eSearchResult:
    '<!DOCTYPE eSearchResult PUBLIC "-//NLM//DTD esearch 20060628//EN" "https://eutils.ncbi.nlm.nih.gov/eutils/dtd/20060628/esearch.dtd">\n',
  // NLM's own mistake: the doctype says eEfetchResult, the root is eFetchResult.
  eFetchResult:
    '<!DOCTYPE eEfetchResult PUBLIC "-//NLM//DTD efetch 20131226//EN" "https://eutils.ncbi.nlm.nih.gov/eutils/dtd/20131226/efetch.dtd">\n',
  eSummaryResult:
    '<!DOCTYPE eSummaryResult PUBLIC "-//NLM//DTD esummary v1 20041029//EN" "https://eutils.ncbi.nlm.nih.gov/eutils/dtd/20041029/esummary-v1.dtd">\n',
  eLinkResult:
    '<!DOCTYPE eLinkResult PUBLIC "-//NLM//DTD elink 20101123//EN" "https://eutils.ncbi.nlm.nih.gov/eutils/dtd/20101123/elink.dtd">\n',
};

export type ResultRoot = keyof typeof doctypes;

/** Root element of each utility's replies. */
export const resultRoots: Readonly<Record<string, ResultRoot>> = {
  esearch: 'eSearchResult',
  efetch: 'eFetchResult',
  esummary: 'eSummaryResult',
  elink: 'eLinkResult',
};

export function xmlHead(root: ResultRoot): string {
  return `${xmlDeclaration}${doctypes[root]}`;
}

/** Formats `<root>⏎⇥<ERROR>message</ERROR>⏎</root>⏎`; `message` is XML already. */
export function xmlError(root: ResultRoot, message: string, status = 200): Reply {
  return xmlReply(`${xmlHead(root)}<${root}>\n\t<ERROR>${message}</ERROR>\n</${root}>\n`, status);
}

/** Formats an ERROR in the requested format, in the utility's own envelope. */
export function errorReply(endpoint: string, json: boolean, message: string): Reply {
  if (json) {
    const envelope = endpoint === 'esearch' ? 'esearchresult' : `${endpoint}result`;
    return jsonReply({ header: header(endpoint), [envelope]: { ERROR: message } });
  }
  return xmlError(resultRoots[endpoint] ?? 'eSearchResult', escapeXml(message));
}

export function header(endpoint: string): { type: string; version: string } {
  return { type: endpoint, version: '0.3' };
}

/** Returns the reply over the rate limit, in which the caller's address takes the place of a missing key. */
export function rateLimited(apiKey: string, count: number, limit: number): Reply {
  const body = {
    error: 'API rate limit exceeded',
    'api-key': apiKey,
    count: String(count),
    limit: String(limit),
  };
  const reply = rawJsonReply(`${JSON.stringify(body)}\n`, 429);
  return { ...reply, headers: { ...reply.headers, 'Retry-After': '2' } };
}

/** Returns the reply to an unknown key, which repeats the key: no upstream body may ever be logged. */
export function invalidKey(apiKey: string): Reply {
  return rawJsonReply(
    `{"error":"API key invalid","api-key":${JSON.stringify(apiKey)},"type":"invalid",\n"status":"unknown"}\n`,
    400,
  );
}

/** Returns the reply beyond PubMed's cap of 9,999: it contains a raw line break in a string and is not valid JSON. */
export function overResultCap(json: boolean): Reply {
  const message =
    "Search Backend failed: Exception:\n'retstart' cannot be larger than 9998. For PubMed, ESearch can only retrieve the first 9,999 records matching the query. To obtain more than 9,999 PubMed records, consider using EDirect that contains additional logic to batch PubMed search results automatically so that an arbitrary number can be retrieved. For details see https://www.ncbi.nlm.nih.gov/books/NBK25499/";
  return json
    ? rawJsonReply(`{"header":{"type":"esearch","version":"0.3"},"esearchresult":{"ERROR":"${message}"}}\n`)
    : xmlError('eSearchResult', message);
}
