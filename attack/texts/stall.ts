import { setTimeout as sleep } from 'node:timers/promises';
import type { LoopDelay } from '../../bench/probe.ts';
import type { Attack } from '../attack.ts';
import { probe, startService } from '../stand.ts';
import { createCaller } from './send-text.ts';
import { type TextField, textFields } from './text-fields.ts';
import { stallMaxMs } from './texts.ts';

/** Worst texts found: one call with each blocked all others for half a second to minutes. */
const worst: readonly { name: string; field: string; unit: string }[] = [
  { name: 'short Chinese sentences', field: 'polish: text', unit: '药X降1。' },
  { name: 'groups by their numbers', field: 'polish: text', unit: '第1组' },
  { name: 'a list of references', field: 'polish: text', unit: '1. Smith J. Title. J. 2019;1:1-2.\n' },
  { name: 'estimates', field: 'polish: text', unit: 'RR 0.8, OR 1.2, HR 0.9 ' },
  { name: 'letters that folding lengthens', field: 'factcheck_verify: sentence and abstract', unit: 'ΐ' },
  { name: 'figures between Chinese', field: 'factcheck_verify: sentence and abstract', unit: '中1' },
  { name: 'a word without an end', field: 'factcheck_verify: sentence and abstract', unit: 'a' },
  { name: 'comparisons', field: 'factcheck_verify: sentence and abstract', unit: '高于' },
  { name: 'brackets', field: 'factcheck_verify: abstract', unit: '(1' },
  { name: 'spreads', field: 'factcheck_verify: abstract', unit: '1±' },
  { name: 'three pairs of figures', field: 'factcheck_batch: three pairs', unit: '中1' },
  { name: 'backslashes', field: 'ask_stream: history', unit: '\\' },
];

/** Milliseconds that 99 of 100 turns of the event loop may be late while all of them are sent. */
const delayP99MaxMs = 50;
/** Time for measuring the delay of an idle service first, which the machine itself causes. */
const idleMs = { short: 1_000, long: 5_000 };

/** Sends them one by one, while another key searches and /readyz is requested fifty times a second. */
export const stall: Attack = {
  about:
    'the worst texts one by one, alongside /readyz and a search with another key; the delay of the event loop',
  async run({ short }) {
    const service = await startService({ isProbed: true });
    const violations: string[] = [];
    const rows = [];
    try {
      const [call, other] = [await createCaller(service), await createCaller(service)];
      const search = named('local_advanced_search: terms');
      for (const { field } of worst) await call(named(field), 'metformin ', 0.1);
      const idle = probe(service.url);
      await service.ask('watchLoop');
      await sleep(short ? idleMs.short : idleMs.long);
      const before = await service.ask<LoopDelay>('loopDelay');
      await idle.stop();
      await service.ask('watchLoop');
      for (const { name, field, unit } of short ? worst.slice(0, 6) : worst) {
        const watch = probe(service.url);
        const running = call(named(field), unit, 1);
        const start = performance.now();
        const searched = await other(search, 'metformin ', 0.1);
        const searchMs = performance.now() - start;
        const { status, cpu } = await running;
        const { longest } = await watch.stop();
        // Any reply is late on a busy machine: the loop was not blocked for longer than its CPU time.
        const stallMs = Math.min(longest, cpu.loop);
        const of = `${field}, ${name}`;
        rows.push({
          figure: `${of}: longest stall`,
          value: stallMs,
          unit: 'ms',
          goal: { atMost: stallMaxMs },
        });
        rows.push({ figure: '  and the search of another key', value: searchMs, unit: 'ms' });
        if (status !== 200 || searched.status !== 200)
          violations.push(`${of}: ${status}, search ${searched.status}`);
        if (stallMs > stallMaxMs && !short)
          violations.push(`${of}: blocked the event loop for ${Math.round(stallMs)} ms`);
      }
      const { p99Ms, maxMs } = await service.ask<LoopDelay>('loopDelay');
      rows.push({
        ...{ figure: 'delay of the event loop while all of them were sent: p99', value: p99Ms, unit: 'ms' },
        goal: { atMost: delayP99MaxMs },
      });
      rows.push({ figure: '  the longest, including waits for a busy machine', value: maxMs, unit: 'ms' });
      rows.push({ figure: '  the same for the idle service before: p99', value: before.p99Ms, unit: 'ms' });
      rows.push({ figure: '  and the longest', value: before.maxMs, unit: 'ms' });
      if (p99Ms > Math.max(delayP99MaxMs, 2 * before.p99Ms) && !short)
        violations.push(`the event loop's delay had a p99 of ${p99Ms.toFixed(1)} ms`);
    } finally {
      await service.stop();
    }
    violations.push(...service.internalErrors());
    return { title: 'stall: the worst texts one by one', rows, violations };
  },
};

function named(name: string): TextField {
  const found = textFields.find((field) => field.name === name);
  if (!found) throw new Error(`there is no field ${name}`);
  return found;
}
