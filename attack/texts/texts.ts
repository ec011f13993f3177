import type { Attack } from '../attack.ts';
import { oneLanguageThread, probe, type RunningService, startService } from '../stand.ts';
import { hostileUnits } from './hostile-units.ts';
import { type Caller, createCaller } from './send-text.ts';
import { type TextField, textFields } from './text-fields.ts';

/** Maximum milliseconds for which a call may block the event loop. */
export const stallMaxMs = 100;
/** Permitted factor of CPU time for twice the length: linear is two, quadratic four. */
const growthMax = 3;
/**
 * Minimum time from which growth is measured, in milliseconds. Below it, a concurrent search or garbage collection takes as
 * much; the short form shares its machine with other tests and ignores any time that a linear reading may take there:
 * quadratic readings took seconds to minutes.
 */
const noticeableMs = { short: 1_000, long: 250 };

/** Units that the short form repeats, a third of them in each field: one of each kind of problem that was found. */
const short = [
  'ΐ',
  '药X降1。',
  '中1',
  '高于',
  '1±',
  'RR 0.8, OR 1.2, HR 0.9 ',
  '(1',
  '\\',
  'a',
  '[E99] text. ',
  'increased decreased ',
];

type Worst = { loopMs: number; allMs: number; stallMs: number; growth: number };

/** Repeats units to the limit of every text field of every endpoint, one call at a time. */
export const texts: Attack = {
  about: 'one unit repeated to the limit of every text field of every endpoint: CPU time, stalls and growth',
  async run({ short: isShort }) {
    const service = await startService(isShort ? { environment: oneLanguageThread } : {});
    const violations: string[] = [];
    const rows = [];
    let sent = 0;
    try {
      const call = await createCaller(service);
      // The first calls load the lexicons and compile the code.
      for (const field of textFields) await call(field, 'metformin ', 0.1);
      for (const [at, field] of textFields.entries()) {
        const units = isShort ? short.filter((_, unit) => unit % 3 === at % 3) : hostileUnits;
        const worst: Worst = { loopMs: 0, allMs: 0, stallMs: 0, growth: 0 };
        for (const unit of units) {
          sent += 1;
          violations.push(...(await attack(service, call, field, unit, worst, isShort)));
        }
        rows.push({
          figure: `${field.name}: highest CPU time of the event loop`,
          value: worst.loopMs,
          unit: 'ms',
        });
        if (worst.growth > 0)
          rows.push({
            figure: '  and highest growth when the text doubles',
            value: worst.growth,
            unit: 'times',
          });
        if (!isShort)
          rows.push({
            ...{ figure: '  and longest stall', value: worst.stallMs, unit: 'ms' },
            goal: { atMost: stallMaxMs },
          });
      }
    } finally {
      await service.stop();
    }
    violations.push(...service.internalErrors());
    rows.push({ figure: 'texts', value: sent, unit: '' });
    return { title: 'texts: units repeated to every limit', rows, violations };
  },
};

async function attack(
  service: RunningService,
  call: Caller,
  field: TextField,
  unit: string,
  worst: Worst,
  isShort: boolean,
): Promise<string[]> {
  const of = `${field.name}, ${JSON.stringify(unit)}`;
  const watch = isShort ? undefined : probe(service.url);
  const whole = await call(field, unit, 1);
  const latencies = await watch?.stop();
  const violations: string[] = [];
  if (whole.status === 'hung' || whole.status >= 500) violations.push(`${of}: ${whole.status}`);
  worst.loopMs = Math.max(worst.loopMs, whole.cpu.loop);
  worst.allMs = Math.max(worst.allMs, whole.cpu.all);
  // Any reply is late on a busy machine: the loop was not blocked for longer than its CPU time.
  const stallMs = Math.min(latencies?.longest ?? 0, whole.cpu.loop);
  worst.stallMs = Math.max(worst.stallMs, stallMs);
  if (stallMs > stallMaxMs) violations.push(`${of}: blocked the event loop for ${Math.round(stallMs)} ms`);
  const leastMs = isShort ? noticeableMs.short : noticeableMs.long;
  if (whole.cpu.all < leastMs) return violations;
  // Minimum of several attempts, because the first ones compile the code, and any may collect earlier garbage. Each uses a
  // different text, since cached results cost nothing.
  const least = { half: Infinity, whole: Infinity };
  for (let tries = 1; tries < 9 && !(least.whole / least.half <= growthMax); tries += 1) {
    least.half = Math.min(least.half, (await call(field, unit, 0.5, tries)).cpu.all);
    least.whole = Math.min(least.whole, (await call(field, unit, 1, tries)).cpu.all);
  }
  const growth = least.whole / least.half;
  if (least.whole < leastMs) return violations;
  worst.growth = Math.max(worst.growth, growth);
  if (growth > growthMax)
    violations.push(`${of}: ${growth.toFixed(1)} times the CPU time for twice the length`);
  return violations;
}
