import assert from 'node:assert/strict';
import { it } from 'node:test';
import { packReply, toStoredReply, unpackReply } from './idempotency.ts';

it('replies are stored compressed and returned byte for byte, including those stored by earlier releases', async () => {
  const article = (pmid: number) => ({
    pmid: `${pmid}`,
    title: '二甲双胍 in trial',
    abstract: 'It works. '.repeat(99),
  });
  const body = JSON.stringify({ articles: Array.from({ length: 100 }, (_, pmid) => article(pmid)) });
  const kept = await packReply(toStoredReply('job', 200, body));
  assert.ok((kept.body ?? body).length < body.length / 3);
  assert.equal(await unpackReply(kept.body ?? ''), body);
  for (const old of [body, '{}', '[]', '"br:"']) assert.equal(await unpackReply(old), old);
  assert.equal((await packReply(toStoredReply('job', 200, 'x'.repeat(2_000_000)))).body, undefined);
});
