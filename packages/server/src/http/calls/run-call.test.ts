import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { chunk } from '../../pipeline/events.ts';
import { buildTestApp, fixedAnswer } from '../../testing/app/build-test-app.ts';
import { answerPaths, assertErrorResponse } from '../../testing/app/error-response.ts';
import { eventually, openConnection, postBytes } from '../../testing/process/raw-http.ts';
import { parseEvents } from '../../testing/process/sse-reader.ts';

const body = '{"question":"Does it work?"}';

/** Returns a promise that rejects with the signal's reason, and never resolves. */
function untilAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}

for (const path of answerPaths)
  describe(`a call at ${path}`, () => {
    const endpoint = path.replace('/ai/api/', '');

    it('stops when its client disconnects before the first event, and settles as disconnected', async (t) => {
      const started = Promise.withResolvers<AbortSignal>();
      const test = await buildTestApp(t, {
        async answer(_request, _dependencies, { signal }) {
          started.resolve(signal);
          await untilAborted(signal);
        },
      });
      const connection = openConnection(await test.listen());
      connection.socket.write(postBytes(path, { 'X-API-Key': test.key }, body));
      const signal = await started.promise;
      assert.equal(signal.aborted, false, 'a body that has been read is no client that left');
      connection.socket.destroy();
      await eventually(() => test.settled.length === 1, 'the call is settled');
      assert.ok(signal.aborted);
      assert.deepEqual(test.settled, [{ endpoint, outcome: 'client_disconnected', delivered: false }]);
    });

    it('stops when its client disconnects midway', async (t) => {
      const written = Promise.withResolvers<void>();
      const test = await buildTestApp(t, {
        async answer(_request, _dependencies, { signal, emit }) {
          await emit(chunk('first'));
          written.resolve();
          await untilAborted(signal);
        },
      });
      const connection = openConnection(await test.listen());
      connection.socket.write(postBytes(path, { 'X-API-Key': test.key }, body));
      await written.promise;
      if (endpoint === 'ask_stream') await connection.until('first');
      connection.socket.destroy();
      await eventually(() => test.settled.length === 1, 'the call is settled');
      // Nothing that was never sent was delivered: a JSON answer is sent whole or not at all.
      assert.deepEqual(test.settled, [
        { endpoint, outcome: 'client_disconnected', delivered: endpoint === 'ask_stream' },
      ]);
    });

    it('is settled even if its client disconnects before admission', async (t) => {
      const admitting = Promise.withResolvers<void>();
      const goOn = Promise.withResolvers<void>();
      const test = await buildTestApp(t);
      const { admit } = test.services.accounts;
      test.services.accounts.admit = async (intent) => {
        admitting.resolve();
        await goOn.promise;
        return admit(intent);
      };
      const connection = openConnection(await test.listen());
      connection.socket.write(postBytes(path, { 'X-API-Key': test.key }, body));
      await admitting.promise;
      connection.socket.destroy();
      await connection.closed;
      await new Promise((resolve) => setTimeout(resolve, 20));
      goOn.resolve();
      await eventually(() => test.settled.length === 1, 'the call is settled');
      assert.equal(test.settled[0]?.outcome, 'client_disconnected');
    });

    it('continues when its client has only finished sending', async (t) => {
      const test = await buildTestApp(t);
      const connection = openConnection(await test.listen());
      connection.socket.write(postBytes(path, { 'X-API-Key': test.key, Connection: 'close' }, body));
      await connection.until('It works');
      await eventually(() => test.settled.length === 1, 'the call is settled');
      assert.equal(test.settled[0]?.outcome, 'ok');
    });

    it('reports its deadline to the caller and is settled', { tags: ['limit.deadline'] }, async (t) => {
      const test = await buildTestApp(t, {
        callLimits: { deadlineMs: 50 },
        async answer(_request, _dependencies, { signal }) {
          await untilAborted(signal);
        },
      });
      const reply = await test.app.inject({
        method: 'POST',
        url: path,
        headers: { 'content-type': 'application/json', 'x-api-key': test.key },
        payload: body,
      });
      if (endpoint === 'ask') {
        const refused = { status: reply.statusCode, headers: reply.headers, body: reply.body };
        assert.match(
          assertErrorResponse(refused, 502, 'upstream_unavailable'),
          /this says nothing about the evidence/,
        );
      } else {
        const [error, done] = parseEvents(reply.body);
        assert.deepEqual(Object.keys(error?.data ?? {}), ['message']);
        assert.match(String(error?.data.message), /this says nothing about the evidence/);
        assert.equal(done?.event, 'done');
      }
      assert.deepEqual(test.settled, [{ endpoint, outcome: 'deadline', delivered: false }]);
    });

    it('ends without waiting for work that ignores its signal', async (t) => {
      const test = await buildTestApp(t, {
        callLimits: { deadlineMs: 20, abandonAfterMs: 20 },
        async answer() {
          await new Promise(() => {});
        },
      });
      await test.app.inject({
        method: 'POST',
        url: path,
        headers: { 'content-type': 'application/json', 'x-api-key': test.key },
        payload: body,
      });
      assert.equal(test.settled[0]?.outcome, 'deadline');
      assert.ok(test.logLines.some((line) => line.includes('call_abandoned')));
      assert.equal(test.services.abandoned.count(), 1);
    });

    it('ends at its next step if its key is revoked meanwhile', async (t) => {
      const test = await buildTestApp(t, {
        async answer(_request, _dependencies, { meter, emit }) {
          const intent = { kind: 'write', provider: 'p', model: 'm', hold: 100 } as const;
          const step = await meter.openStep(intent);
          await step.finish({ promptTokens: 10, completionTokens: 20 }, 'provider');
          await emit(chunk('first'));
          const [key] = await test.services.keys.list();
          await test.services.keys.reissue({ id: key?.id ?? '', graceMs: null });
          await meter.openStep(intent);
        },
      });
      const reply = await test.app.inject({
        method: 'POST',
        url: path,
        headers: { 'content-type': 'application/json', 'x-api-key': test.key, 'accept-language': 'zh' },
        payload: body,
      });
      if (endpoint === 'ask') {
        const refused = { status: reply.statusCode, headers: reply.headers, body: reply.body };
        assert.match(assertErrorResponse(refused, 401, 'invalid_key'), /已被吊销/);
        assert.equal(reply.headers['x-tokens-charged'], '30');
      } else {
        const [chunk, error, done] = parseEvents(reply.body);
        assert.deepEqual([chunk?.data, done?.event], [{ text: 'first' }, 'done']);
        assert.match(String(error?.data.message), /已被吊销/);
      }
      assert.equal(test.settled[0]?.outcome, 'key_disabled');
      const [key] = await test.services.keys.list();
      assert.deepEqual([key?.charged, key?.held], [30, 0]);
    });

    it('is an error if its settlement fails', async (t) => {
      const test = await buildTestApp(t, { answer: fixedAnswer });
      const { admit } = test.services.accounts;
      test.services.accounts.admit = async (intent) => {
        const call = await admit(intent);
        return {
          ...call,
          settle: async () => {
            throw new Error('disk full');
          },
        };
      };
      const reply = await test.app.inject({
        method: 'POST',
        url: path,
        headers: { 'content-type': 'application/json', 'x-api-key': test.key },
        payload: body,
      });
      if (endpoint === 'ask')
        assertErrorResponse(
          { status: reply.statusCode, headers: reply.headers, body: reply.body },
          500,
          'internal_error',
        );
      else
        assert.deepEqual(
          parseEvents(reply.body)
            .slice(-2)
            .map(({ event }) => event),
          ['error', 'done'],
        );
    });
  });
