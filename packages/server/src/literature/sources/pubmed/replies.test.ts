import assert from 'node:assert/strict';
import { test } from 'node:test';
import { failureOf, readSearchReply } from './replies.ts';

const head = `<?xml version="1.0" encoding="UTF-8" ?>
<!DOCTYPE eSearchResult PUBLIC "-//NLM//DTD esearch 20060628//EN" "https://eutils.ncbi.nlm.nih.gov/eutils/dtd/20060628/esearch.dtd">
`;

test('readSearchReply returns the count, the PMIDs and the query translation', () => {
  const reply = `${head}<eSearchResult><Count>63</Count><RetMax>2</RetMax><RetStart>0</RetStart><IdList>
<Id>41282813</Id>
<Id>0012</Id>
</IdList><TranslationSet/><QueryTranslation>"biopython"[All Fields]</QueryTranslation></eSearchResult>
`;
  assert.deepEqual(readSearchReply(reply, 2), {
    total: 63,
    pmids: ['41282813', '12'],
    translation: '"biopython"[All Fields]',
  });
});

test('readSearchReply returns an empty result with the phrase that PubMed did not find', () => {
  const reply = `${head}<eSearchResult><Count>0</Count><RetMax>0</RetMax><RetStart>0</RetStart><IdList/><TranslationSet/><QueryTranslation>(abcXYZ[All Fields])</QueryTranslation><ErrorList><PhraseNotFound>abcXYZ</PhraseNotFound></ErrorList><WarningList><OutputMessage>No items found.</OutputMessage></WarningList></eSearchResult>`;
  assert.equal(failureOf(200, reply), undefined);
  assert.deepEqual(readSearchReply(reply, 60), {
    total: 0,
    pmids: [],
    translation: '(abcXYZ[All Fields])',
    notFound: ['abcXYZ'],
  });
});

test('readSearchReply rejects a reply that is not a search result or contradicts its count', () => {
  const ids = (count: string, list: string) =>
    `${head}<eSearchResult><Count>${count}</Count><IdList>${list}</IdList></eSearchResult>`;
  for (const reply of [
    head,
    '',
    `${head}<eSearchResult>`,
    '<eFetchResult/>',
    `${head}<eSearchResult></eSearchResult>`,
    ids('', ''),
    ids('-1', ''),
    ids('1e1', ''),
    ids('5', '<Id>1</Id>'),
    ids('5', ''),
    ids('0', '<Id>1</Id>'),
    ids('1', '<Id>abc</Id>'),
  ])
    assert.equal(readSearchReply(reply, 20), 'bad_reply', reply);
});

test('failureOf classifies statuses and error texts inside a 200 reply', () => {
  const error = (text: string) => `${head}<eSearchResult>\n\t<ERROR>${text}</ERROR>\n</eSearchResult>`;
  const limit = '{"error":"API rate limit exceeded","api-key":"192.0.2.1","count":"5","limit":"3"}';
  const cases: [number, string, ReturnType<typeof failureOf>][] = [
    [200, `${head}<eSearchResult>`, undefined],
    [429, limit, 'rate_limited'],
    [200, limit, 'rate_limited'],
    [400, '{"error":"API key invalid","api-key":"k1","type":"invalid",\n"status":"unknown"}', 'rejected'],
    [200, error('Search Backend failed: Unable to open connection to #PMQuerySrv?dbaf=pubmed'), 'bad_reply'],
    [200, error('Search Backend failed: Database is not supported: pubmed'), 'bad_reply'],
    [200, error('Unable to obtain query #1'), 'bad_reply'],
    [200, error('Invalid db name specified: nonsense'), 'rejected'],
    [200, error("Search Backend failed: Exception:\n'retstart' cannot be larger than 9998."), 'rejected'],
    [400, '<eFetchResult>\n\t<ERROR>Error: CEFetchPApplication::proxy_stream(): <html>…', 'bad_reply'],
    [400, '<eFetchResult>\n\t<ERROR>ID list is empty! Possibly it has no correct IDs.</ERROR>', 'bad_reply'],
    [200, '<html><title>NCBI - WWW Error Blocked Diagnostic</title>', 'blocked'],
    [403, '<html><body>Access Denied</body></html>', 'blocked'],
    [200, '\n<!DOCTYPE html><html><body>Down for maintenance.</body></html>', 'bad_reply'],
    [500, '<head> <title>NCBI/eutils202 - WWW Error 500 Diagnostic</title> </head>', 'unreachable'],
    [502, 'Unable to route request!\n\nservice name: /http/service/ratecontrol\n', 'unreachable'],
    [414, '', 'rejected'],
  ];
  for (const [status, body, failure] of cases)
    assert.equal(failureOf(status, body), failure, `${status} ${body}`);
});

test('failureOf ignores error texts inside an article', () => {
  assert.equal(
    failureOf(200, '<PubmedArticleSet>API rate limit exceeded, API key invalid, blocked'),
    undefined,
  );
});
