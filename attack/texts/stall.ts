import type { Attack } from '../attack.ts';
import { probe, startService } from '../stand.ts';
import { createCaller } from './send-text.ts';
import { type TextField, textFields } from './text-fields.ts';
import { stallMaxMs } from './texts.ts';

/** The worst that were found: a call of each held every other one for half a second to minutes. */
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

/** Sends them one by one, while another key searches and /readyz is asked fifty times a second. */
export const stall: Attack = {
  about: 'the worst texts one by one, with /readyz and the search of another key beside them',
  async run({ short }) {
    const service = await startService();
    const violations: string[] = [];
    const rows = [];
    try {
      const [call, other] = [await createCaller(service), await createCaller(service)];
      const search = named('local_advanced_search: terms');
      for (const { field } of worst) await call(named(field), 'metformin ', 0.1);
      for (const { name, field, unit } of short ? worst.slice(0, 6) : worst) {
        const watch = probe(service.url);
        const running = call(named(field), unit, 1);
        const start = performance.now();
        const beside = await other(search, 'metformin ', 0.1);
        const searchMs = performance.now() - start;
        const { status, cpu } = await running;
        const { longest } = await watch.stop();
        // A busy machine makes any reply late: the loop was not held for longer than it computed.
        const stallMs = Math.min(longest, cpu.loop);
        const of = `${field}, ${name}`;
        rows.push({
          figure: `${of}: longest stall`,
          value: stallMs,
          unit: 'ms',
          goal: { atMost: stallMaxMs },
        });
        rows.push({ figure: '  and the search of another key', value: searchMs, unit: 'ms' });
        if (status !== 200 || beside.status !== 200)
          violations.push(`${of}: ${status}, search ${beside.status}`);
        if (stallMs > stallMaxMs && !short)
          violations.push(`${of}: held the event loop for ${Math.round(stallMs)} ms`);
      }
    } finally {
      await service.stop();
    }
    return { title: 'stall: the worst texts one by one', rows, violations };
  },
};

function named(name: string): TextField {
  const found = textFields.find((field) => field.name === name);
  if (!found) throw new Error(`there is no field ${name}`);
  return found;
}
