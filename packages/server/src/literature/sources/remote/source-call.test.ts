import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SourceError, type SourceFailure } from '../retriever.ts';
import type { HttpClient, HttpReply } from './http.ts';
import { createSourceCall, type SourceCallDependencies } from './source-call.ts';

const request = { method: 'GET', path: '/', params: new URLSearchParams() } as const;
const reply: HttpReply = {
  status: 200,
  retryAfterMs: undefined,
  body: (async function* () {})(),
  text: async () => '',
};

/** Makes a call to a source with these scripted results, one per attempt: a failure, or the value. */
function setUp(answers: (SourceFailure | 'ok')[], more: Partial<SourceCallDependencies> = {}) {
  let tries = 0;
  const pauses: number[] = [];
  const http: HttpClient = {
    async exchange(_request, _options, read) {
      const answer = answers[tries++] ?? 'ok';
      if (answer !== 'ok') throw new SourceError('pubmed', answer);
      return read(reply);
    },
    close: async () => {},
  };
  const call = createSourceCall({
    source: 'pubmed',
    http,
    limiter: { acquire: async () => true, pauseUntil: () => {} },
    clock: { now: () => 0 },
    log: () => {},
    random: () => 0.5,
    sleep: async (ms) => pauses.push(ms),
    ...more,
  });
  const run = (signal = new AbortController().signal) =>
    call(request, { signal, deadline: 60_000 }, async () => 'value');
  return { run, pauses, tries: () => tries };
}

test('a temporary failure is retried twice with growing pauses, a permanent one not at all', async () => {
  const passing = setUp(['unreachable', 'bad_reply', 'ok']);
  assert.equal(await passing.run(), 'value');
  assert.deepEqual(passing.pauses, [250, 500]);
  const lasting = setUp(['timeout', 'timeout', 'timeout', 'ok']);
  await assert.rejects(lasting.run(), { failure: 'timeout' });
  assert.equal(lasting.tries(), 3);
  for (const failure of ['blocked', 'rejected'] as const) {
    const once = setUp([failure]);
    await assert.rejects(once.run(), { failure });
    assert.equal(once.tries(), 1);
  }
});

test('a missing route opens the circuit for ten seconds after one attempt', async () => {
  let now = 0;
  const cut = setUp(['no_route', 'ok'], { clock: { now: () => now } });
  await assert.rejects(cut.run(), { failure: 'no_route' });
  await assert.rejects(cut.run(), { failure: 'circuit_open' });
  assert.equal(cut.tries(), 1);
  now = 10_000;
  assert.equal(await cut.run(), 'value');
});

test('a call that gets no further attempt fails with the last failure', async () => {
  const starts = [true, false];
  const limiter = { acquire: async () => starts.shift() ?? false, pauseUntil: () => {} };
  const refused = setUp(['unreachable'], { limiter });
  await assert.rejects(refused.run(), { failure: 'unreachable' });
  await assert.rejects(refused.run(), { failure: 'rate_limited' });
});

test('an error that is not a source failure is thrown unchanged', async () => {
  const call = setUp([], {
    limiter: { acquire: () => Promise.reject(new TypeError('a bug')), pauseUntil: () => {} },
  });
  await assert.rejects(call.run(), TypeError);
});

test('a call aborted during a pause rejects with the signal’s reason', async () => {
  const controller = new AbortController();
  const call = setUp(['unreachable'], {
    sleep: async () => {
      controller.abort(new Error('gone'));
      throw new Error('aborted');
    },
  });
  await assert.rejects(call.run(controller.signal), /gone/);
});
