import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { startService } from './stand.ts';

it('reports a 500 with the log line that contains the request id and the stack trace', async (t) => {
  const service = await startService();
  t.after(() => service.stop('SIGKILL'));
  const key = await service.createKey('--modules', 'ask_agent,expert_agent,factcheck');
  assert.deepEqual(service.internalErrors(), []);
  // Causes an unexpected error: a table that no longer exists.
  const accounts = new DatabaseSync(join(service.dataDir, 'citewell.db'), { timeout: 10_000 });
  accounts.exec('PRAGMA foreign_keys = OFF; DROP TABLE call');
  accounts.close();
  const reply = await fetch(`${service.url}/ai/api/local_advanced_search`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': key },
    body: '{"terms":[{"field":"title","value":"metformin"}]}',
  });
  assert.equal(reply.status, 500, await reply.text());
  const id = reply.headers.get('x-request-id') ?? assert.fail();
  // The log is written after the reply.
  for (let tries = 0; tries < 100 && service.internalErrors().length === 0; tries += 1) await sleep(50);
  const [line = ''] = service.internalErrors();
  assert.ok(line.includes(id), line);
  const { errorStack, errorCode } = JSON.parse(line.slice(line.indexOf('{')));
  assert.ok(
    errorStack.some((frame: string) => /server\/src\/.*\.ts:\d+/.test(frame)),
    line,
  );
  assert.equal(errorCode, '1', 'SQLITE_ERROR');
});
