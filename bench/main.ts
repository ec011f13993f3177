import { benchAsk } from './ask.ts';
import { formatSection, isMet, type Row } from './report.ts';
import { benchServe } from './serve.ts';
import { benchUsage } from './usage.ts';

const help = `npm run bench -- serve|ask|usage [--quick] [--strict]

  serve     streams, memory, leaving clients, small requests: against a bare pass-through and Portkey's gateway (~5 min)
  ask       the time to the first event, round trips to the sources, start, idle memory (~20 s)
  usage     my_usage of a key with a million calls, on SQLite, and all of them as CSV (~1 min)
  --quick   fewer and shorter repetitions, for a first look
  --strict  exit with 1 where a goal is missed
`;

const benches: Record<string, typeof benchServe> = { serve: benchServe, ask: benchAsk, usage: benchUsage };

const options = new Set(process.argv.slice(2));
const strict = options.delete('--strict');
const quick = options.delete('--quick');
const [name = '', ...rest] = options;
const bench = benches[name];
if (bench && rest.length === 0) {
  const rows: Row[] = [];
  await bench(quick, (section) => {
    rows.push(...section.rows);
    process.stdout.write(formatSection(section));
  });
  const missed = rows.filter((row) => isMet(row) === false).length;
  process.stdout.write(missed === 0 ? '\nEvery goal is met.\n' : `\nGoals not met: ${missed}.\n`);
  if (strict && missed > 0) process.exitCode = 1;
} else {
  process.stdout.write(help);
  process.exitCode = 2;
}
