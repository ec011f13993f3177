/**
 * A question that is asked twice and paid once, as after a reply that was lost on its way.
 *
 *   CITEWELL_API_KEY=cw_… npx node examples/ask-once.ts
 */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { Citewell } from '@citewell/sdk';

const baseUrl = process.env.CITEWELL_URL ?? 'http://127.0.0.1:8787';
const apiKey = process.env.CITEWELL_API_KEY ?? '';
const citewell = new Citewell({ baseUrl, apiKey });

// Whatever names this piece of work for you: the id of a job, of a row, of a message.
const idempotencyKey = `example ${randomUUID()}`;
const request = {
  question: 'Does metformin lower cardiovascular mortality in type 2 diabetes?',
  max_refs: 5,
};

const before = await citewell.usage();
const reply = await citewell.ask(request, { idempotencyKey });

// The same without the SDK, as a process that was restarted meanwhile might do it.
const again = await fetch(`${baseUrl}/ai/api/ask`, {
  method: 'POST',
  headers: { 'X-API-Key': apiKey, 'Content-Type': 'application/json', 'Idempotency-Key': idempotencyKey },
  body: JSON.stringify(request),
});
const { headers } = again;
process.stdout.write(`HTTP ${again.status}, replayed: ${headers.get('Idempotency-Replayed')}\n`);
process.stdout.write(`this time ${headers.get('X-Tokens-Charged')} tokens were charged\n`);
process.stdout.write(`the call that ran: ${headers.get('X-Original-Request-Id')}\n`);

assert.equal(headers.get('Idempotency-Replayed'), 'true');
assert.equal(headers.get('X-Tokens-Charged'), '0');
assert.deepEqual(await again.json(), reply);

// The same name with another question is a mistake, and told so.
await assert.rejects(citewell.ask({ question: 'And in type 1?' }, { idempotencyKey }), { status: 409 });

// One call was counted, and stands in the records under the request id above.
const after = await citewell.usage();
assert.equal(after.totals.requests, before.totals.requests + 1);
assert.equal(after.records[0]?.request_id, headers.get('X-Original-Request-Id'));
