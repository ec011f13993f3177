import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readReply } from './read-reply.ts';

const hits = (count: number | string, result: unknown) =>
  readReply(200, JSON.stringify({ version: '6.9', hitCount: count, resultList: { result } }));

test('readReply accepts a list of hits and a single hit', () => {
  assert.deepEqual(hits(2, [{ pmid: '1' }, { pmid: 2 }]), { total: 2, hits: [{ pmid: '1' }, { pmid: '2' }] });
  assert.deepEqual(hits('1', { pmid: '1', keywordList: { keyword: 'one' } }), {
    total: 1,
    hits: [{ pmid: '1', keywordList: { keyword: ['one'] } }],
  });
});

test('readReply accepts an empty result only with a count of 0', () => {
  assert.deepEqual(hits(0, []), { total: 0, hits: [] });
  assert.equal(hits(3, []), 'bad_reply');
  assert.equal(readReply(200, '{"hitCount":3,"resultList":{}}'), 'bad_reply');
  assert.equal(readReply(200, '{"hitCount":3}'), 'bad_reply');
});

test('readReply classifies an error inside a 200 reply', () => {
  assert.equal(readReply(200, '{"version":"6.9"}'), 'rejected');
  assert.equal(readReply(200, '{"errCode":400,"errMsg":"No search criteria provided."}'), 'rejected');
  assert.equal(readReply(200, '{"errCode":500,"errMsg":"x"}'), 'unreachable');
  assert.equal(readReply(200, '{"errCode":429}'), 'rate_limited');
});

test('readReply classifies malformed bodies and error statuses', () => {
  for (const body of [
    '',
    'null',
    '[]',
    '"x"',
    '{}',
    '<html></html>',
    '{"hitCount":12,"resultList":{"result":[{"id":"1',
    '{"hitCount":-1}',
    '{"hitCount":"many"}',
  ])
    assert.equal(readReply(200, body), 'bad_reply', body);
  assert.equal(readReply(429, ''), 'rate_limited');
  assert.equal(readReply(503, '<html></html>'), 'unreachable');
  assert.equal(readReply(403, ''), 'blocked');
  assert.equal(readReply(404, ''), 'rejected');
});
