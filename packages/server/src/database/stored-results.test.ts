import assert from 'node:assert/strict';
import { hash, randomBytes } from 'node:crypto';
import { describe, it, type TestContext } from 'node:test';
import { purgeIntervalMs } from '../accounting/idempotency/purge-records.ts';
import { resultRetentionMs, storedResultLimits } from '../accounting/idempotency/stored-results.ts';
import { openAccounts } from '../accounting/open-accounts.ts';
import {
  makeKey,
  manualClock,
  type StoreEngine,
  startProcess,
  storeEngines,
} from '../testing/accounting/accounts-databases.ts';

function call(name: string, request = 'a') {
  return { name, requestHash: hash('sha256', request, 'buffer') };
}

function contract(engine: StoreEngine): void {
  async function begin(t: TestContext) {
    const clock = manualClock();
    const home = await engine.create(t);
    const process = startProcess(await home.open(clock), clock);
    const { key } = await makeKey(process);
    const resultsOf = (name: string, request?: string) =>
      process.accounts.storedResults(key, call(name, request));
    return { clock, home, process, key, resultsOf };
  }

  it('returns a result unchanged, maps, sets and shared objects included, to every process', async (t) => {
    const { clock, home, key, resultsOf } = await begin(t);
    const unit = { id: 'E1', text: '二甲双胍 𠮷 \u0000' };
    const result = {
      units: [unit],
      themes: [{ units: [unit] }],
      articles: new Map([['1', unit]]),
      pmids: new Set(['1']),
    };
    await resultsOf('job').store('evidence', result);
    const second = startProcess(await home.open(clock), clock, 'second');
    const read = await second.accounts.storedResults(key, call('job')).read<typeof result>('evidence');
    assert.deepEqual(read, result);
    assert.equal(read?.themes[0]?.units[0], read?.units[0]);
    await resultsOf('job').store('evidence', 'another');
    assert.equal(await resultsOf('job').read('evidence'), 'another');
  });

  it('returns a result to no other call, request, step or key', async (t) => {
    const { process, resultsOf } = await begin(t);
    await resultsOf('job').store('section', 'text');
    const { key: other } = await makeKey(process);
    for (const elsewhere of [
      resultsOf('job 2'),
      resultsOf('job', 'b'),
      process.accounts.storedResults(other, call('job')),
    ])
      assert.equal(await elsewhere.read('section'), undefined);
    assert.equal(await resultsOf('job').read('outline'), undefined);
  });

  it('rejects another request under a name with stored results, as long as they exist', async (t) => {
    const { clock, process, key, resultsOf } = await begin(t);
    await resultsOf('job').store('section', 'text');
    const refuse = (name: string, request?: string) =>
      process.accounts.rejectOtherRequest(key, call(name, request));
    await refuse('job');
    await refuse('job 2', 'b');
    await assert.rejects(refuse('job', 'b'), { code: 'conflict' });
    clock.advance(resultRetentionMs);
    await refuse('job', 'b');
  });

  it('keeps malicious names separate', async (t) => {
    const { resultsOf } = await begin(t);
    const names = [
      "'; DROP TABLE stored_result; --",
      'a',
      'A',
      ' a',
      '%',
      '_',
      '\\',
      '../../etc',
      '名称',
      'x'.repeat(255),
    ];
    for (const name of names) await resultsOf(name).store('step', name);
    for (const name of names) assert.equal(await resultsOf(name).read('step'), name);
  });

  it('expires a result after an hour and deletes it', async (t) => {
    const { clock, process, resultsOf } = await begin(t);
    await resultsOf('job').store('one', 1);
    clock.advance(resultRetentionMs - 1);
    await resultsOf('job').store('two', 2);
    assert.equal(await resultsOf('job').read('one'), 1);
    clock.advance(1);
    assert.equal(await resultsOf('job').read('one'), undefined);
    assert.equal(await resultsOf('job').read('two'), 2);
    assert.equal(await process.store.purgeResults(9), 1);
    clock.advance(resultRetentionMs);
    const tasks = new Map<number, () => Promise<void>>();
    const every = (intervalMs: number, task: () => Promise<void>) => {
      tasks.set(intervalMs, task);
      return () => {};
    };
    openAccounts({ store: process.store, clock, owner: 'purging', every, log: () => {} });
    await tasks.get(purgeIntervalMs)?.();
    assert.equal(await process.store.purgeResults(9), 0);
  });

  it('keeps the newest calls of a key within its limit, each completely', async (t) => {
    const { clock, process, resultsOf } = await begin(t);
    const { key: other } = await makeKey(process);
    const large = () => randomBytes(storedResultLimits.one - 10_000);
    await process.accounts.storedResults(other, call('job 0')).store('text', 'theirs');
    for (const at of [0, 1, 2]) {
      clock.advance(1);
      await resultsOf(`job ${at}`).store('text', 'small');
      await resultsOf(`job ${at}`).store('evidence', large());
    }
    await resultsOf('job 1').store('more', large());
    clock.advance(1);
    await resultsOf('job 3').store('evidence', large());
    assert.equal(await resultsOf('job 0').read('text'), undefined);
    assert.equal(await resultsOf('job 1').read('text'), 'small');
    assert.equal(await resultsOf('job 2').read('text'), 'small');
    assert.equal(await process.accounts.storedResults(other, call('job 0')).read('text'), 'theirs');
    await resultsOf('job 3').store('too large', randomBytes(storedResultLimits.one));
    assert.equal(await resultsOf('job 3').read('too large'), undefined);
  });

  it('stores results of many calls at once', async (t) => {
    const { resultsOf } = await begin(t);
    const names = Array.from({ length: 20 }, (_, at) => `job ${at % 5}`);
    await Promise.all(names.map((name, at) => resultsOf(name).store(`step ${at}`, at)));
    const read = await Promise.all(names.map((name, at) => resultsOf(name).read(`step ${at}`)));
    assert.deepEqual(
      read,
      names.map((_, at) => at),
    );
  });
}

for (const engine of storeEngines) describe(`stored results on ${engine.name}`, () => contract(engine));
