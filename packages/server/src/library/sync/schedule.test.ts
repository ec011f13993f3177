import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { until } from '@citewell/simulators/until.ts';
import type { Log, LogFields } from '../../platform/log.ts';
import { temporaryFolder } from '../../testing/process/temporary-folder.ts';
import { isSchedule, schedule } from './schedule.ts';
import { syncInChild } from './sync-child.ts';

describe('a schedule', () => {
  it('accepts five cron fields that match some time', () => {
    for (const expression of ['0 5 * * *', '*/15 1-6 * * MON-FRI', '30 4 1,15 * *'])
      assert.equal(isSchedule(expression), true, expression);
    for (const expression of ['', 'daily', '99 * * * *', '0 5 * *', '0 0 30 2 *', '* * * * * *'])
      assert.equal(isSchedule(expression), false, expression);
  });

  it('computes the next due time, in the machine’s time zone', () => {
    const planned = schedule({ expression: '30 5 * * *', work: async () => {} });
    const next = planned.next();
    assert.deepEqual([next?.getHours(), next?.getMinutes()], [5, 30]);
    return planned.stop();
  });

  it('runs one job at a time, and cancels it when stopped', async () => {
    let begun = 0;
    const ends: string[] = [];
    const planned = schedule({
      expression: '0 5 * * *',
      spreadMs: 0,
      async work(signal) {
        begun++;
        await new Promise((resolve) => signal.addEventListener('abort', resolve));
        ends.push('stopped');
      },
    });
    const both = Promise.all([planned.run(), planned.run()]);
    await until(() => begun > 0);
    await planned.stop();
    await both;
    assert.deepEqual([begun, ends], [1, ['stopped']]);
  });

  it('runs nothing if it is stopped before its start', async () => {
    const planned = schedule({
      expression: '0 5 * * *',
      random: () => 1,
      spreadMs: 3_600_000,
      work: async () => assert.fail('it was stopped'),
    });
    const running = planned.run();
    await planned.stop();
    await running;
    assert.equal(planned.next(), null);
  });
});

describe('a sync in a child process', () => {
  /** Program used instead of ours. */
  function program(t: TestContext, text: string) {
    const path = join(temporaryFolder(t), 'program.mjs');
    writeFileSync(path, text);
    const lines: [string, string, LogFields][] = [];
    const log: Log = (level, event, { durationMs, ...fields } = {}) => lines.push([level, event, fields]);
    const run = (signal = new AbortController().signal) =>
      syncInChild({ command: process.execPath, argv: [path], environment: process.env }, log, signal);
    return { run, lines };
  }
  const says = (event: object) => `console.log(${JSON.stringify(JSON.stringify(event))});`;

  it('is logged with its result, without external text', async (t) => {
    const done = program(t, says({ event: 'done', added: 2, replaced: 3, removed: 1, unchanged: 9 }));
    await done.run();
    assert.deepEqual(done.lines, [
      ['info', 'library_sync_started', {}],
      ['info', 'library_synced', { count: 6 }],
    ]);
    const busy = program(t, says({ event: 'busy' }));
    await busy.run();
    assert.deepEqual(busy.lines.at(-1), ['info', 'library_sync_skipped', {}]);
    const failed = program(t, `console.log('no json'); process.exitCode = 1;`);
    await failed.run();
    assert.deepEqual(failed.lines.at(-1), ['warn', 'library_sync_failed', { code: '1' }]);
  });

  it('is stopped with the service', async (t) => {
    const stop = new AbortController();
    const polite = program(
      t,
      `process.once('SIGINT', () => process.exit(130)); setInterval(() => {}, 1000); ${says({ event: 'progress' })}`,
    );
    const running = polite.run(stop.signal);
    await until(() => polite.lines.length === 1);
    stop.abort();
    await running;
    assert.equal(polite.lines.at(-1)?.[1], 'library_sync_stopped');
  });

  it('leaves the service running if it cannot start', async () => {
    const lines: string[] = [];
    await syncInChild(
      { command: '/nowhere/node', argv: [], environment: {} },
      (_level, event, fields) => lines.push(`${event} ${fields?.code ?? ''}`),
      new AbortController().signal,
    );
    assert.deepEqual(lines, ['library_sync_started ', 'library_sync_failed ENOENT']);
  });
});
